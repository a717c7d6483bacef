//! `cardsharp train` and `cardsharp exploit`: their files, messages and errors.

use std::fs;

use cardsharp::contests::challenge::policy::TrainedPolicy;
use cardsharp::measurement::Quantity;
use cardsharp::policy::container::{Kind, Reader};
use cardsharp::report::curve;
use cardsharp::report::manifest::Manifest;
use cardsharp_solvers::run::StopReason;

use crate::binary::{TINY, object, run, train};

#[test]
fn a_run_leaves_policy_curve_manifest_and_checkpoint_that_agree() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let said = train(folder.path(), "tiny.policy", 20_000);
    let (policy, damage) = TrainedPolicy::load(&at("tiny.policy")).unwrap();
    assert!(damage.is_none());
    assert_eq!(policy.header.game, TINY);
    assert_eq!(policy.header.iterations, 20_000);
    let points = curve::read(&at("tiny.csv")).unwrap();
    let last = points.last().unwrap();
    assert_eq!(last.iteration, 20_000);
    assert_eq!(said["nash_conv"].as_f64(), Some(last.value));
    assert_eq!(policy.header.measured.unwrap().value, last.value);
    let manifest = Manifest::read(&at("tiny.csv")).unwrap().unwrap();
    assert_eq!(manifest.stop_reason, Some(StopReason::Iterations));
    assert_eq!(manifest.policy.as_deref(), Some("tiny.policy"));
    assert!(at("tiny.manifest.json").exists());
    let checkpoint = Reader::open(&at("tiny.checkpoint")).unwrap();
    checkpoint.require_kind(Kind::Checkpoint).unwrap();
    assert_eq!(checkpoint.header().iterations, 20_000);
    for (key, name) in [("policy", "tiny.policy"), ("curve", "tiny.csv"), ("checkpoint", "tiny.checkpoint")] {
        assert_eq!(said[key], name);
    }
}

#[test]
fn training_lowers_what_exploit_measures() {
    let folder = tempfile::tempdir().unwrap();
    let measured = |iterations| {
        let name = format!("tiny-{iterations}.policy");
        train(folder.path(), &name, iterations);
        let report = object(folder.path(), &["exploit", &name, "--json"]);
        assert_eq!(report["half_width"], 0.0, "all hands were measured");
        report["nash_conv"].as_f64().unwrap()
    };
    let (early, late) = (measured(100), measured(200_000));
    assert!(early > 0.0 && late < early / 2.0, "{early} then {late}");
}

