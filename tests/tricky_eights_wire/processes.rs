//! Contestants as command lines, and a judge for them.

use std::num::NonZeroUsize;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use cardsharp::contest::SyncPolicy;
use cardsharp::contests::tricky_eights::server::{GameRecord, JudgeConfig, OWN_MEMORY, RunningJudge};
use cardsharp::live::confinement::Confinement;

/// This crate's contestant with an agent.
pub fn cardsharp(agent: &str) -> Vec<String> {
    let binary = assert_cmd::cargo::cargo_bin("cardsharp");
    let line = format!("play tricky-eights --quiet --seed 5 --agent {agent}");
    let words = line.split(' ').map(str::to_owned);
    [binary.to_str().unwrap().to_owned()].into_iter().chain(words).collect()
}

/// A shell script that plays.
pub fn script(text: &str) -> Vec<String> {
    ["sh", "-c", text].map(str::to_owned).to_vec()
}

/// The time for an answer where none is missing: a contestant also starts in it, on a busy machine.
pub const PATIENT: Duration = Duration::from_secs(60);

pub fn config(contestants: [Vec<String>; 4], answer_time: Duration) -> JudgeConfig {
    JudgeConfig {
        contestants: contestants.into(),
        tournament: None,
        seed_is_random: false,
        seed: 13,
        answer_time,
        confinement: None,
        data: None,
        sync: SyncPolicy::Os,
        games: NonZeroUsize::MIN,
    }
}

/// The confinement of the contest's document.
pub fn confinement() -> Confinement {
    Confinement { launcher: assert_cmd::cargo::cargo_bin("cardsharp"), memory: OWN_MEMORY, passed: Vec::new() }
}

/// The games of a judge that has come to its end.
pub fn judged(config: JudgeConfig) -> Vec<GameRecord> {
    let mut judge = RunningJudge::start(config).unwrap();
    judge.wait().unwrap();
    judge.games()
}

/// True if the process whose number is in this file exists, zombies included.
pub fn is_alive(pid_file: &Path) -> bool {
    let pid = std::fs::read_to_string(pid_file).unwrap();
    let mut probe = Command::new("kill");
    let probe = probe.args(["-0", pid.trim()]).output().unwrap();
    probe.status.success()
}

/// Waits until a condition holds.
pub fn wait_until(what: &str, mut so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !so() {
        assert!(begun.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
