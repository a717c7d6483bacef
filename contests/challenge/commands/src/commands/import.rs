//! `cardsharp import`: a policy from the files of a solved hand.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ArgMatches, Args, FromArgMatches};
use serde::Serialize;

use cardsharp_challenge_solver::leaf_values::LeafExpectation;
use cardsharp_challenge_solver::measure::UNIT;
use cardsharp_challenge_solver::measure::resolved::best_responses_in_trunk;
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_challenge_solver::resolve::{ResolveOptions, Subject};
use cardsharp_challenge_solver::solved_hand::{HandFolder, Import};
use cardsharp_commands::candidates;
use cardsharp_commands::overwrite::{Overwrite, policy_file};
use cardsharp_commands::quantities::{bytes, file_size};
use cardsharp_policy::container::Measured;
use cardsharp_policy::loaded;
use cardsharp_policy::measurement::Quantity;
use cardsharp_policy::report::claim::claim;
use cardsharp_terminal::counted::counted;
use cardsharp_terminal::println;

/// Make a policy from the folder of a solved hand of Challenge: the strategies of its first tricks, and
/// what every hand is worth where they end.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp import solved --base five.policy --out solved.policy
  cardsharp import solved --base five.policy --rounding 0.00001 --out small.policy

The policy plays the stored tricks, and what follows is solved again under the promise that no hand of
the other player gains on its response. The base, of the same game and quantized, plays where the clock does
not allow that. The measure is by best responses over the stored tricks: NashConv, if what follows is
solved so well.")]
pub struct ImportArguments {
    /// The folder: about.json, trunk.u8, answers.u8, worth and own.f32, compressed as .xz or not.
    folder: PathBuf,
    /// The policy for what follows, where there is no time to solve again.
    #[arg(long, value_name = "FILE", add = candidates::policies())]
    base: PathBuf,
    /// The policy to write.
    #[arg(long, value_name = "FILE", value_parser = policy_file)]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
    /// The most that rounding may cost at a public state, in probabilities of winning the game: larger
    /// makes a smaller file.
    #[arg(long, default_value_t = 0.0000005, value_parser = share)]
    rounding: f64,
    /// Print one JSON object on standard output.
    #[arg(long)]
    json: bool,
}

/// The policy, and how good its stored tricks are.
#[derive(Serialize)]
struct Report {
    policy: String,
    bytes: u64,
    /// The number of public states and players with worths, and of those without.
    kept: usize,
    left_out: usize,
    /// Bounds of the probability that the leader wins the game.
    leader_wins: [f64; 2],
    nash_conv: f64,
    unit: &'static str,
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if share > 0.0 && share < 1.0 => Ok(share),
        _ => Err("write a number above 0 and below 1, such as 0.00001".to_owned()),
    }
}

/// Imports.
pub fn run(flags: &ArgMatches) -> anyhow::Result<ExitCode> {
    let arguments = &ImportArguments::from_arg_matches(flags)?;
    let _claimed = claim(std::slice::from_ref(&arguments.out), arguments.overwrite.force)?;
    let base = loaded(TrainedPolicy::load(&arguments.base)?, "importing");
    let folder = HandFolder::read(&arguments.folder)?;
    let import = Import { rounding: arguments.rounding };
    let mut imported = import.policy(&folder, base)?;
    drop(folder);
    let class = imported.policy.classes.of_score[0];
    let policy = &mut imported.policy;
    let subject =
        Subject { hand: &imported.hand, strategy: &*policy, class, options: ResolveOptions::for_policy(policy) };
    let leaves = LeafExpectation::Worths(imported.tricks);
    let best = best_responses_in_trunk(subject, &leaves);
    let nash_conv = best[0] + best[1];
    let measured = Measured { quantity: Quantity::TrunkNashConv, ..Measured::exact(nash_conv, UNIT) };
    policy.header.measured = Some(measured.checked()?);
    policy.save(&arguments.out)?;
    // The solver's utilities are less one half.
    let report = Report {
        policy: arguments.out.display().to_string(),
        bytes: file_size(&arguments.out)?,
        kept: imported.kept,
        left_out: imported.dropped,
        leader_wins: [0.5 - best[1], 0.5 + best[0]],
        nash_conv,
        unit: UNIT,
    };
    if arguments.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        report.print();
    }
    Ok(ExitCode::SUCCESS)
}

impl Report {
    fn print(&self) {
        println!(
            "{}: {}, {} with worths, {} left out",
            self.policy,
            bytes(self.bytes),
            counted(self.kept as u64, "public state"),
            self.left_out
        );
        let [low, high] = self.leader_wins;
        println!("value to the leader from {low:.6} to {high:.6}");
        println!("NashConv {:.2e} ({}), if what follows is solved so well", self.nash_conv, self.unit);
    }
}
