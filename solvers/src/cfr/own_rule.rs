//! CFR by a rule of one's own, which learns at all information sets of a player at once.

use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::Preset;
use super::engine::LARGEST_WEIGHT;
use super::learner::Learner;
use super::update::{expect, normalize};
use crate::fork_join::ForkJoin;
use crate::game::Player;
use crate::observers::Observe;
use crate::run::Solver;
use crate::solution::{Solution, solve};
use crate::tree::{InfosetValues, MAX_PLAYERS, RealizationPlan, Step, Sweep, Tree, Treeplex, UNIT_WIDTH, Unit};
use crate::until::Until;

/// A regret rule and an averaging rule.
///
/// All arrays have a cell for each action of each information set of one player, in an order of their own:
/// [`OwnCfr::infosets`] has the information set of each cell.
pub trait OwnRule: Send {
    /// The error of the rule, which ends the run.
    type Error: Send;

    /// Learns from the gains of an iteration of a player: the counterfactual value of each action less that of the strategy.
    /// Writes the numbers to whose positive part the next strategy is proportional; it is uniform where none is positive.
    ///
    /// # Errors
    ///
    /// The rule's own.
    fn learn(&mut self, iteration: u64, player: Player, gains: &[f64], numbers: &mut [f64]) -> Result<(), Self::Error>;

    /// The weight of an iteration's strategy in the average, 0 or more.
    ///
    /// # Errors
    ///
    /// The rule's own.
    fn weight(&mut self, iteration: u64) -> Result<f64, Self::Error>;
}

/// A reason why a rule cannot be followed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum OwnRuleError<E> {
    /// The error of the rule.
    #[error(transparent)]
    Rule(E),
    /// A weight of a strategy that is negative, not finite or too large.
    #[error("the weight of iteration {0} is {1}: it must be from 0 to 1e200")]
    Weight(u64, f64),
    /// A number of which no strategy can be made.
    #[error("iteration {0} of player {1} gives {2} for an action: it must be a finite number")]
    Number(u64, usize, f64),
}

/// A reason why a run by an own rule ended early.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum OwnRunError<E, O> {
    /// The rule cannot be followed.
    #[error(transparent)]
    Rule(OwnRuleError<E>),
    /// The error of the observer.
    #[error(transparent)]
    Observer(O),
}

/// A CFR solver of a compiled game that follows an [`OwnRule`]. One iteration updates every player once, one after the other.
#[derive(Debug)]
pub struct OwnCfr<'t> {
    tree: &'t Tree,
    learners: Vec<Learner>,
    iterations: u64,
    values: Vec<f64>,
    scratch: Vec<f64>,
    gains: Vec<f64>,
}

