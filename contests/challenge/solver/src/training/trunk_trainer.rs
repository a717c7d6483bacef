//! A table whose first tricks are those of a trunk that learns.

use std::sync::atomic::{AtomicBool, Ordering};

use cardsharp_solvers::range::{RangeRows, TooLarge};
use cardsharp_solvers::run::Solver;
use cardsharp_solvers::sampled::{RestoreError, Snapshot};

use super::range_rows::DenseRangeRows;
use super::trunk_learning::{NoRound, TrunkLearning};
use super::trunk_lessons::{BadLessons, Lessons};
use cardsharp_policy::container::Reader;

/// A trunk that learns, and the table of the whole hand. An iteration is a round of the trunk.
pub(super) struct TrunkTrainer<'a> {
    learning: TrunkLearning<'a>,
    rows: &'a DenseRangeRows<'a>,
    interrupt: &'a AtomicBool,
    /// For each cell: 0, in the place of a regret, and the strategy.
    floats: Vec<f32>,
    failed: Option<TooLarge>,
}

impl<'a> TrunkTrainer<'a> {
    /// A trunk that has learned nothing, in an empty table.
    pub(super) fn new(
        learning: TrunkLearning<'a>,
        rows: &'a DenseRangeRows<'a>,
        interrupt: &'a AtomicBool,
    ) -> TrunkTrainer<'a> {
        TrunkTrainer { floats: vec![0.0; 2 * rows.cells() as usize], learning, rows, interrupt, failed: None }
    }

    /// The error of a round, once there is one.
    pub(super) fn failure(&self) -> Option<TooLarge> {
        self.failed
    }

    /// Takes over the strategies of a table of regrets and averages, in pairs. The trunk replaces those of its tricks.
    pub(super) fn begin_with(&mut self, table: &[f32]) -> Result<(), RestoreError> {
        if table.len() != self.floats.len() {
            return Err(RestoreError::Size { found: table.len(), room: self.floats.len() });
        }
        self.floats.copy_from_slice(table);
        self.floats.iter_mut().step_by(2).for_each(|regret| *regret = 0.0);
        Ok(())
    }

    /// The trunk.
    pub(super) fn learning(&self) -> &TrunkLearning<'a> {
        &self.learning
    }

    /// Restores what a trunk had learned.
    ///
    /// # Errors
    ///
    /// The container's error, or a description of a section that does not fit the run.
    pub(super) fn restore_lessons(&mut self, reader: &Reader) -> Result<(), BadLessons> {
        Lessons::read(reader, &mut self.learning)
    }

    /// The table, with the rounds in the place of traversals.
    pub(super) fn snapshot(&self) -> Snapshot<'_> {
        Snapshot {
            traversals: self.learning.rounds,
            nodes: self.learning.nodes,
            floats: &self.floats,
            keys: Vec::new(),
            firsts: Vec::new(),
        }
    }

    /// Restores the table of a snapshot, and the number of rounds.
    pub(super) fn restore(&mut self, saved: &Snapshot<'_>) -> Result<(), RestoreError> {
        self.begin_with(saved.floats)?;
        self.learning.rounds = saved.traversals;
        self.learning.nodes = saved.nodes;
        Ok(())
    }

    /// The probabilities of a row that begins at a cell of the table. `false` if it has none.
    pub(super) fn row(&self, first: u64, out: &mut [f64]) -> bool {
        let pairs = self.floats.as_chunks::<2>().0;
        let shares = pairs[first as usize..].iter().map(|&[_, share]| f64::from(share));
        for (out, share) in out.iter_mut().zip(shares) {
            *out = share;
        }
        let whole: f64 = out.iter().sum();
        if whole > 0.0 {
            out.iter_mut().for_each(|share| *share /= whole);
        }
        whole > 0.0
    }

    /// Does a round, and writes the trunk's strategy into the table.
    fn round(&mut self) -> Result<(), NoRound> {
        self.learning.round(self.interrupt)?;
        let TrunkTrainer { learning, rows, floats, .. } = self;
        let hand = learning.hand();
        learning.show(&mut |public, strategy| {
            let placed = rows.decision(hand, public);
            for (offset, share) in placed.offsets.iter().zip(strategy) {
                let cell = placed.begin as usize + *offset as usize;
                floats[2 * cell + 1] = *share;
            }
        });
        Ok(())
    }
}

impl Solver for TrunkTrainer<'_> {
    fn iterations(&self) -> u64 {
        self.learning.rounds
    }

    fn nodes(&self) -> u64 {
        self.learning.nodes
    }

    /// Does whole rounds. A round that is interrupted goes on in the next call.
    fn advance(&mut self, iterations: u64) {
        for _ in 0..iterations {
            match self.round() {
                Ok(()) => {}
                Err(NoRound::Interrupted) => return,
                Err(NoRound::TooLarge(error)) => {
                    self.failed = Some(error);
                    self.interrupt.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    }
}
