//! The answer of a solver: a strategy for every player, its values, and its distance from equilibrium.
//!
//! ```
//! use cardsharp_solvers::prelude::*;
//!
//! let (game, tree) = (Kuhn::TWO, Tree::compile(&Kuhn::TWO)?);
//! let solved = Cfr::new(&tree, Preset::PCFR_PLUS).run(Until::exploitability(1e-4));
//! assert!((solved.value(Player::ZERO) + 1.0 / 18.0).abs() < 1e-3);
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("kuhn.json");
//! solved.save(&game, &path)?;
//! let loaded = Solution::load(&path)?;
//! assert_eq!(loaded, solved);
//! // The row of the player to move with the king, before anybody has acted: "2".
//! let king = loaded.strategy(&game).into_iter().find(|row| row.infoset == "2").unwrap();
//! assert_eq!(king.actions.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use thiserror::Error;

use crate::best_response::{self, Exploitability};
use crate::game::{Game, InfosetKey, Player};
use crate::observers::{ExactMeasure, Observe};
use crate::run::{MeasurePoints, ObserverSchedule, Outcome, Progress, Solver, StopReason, run};
use crate::strategy::{Behaviour, Strategy, behaviours, distribution, for_each_infoset, write_row};
use crate::tree::{RealizationPlan, Tree};
use crate::until::Until;

/// The version of the file format that this program writes and reads.
const VERSION: u32 = 1;
/// The tolerance for the sum of a row's probabilities.
const TOLERANCE: f64 = 1e-6;

/// A strategy profile with its exact values and best responses.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    found: Exploitability,
    rows: Rows,
    run: Option<Outcome>,
}

/// The probabilities of the actions at each information set.
pub(crate) type Rows = FxHashMap<InfosetKey, Vec<f64>>;

impl Solution {
    /// The solution with the strategy of `plan`, measured exactly. `run` is the outcome of the run
    /// that computed it; `None` if there was no run.
    pub fn new(tree: &Tree, plan: &RealizationPlan, run: Option<Outcome>) -> Solution {
        Solution { found: plan.as_behaviour(tree).exploitability(tree), rows: rows_of_plan(tree, plan), run }
    }

