//! One part of a measure.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;

use super::exploit_report::bar;
use super::resolved::ResolvedMeasure;
use cardsharp_challenge_solver::measure::{Extent, MeasureOptions, Part, Subject, Whole, walks};
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_commands::exploit::ExploitArguments;
use cardsharp_commands::threads;
use cardsharp_game::shard::Shard;
use cardsharp_terminal::println;

/// Why a game is not measured in parts.
pub const HAND_BY_HAND: &str = "a shoe with fewer copies of a rank than a hand has cards is measured hand by hand, and not in \
     parts: leave --shard out";

/// Measures `shard`, with re-solving if it is given, and writes what it finds.
pub fn run(
    arguments: &ExploitArguments,
    folder: &Path,
    (policy, options): (&TrainedPolicy, MeasureOptions),
    resolved: Option<&ResolvedMeasure<'_>>,
    shard: Shard,
) -> anyhow::Result<ExitCode> {
    let way = resolved.map(ResolvedMeasure::part_subject);
    let subject = Subject {
        total: options.extent == Extent::Total,
        ..Subject::of(&policy.header.game, &arguments.policy, options.class, way)?
    };
    let part = match resolved {
        Some(resolved) => resolved.part(arguments, subject, shard)?,
        None => of_table(arguments, (policy, options), subject, shard)?,
    };
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let path = part.write(folder)?;
    if arguments.json {
        let output = serde_json::json!({
            "part": path,
            "shard": shard.to_string(),
            "walks": part.walks.len(),
            "states": part.sample.as_ref().map(|sample| sample.subgames.len()),
            "seconds": part.milliseconds as f64 / 1000.0,
        });
        println!("{output}");
    } else {
        println!("{}", path.display());
    }
    Ok(ExitCode::SUCCESS)
}

/// Measures a shard of the table alone.
fn of_table(
    arguments: &ExploitArguments,
    (policy, options): (&TrainedPolicy, MeasureOptions),
    subject: Subject,
    shard: Shard,
) -> anyhow::Result<Part> {
    let MeasureOptions { class, extent, .. } = options;
    let whole = Whole::new(&policy.game, policy, class, extent).context(HAND_BY_HAND)?;
    let begin = Instant::now();
    let bar = bar(arguments, walks(&policy.game, extent, shard));
    let pool = threads::pool(arguments.threads.map_or(0, NonZeroUsize::get))?;
    let done = || {
        bar.inc(1);
        Ok::<(), Infallible>(())
    };
    let Ok(walks) = pool.install(|| whole.walk_all(shard, &done));
    bar.finish_and_clear();
    Ok(Part { subject, shard, milliseconds: begin.elapsed().as_millis() as u64, walks, sample: None })
}
