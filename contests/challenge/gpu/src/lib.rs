//! Solves a hand of Challenge on a graphics card.
//!
//! The hand is the game of ranges of [`cardsharp_challenge_solver::ranges`] without its dominated actions, and the
//! method is discounted CFR (Brown & Sandholm 2019) with alternating updates, as in
//! [`cardsharp_solvers::range::RangeCfr`]. [`HandSolver`] keeps all numbers of it on a [`Device`](cardsharp_gpu::Device):
//!
//! - the *trunk*, all tricks but the last two: regrets and average strategies of every public state;
//! - the *endgames*, the last two tricks: regrets alone, of one update in each iteration;
//! - the *average values* of every hand before the endgames. They are what an endgame is re-solved from
//!   ([`Resolving`]), so that averages of endgames need not be kept.
//!
//! Numbers have 16 bits and are rounded by chance ([`Precision`]). The contest's hand of 13 ranks and 5 cards takes
//! 146 GB ([`MemoryPlan`]).
//!
//! The kernels are C++ that a compiler of the processor takes too. The tests run them there and compare them with
//! `RangeCfr`, cell by cell.

mod arguments;
mod hand_solver;
mod kernels;
mod leaves;
mod levels;
mod plan;
mod schedule;
mod sizes;
mod solution;
mod states;
mod strategy;
mod tables;

pub use hand_solver::{Bracket, HandOptions, HandSolver, Resolving, SolveError};
pub use kernels::{HostBuildFact, host_build_facts, kernels_for};
pub use plan::MemoryPlan;
pub use solution::SolutionError;
pub use strategy::TrunkStrategy;

/// The size of stored numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// 16 bits, rounded by chance.
    Half,
    /// 32 bits. The kernels for cards have no such build; it is for comparisons on the processor.
    Single,
}

impl Precision {
    pub(crate) fn bytes(self) -> u64 {
        match self {
            Precision::Half => 2,
            Precision::Single => 4,
        }
    }

    /// The numbers as the device stores them.
    pub(crate) fn read(
        self,
        buffer: &cardsharp_gpu::Buffer,
        first: u64,
        count: usize,
    ) -> Result<Vec<f32>, cardsharp_gpu::DeviceError> {
        match self {
            Precision::Half => {
                let bits = buffer.read::<u16>(first, count)?;
                Ok(bits.into_iter().map(|bits| half::f16::from_bits(bits).to_f32()).collect())
            }
            Precision::Single => buffer.read(first, count),
        }
    }
}
