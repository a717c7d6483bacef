//! Known values of small games.

use super::*;

fn place(steps: &str) -> Place {
    Place {
        steps: steps.split_whitespace().map(str::to_owned).collect(),
        ..Place::default()
    }
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
    assert!(
        text.starts_with("step 2, `0`, is not possible there: choose one of 1, 2"),
        "{text}"
    );
    assert!(says("0 1 pass pass pass").contains("the game is over"));
    assert!(says("<script>").contains("step 1"));
    assert!(says(&"0 ".repeat(70)).contains("at most 64"));
    let error = TreeExplorer::solved("no").err().unwrap().to_string();
    assert!(error.contains("no game is called `no`"), "{error}");
}
