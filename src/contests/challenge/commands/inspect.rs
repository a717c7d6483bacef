//! The contents of a policy file for Challenge, and its choices in a position.

use super::position;
use crate::commands::inspect::{About, InspectArguments, show_file};
use crate::commands::loaded::loaded;
use crate::contests::challenge::observation::parse_position;
use crate::contests::challenge::policy::TrainedPolicy;

/// The text below the help of `inspect`: how a position is written.
pub const HELP: &str = "\
Examples:
  cardsharp inspect tricks.policy
  cardsharp inspect tricks.policy 'hand=12,9,8,8,1 score=3-4'
  cardsharp inspect tricks.policy 'hand=12,8,8,1 table=7 played=9*-6 led=yes score=3-4' --json

A position is key=value words: hand, table, tricks, score, challenge (open, offered, accepted), led,
played, and more. The value of an action is the chance of winning the game if both players follow
the policy after it, sampled; the opponent's hands are as likely as the shoe and the policy make
them.";

/// Shows the file, or a position.
pub fn run(arguments: &InspectArguments) -> anyhow::Result<()> {
    let policy = loaded(TrainedPolicy::load(&arguments.policy)?, "showing");
    if let Some(text) = &arguments.position {
        return position::show(arguments, &policy, &parse_position(text)?);
    }
    let about = About {
        infosets: policy.infosets.summary(),
        rows: Some(policy.information_sets()),
        classes: Some(policy.classes.payoffs.len()),
        samples: "own hands a seat",
    };
    show_file(arguments, &policy.header, about)
}
