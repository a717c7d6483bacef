//! The hands of a node in classes: how often a class comes, what it does, and what it is worth.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::explorer::{HandLine, Node, Tone};

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
        let of_rank = |rank: Option<u64>| {
            (
                Reverse(rank.unwrap_or(0)),
                rank.map_or_else(String::new, |rank| rank.to_string()),
            )
        };
        match self {
            Grouping::Hand => (Reverse(0), hand.name.clone()),
            Grouping::Action => {
                let likeliest = hand
                    .probabilities
                    .iter()
                    .enumerate()
                    .max_by(|one, other| one.1.total_cmp(other.1));
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
                let key = counts.iter().fold(0, |key, count| 10 * key + *count as u64);
                let names = counts.iter().map(|count| match count {
                    2 => "pair".to_owned(),
                    3 => "three".to_owned(),
                    4 => "four".to_owned(),
                    count => format!("{count} alike"),
                });
                let names: Vec<String> = names.collect();
                let name = if names.is_empty() {
                    "no pair".to_owned()
                } else {
                    names.join(" and ")
                };
                (Reverse(key), name)
            }
        }
    }
}

/// A class of hands. All means are weighted by the reach of the hands.
#[derive(Clone, Debug, PartialEq)]
pub struct HandClass {
    /// The name.
    pub name: String,
    /// The number of hands.
    pub hands: usize,
    /// The share of the range that the class is.
    pub reach: f64,
    /// The share of the class whose hands the policy knows. The probabilities are of these.
    pub known: f64,
    /// The probability of each action of the node.
    pub probabilities: Vec<f64>,
    /// The mean of the value of each action over the hands that have it.
    pub values: Vec<Option<f64>>,
    /// The mean of the value of the hands that follow the policy.
    pub value: Option<f64>,
    /// Of the raises of the class, the share that is made by hands whose value is below the mean of the whole range.
    pub weak_raises: Option<f64>,
}

/// Sums over hands.
#[derive(Default)]
struct Sums {
    hands: usize,
    reach: f64,
    known: f64,
    probabilities: Vec<f64>,
    /// The reach of the hands with a value of the action, and the sum of the values.
    values: Vec<(f64, f64)>,
    value: (f64, f64),
    /// The reach of all raises, and of those by weak hands.
    raises: (f64, f64),
}

impl Sums {
    fn add(&mut self, node: &Node, hand: &HandLine, mean: Option<f64>) {
        self.probabilities.resize(node.actions.len(), 0.0);
        self.values.resize(node.actions.len(), (0.0, 0.0));
        self.hands += 1;
        self.reach += hand.reach;
        if hand.probabilities.is_empty() {
            return;
        }
        self.known += hand.reach;
        for (sum, share) in self.probabilities.iter_mut().zip(&hand.probabilities) {
            *sum += hand.reach * share;
        }
        let values = self.values.iter_mut().zip(&hand.values);
        for (sum, value) in values.filter_map(|(sum, value)| Some((sum, (*value)?))) {
            *sum = (sum.0 + hand.reach, sum.1 + hand.reach * value);
        }
        let Some((value, mean)) = hand.value().zip(mean) else {
            return;
        };
        self.value = (self.value.0 + hand.reach, self.value.1 + hand.reach * value);
        let actions = node.actions.iter().zip(&hand.probabilities);
        let raises = actions.filter(|(action, _)| action.tone == Tone::Raises);
        let raised = hand.reach * raises.map(|(_, share)| share).sum::<f64>();
        self.raises.0 += raised;
        self.raises.1 += if value < mean { raised } else { 0.0 };
    }

    fn class(self, name: String) -> HandClass {
        let mean = |(reach, sum): (f64, f64)| (reach > 0.0).then(|| sum / reach);
        HandClass {
            name,
            hands: self.hands,
            reach: self.reach,
            known: mean((self.reach, self.known)).unwrap_or(0.0),
            probabilities: self
                .probabilities
                .iter()
                .map(|sum| mean((self.known, *sum)).unwrap_or(0.0))
                .collect(),
            values: self.values.into_iter().map(mean).collect(),
            value: mean(self.value),
            weak_raises: mean(self.raises),
        }
    }
}

/// The classes of the hands of a node, and the class of them all. Classes of cards come by rank from the highest, others
/// by reach.
pub fn classes(node: &Node, grouping: Grouping) -> (Vec<HandClass>, HandClass) {
    let valued = node.hands.iter().filter_map(|hand| Some((hand.reach, hand.value()?)));
    let (reach, sum) = valued.fold((0.0, 0.0), |(all, sum), (reach, value)| {
        (all + reach, sum + reach * value)
    });
    let mean = (reach > 0.0).then(|| sum / reach);
    let mut all = Sums::default();
    let mut sums: BTreeMap<(Reverse<u64>, String), Sums> = BTreeMap::new();
    for hand in &node.hands {
        all.add(node, hand, mean);
        sums.entry(grouping.class(node, hand))
            .or_default()
            .add(node, hand, mean);
    }
    let mut classes: Vec<HandClass> = sums.into_iter().map(|((_, name), sums)| sums.class(name)).collect();
    if matches!(grouping, Grouping::Hand | Grouping::Action) {
        classes.sort_by(|one, other| other.reach.total_cmp(&one.reach));
    }
    (classes, all.class("all".to_owned()))
}

#[cfg(test)]
#[path = "../tests/unit/hand_classes.rs"]
mod tests;