impl<'t> OwnCfr<'t> {
    /// A new solver, which plays uniformly.
    pub fn new(tree: &'t Tree) -> OwnCfr<'t> {
        OwnCfr {
            tree,
            learners: tree.plexes.iter().map(|plex| Learner::new(plex, &Preset::CFR)).collect(),
            iterations: 0,
            values: vec![0.0; tree.most(|plex| plex.keys.len())],
            scratch: vec![0.0; tree.most(Treeplex::widest_unit)],
            gains: vec![0.0; tree.most(|plex| plex.sequences)],
        }
    }

    /// The number of iterations done.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The information set of each cell of a player, numbered from 0.
    pub fn infosets(tree: &Tree, player: Player) -> Vec<u32> {
        let plex = &tree.plexes[player.index()];
        let mut infosets = vec![0; plex.sequences];
        for unit in &plex.units {
            for (cell, infoset) in infosets[unit.range()].iter_mut().enumerate() {
                *infoset = unit.first_infoset + (cell % usize::from(unit.width)) as u32;
            }
        }
        // The first sequence is the empty one.
        infosets.split_off(1)
    }

    /// Does `count` more iterations.
    ///
    /// # Errors
    ///
    /// [`OwnRuleError`]. The solver is then in the middle of an iteration.
    pub fn advance<R: OwnRule>(&mut self, rule: &mut R, count: u64) -> Result<(), OwnRuleError<R::Error>> {
        ForkJoin::with(0, |alone| (0..count).try_for_each(|_| self.iterate(rule, alone)))
    }

    fn iterate<R: OwnRule>(&mut self, rule: &mut R, alone: &ForkJoin) -> Result<(), OwnRuleError<R::Error>> {
        self.iterations += 1;
        let weight = rule.weight(self.iterations).map_err(OwnRuleError::Rule)?;
        if !(0.0..=LARGEST_WEIGHT).contains(&weight) {
            return Err(OwnRuleError::Weight(self.iterations, weight));
        }
        for player in 0..self.learners.len() {
            self.sweep(player);
            let plex = &self.tree.plexes[player];
            let learner = &mut self.learners[player];
            let (gains, numbers) = (&self.gains[1..plex.sequences], &mut learner.strategy[1..]);
            rule.learn(self.iterations, Player::new(player as u8), gains, numbers).map_err(OwnRuleError::Rule)?;
            if let Some(&wrong) = numbers.iter().find(|number| !number.is_finite()) {
                return Err(OwnRuleError::Number(self.iterations, player, wrong));
            }
            plex.units.iter().for_each(|unit| match_regrets(unit, &mut learner.strategy[unit.range()]));
            learner.descend(plex, weight, alone);
        }
        Ok(())
    }

    /// Writes the gains of a player.
    fn sweep(&mut self, player: usize) {
        let plex = &self.tree.plexes[player];
        let mut plans = [&[][..]; MAX_PLAYERS];
        let others = self.learners.iter().enumerate().filter(|(other, _)| *other != player);
        for (plan, (_, other)) in plans.iter_mut().zip(others) {
            *plan = &other.reach;
        }
        let sweep = Sweep { plex, others: &plans[..self.learners.len() - 1] };
        let mut infosets = InfosetValues { values: &mut self.values, first: 0 };
        let mut step = Gain { strategy: &self.learners[player].strategy, gains: &mut self.gains };
        for part in plex.parts.iter().rev() {
            sweep.part(part, &mut infosets, &mut self.scratch, &mut step);
        }
    }

    /// Iterates until a condition is met or `stop` is set, and returns the solution with its exact measure. An error of the rule
    /// sets `stop`.
    ///
    /// # Errors
    ///
    /// That of the rule, which is then in the middle of an iteration, or of the observer.
    pub fn run_with<R: OwnRule, O: Observe>(
        &mut self,
        rule: &mut R,
        until: Until<'_>,
        stop: &AtomicBool,
        observer: &mut O,
    ) -> Result<Solution, OwnRunError<R::Error, O::Error>> {
        let tree = self.tree;
        let mut running = Running { solver: self, rule, stop, failed: None };
        let found = solve(tree, &mut running, &|running| running.solver.plan(), until.or_flag(stop), observer);
        match running.failed {
            Some(failed) => Err(OwnRunError::Rule(failed)),
            None => found.map_err(OwnRunError::Observer),
        }
    }

    /// The average strategy; before any has a weight, the last one.
    pub fn plan(&self) -> RealizationPlan {
        let reach = self.learners.iter().map(|learner| learner.answer(learner.sums[0] == 0.0).to_vec());
        RealizationPlan { reach: reach.collect() }.scaled()
    }
}

/// A run of a solver by a rule that may fail.
struct Running<'a, 't, R: OwnRule> {
    solver: &'a mut OwnCfr<'t>,
    rule: &'a mut R,
    stop: &'a AtomicBool,
    failed: Option<OwnRuleError<R::Error>>,
}

impl<R: OwnRule> Solver for Running<'_, '_, R> {
    fn iterations(&self) -> u64 {
        self.solver.iterations
    }

    fn nodes(&self) -> u64 {
        self.solver.iterations * self.solver.tree.histories() * self.solver.tree.players() as u64
    }

    fn advance(&mut self, iterations: u64) {
        if self.failed.is_none() {
            self.failed = self.solver.advance(self.rule, iterations).err();
            if self.failed.is_some() {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// The step that writes the gain of each action.
struct Gain<'a> {
    strategy: &'a [f64],
    gains: &'a mut [f64],
}

impl Step for Gain<'_> {
    #[inline(always)]
    fn unit(&mut self, unit: &Unit, values: &mut [f64], out: &mut [f64]) {
        expect(values, &self.strategy[unit.range()], out);
        let gains = self.gains[unit.range()].chunks_exact_mut(out.len());
        for (gains, values) in gains.zip(values.chunks_exact(out.len())) {
            for ((gain, value), out) in gains.iter_mut().zip(values).zip(&*out) {
                *gain = value - out;
            }
        }
    }
}

/// Makes the strategy of a unit of numbers.
fn match_regrets(unit: &Unit, strategy: &mut [f64]) {
    let mut sums = [0.0; UNIT_WIDTH];
    let sums = &mut sums[..usize::from(unit.width)];
    for numbers in strategy.chunks_exact_mut(sums.len()) {
        for (number, sum) in numbers.iter_mut().zip(&mut *sums) {
            *number = number.max(0.0);
            *sum += *number;
        }
    }
    normalize(strategy, sums, 1.0 / f64::from(unit.actions));
}

#[cfg(test)]
#[path = "../../tests/unit/cfr/own_rule.rs"]
mod tests;
