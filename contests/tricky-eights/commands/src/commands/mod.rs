//! The commands of Tricky Eights: their flags and texts.

pub(super) mod export;
#[cfg(feature = "live")]
pub(super) mod live;
#[cfg(feature = "live")]
mod live_flags;
pub(super) mod position;
pub(super) mod starter;

use cardsharp_commands::sampled::{NoFlags, SampledCommands};
use cardsharp_commands::train;

impl SampledCommands for crate::Contest {
    type Flags = NoFlags;

    const TRAIN_HELP: &'static [&'static str] = &[TRAIN, train::FILES_HELP, train::MEMBER_HELP];
    const EXPLOIT_HELP: &'static str = EXPLOIT;
    const EXPLOIT_SAMPLES: &'static str = "Rounds [default: 400]";
    const SAMPLE_UNIT: &'static str = "rounds";
}

/// The text below the flags of `train`.
const TRAIN: &str = "\
Examples:
  cardsharp train tricky-eights --time 10m --out eights.policy
  cardsharp train tricky-eights --resume eights.checkpoint --time 20m

A policy is trained for the points of a round. --infosets appraisal keeps the best card of each of the
three best kinds, how far they lie apart by a fixed appraisal, and when it is.";

/// The text below the flags of `exploit`.
const EXPLOIT: &str = "\
Examples:
  cardsharp exploit eights.policy --matches 2000

Four players have no NashConv that could be had. The measure is what the agent search makes above parity
in --matches rounds in which it sits among three of the table: the least that a best deviation makes.
Members of few deals are measured exactly.";

/// The text below the flags of `inspect`: how a position is written.
pub(super) const POSITIONS: &str = "\
Examples:
  cardsharp inspect eights.policy --json

A position is what a contestant was told of the round, in the commands of the protocol from starthand on,
up to the request that is asked about.";
