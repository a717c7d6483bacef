//! `cardsharp merge`: a measure put together from its parts.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{ArgMatches, Args, FromArgMatches};

use super::resolved::{self, ResolvedFlags, ResolvedMeasure};
use super::{exploit, exploit_report, shard};
use cardsharp_challenge_solver::measure::{Part, Subject, Whole};
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_challenge_solver::scores::Score;
use cardsharp_commands::candidates;
use cardsharp_terminal::println;

/// Put the parts of a measure together, if none is missing.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp exploit tricks.policy --shard 1/2 --parts parts
  cardsharp exploit tricks.policy --shard 2/2 --parts parts
  cardsharp merge tricks.policy parts/*.part.json
  cardsharp merge small.policy --resolve iterations=100 resolved/*.part.json

Parts may be made on any machine, in any order and by different divisions: what is there twice must
be the same. The result is that of `cardsharp exploit` with the same flags.")]
pub struct MergeArguments {
    /// The policy file that was measured.
    #[arg(add = candidates::policies())]
    policy: PathBuf,
    /// What `cardsharp exploit --shard` wrote.
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// The score that was measured at: leader's and follower's points.
    #[arg(long, value_name = "A,B")]
    score: Option<Score>,
    /// The seed of the samples, of parts with --states.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The parts are of NashConv alone (`cardsharp exploit --total`).
    #[arg(long, conflicts_with_all = resolved::FLAGS)]
    total: bool,
    #[command(flatten)]
    resolved: ResolvedFlags,
    /// Print one JSON object on standard output.
    #[arg(long)]
    json: bool,
}

/// Merges.
pub fn run(flags: &ArgMatches) -> anyhow::Result<ExitCode> {
    let arguments = &MergeArguments::from_arg_matches(flags)?;
    let (policy, damage) = TrainedPolicy::load(&arguments.policy)?;
    if let Some(damage) = damage {
        return Err(damage).context("parts are of one file, and this is not it");
    }
    let score = arguments.score.unwrap_or(Score { leader: 0, follower: 0 });
    let class = policy.classes.class(score);
    let resolved = arguments.resolved.measure(&policy, class, arguments.seed)?;
    let way = resolved.as_ref().map(ResolvedMeasure::part_subject);
    let subject =
        Subject { total: arguments.total, ..Subject::of(&policy.header.game, &arguments.policy, class, way)? };
    let parts = arguments.parts.iter().map(|path| Part::read(path, &subject));
    let parts: Vec<Part> = parts.collect::<Result<_, _>>()?;
    if let Some(resolved) = resolved {
        return resolved.print(&parts, arguments.json);
    }
    let milliseconds: u64 = parts.iter().map(|part| part.milliseconds).sum();
    let walks: Vec<_> = parts.into_iter().flat_map(|part| part.walks).collect();
    let extent = exploit::extent(arguments.total);
    let whole = Whole::new(&policy.game, &policy, class, extent).context(shard::HAND_BY_HAND)?;
    let report = whole.report(&walks, milliseconds as f64 / 1000.0);
    let report = report.context(exploit_report::MISSING)?.checked()?;
    if arguments.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        exploit_report::print(&policy, score, &report);
    }
    Ok(ExitCode::SUCCESS)
}