/// Its policy has the network that its measure needs, and keeps it as a playing file.
#[test]
fn a_trunk_of_many_ranks_is_measured_with_its_network() {
    let folder = tempfile::tempdir().unwrap();
    let line = "train challenge(ranks=8,copies=8,hand_size=3) --solver trunk --infosets stake+seen4+own4 \
        --score 0,0 --iterations 2 --examples 20 --out trunk.policy --json";
    object(folder.path(), &line.split_whitespace().collect::<Vec<_>>());
    let points = curve::read(&folder.path().join("trunk.csv")).unwrap();
    let last = points.last().unwrap();
    assert_eq!((last.iteration, last.quantity), (2, Quantity::ValueError));
    assert!(last.value > 0.0);
    let line = "export challenge --policy trunk.policy --out play.policy --json";
    object(folder.path(), &line.split_whitespace().collect::<Vec<_>>());
    let networks = ["trunk.policy", "play.policy"].map(|name| {
        let (policy, _) = TrainedPolicy::load(&folder.path().join(name)).unwrap();
        policy.leaf_network.unwrap()
    });
    assert_eq!(networks[0].over, 1);
    assert_eq!(networks[0], networks[1]);
    let measured = |further: &str| {
        let line = format!("exploit play.policy --resolve {further} --json");
        object(folder.path(), &line.split_whitespace().collect::<Vec<_>>())
    };
    let found = measured("iterations=3 --states 2");
    assert!(found["nash_conv_at_least"].as_f64().unwrap() > 0.0);
    // A trunk has no play of its own where it ends.
    assert!(found.get("table_at_least").is_none(), "{found}");
    let found = measured("iterations=3 --states 3 --estimate");
    let part = |key: &str| found[key].as_f64().unwrap();
    assert!(part("trunk") > 0.0 && part("subgames") > 0.0, "{found}");
    let both = part("trunk") + part("subgames");
    assert!((part("nash_conv_by_parts") - both).abs() < 1e-9, "{found}");
    let found = measured("iterations=3 --states 4 --opponent play.policy");
    let number = |key: &str| found[key].as_f64().unwrap();
    let seat = |name: &str| found[name]["utility"].as_f64().unwrap();
    let both = f64::midpoint(seat("leader"), seat("follower"));
    assert!((number("gain") - both).abs() < 1e-9, "{found}");
    assert!(number("half_width") > 0.0 && number("trunk") != 0.0, "{found}");
    let small = "train challenge(ranks=3,copies=8,hand_size=3) --infosets tricks --score 0,0 \
        --iterations 100 --hands 0 --out small.policy --json";
    object(folder.path(), &small.split_whitespace().collect::<Vec<_>>());
    for (further, code, says) in [
        ("--opponent small.policy", 1, "small.policy plays challenge(ranks=3"),
        ("--opponent play.policy --shard 1/2", 2, "leave --shard or --opponent out"),
    ] {
        let line = format!("exploit play.policy --resolve iterations=3 --states 2 {further}");
        let refused = run(folder.path(), &line.split_whitespace().collect::<Vec<_>>());
        assert_eq!(refused.status.code(), Some(code), "{refused:?}");
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(said.contains(says), "{said}");
    }
    let line = "export challenge --policy trunk.policy --source bot.py";
    let refused = run(folder.path(), &line.split_whitespace().collect::<Vec<_>>());
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    // No values of the last trick were learned.
    let later = "iterations=3,from=3,leads-from=3";
    let line = ["exploit", "play.policy", "--resolve", later, "--states", "3", "--estimate"];
    let output = run(folder.path(), &line);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

/// Once the network stays, corrections and averages bring the trunk nearer to an equilibrium, and its promises are what
/// hands are solved again for. Slow: a trunk is trained and measured with re-solving twice.
#[test]
fn a_trunk_with_corrections_and_promises_is_less_exploitable() {
    let folder = tempfile::tempdir().unwrap();
    let done = |line: &str| object(folder.path(), &line.split_whitespace().collect::<Vec<_>>());
    let measured = |name: &str| {
        let found = done(&format!("exploit {name} --resolve iterations=60 --json"));
        found["nash_conv"].as_f64().unwrap()
    };
    done(
        "train challenge(ranks=3,copies=8,hand_size=4) --solver trunk --infosets all --score 0,0 \
        --iterations 3 --examples 200 --out trunk.policy --json",
    );
    let learned = measured("trunk.policy");
    let line = "train challenge --resume trunk.checkpoint --iterations 12 --examples 300";
    let refused = run(folder.path(), &line.split_whitespace().collect::<Vec<_>>());
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("--examples 200, and not 300"), "{said}");
    done("train challenge --resume trunk.checkpoint --learning-rounds 3 --iterations 12 --json");
    let corrected = measured("trunk.policy");
    done("export challenge --policy trunk.policy --out play.policy --json");
    let load = |name: &str| TrainedPolicy::load(&folder.path().join(name)).unwrap().0;
    let [trunk, mut play] = ["trunk.policy", "play.policy"].map(load);
    assert!(trunk.leaf_averages.is_some());
    assert_eq!(trunk.leaf_averages, play.leaf_averages);
    play.leaf_averages = None;
    play.save(&folder.path().join("bare.policy")).unwrap();
    let bare = measured("bare.policy");
    assert!(
        corrected < 0.7 * learned && corrected < bare,
        "{learned} with a network, {corrected} with corrections, {bare} without promises"
    );
}

