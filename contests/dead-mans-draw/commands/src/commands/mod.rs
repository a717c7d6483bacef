//! The commands of Dead Man's Draw: their flags and texts.

#[cfg(feature = "live")]
pub(super) mod live;
#[cfg(feature = "live")]
mod live_flags;
pub(super) mod starter;

use std::path::PathBuf;

use clap::Args;

use cardsharp_commands::sampled::{SampledCommands, TrainFlags};
use cardsharp_commands::{quantities, train};
use cardsharp_dead_mans_draw_bots::training::{Family, Options, Task};
use cardsharp_terminal::counted::counted;

impl SampledCommands for crate::Contest {
    type Flags = Flags;

    const TRAIN_HELP: &'static [&'static str] = &[TRAIN, train::FILES_HELP];
    const EXPLOIT_HELP: &'static str = EXPLOIT;
    const EXPLOIT_SAMPLES: &'static str = "Matches against itself [default: 200]";
    const SAMPLE_UNIT: &'static str = "matches";
}

/// The flags of `train` that only Dead Man's Draw has.
#[derive(Args)]
pub struct Flags {
    /// Matches that the value is learnt from [default: 200000].
    #[arg(long, value_name = "N", value_parser = quantities::count)]
    matches: Option<u64>,
    /// Take the learnt value of this policy instead.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["matches", "resume"])]
    value: Option<PathBuf>,
}

/// The default number of matches that the value is learnt from.
const MATCHES: u64 = 200_000;

impl TrainFlags<Family> for Flags {
    fn options(self) -> Options {
        Options { matches: self.matches.unwrap_or(MATCHES), value: self.value }
    }

    fn agreeing(&self) -> Vec<(&'static str, Option<String>, &'static str)> {
        let matches = self.matches.map(|matches| matches.to_string());
        vec![("--matches", matches, "matches")]
    }

    fn announced(task: &Task) -> Option<String> {
        Some(match &task.options.value {
            Some(file) => format!("value of {}", file.display()),
            None => format!("value of {}", counted(task.options.matches, "match")),
        })
    }
}

/// The text below the flags of `train`.
const TRAIN: &str = "\
Examples:
  cardsharp train dead-mans-draw --matches 500000 --time 5m --out dead.policy
  cardsharp train dead-mans-draw --value dead.policy --infosets prospects --time 5m
  cardsharp train 'dead-mans-draw(suits=hook+cannon+sword,values=3)' --matches 1000000 --time 20s
  cardsharp train dead-mans-draw --resume dead.checkpoint --time 10m

Training has two stages: what positions are worth, learnt by playing --matches against oneself, and then
for --time a table for one turn, whose end is worth what was learnt. --infosets equity keeps what the
learnt value says, prospects what can be counted at the table.";

/// The text below the flags of `exploit`.
const EXPLOIT: &str = "\
Examples:
  cardsharp exploit dead.policy --matches 1000

The measure is exact where at most 8 cards are drawn from, and else what the policy loses in --matches
against itself by its own learnt value, which a best response may exceed.";

/// The text below the flags of `inspect`: how a position is written.
pub(super) const POSITIONS: &str = "\
Examples:
  cardsharp inspect dead.policy 'bank0=key-3 bank1=map-7,sword-5 area=hook-4,anchor-2'

A position is key=value words: to-move, bank0, bank1, area, discard, next, pile, pending, late. The value
of an action is the chance of winning the match by the policy's learnt value.";
