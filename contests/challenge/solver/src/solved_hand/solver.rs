//! The solver of a whole hand. It is compiled here, once for each kind of numbers that it stores.

use std::io::{self, Read, Write};

use cardsharp_solvers::best_response::Exploitability;
use cardsharp_solvers::range::{Bf16, CheckpointError, Number, RangeCfr, RangeOptions, Root, Size, TooLarge};
use cardsharp_solvers::run::Solver;

use super::builder::FolderBuilder;
use crate::ranges::{FirstMove, HandLockError, LockedShare, RangeHand, first_moves, lock_hands};

/// A solver of a hand from its deal on.
pub trait HandSolver: Solver + Send + Sync {
    /// The size of the game.
    fn size(&self) -> Size;

    /// The size of the solver's cells in bytes.
    fn bytes(&self) -> u64;

    /// The values and best responses of the average strategy.
    fn exploitability(&self) -> Exploitability;

    /// The first decisions of every hand.
    fn first_moves(&self) -> Vec<FirstMove>;

    /// Gives all that the files of a solution need to their builder.
    fn fill(&self, builder: &mut FolderBuilder<'_>);

    /// Locks hands of the player to move after these public actions.
    ///
    /// # Errors
    ///
    /// See [`lock_hands`].
    fn lock(&mut self, actions: &[usize], share: LockedShare<'_>) -> Result<(), HandLockError>;

    /// Writes the state of the solver, from which [`resumed`] continues.
    ///
    /// # Errors
    ///
    /// Errors of `out`.
    fn save(&self, out: &mut dyn Write) -> io::Result<()>;
}

impl<N: Number> HandSolver for RangeCfr<'_, RangeHand, N> {
    fn size(&self) -> Size {
        self.size()
    }

    fn bytes(&self) -> u64 {
        self.bytes()
    }

    fn exploitability(&self) -> Exploitability {
        self.exploitability()
    }

    fn first_moves(&self) -> Vec<FirstMove> {
        first_moves(self)
    }

    fn fill(&self, builder: &mut FolderBuilder<'_>) {
        builder.add_all(self);
    }

    fn lock(&mut self, actions: &[usize], share: LockedShare<'_>) -> Result<(), HandLockError> {
        lock_hands(self, actions, share)
    }

    fn save(&self, mut out: &mut dyn Write) -> io::Result<()> {
        self.save(&mut out)
    }
}

/// A solver of a hand. A compact one stores numbers in two bytes.
///
/// # Errors
///
/// [`TooLarge`] if it does not fit.
pub fn solver_of(
    game: &RangeHand,
    options: RangeOptions,
    is_compact: bool,
) -> Result<Box<dyn HandSolver + '_>, TooLarge> {
    let root = Root::of(game);
    Ok(if is_compact {
        Box::new(RangeCfr::<_, Bf16>::with_options(game, root, options)?)
    } else {
        Box::new(RangeCfr::<_, f32>::with_options(game, root, options)?)
    })
}

/// The solver that [`HandSolver::save`] has written.
///
/// # Errors
///
/// [`CheckpointError`] if `input` is damaged, or of another solve.
pub fn resumed<'g>(
    game: &'g RangeHand,
    options: RangeOptions,
    is_compact: bool,
    mut input: &mut dyn Read,
) -> Result<Box<dyn HandSolver + 'g>, CheckpointError> {
    let root = Root::of(game);
    Ok(if is_compact {
        Box::new(RangeCfr::<_, Bf16>::resume(game, root, options, &mut input)?)
    } else {
        Box::new(RangeCfr::<_, f32>::resume(game, root, options, &mut input)?)
    })
}