    /// The solution with any strategy profile of `game`, measured exactly by walking the game: that
    /// of a sampled solver, for instance.
    ///
    /// ```
    /// use cardsharp_solvers::prelude::*;
    /// use cardsharp_solvers::sampled::{self, ExternalSampling, PerfectRecall};
    ///
    /// let preset = sampled::Preset::LINEAR_MCCFR;
    /// let mut solver = ExternalSampling::new(&Kuhn::TWO, &PerfectRecall, preset.seed(1))?;
    /// solver.advance(100_000);
    /// let solved = Solution::of(&Kuhn::TWO, &solver);
    /// assert!(solved.nash_conv() < 0.03);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of<G: Game>(game: &G, strategy: &impl Strategy<G>) -> Solution {
        Solution { found: best_response::exploitability(game, strategy), rows: rows(game, strategy), run: None }
    }

    /// The solution of a run that ended so, with these rows.
    pub(crate) fn ended((run, found): (Outcome, Exploitability), rows: Rows) -> Solution {
        Solution { found, rows, run: Some(run) }
    }

    /// The expected utility of `player` when all players follow the strategy; NaN if the game has no such player.
    pub fn value(&self, player: Player) -> f64 {
        let value = self.found.values.get(player.index());
        value.copied().unwrap_or(f64::NAN)
    }

    /// The expected utility of every player.
    pub fn values(&self) -> &[f64] {
        &self.found.values
    }

    /// NashConv: the sum over players of the gain of a best response to the others, in units of utility.
    pub fn nash_conv(&self) -> f64 {
        self.found.nash_conv()
    }

    /// NashConv divided by the number of players.
    pub fn exploitability(&self) -> f64 {
        self.nash_conv() / self.found.values.len() as f64
    }

    /// The values and best responses of all players.
    pub fn measure(&self) -> &Exploitability {
        &self.found
    }

    /// The number of iterations done; `None` if there was no run.
    pub fn iterations(&self) -> Option<u64> {
        self.run.map(|run| run.progress.iterations)
    }

    /// The progress of the run when it ended; `None` if there was no run.
    pub fn progress(&self) -> Option<Progress> {
        self.run.map(|run| run.progress)
    }

    /// The stopping condition that ended the run; `None` if there was no run.
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.run.map(|run| run.reason)
    }

    /// The probability of each action at an information set, in the game's order. Returns `None` if
    /// the solution has no such information set.
    pub fn row(&self, infoset: InfosetKey) -> Option<&[f64]> {
        self.rows.get(&infoset).map(Vec::as_slice)
    }

    /// The realization plan of the strategy; uniform at information sets that the solution does not have.
    pub fn plan(&self, tree: &Tree) -> RealizationPlan {
        RealizationPlan::of(tree, |_, key, out| write_row(self.row(key), out))
    }

    /// Every information set of `game` with its name and the probabilities of its named actions, in
    /// the order of a depth-first walk. A [`Behaviour`] displays as one line.
    pub fn strategy<G: Game>(&self, game: &G) -> Vec<Behaviour> {
        behaviours(game, self)
    }

    /// Writes the solution as JSON, with the names of information sets and actions. The file is written beside `path`
    /// under another name and then renamed, so `path` never holds an incomplete file.
    ///
    /// # Errors
    ///
    /// [`SolutionError::Io`] if it cannot be written.
    pub fn save<G: Game>(&self, game: &G, path: &Path) -> Result<(), SolutionError> {
        let failed = |error: io::Error| SolutionError::Io { path: path.to_owned(), error };
        let content = Content {
            values: self.found.values.clone(),
            best_responses: self.found.best_responses.clone(),
            gains: Some(self.found.gains().collect()),
            run: self.run,
            rows: self.named_rows(game),
        };
        let solution = to_raw_value(&content).map_err(|error| failed(error.into()))?;
        let stored = Stored { version: VERSION, checksum: crc32fast::hash(solution.get().as_bytes()), solution };
        let mut text = serde_json::to_vec(&stored).map_err(|error| failed(error.into()))?;
        text.push(b'\n');
        write_whole(path, &text).map_err(failed)
    }

    fn named_rows<G: Game>(&self, game: &G) -> Vec<StoredRow> {
        let mut rows = Vec::with_capacity(self.rows.len());
        for_each_infoset(game, &mut |state, player, actions| {
            let key = game.infoset(state);
            if let Some(shares) = self.row(key) {
                let names = (0..actions).map(|index| game.action_name(state, index));
                rows.push(StoredRow {
                    player,
                    infoset: game.infoset_name(state),
                    key: key.0,
                    actions: names.zip(shares.iter().copied()).collect(),
                });
            }
        });
        rows
    }

    /// Reads a file that [`Solution::save`] wrote.
    ///
    /// # Errors
    ///
    /// [`SolutionError`] if the file cannot be read, is not a solution, or holds numbers that are
    /// not a strategy.
    pub fn load(path: &Path) -> Result<Solution, SolutionError> {
        let path = path.to_owned();
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) => return Err(SolutionError::Io { path, error }),
        };
        let stored: Stored = match serde_json::from_slice(&text) {
            Ok(stored) => stored,
            Err(error) => return Err(SolutionError::Form { path, error }),
        };
        if stored.version != VERSION {
            let found = stored.version;
            return Err(SolutionError::Version { path, found });
        }
        if crc32fast::hash(stored.solution.get().as_bytes()) != stored.checksum {
            return Err(SolutionError::Damaged { path });
        }
        let stored: Content = match serde_json::from_str(stored.solution.get()) {
            Ok(content) => content,
            Err(error) => return Err(SolutionError::Form { path, error }),
        };
        let mut rows = FxHashMap::default();
        for row in stored.rows {
            let shares: Vec<f64> = row.actions.into_iter().map(|(_, share)| share).collect();
            let sum: f64 = shares.iter().sum();
            let sound = shares.iter().all(|share| (0.0..=1.0).contains(share));
            let known = rows.insert(InfosetKey(row.key), shares).is_some();
            if known || !sound || (sum - 1.0).abs() > TOLERANCE {
                let infoset = row.infoset;
                return Err(SolutionError::Row { path, infoset });
            }
        }
        let (values, best_responses) = (stored.values, stored.best_responses);
        let finite = values.iter().chain(&best_responses).all(|x| x.is_finite());
        if values.is_empty() || values.len() != best_responses.len() || !finite {
            return Err(SolutionError::Values { path });
        }
        let found = match stored.gains.filter(|gains| gains.len() == values.len()) {
            Some(gains) => Exploitability::with_gains(values, best_responses, gains),
            None => Exploitability::new(values, best_responses),
        };
        Ok(Solution { found, rows, run: stored.run })
    }
}

