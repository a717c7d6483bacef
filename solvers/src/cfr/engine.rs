//! The CFR solver: iterations, average strategies, measuring.

use super::learner::Learner;
use super::rule::{Clock, Iteration};
use super::{Preset, Updates};
use crate::best_response::Exploitability;
use crate::fork_join::ForkJoin;
use crate::game::Player;
use crate::observers::Observe;
use crate::run::Solver;
use crate::solution::{Solution, solve};
use crate::tree::{JointPlay, MAX_PLAYERS, MeasureBuffers, RealizationPlan, Sweep, Tree};
use crate::until::Until;

/// The sums are divided by the weight once it is greater than this.
pub(super) const LARGEST_WEIGHT: f64 = 1e200;

/// A CFR solver of a compiled game. One iteration updates every player once.
#[derive(Debug)]
pub struct Cfr<'t> {
    pub(super) tree: &'t Tree,
    pub(super) clock: Clock,
    pub(super) learners: Vec<Learner>,
    values: Vec<f64>,
    scratch: Vec<Vec<f64>>,
    buffers: MeasureBuffers,
    joint: Option<JointPlay>,
}

impl<'t> Cfr<'t> {
    /// A new solver. The schedules of a preset such as [`Preset::HS_DCFR`] end after the iterations
    /// of [`Cfr::planned`]. Without it they end after the iterations of the [`Until`] of the first
    /// run, and without those after 1,000.
    pub fn new(tree: &'t Tree, preset: Preset) -> Cfr<'t> {
        let widest = tree.most(crate::tree::Treeplex::widest_unit);
        Cfr {
            tree,
            clock: Clock::new(preset, None, LARGEST_WEIGHT),
            learners: tree.plexes.iter().map(|plex| Learner::new(plex, &preset)).collect(),
            values: vec![0.0; tree.most(|plex| plex.keys.len())],
            scratch: vec![vec![0.0; widest]; tree.most(|plex| plex.parts.len())],
            buffers: MeasureBuffers::new(tree),
            joint: None,
        }
    }

    /// The same solver, with schedules that end after `iterations`.
    #[must_use]
    pub fn planned(mut self, iterations: u64) -> Cfr<'t> {
        self.clock.plan(iterations);
        self
    }

