//! The explorer against the arithmetic of single positions, and against a loop over all pairs of hands.

use cardsharp_solvers::game::Player;

use super::*;
use cardsharp_challenge_game::observation::parse_position;
use cardsharp_contest::explorer::NodeTurn;

fn explorer() -> PolicyExplorer {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../solver/data/all-scores.policy");
    PolicyExplorer::load(&path).unwrap()
}

fn place(score: &str, steps: &str) -> Place {
    Place {
        settings: [(SCORE.to_owned(), score.to_owned())].into(),
        steps: steps.split_whitespace().map(str::to_owned).collect(),
    }
}

#[test]
fn a_node_is_sound_and_its_rows_are_those_of_the_policy() {
    let explorer = explorer();
    for (score, steps) in [
        ("0,0", ""),
        ("7,2", "challenge"),
        ("3,4", "5"),
        ("3,4", "5 9 13"),
        ("3,4", "5 9 challenge accept 2"),
    ] {
        let place = place(score, steps);
        let node = explorer.node(&place).unwrap();
        let sum: f64 = node.hands.iter().map(|hand| hand.reach).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{steps}: {sum}");
        let shares: f64 = node.actions.iter().map(|action| action.share).sum();
        assert!((shares - 1.0).abs() < 1e-6, "{steps}: {shares}");
        let ground = explorer.ground(&place).unwrap();
        let spot = explorer.spot(&ground, &place).unwrap();
        for hand in node.hands.iter().step_by(97) {
            let cards = hand.name.split(' ').map(|card| parse_rank(card).unwrap());
            let position = print_position(&ground.observation(&spot.state, cards.collect()));
            let (known, _) = choices(&explorer.policy, &parse_position(&position).unwrap());
            assert!(!known.is_empty(), "{position}");
            for (action, share) in node.actions.iter().zip(&hand.probabilities) {
                let found = known.iter().find(|(chosen, _)| print_move(*chosen) == action.name);
                let expected = found.map_or(0.0, |(_, share)| *share);
                assert!((share - expected).abs() < 1e-12, "{position}");
            }
        }
    }
}

/// The range by a loop over all pairs of hands.
#[test]
fn the_range_is_that_of_all_pairs_of_hands() {
    let explorer = explorer();
    let place = place("3,4", "5 9 3 3");
    let node = explorer.node(&place).unwrap();
    let ground = explorer.ground(&place).unwrap();
    let spot = explorer.spot(&ground, &place).unwrap();
    let (game, space) = (&explorer.policy.game, explorer.policy.game.space());
    let me = spot.state.to_move();
    assert_eq!(me, Player::ONE);
    let dealt = |player: Player, hand: HandId| {
        let played = space.cards(spot.state.played[player.index()]);
        let both = played
            .descending()
            .try_fold(hand, |hand, rank| space.try_with(hand, rank.value()));
        both.unwrap()
    };
    // The probability of the own plays is the reach without the weight of the deal.
    let plays = |player: Player, hand: HandId| {
        let (index, local) = (player.index(), space.local(hand));
        spot.reach[index][local] / spot.dealt[index][local]
    };
    let cards = ground.cards(&spot.state);
    let mut weights = Vec::new();
    for own in space.of_size(cards) {
        let own_dealt = dealt(me, own);
        let met = space.of_size(cards).map(|other| {
            let other_dealt = dealt(me.opponent(), other);
            game.ways(other_dealt, own_dealt) * plays(me.opponent(), other)
        });
        let met: f64 = met.sum();
        weights.push(game.ways(own_dealt, HandId::EMPTY) * plays(me, own) * met);
    }
    let sum: f64 = weights.iter().sum();
    for (hand, weight) in space.of_size(cards).zip(weights) {
        let expected = weight / sum;
        let name = space.cards(hand).to_string();
        let found = node.hands.iter().find(|line| line.name == name);
        let found = found.map_or(0.0, |line| line.reach);
        assert!((found - expected).abs() < 1e-6, "{name}: {found} and {expected}");
    }
}

