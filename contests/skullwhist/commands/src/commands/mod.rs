//! The commands of SkullWhist: their flags and texts.

#[cfg(feature = "live")]
pub(super) mod live;
#[cfg(feature = "live")]
mod live_flags;
pub(super) mod starter;

use cardsharp_commands::sampled::{NoFlags, SampledCommands};
use cardsharp_commands::train;

impl SampledCommands for crate::Contest {
    type Flags = NoFlags;

    const TRAIN_HELP: &'static [&'static str] = &[TRAIN, train::FILES_HELP, train::MEMBER_HELP];
    const EXPLOIT_HELP: &'static str = EXPLOIT;
    const EXPLOIT_SAMPLES: &'static str = "Deals, each played in both seats [default: 200]";
    const SAMPLE_UNIT: &'static str = "deals";
}

/// The text below the flags of `train`.
const TRAIN: &str = "\
Examples:
  cardsharp train skullwhist --time 10m --out whist.policy
  cardsharp train 'skullwhist(suits=2,ranks=4,hand_size=3,objective=difference)' --infosets recall
  cardsharp train skullwhist --resume whist.checkpoint --time 20m

A policy is trained to outscore the opponent or, with objective=difference among the game's parameters,
for the difference of the scores. --infosets counts keeps what an expert counts, recall everything (of
small members). The solver is path-mccfr with counts and pruned-mccfr with recall.";

/// The text below the flags of `exploit`.
const EXPLOIT: &str = "\
Examples:
  cardsharp exploit whist.policy --matches 200

The measure is exact where the game is small, and else a lower bound: what an opponent gains on --matches
deals who knows the policy and plays out what may be done against it.";

/// The text below the flags of `inspect`: how a position is written.
pub(super) const POSITIONS: &str = "\
Examples:
  cardsharp inspect whist.policy 'hand=C02,C13,D04,D05,D12,H01,H07,H10,S01,S03,S08,S11,S13 seat=1'

A position is what one player sees: hand, seat (0 leads first), bids (one's own first; left out, the player
has to bid), rounds (LED-ANSWER,LED-ANSWER, and so on), led.";
