//! Known values of small games.

use super::*;
use cardsharp_contest::locked::{Lock, Resolved};
use cardsharp_contest::practice::{Deal, Grade, practise};
use std::time::Duration;

fn place(steps: &str) -> Place {
    Place { steps: steps.split_whitespace().map(str::to_owned).collect(), ..Place::default() }
}

fn value_of(node: &Node, action: &str) -> f64 {
    let action = node.actions.iter().find(|one| one.name == action);
    action.unwrap().value.unwrap()
}

fn share_of(node: &Node, action: &str) -> f64 {
    let action = node.actions.iter().find(|one| one.name == action);
    action.unwrap().share
}

/// H. W. Kuhn, "A simplified two-person poker", 1950.
#[test]
fn kuhn_poker_has_its_known_equilibrium() {
    let explorer = TreeExplorer::solved("kuhn").unwrap();
    let valued = &explorer.valued;
    let root = valued.tree.root();
    assert!((valued.value(root, Player::ZERO) + 1.0 / 18.0).abs() < 1e-5);
    assert!((valued.value(root, Player::ONE) - 1.0 / 18.0).abs() < 1e-5);
    // The first player has a jack, and the second a queen: cards 0 and 1.
    let queen = explorer.node(&place("0 1 bet")).unwrap();
    assert!((share_of(&queen, "bet") - 1.0 / 3.0).abs() < 0.01);
    assert!((value_of(&queen, "pass") + 1.0).abs() < 1e-9);
    assert!((value_of(&queen, "bet") + 1.0).abs() < 0.05);
    let king = explorer.node(&place("0 2 bet")).unwrap();
    assert!(share_of(&king, "bet") > 0.999);
    assert!((value_of(&king, "bet") - 2.0).abs() < 1e-9);
    let jack = explorer.node(&place("2 0 bet")).unwrap();
    assert!((value_of(&jack, "bet") + 2.0).abs() < 1e-9);
    // The three information sets after a bet, and what each of them is of the range.
    assert_eq!(king.hands.len(), 3);
    let reach: f64 = king.hands.iter().map(|hand| hand.reach).sum();
    assert!((reach - 1.0).abs() < 1e-12);
    // A jack that bets meets a queen as often as a king.
    let bluff = explorer.node(&place("0 1")).unwrap();
    let king = explorer.node(&place("2 1")).unwrap();
    let ratio = share_of(&bluff, "bet") / share_of(&king, "bet");
    assert!((ratio - 1.0 / 3.0).abs() < 0.02, "{ratio}");
}

/// The value of an information set is that of its actions, and the value of the game that of its information sets.
#[test]
fn values_of_information_sets_make_the_value_of_the_game() {
    for game in ["kuhn", "leduc", "kuhn(players=3)"] {
        let explorer = TreeExplorer::solved(game).unwrap();
        let tree = &explorer.valued.tree;
        // The first decision after each deal belongs to player 0.
        let infosets = explorer.valued.infosets.iter().enumerate();
        let first = infosets.filter(|(_, nodes)| {
            nodes.first().is_some_and(|node| {
                let turn = tree.turn(node);
                matches!(turn, Turn::Decision { player, .. } if player == Player::ZERO)
                    && explorer.actions_before(*node).is_empty()
            })
        });
        let sum: f64 = first
            .map(|(place, _)| {
                let line = explorer.valued.line(place);
                line.reach * line.value().unwrap()
            })
            .sum();
        let value = explorer.valued.value(tree.root(), Player::ZERO);
        assert!((sum - value).abs() < 1e-9, "{game}: {sum} and {value}");
    }
}

#[test]
fn a_range_is_all_information_sets_after_the_same_actions() {
    let explorer = TreeExplorer::solved("leduc").unwrap();
    let root = explorer.node(&place("")).unwrap();
    assert_eq!(root.turn, NodeTurn::Chance);
    let part = root.tree.as_ref().unwrap();
    assert!(part.children.len() > 2 && part.left_out == 0);
    // Two cards, and then the first player acts.
    let mut steps = vec![part.children[0].0.clone()];
    steps.push(part.children[0].2.children[0].0.clone());
    let node = explorer.node(&place(&steps.join(" "))).unwrap();
    assert_eq!(node.turn, NodeTurn::Player(0, "player 0".to_owned()));
    assert_eq!(node.hands.len(), 6);
    for hand in &node.hands {
        assert!((hand.reach - 1.0 / 6.0).abs() < 1e-9, "{hand:?}");
    }
}