/// The values agree with those that are sampled for one hand.
#[test]
fn values_are_those_of_sampled_play() {
    let explorer = explorer();
    let mut checked = 0;
    for (score, steps) in [
        ("0,0", "5 9 3 3"),
        ("3,4", "13 9 12 12"),
        ("3,4", "5 9 13 2 7"),
        ("8,8", "5 9 13 2 7 7 challenge"),
        ("0,0", "5 9 13 2 2 7 4 4"),
        ("0,0", "5 9 13 2 2 7 4 4 8"),
        ("0,0", "5 9 13 2 2 7 4 4 8 challenge"),
        ("5,1", "5 9 challenge accept 9 9 4 4 3"),
    ] {
        let place = place(score, steps);
        let node = explorer.node(&place).unwrap();
        assert!(!node.unit.is_empty(), "{steps}");
        for hand in node.hands.iter().take(120).step_by(60) {
            let detail = explorer.hand(&place, &hand.name).unwrap().unwrap();
            for action in detail.actions {
                let (Some(sampled), Some(half_width)) = (action.value, action.half_width) else {
                    continue;
                };
                let number = node.actions.iter().position(|one| one.name == action.name);
                let exact = hand.values[number.unwrap()].unwrap();
                // Half widths are of 95 %; among this many a few are missed by more than one.
                assert!(
                    (exact - sampled).abs() < 2.5 * half_width + 1e-4,
                    "{}: {exact} and {sampled} ± {half_width}",
                    detail.position
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn impossible_steps_are_named() {
    let explorer = explorer();
    let says = |score: &str, steps: &str| {
        let error = explorer.node(&place(score, steps)).unwrap_err();
        error.to_string()
    };
    let text = says("0,0", "5 14");
    assert!(text.starts_with("step 2, `14`, is not possible"), "{text}");
    assert!(says("0,0", "accept").contains("choose one of 1, 2"));
    assert!(says("0,0", "challenge 5").contains("choose one of accept, reject"));
    let text = says("0,0", "challenge reject 5");
    assert!(text.contains("step 3, `5`") && text.contains("over"), "{text}");
    assert!(says("10,0", "").contains("cannot be `10,0`"));
    assert!(says("0,0", &"1 ".repeat(100)).contains("at most"));
    for hand in ["", "14", "13 13", "13 13 13 13 13 13", "x", "13 12 11 10 9 8"] {
        let error = explorer.hand(&place("0,0", ""), hand).unwrap_err();
        assert!(matches!(error, ExploreError::Hand { .. }), "{hand}");
    }
    // A rank of which all copies have been played.
    let over = explorer.node(&place("0,0", "challenge reject")).unwrap();
    assert_eq!(over.turn, NodeTurn::Over);
    assert!(over.actions.is_empty() && over.facts.iter().any(|(name, _)| name == "end"));
}

/// Along the likeliest actions, from the deal to the end of a hand.
#[test]
fn a_walk_along_the_likeliest_actions_comes_to_an_end() {
    let explorer = explorer();
    let mut steps: Vec<String> = Vec::new();
    loop {
        let node = explorer.node(&place("0,0", &steps.join(" "))).unwrap();
        let actions = node.actions.iter();
        let likeliest = actions.max_by(|one, two| one.share.total_cmp(&two.share));
        let Some(likeliest) = likeliest else {
            assert_eq!(node.turn, NodeTurn::Over);
            break;
        };
        assert!(likeliest.share > 0.0, "{steps:?}");
        let reaches: Vec<f64> = node.hands.iter().map(|hand| hand.reach).collect();
        assert!(reaches.is_sorted_by(|one, two| one >= two), "{steps:?}");
        steps.push(likeliest.name.clone());
    }
    assert!(steps.len() >= 2, "{steps:?}");
}
