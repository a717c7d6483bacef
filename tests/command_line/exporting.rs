//! `cardsharp export`: from a trained policy to a playing file, through the binary.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use assert_cmd::Command;
use cardsharp::contests::challenge::agents::{Agent, Trained};
use cardsharp::contests::challenge::infosets::{HandState, action_name, infoset_name};
use cardsharp::contests::challenge::observation::Observation;
use cardsharp::contests::challenge::policy::TrainedPolicy;
use cardsharp::contests::challenge::rules::{Game, Shoe};
use cardsharp::contests::challenge::scores::Score;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;

const DROP_BELOW: f64 = 0.03;

fn cardsharp(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("cardsharp").unwrap();
    command.args(arguments);
    command
}

fn train(folder: &Path, infosets: &str) -> PathBuf {
    let policy = folder.join(format!("{infosets}.policy"));
    let options = ["--classes", "2", "--iterations", "4000", "--threads", "1"];
    cardsharp(&["train", "challenge(ranks=4,copies=3,hand_size=2)", "--quiet"])
        .args(["--infosets", infosets, "--hands", "0"])
        .args(options)
        .arg("--out")
        .arg(&policy)
        .assert()
        .success();
    policy
}

fn export(policy: &Path, out: &Path) -> Command {
    let drop_below = DROP_BELOW.to_string();
    let mut command = cardsharp(&["export", "challenge", "--hands", "3", "--json"]);
    command.args(["--drop-below", &drop_below, "--policy"]);
    command.arg(policy).arg("--out").arg(out);
    command
}

#[test]
fn a_playing_file_says_what_the_policy_said() {
    let folder = tempfile::tempdir().unwrap();
    for infosets in ["tricks", "seen", "all+led"] {
        let policy = train(folder.path(), infosets);
        let out = folder.path().join(format!("play-{infosets}.policy"));
        let output = export(&policy, &out).assert().success();
        let report: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
        let [before, after] = ["bytes_before", "bytes_after"].map(|key| report[key].as_u64());
        assert!(after < before, "{report}");
        let [before, after] = ["nash_conv_before", "nash_conv_after"].map(|key| report[key].as_f64().unwrap());
        assert!((after - before).abs() < 0.05, "{report}");
        assert!(report["dropped_actions"].as_u64().unwrap() > 0);

        let [source, playing] = [&policy, &out].map(|path| TrainedPolicy::load(path).unwrap().0);
        assert_eq!(playing.classes, source.classes);
        assert_eq!(playing.header.parameters["source iterations"], "4000");
        assert_eq!(playing.header.parameters["drop_below"], DROP_BELOW.to_string());
        assert_eq!(playing.header.measured.as_ref().unwrap().value, after);
        let mut rows = 0;
        source.infosets.for_each_row(&source.game, &mut |key, actions| {
            let (mut was, mut is) = (vec![0.0; actions], vec![0.0; actions]);
            let known = source.table.row(key, &mut was);
            if actions < 2 {
                return;
            }
            assert_eq!(playing.table.row(key, &mut is), known);
            // The probability of dropped actions is divided among the others.
            let most = 1.0 / 255.0 + DROP_BELOW * (actions - 1) as f64;
            for (was, is) in was.iter().zip(&is) {
                assert!((was - is).abs() <= most, "{was} became {is}");
                assert!(*is == 0.0 || *is >= DROP_BELOW / 1.1, "{is} should be dropped");
            }
            rows += u64::from(known);
        });
        assert_eq!(report["rows"], rows);
    }
}

#[test]
fn the_agent_plays_legal_moves_from_a_playing_file() {
    let folder = tempfile::tempdir().unwrap();
    for infosets in ["tricks", "seen+own+pairs"] {
        let policy = train(folder.path(), infosets);
        let out = folder.path().join(format!("play-{infosets}.policy"));
        export(&policy, &out).assert().success();
        plays_legal_moves(&out);
    }
}

fn plays_legal_moves(out: &Path) {
    let policy = Arc::new(TrainedPolicy::load(out).unwrap().0);
    let rules = policy.game.rules();
    let mut moves = 0;
    for seed in 0..20 {
        let mut agents = [1, 2].map(|agent| Trained::new(Arc::clone(&policy), seed + agent));
        let mut game = Game::new(rules, Shoe::new(rules, seed));
        agents.iter_mut().for_each(Agent::start_game);
        while let Some(observation) = Observation::of(&game, Duration::from_secs(2)) {
            let player = game.to_move().unwrap().index();
            let chosen = agents[player].choose(&observation);
            game.apply(chosen).unwrap();
            moves += 1;
        }
        assert!(game.winner().is_some());
    }
    assert!(moves > 20 * 10, "{moves}");
}

