//! The reports of measures with re-solving.

use crate::contests::challenge::measure::UNIT;
use crate::contests::challenge::measure::resolved::{ByParts, LowerBound};
use crate::contests::challenge::policy::TrainedPolicy;
use crate::counted::counted;

/// The form of a report.
pub(super) struct Report<'a> {
    pub(super) policy: &'a TrainedPolicy,
    pub(super) iterations: u64,
    pub(super) json: bool,
    pub(super) seconds: f64,
}

impl Report<'_> {
    pub(super) fn print_nash_conv(&self, found: f64) {
        let Report {
            policy,
            iterations,
            json,
            seconds,
        } = *self;
        if json {
            let output = serde_json::json!({
                "nash_conv": found,
                "exploitability": found / 2.0,
                "unit": UNIT,
                "iterations": iterations,
                "seconds": seconds,
            });
            println!("{output}");
        } else {
            println!(
                "{}, {} information sets, solved again with {}, {seconds:.1} s",
                policy.header.game,
                policy.header.infosets,
                counted(iterations, "iteration")
            );
            println!("NashConv       {found:.5} {UNIT}");
            println!("exploitability {:.5} (half of it)", found / 2.0);
        }
    }

    pub(super) fn print_lower_bound(&self, found: LowerBound) {
        let Report {
            policy,
            iterations,
            json,
            seconds,
        } = *self;
        let LowerBound {
            resolved,
            table,
            states,
        } = found;
        if json {
            let mut output = serde_json::json!({
                "nash_conv_at_least": resolved.mean,
                "half_width": resolved.half_width,
                "unit": UNIT,
                "states": states,
                "iterations": iterations,
                "seconds": seconds,
            });
            if let Some(table) = table {
                output["table_at_least"] = table.mean.into();
                output["table_half_width"] = table.half_width.into();
            }
            println!("{output}");
        } else {
            println!(
                "{}, {} information sets, solved again with {} in {} a seat, {seconds:.1} s",
                policy.header.game,
                policy.header.infosets,
                counted(iterations, "iteration"),
                counted(states as u64, "public state")
            );
            println!(
                "NashConv at least {:.5} ± {:.5} {UNIT}",
                resolved.mean, resolved.half_width
            );
            if let Some(table) = table {
                println!(
                    "the table alone   {:.5} ± {:.5} against the same opponent in the same states",
                    table.mean, table.half_width
                );
            }
        }
    }

    pub(super) fn print_by_parts(&self, found: ByParts) {
        let Report {
            policy,
            iterations,
            json,
            seconds,
        } = *self;
        let ByParts { trunk, subgames } = found;
        let both = trunk + subgames.mean;
        if json {
            let output = serde_json::json!({
                "nash_conv_by_parts": both,
                "half_width": subgames.half_width,
                "trunk": trunk,
                "subgames": subgames.mean,
                "unit": UNIT,
                "states": subgames.samples,
                "iterations": iterations,
                "seconds": seconds,
            });
            println!("{output}");
        } else {
            println!(
                "{}, {} information sets, solved again with {} in {}, {seconds:.1} s",
                policy.header.game,
                policy.header.infosets,
                counted(iterations, "iteration"),
                counted(subgames.samples as u64, "public state")
            );
            println!(
                "NashConv by parts {both:.5} ± {:.5} {UNIT}",
                subgames.half_width
            );
            println!("the trunk         {trunk:.5} for the learned values of its leaves");
            println!(
                "its subgames      {:.5} ± {:.5} where the policy comes",
                subgames.mean, subgames.half_width
            );
        }
    }
}
