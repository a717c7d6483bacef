//! The hand that a solve is about.

use anyhow::anyhow;
use cardsharp_challenge_game::rules::Params;
use cardsharp_challenge_solver::infosets::Payoffs;
use cardsharp_commands::quantities::bytes;
use cardsharp_solvers::cfr::Preset;

/// The hand to solve.
pub(super) struct Hand {
    pub(super) rules: Params,
    pub(super) payoffs: Payoffs,
    pub(super) preset: Preset,
}

impl Hand {
    /// The hand and its payoffs, as a checkpoint names them.
    pub(super) fn name(&self) -> String {
        let Payoffs { win, lose, tie } = self.payoffs;
        format!("{} with --payoffs {win},{lose},{tie}", self.rules)
    }

    pub(super) fn too_large(&self, allowed: u64) -> anyhow::Error {
        anyhow!(
            "{} needs more than {}, which is all that --max-memory allows: choose a smaller hand or \
             fewer ranks with --hand-size and --ranks",
            self.rules,
            bytes(allowed)
        )
    }
}
