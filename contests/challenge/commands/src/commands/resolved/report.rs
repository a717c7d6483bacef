//! The reports of measures with re-solving.

use cardsharp_challenge_solver::measure::UNIT;
use cardsharp_challenge_solver::measure::resolved::{ByParts, HeadToHead, LowerBound};
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_game::interval::Estimate;
use cardsharp_terminal::counted::counted;
use cardsharp_terminal::println;

/// The form of a report.
pub(super) struct Report<'a> {
    pub(super) policy: &'a TrainedPolicy,
    pub(super) iterations: u64,
    pub(super) json: bool,
    pub(super) seconds: f64,
}

impl Report<'_> {
    /// Prints the policy and the effort. `states` tells how many public states were drawn, if any.
    fn print_heading(&self, states: &str) {
        println!(
            "{}, {} information sets, solved again with {}{states}, {:.1} s",
            self.policy.header.game,
            self.policy.header.infosets,
            counted(self.iterations, "iteration"),
            self.seconds
        );
    }

    /// Prints figures with their unit and the effort.
    fn print_json(&self, mut figures: serde_json::Value) {
        figures["unit"] = UNIT.into();
        figures["iterations"] = self.iterations.into();
        figures["seconds"] = self.seconds.into();
        println!("{figures}");
    }

    pub(super) fn print_nash_conv(&self, found: f64) {
        if self.json {
            self.print_json(serde_json::json!({
                "nash_conv": found,
                "exploitability": found / 2.0,
            }));
        } else {
            self.print_heading("");
            println!("NashConv       {found:.5} {UNIT}");
            println!("exploitability {:.5} (half of it)", found / 2.0);
        }
    }

    pub(super) fn print_lower_bound(&self, found: LowerBound) {
        let LowerBound { resolved, table, states } = found;
        if self.json {
            let mut figures = serde_json::json!({
                "nash_conv_at_least": resolved.mean,
                "half_width": resolved.half_width,
                "states": states,
            });
            if let Some(table) = table {
                figures["table_at_least"] = table.mean.into();
                figures["table_half_width"] = table.half_width.into();
            }
            self.print_json(figures);
        } else {
            self.print_heading(&format!(" in {} a seat", counted(states as u64, "public state")));
            println!("NashConv at least {:.5} ± {:.5} {UNIT}", resolved.mean, resolved.half_width);
            if let Some(table) = table {
                println!(
                    "the table alone   {:.5} ± {:.5} against the same opponent in the same states",
                    table.mean, table.half_width
                );
            }
        }
    }

    pub(super) fn print_by_parts(&self, found: ByParts) {
        let ByParts { trunk, subgames } = found;
        let both = trunk + subgames.mean;
        if self.json {
            self.print_json(serde_json::json!({
                "nash_conv_by_parts": both,
                "half_width": subgames.half_width,
                "trunk": trunk,
                "subgames": subgames.mean,
                "states": subgames.samples,
            }));
        } else {
            let states = counted(subgames.samples as u64, "public state");
            self.print_heading(&format!(" in {states}"));
            println!("NashConv by parts {both:.5} ± {:.5} {UNIT}", subgames.half_width);
            println!("the trunk         {trunk:.5} for the learned values of its leaves");
            println!("its subgames      {:.5} ± {:.5} where the policy comes", subgames.mean, subgames.half_width);
        }
    }

    pub(super) fn print_head_to_head(&self, found: HeadToHead) {
        let HeadToHead { gain, trunk, seats } = found;
        if self.json {
            let seat = |seat: Estimate| serde_json::json!({ "utility": seat.mean, "half_width": seat.half_width });
            self.print_json(serde_json::json!({
                "gain": gain.mean,
                "half_width": gain.half_width,
                "trunk": trunk,
                "leader": seat(seats[0]),
                "follower": seat(seats[1]),
                "states": gain.samples,
            }));
        } else {
            let states = counted(gain.samples as u64, "public state");
            self.print_heading(&format!(" in {states} a seat"));
            println!("gain        {:+.5} ± {:.5} {UNIT}, the mean of both seats", gain.mean, gain.half_width);
            println!("the trunk   {trunk:+.5} of it, for the learned values of its leaves");
            for (name, seat) in ["as leader  ", "as follower"].into_iter().zip(seats) {
                println!("{name} {:+.5} ± {:.5}", seat.mean, seat.half_width);
            }
        }
    }
}