/// Writes a file beside `path` and renames it to `path`. Only its owner may read it.
fn write_whole(path: &Path, text: &[u8]) -> io::Result<()> {
    // Names of other processes differ by the process; those that killed ones left are passed over.
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let (beside, mut file) = loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!(".tmp-{}-{number}", std::process::id());
        let beside = path.with_file_name(name);
        match options.open(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            file => break (beside, file?),
        }
    };
    let written = file.write_all(text).and_then(|()| file.sync_all());
    let renamed = written.and_then(|()| fs::rename(&beside, path));
    if renamed.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&beside);
    }
    renamed
}

fn rows_of_plan(tree: &Tree, plan: &RealizationPlan) -> Rows {
    let mut rows = Rows::default();
    plan.for_each_behaviour(tree, |_, key, shares| {
        rows.insert(key, shares.to_vec());
    });
    rows
}

/// The rows of a strategy at every information set of `game`.
pub(crate) fn rows<G: Game>(game: &G, strategy: &impl Strategy<G>) -> Rows {
    let mut rows = Rows::default();
    for_each_infoset(game, &mut |state, _, _| {
        rows.insert(game.infoset(state), distribution(game, strategy, state));
    });
    rows
}

/// Runs `solver` on the compiled game `tree` until a condition of `until` is met. The function
/// `answer` reads the solver's strategy. Its NashConv is measured exactly: first after a
/// millisecond, then each time the training time has grown by a fifth, and at the end.
///
/// # Errors
///
/// The first error of `observer`.
pub fn solve<S: Solver, O: Observe>(
    tree: &Tree,
    solver: &mut S,
    answer: &dyn Fn(&S) -> RealizationPlan,
    until: Until<'_>,
    observer: &mut O,
) -> Result<Solution, O::Error> {
    // What is measured is what the rows hold.
    let measure = |solver: &S| answer(solver).as_behaviour(tree).exploitability(tree);
    let ended = run_until(solver, tree.players(), measure, until, observer)?;
    Ok(Solution::ended(ended, rows_of_plan(tree, &answer(solver))))
}

/// Does what [`solve`] does, and measures by `measure`. Returns how the run ended, and the measure of
/// the solver's strategy then.
pub(crate) fn run_until<S: Solver, O: Observe>(
    solver: &mut S,
    players: usize,
    measure: impl Fn(&S) -> Exploitability,
    until: Until<'_>,
    observer: &mut O,
) -> Result<(Outcome, Exploitability), O::Error> {
    let (limits, schedule) = (until.limits(players), ObserverSchedule::from(MeasurePoints::growing(1.2)));
    let mut exact = ExactMeasure::by(&measure, observer);
    let outcome = run(solver, &limits, &schedule, until.flag(), &mut exact)?;
    // An interrupted run ends without a measure.
    let latest = exact.latest.filter(|_| outcome.reason != StopReason::Interrupted);
    Ok((outcome, latest.unwrap_or_else(|| measure(solver))))
}

/// Uniform at information sets that the solution does not have.
impl<G: Game> Strategy<G> for Solution {
    fn probabilities(&self, game: &G, state: &G::State, out: &mut [f64]) {
        write_row(self.row(game.infoset(state)), out);
    }
}

/// The file: the content and its checksum.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    version: u32,
    /// CRC-32 of the text of `solution`.
    checksum: u32,
    solution: Box<RawValue>,
}

/// A solution as it is saved.
#[derive(Debug, Serialize, Deserialize)]
struct Content {
    values: Vec<f64>,
    best_responses: Vec<f64>,
    /// The gains of best responses; a file of an earlier version has none.
    #[serde(default)]
    gains: Option<Vec<f64>>,
    run: Option<Outcome>,
    rows: Vec<StoredRow>,
}

/// The row of one information set.
#[derive(Debug, Serialize, Deserialize)]
struct StoredRow {
    player: Player,
    infoset: String,
    key: u64,
    actions: Vec<(String, f64)>,
}

/// The reason that a solution was not saved or loaded.
#[derive(Debug, Error)]
pub enum SolutionError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The file is not a solution in JSON.
    #[error("{} is not a saved solution: {error}", path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// The place in the file and the reason.
        error: serde_json::Error,
    },
    /// The file is of another version of the format.
    #[error("{} has version {found} of the format, and this program reads version {VERSION}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        found: u32,
    },
    /// The checksum does not match the content.
    #[error("{} is damaged: its checksum is wrong; save it again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// The probabilities of a row are not a distribution, or the row appears twice.
    #[error("{}: information set {infoset} comes twice, or its numbers are no probabilities that sum to 1", path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// The information set's name.
        infoset: String,
    },
    /// The values are missing or not finite.
    #[error("{}: the values of the players are missing or not finite", path.display())]
    Values {
        /// The file.
        path: PathBuf,
    },
}
