//! The solvers of a run: traversals of histories, or of public states.

use cardsharp_solvers::range::RangeSampling;
use cardsharp_solvers::run::Solver;
use cardsharp_solvers::sampled::{ExternalSampling, Preset, RestoreError, Snapshot};
use cardsharp_solvers::strategy::Strategy;

use super::range_rows::DenseRangeRows;
use super::trunk_trainer::TrunkTrainer;
use crate::infosets::{HandGame, HandInfosets, HandState};
use crate::policy::HandStrategy;
use crate::ranges::RangeHand;

/// The method that improves a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sampling {
    /// Traversals of histories: one deal each.
    Histories(Preset),
    /// Traversals of public states: all hands of both players each.
    Ranges,
    /// The first tricks with learned values of what follows.
    Trunk,
}

impl Sampling {
    /// The name of [`Sampling::Ranges`].
    pub const RANGES: &'static str = "range-mccfr";
    /// One line about it.
    pub const RANGES_SUMMARY: &'static str = "all hands at once along sampled public actions, later \
        iterations count more; of Challenge, with --infosets that remember something (after Johanson et \
        al. 2012)";

    /// The name of [`Sampling::Trunk`].
    pub const TRUNK: &'static str = "trunk";
    /// One line about it.
    pub const TRUNK_SUMMARY: &'static str = "the first tricks by CFR, with the values of what follows \
        learned by a network from solved hands; of Challenge, with --infosets that remember all of the \
        first trick (after Moravcik et al. 2017)";

    /// The method with this name.
    pub fn by_name(name: &str) -> Option<Sampling> {
        match name {
            Sampling::RANGES => Some(Sampling::Ranges),
            Sampling::TRUNK => Some(Sampling::Trunk),
            name => Preset::by_name(name).map(Sampling::Histories),
        }
    }

    /// The name of the method.
    pub fn name(self) -> &'static str {
        match self {
            Sampling::Histories(preset) => preset.name,
            Sampling::Ranges => Sampling::RANGES,
            Sampling::Trunk => Sampling::TRUNK,
        }
    }
}

/// A solver in the middle of a run.
pub(super) enum Trainer<'a> {
    /// See [`Sampling::Histories`].
    Histories(ExternalSampling<'a, HandGame, dyn HandInfosets>),
    /// See [`Sampling::Ranges`].
    Ranges(RangeSampling<'a, RangeHand, DenseRangeRows<'a>>, &'a dyn HandInfosets),
    /// See [`Sampling::Trunk`].
    Trunk(Box<TrunkTrainer<'a>>, &'a dyn HandInfosets),
}

impl Trainer<'_> {
    /// The state from which a later run continues exactly.
    pub(super) fn snapshot(&mut self) -> Snapshot<'_> {
        match self {
            Trainer::Histories(solver) => solver.snapshot(),
            Trainer::Ranges(solver, _) => solver.snapshot(),
            Trainer::Trunk(solver, _) => solver.snapshot(),
        }
    }

    /// Restores a snapshot.
    pub(super) fn restore(&mut self, saved: Snapshot<'_>) -> Result<(), RestoreError> {
        match self {
            Trainer::Histories(solver) => solver.restore(saved),
            Trainer::Ranges(solver, _) => solver.restore(&saved),
            Trainer::Trunk(solver, _) => solver.restore(&saved),
        }
    }

    /// The number of rows stored; none if every row is numbered in advance.
    pub(super) fn stored(&self) -> Option<u64> {
        match self {
            Trainer::Histories(solver) => solver.rows().stored(),
            Trainer::Ranges(..) | Trainer::Trunk(..) => None,
        }
    }
}

impl Solver for Trainer<'_> {
    fn iterations(&self) -> u64 {
        match self {
            Trainer::Histories(solver) => solver.traversals(),
            Trainer::Ranges(solver, _) => solver.traversals(),
            Trainer::Trunk(solver, _) => solver.iterations(),
        }
    }

    fn nodes(&self) -> u64 {
        match self {
            Trainer::Histories(solver) => solver.nodes(),
            Trainer::Ranges(solver, _) => solver.nodes(),
            Trainer::Trunk(solver, _) => solver.nodes(),
        }
    }

    fn advance(&mut self, iterations: u64) {
        match self {
            Trainer::Histories(solver) => solver.advance(iterations),
            Trainer::Ranges(solver, _) => solver.advance(iterations),
            Trainer::Trunk(solver, _) => solver.advance(iterations),
        }
    }
}

impl Strategy<HandGame> for Trainer<'_> {
    fn probabilities(&self, game: &HandGame, state: &HandState, out: &mut [f64]) {
        let known = match self {
            Trainer::Histories(solver) => return solver.probabilities(game, state, out),
            Trainer::Ranges(solver, infosets) => solver.average(infosets.row(state).0, out),
            Trainer::Trunk(solver, infosets) => solver.row(infosets.row(state).0, out),
        };
        if !known {
            let share = 1.0 / out.len() as f64;
            out.fill(share);
        }
    }
}

impl HandStrategy for Trainer<'_> {
    fn public_part(&self, state: &HandState) -> Option<u64> {
        match self {
            Trainer::Histories(solver) => solver.abstraction().public_part(state),
            Trainer::Ranges(_, infosets) | Trainer::Trunk(_, infosets) => infosets.public_part(state),
        }
    }
}
