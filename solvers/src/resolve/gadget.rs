//! The gadget game at the root of a subgame, in which the other player chooses the hands to enter with.

use thiserror::Error;

use crate::cfr::{Clock, Preset};

/// The constraint on the values of the other player's hands.
#[derive(Clone, Debug, PartialEq)]
pub enum Constraint {
    /// No constraint: the other player's range is taken as given.
    None,
    /// No hand of the other player may be worth more than its value in `alternatives`, if the re-solving
    /// player can prevent it. Otherwise the excess is as small as possible.
    Resolving {
        /// The value of each of the other player's hands if it does not enter. It is counted as in a walk: against the
        /// range of the player who re-solves, the hand's own weight not counted in.
        alternatives: Vec<f32>,
    },
    /// The margin of a hand is its value in `alternatives` less its value in the subgame. The least
    /// margin of all hands is made as large as possible.
    MaxMargin {
        /// The same as with [`Constraint::Resolving`].
        alternatives: Vec<f32>,
        /// The probability mass of the opposing hands that each hand can meet. It is the value of a terminal state
        /// worth 1, counted as in a walk. Margins are divided by it. A hand that meets no other is left out.
        masses: Vec<f32>,
        /// The share of the expected range in the range that enters, from 0 to 1. The chosen hands have the rest.
        trust: f32,
        /// The expected range of the other player.
        expected: Vec<f32>,
    },
}

/// The constraint does not fit the subgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the constraint is on {found} hands, and the other player has {expected}")]
pub struct Misfit {
    /// The number of hands in the constraint.
    pub found: usize,
    /// The number of hands of the other player.
    pub expected: usize,
}

impl Constraint {
    fn lengths(&self) -> Vec<usize> {
        match self {
            Constraint::None => Vec::new(),
            Constraint::Resolving { alternatives } => vec![alternatives.len()],
            Constraint::MaxMargin { alternatives, masses, expected, .. } => {
                vec![alternatives.len(), masses.len(), expected.len()]
            }
        }
    }

    /// Mixes the chosen range with the expected range. Both are scaled to meet the same mass.
    fn mix(&self, range: &mut [f32]) {
        let Constraint::MaxMargin { masses, trust, expected, .. } = self else {
            return;
        };
        let met: f32 = masses.iter().zip(expected).map(|(mass, weight)| mass * weight).sum();
        if met > 0.0 {
            for (chosen, expected) in range.iter_mut().zip(expected) {
                *chosen += trust * (expected / met - *chosen);
            }
        }
    }

    pub(super) fn check(&self, expected: usize) -> Result<(), Misfit> {
        let misfit = self.lengths().into_iter().find(|&found| found != expected);
        misfit.map_or(Ok(()), |found| Err(Misfit { found, expected }))
    }
}

/// The other player in the gadget game, who learns by the same rule as within the subgame.
#[derive(Debug)]
pub(super) struct Gadget {
    constraint: Constraint,
    /// The weight of each of the other player's hands.
    weights: Vec<f32>,
    /// The regrets of each hand: of entering and of staying out, or, with
    /// [`Constraint::MaxMargin`], of entering with this hand rather than with another.
    regrets: Vec<[f32; 2]>,
    clock: Clock,
}

impl Gadget {
    pub(super) fn new(constraint: Constraint, weights: &[f32], preset: Preset, planned: u64) -> Gadget {
        Gadget {
            constraint,
            weights: weights.to_vec(),
            regrets: vec![[0.0; 2]; weights.len()],
            clock: Clock::new(preset, Some(planned), f64::INFINITY),
        }
    }

    /// Learns from the values of the other player's hands after a walk. Returns the range for the
    /// next walk, or `None` if it stays as it is.
    pub(super) fn learn(&mut self, values: &[f32]) -> Option<Vec<f32>> {
        let rule = self.clock.tick().rule.single();
        match &self.constraint {
            Constraint::None => return None,
            Constraint::Resolving { alternatives } => {
                for (regrets, (&enters, &stays_out)) in self.regrets.iter_mut().zip(values.iter().zip(alternatives)) {
                    let share = share_of(*regrets);
                    let mean = share * enters + (1.0 - share) * stays_out;
                    for (regret, value) in regrets.iter_mut().zip([enters, stays_out]) {
                        rule.learn_alone(regret, value - mean);
                    }
                }
            }
            Constraint::MaxMargin { alternatives, masses, .. } => {
                let margin = |hand: usize| (values[hand] - alternatives[hand]) / masses[hand];
                let shares = chosen(&self.regrets, masses);
                let mean: f32 = shares.iter().map(|&(hand, share)| share * margin(hand)).sum();
                for (hand, _) in shares {
                    rule.learn_alone(&mut self.regrets[hand][0], margin(hand) - mean);
                }
            }
        }
        Some(self.range())
    }

    /// The range with which the other player enters next.
    pub(super) fn range(&self) -> Vec<f32> {
        match &self.constraint {
            Constraint::None => self.weights.clone(),
            Constraint::Resolving { .. } => {
                let hands = self.weights.iter().zip(&self.regrets);
                hands.map(|(weight, regrets)| weight * share_of(*regrets)).collect()
            }
            Constraint::MaxMargin { masses, .. } => {
                let mut range = vec![0.0; masses.len()];
                for (hand, share) in chosen(&self.regrets, masses) {
                    range[hand] = share / masses[hand];
                }
                self.constraint.mix(&mut range);
                range
            }
        }
    }
}

/// The probability that a hand enters, by regret matching; 1 while no regret is positive.
fn share_of([enters, stays_out]: [f32; 2]) -> f32 {
    let (enters, stays_out) = (enters.max(0.0), stays_out.max(0.0));
    match enters + stays_out {
        sum if sum > 0.0 => enters / sum,
        _ => 1.0,
    }
}

/// The hands that can meet another, each with the probability of choosing it, by regret matching.
fn chosen(regrets: &[[f32; 2]], masses: &[f32]) -> Vec<(usize, f32)> {
    let met = (0..masses.len()).filter(|&hand| masses[hand] > 0.0);
    let hands: Vec<usize> = met.collect();
    let positive = |hand: usize| regrets[hand][0].max(0.0);
    let sum: f32 = hands.iter().map(|&hand| positive(hand)).sum();
    let uniform = 1.0 / hands.len() as f32;
    let share = |hand| {
        if sum > 0.0 { positive(hand) / sum } else { uniform }
    };
    hands.into_iter().map(|hand| (hand, share(hand))).collect()
}