#[test]
fn flags_of_a_trunk_are_refused_where_there_is_none() {
    let folder = tempfile::tempdir().unwrap();
    for solver in ["linear-mccfr", "range-mccfr", "dcfr"] {
        for flag in ["--examples", "--learning-rounds"] {
            let line = ["train", TINY, "--solver", solver, flag, "5"];
            let output = run(folder.path(), &[&line[..], &["--iterations", "20"]].concat());
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{solver}: {said}");
            assert!(said.contains(flag) && said.contains("leave it out"), "{said}");
        }
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn nothing_moves_and_nothing_else_is_printed_when_piped() {
    let folder = tempfile::tempdir().unwrap();
    let line = ["train", TINY, "--score", "0,0", "--iterations", "2000"];
    let output = run(folder.path(), &line);
    assert!(output.status.success() && output.stdout.is_empty());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!said.contains(['\r', '\u{1b}']), "{said:?}");
    let output = run(folder.path(), &[&line[..], &["--quiet", "--force"]].concat());
    assert!(output.stderr.is_empty() && output.stdout.is_empty());
}

#[test]
fn too_much_memory_is_refused_before_it_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let line = ["train", "challenge", "--infosets", "seen", "--max-memory"];
    let output = run(folder.path(), &[&line[..], &["1MiB"]].concat());
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("--max-memory allows 1.0 MiB") && said.contains("GiB"), "{said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_warm_start_gives_every_score_what_one_has_learnt() {
    let folder = tempfile::tempdir().unwrap();
    train(folder.path(), "tiny.policy", 100_000);
    let all = |warm: &[&str], out: &str, iterations: &str| {
        let line = ["train", TINY, "--hands", "0", "--quiet", "--classes", "5"];
        let line = [&line[..], &["--iterations", iterations, "--out", out], warm].concat();
        run(folder.path(), &line)
    };
    let warm = ["--warm-start", "tiny.checkpoint"];
    // The run counts on from the iterations of its warm start.
    assert!(all(&warm, "warm.policy", "100500").status.success());
    assert!(all(&[], "cold.policy", "500").status.success());
    let measured = |policy: &str| {
        let report = object(folder.path(), &["exploit", policy, "--json"]);
        report["nash_conv"].as_f64().unwrap()
    };
    let (warm_found, cold_found) = (measured("warm.policy"), measured("cold.policy"));
    assert!(warm_found < cold_found / 2.0, "{warm_found} {cold_found}");
    // A checkpoint of several classes can be resumed, but not used for a warm start.
    let output = all(&["--warm-start", "warm.checkpoint"], "x.policy", "10");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("--resume"), "{said}");
    let line = ["train", "challenge", "--warm-start", "tiny.checkpoint"];
    let output = run(folder.path(), &line);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("other rules"), "{said}");
}

#[test]
fn exit_codes_tell_bad_usage_from_failure() {
    let folder = tempfile::tempdir().unwrap();
    for (code, line) in [
        (2, "train challenge --no-such-flag"),
        (2, "train bridge"),
        (2, "train challenge(ranks=99)"),
        (2, "train challenge --infosets none"),
        (2, "train challenge --solver none"),
        (2, "train challenge --score 10,0"),
        (2, "train challenge --time soon"),
        (2, "train challenge --threads 0"),
        (2, "train challenge --classes 0"),
        (2, "train challenge --max-memory lots"),
        (2, "exploit a.policy --hands 0"),
        (2, "match challenge random"),
        (2, "no-such-command"),
        (1, "exploit missing.policy"),
        (2, "exploit a.policy --resolve safety=none"),
        (2, "exploit a.policy --resolve iterations=5 --hands 3"),
        (2, "exploit a.policy --states 3"),
        (1, "train challenge --resume missing.checkpoint"),
        (1, "inspect missing.policy"),
        (1, "match challenge missing.policy expert"),
        (1, "play challenge --policy missing.policy --host 127.0.0.1 --port 1"),
        (1, "export challenge --policy missing.policy --out a.policy"),
        (2, "train skullwhist --score 0,0"),
        (2, "train challenge --matches 3"),
        (2, "train bridge"),
        (2, "solve bridge"),
        (2, "export game bridge --out x.efg"),
        (2, "solve challenge --hand-size 9"),
        (2, "solve challenge(ranks=99)"),
        (2, "play challenge"),
        (2, "play challenge --url http://127.0.0.1:1"),
        (2, "play skullwhist --url http://127.0.0.1:1"),
        (2, "play skullwhist --url ftp://a --name a --password-file b"),
        (2, "play tricky-eights --host 127.0.0.1 --port 1"),
        (2, "play tricky-eights --agent nobody"),
        (2, "serve tricky-eights -- true"),
        (2, "serve tricky-eights --port 1 -- true true true true"),
        (2, "credentials challenge --id x --password-file y"),
        (2, "plot missing.csv --out x.jpg"),
        (1, "plot missing.csv --out x.svg"),
        (0, "train --help"),
    ] {
        let words: Vec<_> = line.split(' ').collect();
        let output = run(folder.path(), &words);
        assert_eq!(output.status.code(), Some(code), "{line}: {output:?}");
        assert!(code == 0 || !output.stderr.is_empty(), "{line}");
    }
}

#[test]
fn a_checkpoint_is_no_policy_and_the_other_way_round() {
    let folder = tempfile::tempdir().unwrap();
    train(folder.path(), "tiny.policy", 100);
    for line in [["exploit", "tiny.checkpoint"].as_slice(), &["train", "challenge", "--resume", "tiny.policy"]] {
        let output = run(folder.path(), line);
        assert_eq!(output.status.code(), Some(1), "{line:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("policy") && said.contains("checkpoint"), "{said}");
    }
}
