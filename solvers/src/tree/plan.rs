//! Realization plans of strategies, and their exact best responses.

use rustc_hash::FxHashMap;

use super::ascend::InfosetValues;
use super::{Step, Sweep, Tree, Treeplex, Unit};
use crate::best_response::Exploitability;
use crate::game::{Game, InfosetKey, Player};
use crate::strategy::{Strategy, normalize};

/// The part of the largest difference between utilities that rounding may take from the gain of a best response.
const ROUNDING: f64 = 1e-12;

/// A strategy profile as realization plans. A plan has for each sequence the probability that its
/// player plays all of it, times the weight of the plan.
#[derive(Clone, Debug, PartialEq)]
pub struct RealizationPlan {
    /// The plan by player and sequence. Sequence 0 holds the weight.
    pub(crate) reach: Vec<Vec<f64>>,
}

impl RealizationPlan {
    /// The plan that plays every action with equal probability.
    pub fn uniform(tree: &Tree) -> RealizationPlan {
        RealizationPlan::of(tree, |_, _, shares| {
            let share = 1.0 / shares.len() as f64;
            shares.fill(share);
        })
    }

    /// The realization plan of a behaviour strategy. The function `behaviour` writes the
    /// probabilities of the actions at each information set of each player.
    pub fn of(tree: &Tree, mut behaviour: impl FnMut(Player, InfosetKey, &mut [f64])) -> RealizationPlan {
        let mut shares = Vec::new();
        let players = tree.plexes.iter().enumerate();
        let reach = players.map(|(player, plex)| {
            let mut reach = vec![1.0; plex.sequences];
            for (infoset, &key) in plex.keys.iter().enumerate() {
                let unit = plex.unit_of(infoset);
                shares.resize(unit.actions as usize, 0.0);
                behaviour(Player::new(player as u8), key, &mut shares);
                let before = reach[plex.parents[infoset] as usize];
                for (action, share) in shares.iter().enumerate() {
                    reach[unit.sequence(infoset, action)] = before * share;
                }
            }
            reach
        });
        RealizationPlan { reach: reach.collect() }
    }

    /// Calls `each` with every information set of every player, in the order of [`RealizationPlan::of`], and
    /// the behaviour there. The behaviour is uniform where the plan's reach is 0.
    pub fn for_each_behaviour(&self, tree: &Tree, mut each: impl FnMut(Player, InfosetKey, &[f64])) {
        let mut shares = Vec::new();
        for (player, plex) in tree.plexes.iter().enumerate() {
            for (infoset, &key) in plex.keys.iter().enumerate() {
                shares.resize(plex.unit_of(infoset).actions as usize, 0.0);
                self.behaviour(tree, player, infoset, &mut shares);
                each(Player::new(player as u8), key, &shares);
            }
        }
    }

    /// Writes the behaviour at one information set.
    fn behaviour(&self, tree: &Tree, player: usize, infoset: usize, out: &mut [f64]) {
        let unit = tree.plexes[player].unit_of(infoset);
        let reach = &self.reach[player];
        let actions = 0..out.len();
        normalize(actions.map(|action| reach[unit.sequence(infoset, action)]), out);
    }

    /// The plan of the same strategy with a weight of 1, as it is after [`RealizationPlan::of`] of its
    /// behaviour: of a strategy that was written to a file and read again, for instance. Its measure is
    /// the same to the bit as that of the strategy read from the file.
    #[must_use]
    pub fn as_behaviour(&self, tree: &Tree) -> RealizationPlan {
        self.with_behaviour(tree, |_, _| ())
    }

    /// The plan with a weight of 1 whose behaviour is that of this one, but for what `change` makes of
    /// the probabilities at each information set.
    #[must_use]
    pub fn with_behaviour(&self, tree: &Tree, mut change: impl FnMut(InfosetKey, &mut [f64])) -> RealizationPlan {
        let mut rows = Vec::new();
        self.for_each_behaviour(tree, |_, _, shares| rows.extend_from_slice(shares));
        let mut left = &rows[..];
        RealizationPlan::of(tree, |_, key, out| {
            let (row, rest) = left.split_at(out.len());
            out.copy_from_slice(row);
            change(key, out);
            left = rest;
        })
    }

    /// The same plan with each player's weight from 1 to 2. It is multiplied by a power of two, which rounds nothing.
    pub(crate) fn scaled(mut self) -> RealizationPlan {
        for reach in &mut self.reach {
            let scale = power_below(reach[0]).recip();
            if scale != 1.0 {
                reach.iter_mut().for_each(|share| *share *= scale);
            }
        }
        self
    }

    /// The exact value and best-response value of each player.
    pub fn exploitability(&self, tree: &Tree) -> Exploitability {
        MeasureBuffers::new(tree).measure(tree, &self.views())
    }

    fn views(&self) -> Vec<&[f64]> {
        self.reach.iter().map(Vec::as_slice).collect()
    }
}

