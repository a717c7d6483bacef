//! The hands of a node in classes: how often a class comes, what it does, and what it is worth.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::explorer::{HandLine, Node, Tone};
use crate::shown_range::{Mix, ShownRange};

/// A rule that puts each hand of a node into a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// Each hand is a class.
    Hand,
    /// The action that the hand takes most often.
    Action,
    /// The highest card.
    Highest,
    /// The lowest card.
    Lowest,
    /// The ranks that the hand holds more than once.
    Pairs,
}

impl Grouping {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Grouping); 5] = [
        ("hand", Grouping::Hand),
        ("action", Grouping::Action),
        ("highest", Grouping::Highest),
        ("lowest", Grouping::Lowest),
        ("pairs", Grouping::Pairs),
    ];

    /// True if the hands of the node can be grouped so. Hands that are no lists of cards have no highest card.
    pub fn fits(self, node: &Node) -> bool {
        node.hands_are_cards || matches!(self, Grouping::Hand | Grouping::Action)
    }

    /// The key by which classes are ordered, and the name of the class.
    fn class(self, node: &Node, hand: &HandLine) -> (Reverse<u64>, String) {
        let ranks = || hand.name.split(' ').filter_map(|card| card.parse::<u64>().ok());
        let of_rank =
            |rank: Option<u64>| (Reverse(rank.unwrap_or(0)), rank.map_or_else(String::new, |rank| rank.to_string()));
        match self {
            Grouping::Hand => (Reverse(0), hand.name.clone()),
            Grouping::Action => {
                let likeliest = hand.probabilities.iter().enumerate().max_by(|one, other| one.1.total_cmp(other.1));
                let action = likeliest.map(|(index, _)| node.actions[index].name.clone());
                (Reverse(0), action.unwrap_or_else(|| "not known".to_owned()))
            }
            Grouping::Highest => of_rank(ranks().max()),
            Grouping::Lowest => of_rank(ranks().min()),
            Grouping::Pairs => {
                let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
                ranks().for_each(|rank| *counts.entry(rank).or_default() += 1);
                let mut counts: Vec<usize> = counts.into_values().filter(|count| *count > 1).collect();
                counts.sort_unstable_by_key(|count| Reverse(*count));
                // The two greatest counts order the classes.
                let key = [0, 1].map(|place| counts.get(place).map_or(0, |count| *count as u64));
                let names = counts.iter().map(|count| match count {
                    2 => "pair".to_owned(),
                    3 => "three".to_owned(),
                    4 => "four".to_owned(),
                    count => format!("{count} alike"),
                });
                let names: Vec<String> = names.collect();
                let name = if names.is_empty() { "no pair".to_owned() } else { names.join(" and ") };
                (Reverse(100 * key[0] + key[1]), name)
            }
        }
    }
}

/// A class of hands.
#[derive(Clone, Debug, PartialEq)]
pub struct HandClass {
    /// The name.
    pub name: String,
    /// Its hands together.
    pub mix: Mix,
    /// The reach of all raises, and of those by hands whose value is below the mean of the whole range.
    raises: [f64; 2],
}

impl HandClass {
    fn new(name: String) -> HandClass {
        HandClass { name, mix: Mix::default(), raises: [0.0; 2] }
    }

    fn add(&mut self, node: &Node, (hand, reach): (&HandLine, f64), mean: Option<f64>) {
        let scale = if hand.reach > 0.0 { reach / hand.reach } else { 0.0 };
        self.mix.add(hand, scale, node.actions.len());
        let Some((value, mean)) = hand.value().zip(mean) else {
            return;
        };
        let actions = node.actions.iter().zip(&hand.probabilities);
        let raises = actions.filter(|(action, _)| action.tone == Tone::Raises);
        let raised = reach * raises.map(|(_, share)| share).sum::<f64>();
        self.raises[0] += raised;
        self.raises[1] += if value < mean { raised } else { 0.0 };
    }

    /// The share of the class whose hands the policy knows.
    pub fn known(&self) -> f64 {
        let known: f64 = self.mix.actions.iter().sum();
        if self.mix.reach > 0.0 { known / self.mix.reach } else { 0.0 }
    }

    /// The probability of an action, given the hands of the class that the policy knows.
    pub fn probability(&self, action: usize) -> f64 {
        let known: f64 = self.mix.actions.iter().sum();
        if known > 0.0 { self.mix.actions[action] / known } else { 0.0 }
    }

    /// Of the raises of the class, the share that is made by hands whose value is below the mean of the range; `None` without
    /// values or raises.
    pub fn weak_raises(&self) -> Option<f64> {
        let [all, weak] = self.raises;
        (all > 0.0).then(|| weak / all)
    }
}

/// The classes of the hands that are shown of a node, and the class of them all. Classes of cards come by rank from the
/// highest, others by reach.
pub fn classes(node: &Node, shown: &ShownRange<'_>, grouping: Grouping) -> (Vec<HandClass>, HandClass) {
    let mean = shown.all.mean();
    let mut all = HandClass::new("all".to_owned());
    let mut found: BTreeMap<(Reverse<u64>, String), HandClass> = BTreeMap::new();
    for &hand in &shown.hands {
        all.add(node, hand, mean);
        let key = grouping.class(node, hand.0);
        let class = found.entry(key).or_insert_with_key(|(_, name)| HandClass::new(name.clone()));
        class.add(node, hand, mean);
    }
    let mut classes: Vec<HandClass> = found.into_values().collect();
    if matches!(grouping, Grouping::Hand | Grouping::Action) {
        classes.sort_by(|one, other| other.mix.reach.total_cmp(&one.mix.reach));
    }
    (classes, all)
}

/// The columns by which classes can be sorted: these, and the names of the actions.
pub const COLUMNS: [&str; 4] = ["hands", "reach", "value", "weak-raises"];

/// Sorts classes by a column, from the greatest. Returns false if there is no such column.
pub fn sort(node: &Node, classes: &mut [HandClass], column: &str) -> bool {
    let action = node.actions.iter().position(|action| action.name == column);
    let key = |class: &HandClass| match (column, action) {
        (_, Some(action)) => class.probability(action),
        ("hands", None) => class.mix.hands as f64,
        ("reach", None) => class.mix.reach,
        ("value", None) => class.mix.mean().unwrap_or(f64::NEG_INFINITY),
        (_, None) => class.weak_raises().unwrap_or(f64::NEG_INFINITY),
    };
    let is_known = action.is_some() || COLUMNS.contains(&column);
    if is_known {
        classes.sort_by(|one, other| key(other).total_cmp(&key(one)));
    }
    is_known
}

#[cfg(test)]
#[path = "../tests/unit/hand_classes.rs"]
mod tests;
