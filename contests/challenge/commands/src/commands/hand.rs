//! The hand that a solve is about.

use anyhow::anyhow;
use cardsharp_challenge_game::rules::Params;
use cardsharp_challenge_solver::infosets::Payoffs;
use cardsharp_challenge_solver::measure::UNIT;
use cardsharp_commands::quantities::bytes;
use cardsharp_commands::solve::{Output, SolveArguments};
use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::run::Outcome;

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

    /// The output of `--json`, without the numbers of information sets.
    pub(super) fn output(
        &self,
        arguments: &SolveArguments,
        outcome: &Outcome,
        public_states: u64,
        values: [f64; 2],
        nash_conv: f64,
    ) -> Output {
        Output {
            game: self.rules.to_string(),
            solver: self.preset.name.to_owned(),
            players: 2,
            nodes: public_states,
            infosets: Vec::new(),
            values: values.to_vec(),
            nash_conv,
            exploitability: nash_conv / 2.0,
            unit: UNIT,
            iterations: Some(outcome.progress.iterations),
            seconds: outcome.progress.seconds,
            stop_reason: Some(outcome.reason),
            strategy: arguments.out.clone(),
            before: None,
        }
    }
}
