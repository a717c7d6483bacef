use super::*;
use crate::explorer::{NodeAction, NodeTurn};

/// A node at which a hand plays or raises, with these hands: name, reach, probability of the raise, values of both.
fn node(hands: &[(&str, f64, f64, [f64; 2])]) -> Node {
    let action = |name: &str, tone| NodeAction { name: name.to_owned(), tone, share: 0.0, value: None };
    let hands = hands.iter().map(|&(name, reach, raises, values)| HandLine {
        name: name.to_owned(),
        cell: None,
        reach,
        probabilities: vec![1.0 - raises, raises],
        values: values.map(Some).to_vec(),
        remark: None,
    });
    Node {
        actions: vec![action("play", Tone::Scaled(0.5)), action("raise", Tone::Raises)],
        hands: hands.collect(),
        ..Node::of_cards(NodeTurn::Player(0, "leader".to_owned()))
    }
}

fn grouped(node: &Node, grouping: Grouping) -> (Vec<HandClass>, HandClass) {
    classes(node, &ShownRange::of(node, &[]), grouping)
}

fn names(node: &Node, grouping: Grouping) -> Vec<String> {
    grouped(node, grouping).0.into_iter().map(|class| class.name).collect()
}

#[test]
fn hands_fall_into_the_classes_of_their_cards() {
    let hands = ["13 9 9 4", "13 13 13 2", "9 9 4 4", "7 5 3 1", "7 7 7 7", "9 9 9 9"];
    let hands = hands.map(|name| (name, 1.0 / 6.0, 0.0, [0.0; 2]));
    let node = node(&hands);
    assert_eq!(names(&node, Grouping::Highest), ["13", "9", "7"]);
    assert_eq!(names(&node, Grouping::Lowest), ["9", "7", "4", "2", "1"]);
    assert_eq!(names(&node, Grouping::Pairs), ["four", "three", "pair and pair", "pair", "no pair"]);
    assert_eq!(names(&node, Grouping::Action), ["play"]);
    assert_eq!(grouped(&node, Grouping::Hand).0.len(), 6);
}

/// By hand: the mean of the range is 0.3 * 1 + 0.5 * (0.5 * 0 + 0.5 * 1) + 0.2 * (-2) = 0.15.
#[test]
fn a_class_has_the_means_of_its_hands() {
    let node = node(&[("9 2", 0.3, 1.0, [0.0, 1.0]), ("9 1", 0.5, 0.5, [0.0, 1.0]), ("8 1", 0.2, 1.0, [-3.0, -2.0])]);
    let (found, all) = grouped(&node, Grouping::Highest);
    let close = |value: Option<f64>, wanted: f64| assert!((value.unwrap() - wanted).abs() < 1e-12, "{value:?}");
    let [nine, eight] = &found[..] else { panic!("{found:?}") };
    assert_eq!((nine.mix.hands, eight.mix.hands, all.mix.hands), (2, 1, 3));
    close(Some(nine.mix.reach), 0.8);
    close(Some(nine.probability(1)), (0.3 + 0.25) / 0.8);
    close(nine.mix.mean(), (0.3 + 0.25) / 0.8);
    close(nine.mix.value(1), 1.0);
    close(all.mix.mean(), 0.15);
    // Of the hands with a nine, both are worth more than the mean.
    close(nine.weak_raises(), 0.0);
    close(eight.weak_raises(), 1.0);
    close(all.weak_raises(), 0.2 / 0.75);
}

#[test]
fn hands_that_a_policy_does_not_know_count_for_nothing_but_their_reach() {
    let mut node = node(&[("9 2", 0.25, 1.0, [0.0, 1.0]), ("9 1", 0.75, 0.5, [0.0, 1.0])]);
    node.hands[1].probabilities.clear();
    let (found, _) = grouped(&node, Grouping::Highest);
    assert_eq!((found[0].mix.reach, found[0].known(), found[0].probability(1)), (1.0, 0.25, 1.0));
    assert_eq!(names(&node, Grouping::Action), ["not known", "raise"]);
}

#[test]
fn classes_are_sorted_by_any_column() {
    let node = node(&[("9 2", 0.3, 1.0, [0.0, 1.0]), ("8 1", 0.5, 0.5, [0.0, 1.0]), ("7 1", 0.2, 0.75, [-3.0, -2.0])]);
    let (mut found, _) = grouped(&node, Grouping::Highest);
    for (column, order) in [
        ("reach", ["8", "9", "7"]),
        ("value", ["9", "8", "7"]),
        ("raise", ["9", "7", "8"]),
        ("play", ["8", "7", "9"]),
        ("weak-raises", ["7", "8", "9"]),
    ] {
        assert!(sort(&node, &mut found, column));
        let names: Vec<&str> = found.iter().map(|class| class.name.as_str()).collect();
        assert_eq!(names, order, "{column}");
    }
    assert!(!sort(&node, &mut found, "nothing"));
}
