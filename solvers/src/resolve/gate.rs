//! With which hands the other player comes.

use thiserror::Error;

use crate::cfr::{Clock, Preset};

/// What the other player's hands may be worth.
#[derive(Clone, Debug, PartialEq)]
pub enum Constraint {
    /// Whatever comes of it: his range is taken for granted.
    None,
    /// No more than this to any hand of his, if the blueprint lets them: else as little more as can
    /// be.
    Resolving {
        /// What each of his hands gets if he does not come: as walks count it, against the range of
        /// the player who re-solves, his own weight not counted in.
        worths: Vec<f32>,
    },
    /// As much less than this as can be, for the hand for which it is least.
    MaxMargin {
        /// As with [`Constraint::Resolving`].
        worths: Vec<f32>,
        /// How likely each hand is to meet anybody there: the value of an end worth 1, in the same
        /// count. Margins are values divided by it. A hand that meets nobody is left out.
        masses: Vec<f32>,
        /// With what share, from 0 to 1, he comes with the range that is expected of him, and does not
        /// choose.
        trust: f32,
        /// That range.
        expected: Vec<f32>,
    },
}

/// A constraint is not of this place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the constraint is on {found} hands, and the other player has {expected}")]
pub struct Misfit {
    /// Hands of the constraint.
    pub found: usize,
    /// Hands of the other player.
    pub expected: usize,
}

impl Constraint {
    fn lengths(&self) -> Vec<usize> {
        match self {
            Constraint::None => Vec::new(),
            Constraint::Resolving { worths } => vec![worths.len()],
            Constraint::MaxMargin {
                worths,
                masses,
                expected,
                ..
            } => vec![worths.len(), masses.len(), expected.len()],
        }
    }

    /// Mixes what he chooses with what is expected of him. Both meet as much.
    fn mix(&self, range: &mut [f32]) {
        let Constraint::MaxMargin {
            masses,
            trust,
            expected,
            ..
        } = self
        else {
            return;
        };
        let met: f32 = masses
            .iter()
            .zip(expected)
            .map(|(mass, weight)| mass * weight)
            .sum();
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

/// The other player at the gate, who learns as he does within.
#[derive(Debug)]
pub(super) struct Gate {
    constraint: Constraint,
    /// What there is of each of his hands.
    weights: Vec<f32>,
    /// By hand, of coming and of staying away; or of coming with it rather than with another.
    regrets: Vec<[f32; 2]>,
    clock: Clock,
}

impl Gate {
    pub(super) fn new(
        constraint: Constraint,
        weights: &[f32],
        preset: Preset,
        planned: u64,
    ) -> Gate {
        Gate {
            constraint,
            weights: weights.to_vec(),
            regrets: vec![[0.0; 2]; weights.len()],
            clock: Clock::new(preset, planned, f64::INFINITY),
        }
    }

    /// Learns what his hands were worth when he came; the range that he comes with next, none if it
    /// stays as it is.
    pub(super) fn learn(&mut self, values: &[f32]) -> Option<Vec<f32>> {
        let rule = self.clock.tick().rule.single();
        match &self.constraint {
            Constraint::None => return None,
            Constraint::Resolving { worths } => {
                for (regrets, (&comes, &stays)) in
                    self.regrets.iter_mut().zip(values.iter().zip(worths))
                {
                    let share = share_of(*regrets);
                    let mean = share * comes + (1.0 - share) * stays;
                    for (regret, worth) in regrets.iter_mut().zip([comes, stays]) {
                        rule.learn(regret, worth - mean);
                    }
                }
            }
            Constraint::MaxMargin { worths, masses, .. } => {
                let margin = |hand: usize| (values[hand] - worths[hand]) / masses[hand];
                let shares = chosen(&self.regrets, masses);
                let mean: f32 = shares
                    .iter()
                    .map(|&(hand, share)| share * margin(hand))
                    .sum();
                for (hand, _) in shares {
                    rule.learn(&mut self.regrets[hand][0], margin(hand) - mean);
                }
            }
        }
        Some(self.range())
    }

    /// With which range he comes next.
    pub(super) fn range(&self) -> Vec<f32> {
        match &self.constraint {
            Constraint::None => self.weights.clone(),
            Constraint::Resolving { .. } => {
                let hands = self.weights.iter().zip(&self.regrets);
                hands
                    .map(|(weight, regrets)| weight * share_of(*regrets))
                    .collect()
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

/// How much of a hand comes, by regret matching; all of it while there is nothing to regret.
fn share_of([comes, stays]: [f32; 2]) -> f32 {
    let (comes, stays) = (comes.max(0.0), stays.max(0.0));
    match comes + stays {
        sum if sum > 0.0 => comes / sum,
        _ => 1.0,
    }
}

/// The hands that meet anybody, each with how likely it is chosen, by regret matching.
fn chosen(regrets: &[[f32; 2]], masses: &[f32]) -> Vec<(usize, f32)> {
    let met = (0..masses.len()).filter(|&hand| masses[hand] > 0.0);
    let hands: Vec<usize> = met.collect();
    let positive = |hand: usize| regrets[hand][0].max(0.0);
    let sum: f32 = hands.iter().map(|&hand| positive(hand)).sum();
    let uniform = 1.0 / hands.len() as f32;
    let share = |hand| match sum > 0.0 {
        true => positive(hand) / sum,
        false => uniform,
    };
    hands.into_iter().map(|hand| (hand, share(hand))).collect()
}