#[test]
fn impossible_steps_are_named() {
    let explorer = TreeExplorer::solved("kuhn").unwrap();
    let says = |steps: &str| explorer.node(&place(steps)).unwrap_err().to_string();
    let text = says("0 0");
    assert!(text.starts_with("step 2, `0`, is not possible there: choose one of 1, 2"), "{text}");
    assert!(says("0 1 pass pass pass").contains("the game is over"));
    assert!(says("<script>").contains("step 1"));
    assert!(says(&"0 ".repeat(70)).contains("at most 64"));
    let error = TreeExplorer::solved("no").err().unwrap().to_string();
    assert!(error.contains("no game is called `no`"), "{error}");
}

/// The values that follow from the rules of Kuhn poker, whose utilities go from -2 to 2.
#[test]
fn decisions_of_practice_are_graded_by_the_value_lost() {
    let explorer = TreeExplorer::solved("kuhn").unwrap();
    assert!((explorer.span() - 4.0).abs() < 1e-12);
    let took = |seed, action: &str| {
        let deal = Deal { root: Place::default(), seed, seat: 1 };
        practise(&explorer, &deal, &[action.to_owned()]).unwrap().decisions.remove(0)
    };
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let decision = took(seed, "bet");
        let question = &decision.question;
        let after_bet = question.place.steps[2] == "bet";
        let card: u8 = question.place.steps[1].parse().unwrap();
        seen.insert((card, after_bet));
        let bet = decision.verdict.unwrap();
        let pass = took(seed, "pass").verdict.unwrap();
        let grades = (bet.grade, pass.grade);
        match (card, after_bet) {
            // To call with a jack loses two in place of one.
            (0, true) => {
                assert!((bet.lost - 1.0).abs() < 1e-9 && bet.half_width == 0.0);
                assert_eq!(grades, (Grade::Blunder, Grade::Best));
            }
            // The first player is as strong as makes a queen indifferent.
            (1, true) => assert!(bet.lost < 0.05 && pass.lost < 0.05),
            // A king wins two by a call, and loses one by a pass.
            (2, true) => {
                assert!((pass.lost - 3.0).abs() < 1e-9);
                assert_eq!(grades, (Grade::Best, Grade::Blunder));
            }
            _ => assert_eq!(bet.lost.min(pass.lost), 0.0),
        }
    }
    assert_eq!(seen.len(), 6, "{seen:?}");
}

#[test]
fn the_others_practise_by_the_policy_and_chance_by_its_odds() {
    let explorer = TreeExplorer::solved("kuhn").unwrap();
    let games = 6000;
    let mut counts = FxHashMap::<String, f64>::default();
    for seed in 0..games {
        let deal = Deal { root: Place::default(), seed, seat: 1 };
        let game = practise(&explorer, &deal, &[]).unwrap();
        // The cards do not depend on what is done.
        let other = practise(&explorer, &deal, &["bet".to_owned()]).unwrap();
        assert_eq!(game.place.steps, other.place.steps[..3]);
        *counts.entry(game.place.steps.join(" ")).or_default() += 1.0;
    }
    for (steps, count) in &counts {
        let history = explorer.node(&place(steps)).unwrap();
        let (_, chance) = &history.facts[0];
        let wanted = chance.parse::<f64>().unwrap();
        let found = count / games as f64;
        let width = 4.0 * (wanted * (1.0 - wanted) / games as f64).sqrt();
        assert!((found - wanted).abs() < width + 1e-4, "{steps}: {found} and {wanted}");
    }
    assert!(counts.len() >= 9, "{counts:?}");
}

#[test]
fn practice_goes_to_the_end_and_refuses_what_is_not_possible() {
    let explorer = TreeExplorer::solved("leduc").unwrap();
    let mut deal = Deal { root: Place::default(), seed: 3, seat: 0 };
    let mut taken = Vec::new();
    loop {
        let game = practise(&explorer, &deal, &taken).unwrap();
        assert_eq!(game.decisions.len(), taken.len());
        let Some(question) = game.next else {
            assert_eq!(explorer.node(&game.place).unwrap().turn, NodeTurn::Over);
            break;
        };
        // The user is asked by the name of the information set, and of no card of the other.
        assert_eq!(question.hand, explorer.held(&question.place, 0).unwrap().name);
        let wrong = [&taken[..], &["no such".to_owned()]].concat();
        let error = practise(&explorer, &deal, &wrong).unwrap_err().to_string();
        let number = taken.len() + 1;
        assert!(error.starts_with(&format!("step {number}, `no such`, is not possible")), "{error}");
        taken.push(question.actions.last().unwrap().name.clone());
    }
    taken.push("raise".to_owned());
    let error = practise(&explorer, &deal, &taken).unwrap_err();
    assert!(matches!(error, ExploreError::Over { .. }), "{error}");
    deal.root.settings.insert("score".to_owned(), "1,1".to_owned());
    assert!(practise(&explorer, &deal, &[]).is_ok(), "settings of another game do nothing");
}