    /// The same solver, which also looks at the players' joint play: see [`Cfr::coarse_gap`]. An iteration takes about twice as
    /// long. The joint play is no part of a [`CfrState`](super::CfrState).
    #[must_use]
    pub fn with_joint_play(mut self) -> Cfr<'t> {
        self.joint = Some(JointPlay::new(self.tree));
        self
    }

    /// The distance of the average joint play from a coarse correlated equilibrium: the sum over the players of what each gains
    /// by leaving it for one strategy, in units of utility. The strategies of an iteration are played together, with the
    /// weight that they have in the averages. CFR makes it small in every game (Zinkevich et al. 2007; Hart and Mas-Colell
    /// 2000). With two players and a constant sum it is the NashConv of the averages. `None` without
    /// [`Cfr::with_joint_play`], and before an iteration has a weight.
    pub fn coarse_gap(&self) -> Option<f64> {
        Some(self.joint.as_ref()?.gap(self.tree)).filter(|gap| gap.is_finite())
    }

    /// Iterates until a condition is met, and returns the solution with its exact measure. Measures
    /// come ever more seldom, and [`Until::time`] does not count them.
    pub fn run(&mut self, until: Until<'_>) -> Solution {
        let Ok(solution) = self.run_with(until, &mut ());
        solution
    }

    /// Does the same as [`Cfr::run`], and reports to an observer.
    ///
    /// # Errors
    ///
    /// The error of the observer, for instance of a curve that cannot be written. The solver can be run again.
    pub fn run_with<O: Observe>(&mut self, until: Until<'_>, observer: &mut O) -> Result<Solution, O::Error> {
        self.clock.plan_for(&until);
        solve(self.tree, self, &|solver| solver.plan(), until, observer)
    }

    /// The size in bytes of a solver of `tree`, the compiled game itself not counted. A preset with a
    /// [`Volatility`](super::Volatility) takes one number more for each information set, and [`Preset::APCFR_PLUS`] one
    /// more for each sequence and two for each information set.
    pub fn bytes(tree: &Tree) -> usize {
        let infosets = tree.most(|plex| plex.keys.len());
        let widest = tree.most(crate::tree::Treeplex::widest_unit);
        let parts = tree.most(|plex| plex.parts.len());
        let sequences: usize = tree.plexes.iter().map(|plex| plex.sequences).sum();
        // Four arrays of each learner; the values and scratch of the solver, and those of the measure buffers.
        size_of::<f64>() * (4 * sequences + 2 * infosets + (parts + 1) * widest)
    }

    /// The compiled game.
    pub fn tree(&self) -> &'t Tree {
        self.tree
    }

    /// The number of iterations done.
    pub fn iterations(&self) -> u64 {
        self.clock.iterations
    }

    /// Does `count` more iterations. A game that is large enough to be cut runs on the threads of
    /// the current rayon pool.
    pub fn advance(&mut self, count: u64) {
        // Part 0 is swept alone.
        let parts = self.tree.most(|plex| plex.parts.len()).saturating_sub(1);
        let threads = rayon::current_num_threads().min(parts);
        ForkJoin::with(threads.saturating_sub(1), |team| {
            (0..count).for_each(|_| self.iterate(team));
        });
    }

    fn iterate(&mut self, team: &ForkJoin) {
        let iteration = self.clock.tick();
        if let Some(weight) = iteration.shrink {
            let learners = self.learners.iter_mut();
            for sum in learners.flat_map(|learner| &mut learner.sums) {
                *sum /= weight;
            }
            if let Some(joint) = &mut self.joint {
                joint.shrink(weight);
            }
        }
        if let Some(joint) = &mut self.joint {
            let plans: Vec<&[f64]> = self.learners.iter().map(|learner| &learner.reach[..]).collect();
            joint.add(self.tree, &plans, iteration.weight);
        }
        if self.clock.preset.tree_rule.is_some_and(|rule| rule.renews(self.clock.iterations)) {
            for learner in &mut self.learners {
                learner.sums.clone_from(&learner.reach);
            }
        }
        let updates = self.clock.preset.updates;
        for player in 0..self.learners.len() {
            self.learn(player, &iteration, team);
            if updates == Updates::Alternating {
                self.learners[player].descend(&self.tree.plexes[player], iteration.weight, team);
            }
        }
        if updates == Updates::Simultaneous {
            for (learner, plex) in self.learners.iter_mut().zip(&self.tree.plexes) {
                learner.descend(plex, iteration.weight, team);
            }
        }
    }

    fn learn(&mut self, player: usize, iteration: &Iteration, team: &ForkJoin) {
        let plex = &self.tree.plexes[player];
        let (earlier, rest) = self.learners.split_at_mut(player);
        let Some((learner, later)) = rest.split_first_mut() else {
            return;
        };
        let mut plans = [&[][..]; MAX_PLAYERS];
        let others = earlier.iter().chain(&*later);
        for (plan, other) in plans.iter_mut().zip(others) {
            *plan = &other.reach[..];
        }
        let sweep = Sweep { plex, others: &plans[..earlier.len() + later.len()] };
        let (values, scratch) = (&mut self.values, &mut self.scratch);
        learner.ascend(sweep, &iteration.rule, values, scratch, team);
    }

    /// The strategy that the preset answers with: the average strategy, or the last one.
    pub fn plan(&self) -> RealizationPlan {
        let last = self.clock.answers_with_last();
        let reach = self.learners.iter().map(|learner| learner.answer(last).to_vec());
        let plan = RealizationPlan { reach: reach.collect() };
        // The weights of some presets grow with the 30th power of the iteration, and the plans of all
        // players are multiplied.
        plan.scaled()
    }

    /// The strategy of the next iteration.
    pub fn current(&self) -> RealizationPlan {
        let reach = self.learners.iter().map(|learner| learner.reach.clone());
        RealizationPlan { reach: reach.collect() }
    }

    /// The regrets of `player`, sequence by sequence.
    pub fn regrets(&self, player: Player) -> &[f64] {
        &self.learners[player.index()].regrets
    }

    /// The exact values and best responses of the strategy that the preset answers with.
    pub fn exploitability(&mut self) -> Exploitability {
        let plan = self.plan();
        let plans: Vec<&[f64]> = plan.reach.iter().map(Vec::as_slice).collect();
        self.buffers.measure(self.tree, &plans)
    }
}

impl Solver for Cfr<'_> {
    fn iterations(&self) -> u64 {
        self.iterations()
    }

    /// An iteration counts as the whole tree once for each player.
    fn nodes(&self) -> u64 {
        self.iterations() * self.tree.histories() * self.tree.players() as u64
    }

    fn advance(&mut self, iterations: u64) {
        self.advance(iterations);
    }
}

#[cfg(test)]
#[path = "../../tests/unit/cfr/engine.rs"]
mod tests;
