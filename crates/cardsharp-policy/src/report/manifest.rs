//! Manifests: descriptions of the runs that made curves, as JSON beside the curve.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use cardsharp_solvers::run::StopReason;
use serde::{Deserialize, Serialize};

use super::ReportError;

/// The command and settings of a run, its machine and its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The run's name in a legend. With `None` it is the name of the curve's file.
    pub label: Option<String>,
    /// The version of cardsharp.
    pub version: String,
    /// The command line, beginning with the program.
    pub command: Vec<String>,
    /// The game with its parameters, such as `challenge(ranks=13,copies=8,hand_size=5)`.
    pub game: String,
    /// Name of the information sets.
    pub infosets: String,
    /// The number of information sets that the strategy distinguishes.
    pub information_sets: Option<u64>,
    /// Name of the solver's preset.
    pub solver: String,
    /// Further parameters by name.
    pub parameters: BTreeMap<String, String>,
    /// Seed of the run.
    pub seed: u64,
    /// The number of threads of the run.
    pub threads: usize,
    /// The machine of the run.
    pub machine: Machine,
    /// The start of the run: date and time of day in UTC, as in RFC 3339.
    pub started: String,
    /// The stop reason. `None` while the run goes on, and after it was killed.
    pub stop_reason: Option<StopReason>,
    /// The number of iterations at the end.
    pub iterations: Option<u64>,
    /// The file name of the policy.
    pub policy: Option<String>,
}

/// The machine of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The model of the processor, or its architecture where the system does not report the model.
    pub cpu: String,
    /// The number of threads that the processor runs at a time, limited to those that this process may use.
    pub cores: usize,
    /// Operating system and architecture.
    pub os: String,
}

impl Machine {
    /// The machine that this process runs on.
    pub fn here() -> Self {
        let information = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = information
            .lines()
            .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
            .map(|(_, model)| model.trim());
        Self {
            cpu: model.unwrap_or(std::env::consts::ARCH).to_owned(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            os: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }
}

impl Manifest {
    /// A manifest of this process, started now, for a game. All other fields are empty.
    pub fn new(game: impl Into<String>) -> Self {
        let mut command: Vec<String> =
            std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
        // The program's folder says nothing about the run.
        if let Some(program) = command.first_mut() {
            *program = "cardsharp".to_owned();
        }
        Self {
            label: None,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command,
            game: game.into(),
            infosets: String::new(),
            information_sets: None,
            solver: String::new(),
            parameters: BTreeMap::new(),
            seed: 0,
            threads: 1,
            machine: Machine::here(),
            started: utc(SystemTime::now()),
            stop_reason: None,
            iterations: None,
            policy: None,
        }
    }

    /// True if both manifests describe the same run, perhaps at different times.
    pub fn is_of_the_run_of(&self, other: &Manifest) -> bool {
        self.game == other.game
            && self.infosets == other.infosets
            && self.solver == other.solver
            && self.parameters == other.parameters
            && self.seed == other.seed
            && self.policy == other.policy
    }

    /// Writes the manifest of a curve, replacing the one that is there in one step.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn write(&self, curve: &Path) -> Result<(), ReportError> {
        let path = path_for(curve);
        let failed = |error| ReportError::io(&path, "write it", error);
        let mut text = serde_json::to_string_pretty(self).map_err(|error| failed(error.into()))?;
        text.push('\n');
        cardsharp_files::replace(&path, text.as_bytes()).map_err(failed)
    }

    /// Reads the manifest of a curve. Returns `None` if there is no manifest.
    ///
    /// # Errors
    ///
    /// The file exists but cannot be read, or its content is invalid.
    pub fn read(curve: &Path) -> Result<Option<Self>, ReportError> {
        let path = path_for(curve);
        match fs::read(&path) {
            Ok(text) => match serde_json::from_slice(&text) {
                Ok(manifest) => Ok(Some(manifest)),
                Err(cause) => Err(ReportError::DamagedManifest { path, cause }),
            },
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(ReportError::io(&path, "read it", error)),
        }
    }
}

/// The path of a curve's manifest. For a curve `NAME.csv` it is `NAME.manifest.json`, in the same folder.
pub fn path_for(curve: &Path) -> PathBuf {
    curve.with_extension("manifest.json")
}

/// A time in the format of RFC 3339, to the second.
fn utc(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Years are counted from 1 March of year 0, so that a leap day is the last day of its year.
    // Eras have 400 years (after H. Hinnant, "chrono-compatible low-level date algorithms").
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!(
        "{:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z",
        400 * era + year + carry,
        second / 3_600,
        second / 60 % 60,
        second % 60
    )
}

#[cfg(test)]
#[path = "../../tests/unit/report/manifest.rs"]
mod tests;