#[test]
fn rows_without_places_are_refused_with_the_way_out() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("recall.policy");
    cardsharp(&["train", "challenge(ranks=4,copies=3,hand_size=2)", "--quiet"])
        .args(["--infosets", "recall", "--score", "0,0", "--hands", "0"])
        .args(["--iterations", "500", "--max-memory", "16MiB", "--out"])
        .arg(&policy)
        .assert()
        .success();
    let out = folder.path().join("play.policy");
    export(&policy, &out).assert().failure().stderr(contains("recall").and(contains("--infosets tricks")));
    assert!(!out.exists());
}

#[test]
fn a_program_is_written_beside_or_instead_of_a_playing_file() {
    let folder = tempfile::tempdir().unwrap();
    let policy = train(folder.path(), "seen");
    let source = folder.path().join("bot.py");
    let export = |more: &[&Path]| {
        let mut command = cardsharp(&["export", "challenge", "--hands", "0", "--json"]);
        command.arg("--policy").arg(&policy).args(more);
        command
    };
    let output = export(&["--source".as_ref(), &source]).assert().success();
    let report: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    let program = std::fs::read_to_string(&source).unwrap();
    assert_eq!(report["source_bytes"], program.len());
    assert_eq!((&report["out"], &report["bytes_after"]), (&Value::Null, &Value::Null));
    assert!(program.starts_with("#!/usr/bin/env python3") && !program.contains("@CELLS@"));
    export(&[]).assert().failure().stderr(contains("--source"));
    // With two flags both files are written, and the playing file is the same as without `--source`.
    let (both, alone) = (folder.path().join("both.policy"), folder.path().join("alone.policy"));
    let again = folder.path().join("again.py");
    let arguments: [&Path; 4] = ["--out".as_ref(), &both, "--source".as_ref(), &again];
    export(&arguments).assert().success();
    export(&["--out".as_ref(), &alone]).assert().success();
    assert_eq!(std::fs::read_to_string(&again).unwrap(), program);
    assert_eq!(std::fs::read(&both).unwrap(), std::fs::read(&alone).unwrap());
}

/// The leader's first move, and the follower's after one action: what the policy plays with every hand.
#[test]
fn first_moves_are_written_as_a_strategy() {
    let folder = tempfile::tempdir().unwrap();
    let policy = train(folder.path(), "seen");
    let moves = folder.path().join("moves.csv");
    let mut command = cardsharp(&["export", "challenge", "--hands", "0", "--drop-below", "0"]);
    let files = ["--policy".as_ref(), policy.as_path(), "--moves".as_ref(), &moves];
    command.args(files).assert().success();
    let mut written: BTreeMap<String, Vec<(String, f64)>> = BTreeMap::new();
    let mut rows = csv::Reader::from_path(&moves).unwrap();
    for row in rows.records().map(Result::unwrap) {
        let share = (row[2].to_owned(), row[3].parse().unwrap());
        written.entry(row[1].to_owned()).or_default().push(share);
    }
    let sums = written.values().map(|of| of.iter().map(|(_, share)| share).sum::<f64>());
    assert!(sums.into_iter().all(|sum| (sum - 1.0).abs() < 1e-4));
    // 10 hands of two cards of four ranks; before the follower's move, one of four ranks or a challenge.
    let of = |player: &str| written.keys().filter(|name| name.starts_with(player)).count();
    assert_eq!((of("leader"), of("follower")), (10, 50));

    let policy = TrainedPolicy::load(&policy).unwrap().0;
    let space = policy.game.space();
    let begin = Score { leader: 0, follower: 0 };
    let class = policy.classes.class(begin);
    for hand in space.of_size(2) {
        let state = HandState::dealt([hand; 2], class);
        let shares = &written[&infoset_name(space, &state, hand)];
        let mut known = vec![0.0; shares.len()];
        assert!(policy.known(&state, &mut known));
        for (index, ((action, share), known)) in shares.iter().zip(known).enumerate() {
            assert_eq!(action, &action_name(space, &state, hand, index));
            assert!((share - known).abs() <= 1.0 / 255.0, "{action} {shares:?}");
        }
    }
}
