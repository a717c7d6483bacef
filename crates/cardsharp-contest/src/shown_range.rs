//! Hands as they are shown: filtered, and summed by cell.

use std::collections::BTreeMap;

use crate::explorer::{HandLine, Node};

/// The sum over some hands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mix {
    /// The number of hands.
    pub hands: usize,
    /// Their share of the range that is shown.
    pub reach: f64,
    /// The share of each action. The shares sum to the reach, less that of the hands that the policy does not know.
    pub actions: Vec<f64>,
    /// By action: the values, weighted as the shares are.
    values: Vec<f64>,
    /// By action: the weight that has a value.
    valued: Vec<f64>,
    /// The losses of the hands, weighted by their reach, and the weight that has one.
    losses: [f64; 2],
}

impl Mix {
    /// Adds a hand of a node with `count` actions, whose reach is multiplied by `scale`.
    pub fn add(&mut self, hand: &HandLine, scale: f64, count: usize) {
        self.hands += 1;
        self.reach += hand.reach * scale;
        for list in [&mut self.actions, &mut self.values, &mut self.valued] {
            list.resize(count, 0.0);
        }
        if let Some(loss) = hand.loss() {
            let weight = hand.reach * scale;
            self.losses[0] += weight * loss;
            self.losses[1] += weight;
        }
        for (action, probability) in hand.probabilities.iter().enumerate() {
            let weight = hand.reach * scale * probability;
            self.actions[action] += weight;
            if let Some(Some(value)) = hand.values.get(action) {
                self.values[action] += weight * value;
                self.valued[action] += weight;
            }
        }
    }

    /// The probability of an action, given these hands.
    pub fn share(&self, action: usize) -> f64 {
        let share = self.actions.get(action).copied().unwrap_or(0.0);
        if self.reach > 0.0 { share / self.reach } else { 0.0 }
    }

    /// The mean value of an action where it is taken.
    pub fn value(&self, action: usize) -> Option<f64> {
        let valued = *self.valued.get(action)?;
        (valued > 0.0).then(|| self.values[action] / valued)
    }

    /// The mean value that the policy loses against the best action of each hand.
    pub fn loss(&self) -> Option<f64> {
        let [sum, weight] = self.losses;
        (weight > 0.0).then(|| sum / weight)
    }

    /// The mean value if all hands follow the policy.
    pub fn mean(&self) -> Option<f64> {
        let valued: f64 = self.valued.iter().sum();
        let sum: f64 = self.values.iter().sum();
        (valued > 0.0).then(|| sum / valued)
    }
}

/// The hands of a node that a filter leaves.
pub struct ShownRange<'a> {
    /// The hands, with their share of those that are left.
    pub hands: Vec<(&'a HandLine, f64)>,
    /// All of them together.
    pub all: Mix,
    /// By row and column of the grid.
    pub cells: BTreeMap<(usize, usize), Mix>,
    /// The share of the whole range that is left.
    pub left: f64,
}

impl<'a> ShownRange<'a> {
    /// The hands of `node` that hold all of `cards`.
    pub fn of(node: &'a Node, cards: &[&str]) -> ShownRange<'a> {
        let fits = |hand: &&HandLine| !node.hands_are_cards || holds(&hand.name, cards);
        let hands: Vec<&HandLine> = node.hands.iter().filter(fits).collect();
        let left: f64 = hands.iter().map(|hand| hand.reach).sum();
        let scale = if left > 0.0 { 1.0 / left } else { 0.0 };
        let count = node.actions.len();
        let mut all = Mix::default();
        let mut cells: BTreeMap<(usize, usize), Mix> = BTreeMap::new();
        for hand in &hands {
            all.add(hand, scale, count);
            if let Some(cell) = hand.cell {
                cells.entry(cell).or_default().add(hand, scale, count);
            }
        }
        ShownRange { hands: hands.into_iter().map(|hand| (hand, hand.reach * scale)).collect(), all, cells, left }
    }
}

/// True if the hand, a list of cards, has all of `cards`, each as often as it is named.
fn holds(hand: &str, cards: &[&str]) -> bool {
    let mut left: Vec<&str> = hand.split(' ').collect();
    cards.iter().all(|card| {
        let found = left.iter().position(|held| held == card);
        found.map(|index| left.swap_remove(index)).is_some()
    })
}

#[cfg(test)]
#[path = "../tests/unit/shown_range.rs"]
mod tests;