fn lock(steps: &str, hand: Option<&str>, weights: &[f64]) -> Lock {
    Lock { place: place(steps), hand: hand.map(str::to_owned), weights: weights.to_vec() }
}

fn values_with(explorer: &TreeExplorer, locks: &[Lock], resolved: Resolved) -> Vec<f64> {
    let locked = explorer.locked(locks, resolved, Duration::from_secs(60)).unwrap();
    locked.lockable().unwrap().values()
}

/// A second player who never bets with the jack after a pass loses 1/18 of a chip, and one who bets with a third of the
/// jacks plays an equilibrium.
#[test]
fn a_locked_decision_is_solved_around() {
    let explorer = TreeExplorer::solved("kuhn").unwrap();
    let honest = lock("1 0 pass", Some("0p"), &[5.0, 0.0]);
    let values = values_with(&explorer, std::slice::from_ref(&honest), Resolved::Everything);
    assert!((values[0] - 1.0 / 18.0).abs() < 1e-4, "{values:?}");
    assert!((values[0] + values[1]).abs() < 1e-12);
    // A later lock of the same information set counts.
    let bluffing = lock("2 0 pass", Some("0p"), &[2.0, 1.0]);
    let values = values_with(&explorer, &[honest.clone(), bluffing], Resolved::Everything);
    assert!((values[0] + 1.0 / 18.0).abs() < 1e-4, "{values:?}");
    let locked = explorer.locked(&[honest], Resolved::Everything, Duration::from_secs(60)).unwrap();
    assert!(locked.summary().starts_with("1 locked information set, "), "{}", locked.summary());
    let shares: Vec<f64> = locked.node(&place("1 0 pass")).unwrap().actions.iter().map(|one| one.share).collect();
    assert_eq!(shares, [1.0, 0.0]);
}

/// The first player bets with every card.
#[test]
fn replies_alone_leave_the_rest_of_a_locked_player() {
    let explorer = TreeExplorer::solved("kuhn").unwrap();
    let always = lock("0 1", None, &[0.0, 1.0]);
    // The deals by the second player's card: a jack folds twice (-1, -1), a queen calls a jack and a king (+2, -2), and
    // a king calls twice (+2, +2): 2 chips in six deals.
    let values = values_with(&explorer, std::slice::from_ref(&always), Resolved::Replies);
    assert!((values[1] - 2.0 / 6.0).abs() < 1e-4, "{values:?}");
    // An equilibrium is the same, because the first player has no other decision left.
    let all = values_with(&explorer, &[always], Resolved::Everything);
    assert!((all[1] - values[1]).abs() < 1e-4, "{all:?}");
    // The others keep their equilibrium play against a player that is locked to it.
    let same = explorer.node(&place("0 1")).unwrap().actions[1].share;
    let itself = lock("0 1", Some("0"), &[1.0 - same, same]);
    let values = values_with(&explorer, &[itself], Resolved::Replies);
    assert!((values[1] - 1.0 / 18.0).abs() < 1e-3, "{values:?}");
}

#[test]
fn impossible_locks_are_named() {
    let explorer = TreeExplorer::solved("kuhn").unwrap();
    let fault = |lock: Lock| {
        let solved = explorer.locked(&[lock], Resolved::Everything, Duration::from_secs(1));
        solved.map(|_| ()).unwrap_err().to_string()
    };
    assert!(fault(lock("0 1", None, &[1.0])).contains("1 weights"));
    assert!(fault(lock("0 1", None, &[f64::NAN, 1.0])).contains("weight NaN"));
    assert!(fault(lock("0 1", None, &[-1.0, 1.0])).contains("weight -1"));
    assert!(fault(lock("0 1", None, &[0.0, 0.0])).contains("all 0"));
    assert!(fault(lock("0 1", Some("7"), &[1.0, 1.0])).contains("`7`"));
    assert!(fault(lock("", None, &[1.0])).contains("no player acts"));
    assert!(fault(lock("0 9", None, &[1.0])).contains("`9`"));
    let many = vec![lock("0 1", None, &[1.0, 1.0]); 201];
    assert!(explorer.locked(&many, Resolved::Everything, Duration::from_secs(1)).is_err());
}