/// The greatest power of two that is at most `number`, a normal number above 0.
fn power_below(number: f64) -> f64 {
    const EXPONENT: u64 = 0x7ff << 52;
    f64::from_bits(number.to_bits() & EXPONENT)
}

/// Buffers for repeated measuring.
#[derive(Debug)]
pub(crate) struct MeasureBuffers {
    values: Vec<f64>,
    scratch: Vec<f64>,
}

impl MeasureBuffers {
    pub(crate) fn new(tree: &Tree) -> MeasureBuffers {
        MeasureBuffers {
            values: vec![0.0; tree.most(|plex| plex.keys.len())],
            scratch: vec![0.0; tree.most(Treeplex::widest_unit)],
        }
    }

    /// Computes values and best responses for the plans of all players. The product of the plans'
    /// weights must not overflow.
    pub(crate) fn measure(&mut self, tree: &Tree, plans: &[&[f64]]) -> Exploitability {
        let above = self.measure_above(tree, plans);
        let rounding = ROUNDING * tree.spread();
        let gains = above.gains().map(|gain| {
            // A best response gains nothing or more: what is below 0 is rounding.
            if (-rounding..0.0).contains(&gain) { 0.0 } else { gain }
        });
        let gains = gains.collect();
        let with_bases = |values: &[f64]| {
            let pairs = values.iter().zip(&tree.bases);
            pairs.map(|(value, base)| base + value).collect()
        };
        let values = with_bases(&above.values);
        Exploitability::with_gains(values, with_bases(&above.best_responses), gains)
    }

    /// Does what [`MeasureBuffers::measure`] does, with utilities as differences from the bases.
    pub(crate) fn measure_above(&mut self, tree: &Tree, plans: &[&[f64]]) -> Exploitability {
        let weight = |player: usize| plans[player][0];
        let all: f64 = (0..plans.len()).map(weight).product();
        let (mut values, mut best_responses) = (vec![0.0; plans.len()], vec![0.0; plans.len()]);
        for (player, plex) in tree.plexes.iter().enumerate() {
            let others: Vec<&[f64]> = others(plans, player).collect();
            let sweep = Sweep { plex, others: &others };
            values[player] = match (player, tree.rest) {
                // The second player gets the rest of the constant sum.
                (1, Some(rest)) if plans.len() == 2 => rest - values[0],
                _ => sweep.expected(plans[player]) / all,
            };
            let mut infosets = InfosetValues { values: &mut self.values, first: 0 };
            for part in plex.parts.iter().rev() {
                let scratch = &mut self.scratch;
                sweep.part(part, &mut infosets, scratch, &mut Respond);
            }
            let best = sweep.root(&infosets);
            best_responses[player] = best / (all / weight(player));
        }
        Exploitability::new(values, best_responses)
    }
}

/// The plans of all players except one.
pub(super) fn others<'p>(plans: &'p [&'p [f64]], player: usize) -> impl Iterator<Item = &'p [f64]> {
    let plans = plans.iter().enumerate();
    plans.filter_map(move |(other, plan)| (other != player).then_some(*plan))
}

/// The step of a best response: the greatest value of any action.
pub(crate) struct Respond;

impl Step for Respond {
    #[inline(always)]
    fn unit(&mut self, unit: &Unit, values: &mut [f64], out: &mut [f64]) {
        let width = usize::from(unit.width);
        out.copy_from_slice(&values[..width]);
        for action in values[width..].chunks_exact(width) {
            for (best, value) in out.iter_mut().zip(action) {
                *best = if *value > *best { *value } else { *best };
            }
        }
    }
}

/// A plan as a behaviour strategy that is looked up by state.
#[derive(Debug)]
pub struct TreeStrategy<'t> {
    tree: &'t Tree,
    plan: RealizationPlan,
    /// The player and the number of each information set.
    indices: FxHashMap<InfosetKey, (usize, usize)>,
}

impl<'t> TreeStrategy<'t> {
    /// The behaviour strategy of `plan`; uniform where the plan's reach is 0.
    pub fn new(tree: &'t Tree, plan: RealizationPlan) -> TreeStrategy<'t> {
        let players = tree.plexes.iter().enumerate();
        let indices = players.flat_map(|(player, plex)| {
            let keys = plex.keys.iter().enumerate();
            keys.map(move |(infoset, &key)| (key, (player, infoset)))
        });
        TreeStrategy { tree, indices: indices.collect(), plan }
    }
}

impl<G: Game> Strategy<G> for TreeStrategy<'_> {
    fn probabilities(&self, game: &G, state: &G::State, out: &mut [f64]) {
        match self.indices.get(&game.infoset(state)) {
            Some(&(player, infoset)) => self.plan.behaviour(self.tree, player, infoset, out),
            None => out.fill(1.0 / out.len() as f64),
        }
    }
}
