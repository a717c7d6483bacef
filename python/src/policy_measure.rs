//! The measure of a policy, by the code of the command `exploit`.

use std::path::Path;

use cardsharp::commands::threads;
use cardsharp::contests::challenge::measure::{MeasureOptions, measure as measure_hands};
use cardsharp::contests::challenge::scores::Score;
use cardsharp::contests::{challenge, dead_mans_draw, skullwhist, tricky_eights};
use cardsharp::explicit::{self, ExplicitGame, UNIT};
use cardsharp::policy::container::{Measured, Reader};
use pyo3::PyErr;

use crate::errors::ArgumentError;
use crate::policy::{PolicyFile, in_file};

/// The reason that a policy is not measured.
pub enum Fault {
    /// An argument does not fit the policy.
    Argument(String),
    /// The file cannot be read or measured.
    File(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Fault {
    fn from(error: E) -> Fault {
        Fault::File(error.into())
    }
}

/// The exception of a policy of `path` that is not measured.
pub fn exception(path: &Path, fault: Fault) -> PyErr {
    match fault {
        Fault::Argument(text) => ArgumentError::new_err(text),
        Fault::File(error) => in_file(path, &error),
    }
}

/// Measures a policy. `samples` is the number of own hands, deals, matches or rounds, by the contest; without it
/// the measure is the command's. Also returns the number of players.
///
/// # Errors
///
/// The policy cannot be read, or an argument does not fit it.
pub fn measure(
    file: &PolicyFile,
    samples: Option<usize>,
    score: Option<String>,
    seed: u64,
    threads: Option<usize>,
) -> Result<(Measured, usize), Fault> {
    let pool = threads::pool(threads.unwrap_or(0))?;
    if file.is_explicit() {
        if samples.is_some() || score.is_some() {
            return Err(Fault::Argument(
                "the measure of a game that fits in memory is exact: leave hands and score out"
                    .to_owned(),
            ));
        }
        return Ok(pool.install(|| exact(file))?);
    }
    let contest = file.header.game.split('(').next().unwrap_or_default();
    if score.is_some() && contest != "challenge" {
        return Err(Fault::Argument(format!(
            "{contest} has no scores: leave score out"
        )));
    }
    pool.install(|| of_contest(file, contest, samples, score.as_deref(), seed))
}

fn exact(file: &PolicyFile) -> anyhow::Result<(Measured, usize)> {
    let game = ExplicitGame::open(&file.header.game)?;
    let tree = game.game().compile()?;
    let newest = cardsharp::policy::container::open_newest(&file.path)?;
    let reader: &Reader = &newest.reader;
    let found = explicit::read(reader, &tree)?.exploitability(&tree);
    let measured = Measured::exact(found.nash_conv(), UNIT).checked()?;
    Ok((measured, tree.players()))
}

fn of_contest(
    file: &PolicyFile,
    contest: &str,
    samples: Option<usize>,
    score: Option<&str>,
    seed: u64,
) -> Result<(Measured, usize), Fault> {
    let path = &file.path;
    let found = match contest {
        "challenge" => return hands(file, samples, score, seed),
        "dead-mans-draw" => {
            let (policy, _) = dead_mans_draw::policy::TrainedPolicy::load(path)?;
            dead_mans_draw::measure::measure_policy(&policy, samples, seed)?
        }
        "skullwhist" => {
            let (policy, _) = skullwhist::policy::TrainedPolicy::load(path)?;
            skullwhist::measure::measured(&policy, samples, seed)
        }
        "tricky-eights" => {
            use tricky_eights::measure::{DEFAULT_ROUNDS, measured};
            let (policy, _) = tricky_eights::policy::TrainedPolicy::load(path)?;
            let found = measured(&policy, samples.unwrap_or(DEFAULT_ROUNDS), seed);
            return Ok((found.checked()?, 4));
        }
        other => {
            return Err(Fault::Argument(format!(
                "policies of {other} are measured by `cardsharp exploit` alone"
            )));
        }
    };
    Ok((found.checked()?, 2))
}

/// NashConv of a hand of Challenge at a score: of all own hands, or of a sample.
fn hands(
    file: &PolicyFile,
    samples: Option<usize>,
    score: Option<&str>,
    seed: u64,
) -> Result<(Measured, usize), Fault> {
    let score = match score {
        Some(text) => text
            .parse::<Score>()
            .map_err(|error| Fault::Argument(format!("score: {error}")))?,
        None => Score {
            leader: 0,
            follower: 0,
        },
    };
    let (policy, _) = challenge::policy::TrainedPolicy::load(&file.path)?;
    let options = MeasureOptions {
        hands: samples,
        seed,
        class: policy.classes.class(score),
    };
    let report = measure_hands(&policy.game, &policy, options, &|| {});
    Ok((report.checked()?.measured(), 2))
}
