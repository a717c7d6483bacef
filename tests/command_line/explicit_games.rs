//! Games that fit in memory, through the binary: names, files, solutions and measurements.

use std::path::Path;

use assert_cmd::Command;
use cardsharp::policy::container::Reader;
use predicates::str::contains;
use serde_json::Value;

use crate::binary::{run, start};

const SMALL: &str = "challenge(ranks=3,copies=2,hand_size=2)";

fn cardsharp(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("cardsharp").unwrap();
    command.args(arguments).current_dir(folder);
    command
}

fn object(folder: &Path, arguments: &[&str]) -> Value {
    let done = cardsharp(folder, arguments).arg("--json").assert().success();
    serde_json::from_slice(&done.get_output().stdout).unwrap()
}

/// Slow: sampling needs 300,000 traversals to come near an equilibrium.
#[test]
fn every_kind_of_game_and_solver_is_trained_kept_and_measured() {
    let folder = tempfile::tempdir().unwrap();
    cardsharp(folder.path(), &["export", "game", "kuhn", "--out", "kuhn.efg"])
        .assert()
        .success()
        .stdout(contains("58 nodes, 12 information sets"));
    // The content of a file counts, not its name.
    let copied = folder.path().join("challenge.efg");
    std::fs::copy(folder.path().join("kuhn.efg"), copied).unwrap();
    for game in ["leduc_poker", SMALL, "kuhn.efg", "challenge.efg"] {
        for (solver, iterations) in [("dcfr", "300"), ("mccfr", "300000"), ("lp", "1")] {
            if (game, solver) == (SMALL, "mccfr") {
                // The contest itself trains this game by sampling.
                continue;
            }
            let line = ["train", game, "--solver", solver, "--iterations", iterations];
            let trained = object(folder.path(), &[&line[..], &["--out", "a.policy", "--force"]].concat());
            let measured = object(folder.path(), &["exploit", "a.policy"]);
            let [found, again] = [&trained, &measured].map(|said| said["nash_conv"].as_f64().unwrap());
            assert!((found - again).abs() < 1e-9, "{game}, {solver}: {found}, {again}");
            assert!(found < 0.5, "{game}, {solver}: {found}");
            let curve = cardsharp::report::curve::read(&folder.path().join("a.csv")).unwrap();
            let last = curve.last().unwrap();
            assert!((last.value - found).abs() < 1e-9);
        }
    }
}

#[test]
fn a_policy_of_another_game_or_with_other_flags_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["kuhn_poker", "leduc_poker"] {
        cardsharp(folder.path(), &["export", "game", game, "--out", "game.efg", "--force"]).assert().success();
        if game == "kuhn_poker" {
            let line = ["train", "game.efg", "--iterations", "10", "--out", "a.policy", "--quiet"];
            cardsharp(folder.path(), &line).assert().success();
        }
    }
    cardsharp(folder.path(), &["exploit", "a.policy"])
        .assert()
        .code(1)
        .stderr(contains("its information sets are not those of game.efg"));
    let refused = [
        (&["exploit", "a.policy", "--hands", "3"][..], "unexpected argument '--hands'"),
        (&["train", "leduc", "--score", "0,0"], "unexpected argument '--score'"),
        (&["train", "challenge", "--solver", "dcfr"], "too many deals"),
        (
            // More than the program itself takes, which is watched as well.
            &["solve", "challenge", "--max-memory", "64MiB"],
            "--hand-size and --ranks",
        ),
        (&["solve", "leduc", "--hand-size", "3"], "unexpected argument '--hand-size'"),
        (&["solve", "challenge", "--hand-size", "3", "--solver", "lp"], "choose one of cfr,"),
        (&["export", "game", "whist", "--out", "x.efg"], "neither a file of Gambit (.efg or .nfg) nor a game"),
    ];
    for (line, reason) in refused {
        // A game that does not fit in memory may fit on another machine. The other lines are invalid.
        let code = if line.contains(&"--max-memory") { 1 } else { 2 };
        cardsharp(folder.path(), line).assert().code(code).stderr(contains(reason));
    }
}

/// Slow: each damage is a process.
#[test]
fn a_damaged_policy_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let line = ["train", "kuhn", "--iterations", "10", "--out", "a.policy", "--quiet"];
    cardsharp(folder.path(), &line).assert().success();
    let path = folder.path().join("a.policy");
    let sound = std::fs::read(&path).unwrap();
    for index in (0..sound.len()).step_by(7) {
        let mut damaged = sound.clone();
        damaged[index] ^= 0x10;
        std::fs::write(&path, &damaged).unwrap();
        cardsharp(folder.path(), &["exploit", "a.policy"]).assert().code(1).stderr(contains("a.policy"));
    }
}

#[test]
fn games_are_listed_with_their_published_sizes() {
    let folder = tempfile::tempdir().unwrap();
    let listed = object(folder.path(), &["games"]);
    let games = listed["games"].as_array().unwrap();
    let nodes = |name: &str| {
        let found = games.iter().find(|game| game["name"] == name);
        found.unwrap()["nodes"].as_u64().unwrap()
    };
    assert_eq!(nodes("leduc_poker"), 9_457);
    assert_eq!(nodes("liars_dice(numdice=1,dice_sides=6)"), 294_883);
    assert!(nodes(SMALL) > 1_000);
    for game in games {
        let [compiled, solving] = ["compiled_bytes", "solving_bytes"].map(|key| game[key].as_u64().unwrap());
        assert!(compiled < solving && solving < 30 << 20, "{game}");
    }
}

