use super::*;
use crate::explorer::{NodeAction, NodeTurn, Tone};

fn hand(name: &str, cell: (usize, usize), reach: f64, play: f64) -> HandLine {
    HandLine {
        name: name.to_owned(),
        cell: Some(cell),
        reach,
        probabilities: vec![play, 1.0 - play],
        values: vec![Some(play), None],
        remark: None,
    }
}

fn node() -> Node {
    let action =
        |number| NodeAction { name: format!("{number}"), tone: Tone::Numbered(number), share: 0.5, value: None };
    Node {
        actions: vec![action(0), action(1)],
        hands: vec![
            hand("13 13 2", (0, 0), 0.5, 1.0),
            hand("13 12 2", (0, 1), 0.2, 0.5),
            hand("13 12 1", (0, 1), 0.2, 0.0),
            hand("3 2 1", (10, 11), 0.1, 0.5),
        ],
        ..Node::of_cards(NodeTurn::Player(0, "leader".to_owned()))
    }
}

#[test]
fn a_filter_keeps_the_hands_that_hold_all_its_cards() {
    assert!(holds("13 13 2", &["13", "13"]));
    assert!(!holds("13 12 2", &["13", "13"]));
    assert!(holds("13 12 2", &[]));
    let node = node();
    let shown = ShownRange::of(&node, &["13"]);
    assert_eq!(shown.hands.len(), 3);
    assert!((shown.left - 0.9).abs() < 1e-12);
    assert!((shown.all.reach - 1.0).abs() < 1e-12);
    assert!((shown.all.share(0) - 0.6 / 0.9).abs() < 1e-12);
    assert!(ShownRange::of(&node, &["14"]).hands.is_empty());
}

#[test]
fn a_cell_is_the_mean_of_its_hands_by_reach() {
    let node = node();
    let shown = ShownRange::of(&node, &[]);
    let cell = &shown.cells[&(0, 1)];
    assert_eq!(cell.hands, 2);
    assert!((cell.reach - 0.4).abs() < 1e-12);
    assert!((cell.share(0) - 0.25).abs() < 1e-12);
    assert_eq!(cell.value(0), Some(0.5));
    assert_eq!(cell.value(1), None);
    assert_eq!(Mix::default().share(0), 0.0);
}

#[test]
fn regrets_are_held_against_the_value_of_the_hand() {
    let mut line = hand("13", (0, 0), 0.25, 0.75);
    line.values = vec![Some(0.5), Some(0.9)];
    // Three quarters of 0.5 and a quarter of 0.9.
    assert!((line.value().unwrap() - 0.6).abs() < 1e-12);
    let regrets: Vec<f64> = line.regrets().into_iter().flatten().collect();
    assert!((regrets[0] + 0.1).abs() < 1e-12 && (regrets[1] - 0.3).abs() < 1e-12);
    assert!((line.loss().unwrap() - 0.3).abs() < 1e-12);
    // An action that the hand does not have has no regret, and does not lower the loss of a cell.
    let sure = hand("12", (0, 0), 0.75, 1.0);
    assert_eq!((sure.regrets()[1], sure.loss()), (None, Some(0.0)));
    let mut mix = Mix::default();
    mix.add(&line, 1.0, 2);
    mix.add(&sure, 1.0, 2);
    assert!((mix.loss().unwrap() - 0.075).abs() < 1e-12);
    // Without a value there is no regret.
    line.values = vec![None, Some(0.9)];
    assert_eq!(line.loss(), None);
}