/// Fails unless the checkpoint `cut` of a run of `game` goes on to the policy of a run that was never stopped.
fn assert_goes_on_to_the_same_bytes(folder: &Path, training: &[&str], iterations: u64) {
    let iterations = iterations.to_string();
    let limit = ["--threads", "1", "--quiet", "--iterations", &iterations];
    let [game, ..] = training else { panic!("no game") };
    let resume = ["train", game, "--resume", "cut.checkpoint"];
    cardsharp(folder, &[&resume[..], &limit].concat()).assert().success();
    let whole = [&["train"][..], training, &["--out", "whole.policy", "--force"], &limit].concat();
    cardsharp(folder, &whole).assert().success();
    let [cut, whole] = ["cut.policy", "whole.policy"].map(|name| std::fs::read(folder.join(name)).unwrap());
    assert!(cut == whole, "{training:?}: the resumed run ends elsewhere");
}

/// Slow: each solver is run, stopped and resumed, in processes.
#[test]
fn a_run_of_a_game_that_fits_memory_is_resumed_to_the_same_bytes() {
    let folders = ["dcfr", "pcfr+", "linear-mccfr"].map(|solver| {
        let folder = tempfile::tempdir().unwrap();
        let training = ["leduc_poker", "--solver", solver];
        let first = "--threads 1 --quiet --iterations 150 --out cut.policy";
        let first: Vec<&str> = first.split(' ').collect();
        cardsharp(folder.path(), &[&["train"][..], &training, &first].concat()).assert().success();
        assert_goes_on_to_the_same_bytes(folder.path(), &training, 400);
        folder
    });
    let [.., folder] = &folders;
    // By a name without parameters, or by another name, and never as another run.
    let goes_on = ["train", "leduc", "--resume", "cut.checkpoint", "--iterations", "410"];
    assert_eq!(object(folder.path(), &goes_on)["iterations"], 410);
    for (line, reason) in [
        ("train kuhn --resume cut.checkpoint", "the game leduc_poker, and not kuhn"),
        ("train leduc --solver cfr --resume cut.checkpoint", "--solver linear-mccfr, and not cfr"),
        ("train leduc --seed 2 --resume cut.checkpoint", "--seed 1, and not 2"),
        ("train leduc --resume whole.policy", "a policy"),
        ("train challenge --resume cut.checkpoint", "the game leduc_poker, and not challenge"),
    ] {
        let line: Vec<&str> = line.split(' ').collect();
        cardsharp(folder.path(), &line).assert().failure().stderr(contains(reason));
    }
}

#[test]
fn a_checkpoint_of_a_file_with_other_payoffs_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.efg");
    cardsharp(folder.path(), &["export", "game", "kuhn", "--out", "game.efg"]).assert().success();
    let line = ["train", "game.efg", "--iterations", "10", "--out", "a.policy", "--quiet"];
    cardsharp(folder.path(), &line).assert().success();
    let text = std::fs::read_to_string(&path).unwrap();
    let changed = text.replace("{ 2, -2 }", "{ 3, -3 }");
    assert_ne!(text, changed);
    std::fs::write(&path, changed).unwrap();
    let line = ["train", "game.efg", "--resume", "a.checkpoint", "--iterations", "20"];
    cardsharp(folder.path(), &line)
        .assert()
        .failure()
        .stderr(contains("a.checkpoint: its game has other payoffs or chance probabilities now"));
}

/// A killed run leaves the policy so far, which can be measured, and a checkpoint, from which it goes on.
#[cfg(unix)]
#[test]
fn a_killed_training_leaves_the_policy_so_far_and_goes_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let line = "train liars_dice(dice_sides=3) --solver cfr --time 60s --threads 1 --checkpoint-every 1ms --quiet \
                --out cut.policy";
    let mut child = start(folder.path(), &line.split(' ').collect::<Vec<_>>());
    let policy = folder.path().join("cut.policy");
    let iterations = || {
        let inspected = run(folder.path(), &["inspect", "cut.policy", "--json"]);
        let said: serde_json::Value = serde_json::from_slice(&inspected.stdout).ok()?;
        said["header"]["iterations"].as_u64()
    };
    // The second one shows that it goes on.
    let mut first = None;
    while first.is_none() || iterations() == first {
        assert!(child.try_wait().unwrap().is_none(), "the run has ended");
        if policy.exists() && first.is_none() {
            first = iterations();
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let measured = object(folder.path(), &["exploit", "cut.policy"]);
    assert!(measured["nash_conv"].as_f64().unwrap() < 1.0, "{measured}");
    let checkpoint = Reader::open(&folder.path().join("cut.checkpoint")).unwrap();
    let before = checkpoint.header().iterations;
    assert!(before > 0);
    let training = ["liars_dice(dice_sides=3)", "--solver", "cfr"];
    assert_goes_on_to_the_same_bytes(folder.path(), &training, before + 300);
}
