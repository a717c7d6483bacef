//! Studies that are cut into tasks, through the binary: whole, killed, damaged, and of other versions.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use serde_json::Value;

#[cfg(unix)]
use crate::binary::signal;
use crate::binary::{object, run, start, wait_for};

/// A policy of a small member of Challenge, in the file `a.policy`.
fn trained(folder: &Path, hand_size: u8) {
    let game = format!("challenge(ranks=4,copies={hand_size},hand_size={hand_size})");
    let words =
        ["train", &game, "--iterations", "3000", "--score", "0,0", "--hands", "0", "--quiet", "--out", "a.policy"];
    let output = run(folder, &words);
    assert!(output.status.success(), "{output:?}");
}

pub fn planned(folder: &Path, line: &str) {
    let words: Vec<&str> = line.split(' ').collect();
    let output = run(folder, &words);
    assert!(output.status.success(), "{line}: {output:?}");
}

pub fn error_of(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The ids of the tasks of a plan.
pub fn ids(plan: &Path) -> Vec<String> {
    let text = fs::read_to_string(plan.join("plan.json")).unwrap();
    let sealed: Value = serde_json::from_str(&text).unwrap();
    let tasks = sealed["plan"]["tasks"].as_array().unwrap().iter();
    tasks.map(|task| task["id"].as_str().unwrap().to_owned()).collect()
}

/// Every file of a folder and its folders, with its content.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.insert(path.clone(), fs::read(path).unwrap());
            }
        }
    }
    found
}

#[test]
fn the_parts_of_a_measure_make_what_one_command_measures() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    trained(folder, 3);
    let mut whole = object(folder, &["exploit", "a.policy", "--json"]);
    whole.as_object_mut().unwrap().remove("seconds");
    let line = "plan exploit a.policy --tasks 5 --quiet --json --out";
    for plan in ["one.plan", "other.plan"] {
        let words: Vec<&str> = line.split(' ').chain([plan]).collect();
        assert_eq!(object(folder, &words), whole);
    }
    let answer = |plan: &str| fs::read(folder.join(plan).join("answer.json")).unwrap();
    assert_eq!(answer("one.plan"), answer("other.plan"));
    // The copy in the plan is what counts.
    fs::remove_file(folder.join("a.policy")).unwrap();
    assert_eq!(object(folder, &["gather", "one.plan", "--json"]), whole);
}

#[test]
fn a_measure_with_re_solving_is_cut_by_first_moves() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    trained(folder, 3);
    let resolve = ["--resolve", "iterations=3,from=2,leads-from=2"];
    let mut whole = object(folder, &[&["exploit", "a.policy", "--json"][..], &resolve].concat());
    whole.as_object_mut().unwrap().remove("seconds");
    let line = ["plan", "exploit", "a.policy", "--tasks", "3", "--quiet", "--json", "--"];
    assert_eq!(object(folder, &[&line[..], &resolve].concat()), whole);
}

#[test]
fn a_task_is_done_once_and_what_is_missing_or_damaged_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    trained(folder, 2);
    planned(folder, "plan exploit a.policy --tasks 3 --no-run --out s.plan");
    let plan = folder.join("s.plan");
    let ids = ids(&plan);
    let task = |id: &str| run(folder, &["run-task", "s.plan", id]);
    let gathered = || run(folder, &["gather", "s.plan", "--json"]);
    let output = gathered();
    assert_eq!(output.status.code(), Some(1));
    let error = error_of(&output);
    assert!(error.contains("3 of 3 tasks are not done") && error.contains(&ids[2]), "{error}");
    for id in &ids {
        assert!(task(id).status.success());
    }
    let before = files(&plan.join("results"));
    assert!(task(&ids[0]).status.success());
    assert_eq!(files(&plan.join("results")), before, "it was run again");
    let whole = gathered();
    assert!(whole.status.success(), "{whole:?}");

    // Every file, with a byte changed, cut, and gone.
    for (path, good) in &before {
        let mut changed = good.clone();
        changed[good.len() / 2] ^= 4;
        for bad in [Some(&changed[..]), Some(&good[..good.len() / 2]), None] {
            match bad {
                Some(bad) => fs::write(path, bad).unwrap(),
                None => fs::remove_file(path).unwrap(),
            }
            let output = gathered();
            assert_eq!(output.status.code(), Some(1), "{path:?}");
            let error = error_of(&output);
            let name = path.file_name().unwrap().to_str().unwrap();
            assert!(error.contains(name) && error.contains("run the task again"), "{error}");
            fs::write(path, good).unwrap();
        }
    }
    // The task of a damaged result is run again, and makes the same answer.
    let printed = plan.join("results").join(&ids[1]).join("printed");
    fs::write(&printed, "{}").unwrap();
    assert!(task(&ids[1]).status.success());
    assert_eq!(gathered().stdout, whole.stdout);

    // A result under another task's name, and one of no task.
    let results = plan.join("results");
    fs::rename(results.join(&ids[0]), results.join("x")).unwrap();
    let error = error_of(&gathered());
    assert!(error.contains("results/x is of no task of this plan"), "{error}");
    fs::remove_dir_all(results.join(&ids[1])).unwrap();
    fs::rename(results.join("x"), results.join(&ids[1])).unwrap();
    let error = error_of(&gathered());
    assert!(error.contains("holds the result of another task"), "{error}");
    let output = task("no-such-task");
    assert_eq!(output.status.code(), Some(1));
    assert!(error_of(&output).contains("has no task no-such-task"));
}

#[test]
fn another_input_and_a_wrong_flag_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    trained(folder, 2);
    let wrong = ["plan", "exploit", "a.policy", "--tasks", "2", "--", "--no-such-flag"];
    let output = run(folder, &wrong);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(error_of(&output).contains("--no-such-flag"));
    planned(folder, "plan exploit a.policy --tasks 2 --no-run --out s.plan");
    let again = run(folder, &["plan", "exploit", "a.policy", "--tasks", "2", "--out", "s.plan"]);
    assert!(error_of(&again).contains("is a plan already"), "{again:?}");
    let plan = folder.join("s.plan");
    fs::write(plan.join("inputs/a.policy"), "other").unwrap();
    let output = run(folder, &["run-task", "s.plan", &ids(&plan)[0]]);
    assert_eq!(output.status.code(), Some(1));
    assert!(error_of(&output).contains("is not the file that the plan was made with"));
}

/// Slow: eight tasks are killed again and again until each has come to its end.
#[test]
fn a_grid_of_training_runs_is_the_same_however_often_it_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let line = "plan train challenge(ranks=4,copies=2,hand_size=2) leduc_poker --solvers mccfr,linear-mccfr \
                --seeds 1..2 --no-run --quiet";
    let flags = "-- --iterations 40000 --samples 0 --checkpoint-every 1s";
    for name in ["whole.plan", "killed.plan"] {
        planned(folder, &format!("{line} --out {name} {flags}"));
    }
    let answer = object(folder, &["run-plan", "whole.plan", "--quiet", "--json"]);
    assert_eq!(answer.as_array().unwrap().len(), 8);
    let killed = folder.join("killed.plan");
    for id in ids(&killed) {
        let result = killed.join("results").join(&id).join("result.json");
        // Each process has a little more time than the one before, so that a task ends on any machine.
        for attempt in 0.. {
            if result.exists() {
                break;
            }
            let mut process = start(folder, &["run-task", "killed.plan", &id]);
            std::thread::sleep(Duration::from_millis(5 + 67 * attempt));
            let _ = process.kill();
            process.wait().unwrap();
        }
    }
    object(folder, &["run-plan", "killed.plan", "--quiet", "--json"]);
    let text = |plan: &str| fs::read_to_string(folder.join(plan).join("answer.json")).unwrap();
    assert_eq!(text("killed.plan"), text("whole.plan"));
}

/// A task that is asked to end goes on from its checkpoint, by another command line, and makes the same answer.
/// Slow: two trainings of three million iterations, so that one can be interrupted.
#[cfg(unix)]
#[test]
fn a_task_that_was_interrupted_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let line = "plan train challenge(ranks=4,copies=2,hand_size=2) --solvers mccfr --no-run --quiet";
    let flags = "-- --iterations 3000000 --samples 0";
    for name in ["whole.plan", "interrupted.plan"] {
        planned(folder, &format!("{line} --out {name} {flags}"));
    }
    let plan = folder.join("interrupted.plan");
    let id = &ids(&plan)[0];
    let mut process = start(folder, &["run-task", "interrupted.plan", id]);
    wait_for(&plan.join("work").join(id).join("printed"));
    std::thread::sleep(Duration::from_millis(100));
    signal(&process, "-TERM");
    assert_eq!(process.wait().unwrap().code(), Some(130));
    let answers =
        ["whole.plan", "interrupted.plan"].map(|plan| object(folder, &["run-plan", plan, "--quiet", "--json"]));
    assert_eq!(answers[0], answers[1]);
    let seal = fs::read_to_string(plan.join("results").join(id).join("result.json")).unwrap();
    assert!(seal.contains("\"--resume\""), "{seal}");
}

#[test]
fn files_of_a_run_that_was_killed_before_its_seal_are_in_nobodys_way() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    planned(folder, "plan train leduc_poker --no-run --out s.plan -- --iterations 50");
    let plan = folder.join("s.plan");
    let id = &ids(&plan)[0];
    let answer = || object(folder, &["run-plan", "s.plan", "--quiet", "--json"]);
    let whole = answer();
    let (work, result) = (plan.join("work").join(id), plan.join("results").join(id));
    for seal in [None, Some(".result.json.writing-1.tmp")] {
        fs::rename(&result, &work).unwrap();
        match seal {
            None => fs::remove_file(work.join("result.json")).unwrap(),
            Some(torn) => fs::rename(work.join("result.json"), work.join(torn)).unwrap(),
        }
        assert_eq!(answer(), whole);
    }
}

/// Slow: a plan of 100 processes.
#[test]
fn the_values_of_single_scores_make_the_table_of_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let flags = "--iterations-per-score 300 --play-outs 2000 --hands 1 --ranks 3 --copies 3 --hand-size 2";
    let line = format!("values --solve --out whole.json --threads 1 --json --quiet {flags}");
    let words: Vec<&str> = line.split(' ').collect();
    let whole = object(folder, &words);
    planned(folder, &format!("plan values --no-run --out v.plan -- {flags}"));
    // Each of the 19 waves waits for the one before.
    planned(folder, &format!("plan values --for slurm --task-seconds 20 --out s.plan -- {flags}"));
    assert!(folder.join("s.plan/slurm-18-0.sh").exists());
    assert!(!folder.join("s.plan/slurm-19-0.sh").exists());
    let plan = folder.join("v.plan");
    let ids = ids(&plan);
    assert_eq!(ids.len(), 100);
    let early = error_of(&run(folder, &["run-task", "v.plan", &ids[1]]));
    assert!(early.contains("needs a task that is not done"), "{early}");
    let answer = object(folder, &["run-plan", "v.plan", "--quiet", "--json"]);
    assert_eq!(answer, whole);
    // Without the later scores it says which.
    let words = "values --solve --score 8,9 --out x.json --ranks 3 --copies 3 --hand-size 2";
    let words: Vec<&str> = words.split(' ').collect();
    let error = error_of(&run(folder, &words));
    assert!(error.contains("9,9") && error.contains("--later"), "{error}");
}

#[test]
fn the_parts_of_a_tournament_make_the_table_and_the_journal_of_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let of = "challenge random greedy greedy-challenge";
    for flags in ["--rounds 7", "--games 9 --format gauntlet --seed 3"] {
        fs::create_dir(folder.join("whole")).unwrap();
        let line = format!("tournament {of} {flags} --journal whole/w.jsonl --json --quiet");
        let words: Vec<&str> = line.split(' ').collect();
        let mut whole = object(folder, &words);
        whole.as_object_mut().unwrap().remove("seconds");
        planned(folder, &format!("plan tournament {of} --tasks 5 --no-run --out t.plan -- {flags}"));
        let plan = folder.join("t.plan");
        // One that is killed goes on, from whatever it has left.
        let ids = ids(&plan);
        for delay in [3, 30, 60] {
            let mut process = start(folder, &["run-task", "t.plan", &ids[1]]);
            std::thread::sleep(Duration::from_millis(delay));
            let _ = process.kill();
            process.wait().unwrap();
        }
        assert_eq!(object(folder, &["run-plan", "t.plan", "--quiet", "--json"]), whole);
        let parts = ids.iter().map(|id| format!("t.plan/results/{id}/journal.jsonl"));
        let parts: Vec<String> = parts.collect();
        let joined = |parts: &[String], out: &str| {
            let given = parts.iter().map(String::as_str);
            let words = ["tournament", "--join"].into_iter().chain(given);
            let words: Vec<&str> = words.chain(["--journal", out]).collect();
            run(folder, &words)
        };
        assert!(joined(&parts, "whole/j.jsonl").status.success());
        let journal = |name: &str| fs::read_to_string(folder.join("whole").join(name)).unwrap();
        assert_eq!(journal("j.jsonl"), journal("w.jsonl"));
        let error = error_of(&joined(&parts[1..], "x.jsonl"));
        assert!(error.contains("rounds or games are missing"), "{error}");
        let twice = [&parts[..], &parts[..1]].concat();
        let error = error_of(&joined(&twice, "y.jsonl"));
        assert!(error.contains("there twice"), "{error}");
        fs::remove_dir_all(plan).unwrap();
        fs::remove_dir_all(folder.join("whole")).unwrap();
        fs::remove_file(folder.join("x.jsonl")).unwrap();
        fs::remove_file(folder.join("y.jsonl")).unwrap();
    }
    let wrong = ["plan", "tournament", "challenge", "random", "nobody", "--tasks", "2"];
    let output = run(folder, &wrong);
    assert_ne!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn make_runs_the_tasks() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let program = assert_cmd::cargo::cargo_bin("cardsharp");
    let words = [
        "plan",
        "train",
        "kuhn_poker",
        "--seeds",
        "1..3",
        "--for",
        "make",
        "--out",
        "s.plan",
        "--program",
        program.to_str().unwrap(),
        "--",
        "--iterations",
        "10",
    ];
    let output = run(folder, &words);
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("cardsharp gather s.plan"), "{said}");
    let made = std::process::Command::new("make").arg("--jobs=2").current_dir(folder.join("s.plan")).output();
    // A machine without make cannot try it.
    let Ok(made) = made else { return };
    assert!(made.status.success(), "{made:?}");
    let answer = object(folder, &["gather", "s.plan", "--json"]);
    assert_eq!(answer.as_array().unwrap().len(), 3);
}

/// The expected seconds and memory of the tasks of a plan.
fn expected(plan: &Path) -> Vec<[Option<f64>; 2]> {
    let text = fs::read_to_string(plan.join("plan.json")).unwrap();
    let sealed: Value = serde_json::from_str(&text).unwrap();
    let of = |task: &Value| ["seconds", "memory"].map(|key| task[key].as_f64());
    sealed["plan"]["tasks"].as_array().unwrap().iter().map(of).collect()
}

#[test]
fn the_first_task_tells_what_the_others_need() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let grid = "plan train kuhn_poker --seeds 1..2 --quiet";
    for (name, flags) in [
        ("hyperqueue.toml", "--for hyperqueue"),
        ("slurm-submit.sh", "--for slurm"),
        ("Makefile", "--measure-first --for make"),
    ] {
        planned(folder, &format!("{grid} {flags} --out {name}.plan -- --iterations 10"));
        let plan = folder.join(format!("{name}.plan"));
        for task in expected(&plan) {
            assert!(task.iter().all(|told| told.is_some_and(|told| told > 0.0)), "{task:?}");
        }
        let first = plan.join("results").join(&ids(&plan)[0]);
        assert!(first.exists(), "the first task is done");
        assert!(plan.join(name).exists());
    }
    let jobs = fs::read_to_string(folder.join("hyperqueue.toml.plan/hyperqueue.toml")).unwrap();
    assert_eq!(jobs.matches("[[task]]").count(), 2, "{jobs}");
    // A time that is given is not measured.
    for (flags, seconds, memory) in [
        ("--task-seconds 7 -- --iterations 10", Some(7.0), None),
        ("--task-memory 3MiB -- --iterations 10", None, Some(3_145_728.0)),
        ("-- --time 90s", Some(90.0), None),
    ] {
        let plan = folder.join("given.plan");
        planned(folder, &format!("{grid} --for slurm --out given.plan {flags}"));
        assert_eq!(expected(&plan), [[seconds, memory]; 2]);
        assert!(!plan.join("results").exists());
        fs::remove_dir_all(plan).unwrap();
    }
    // A plan for this machine learns from its first task.
    planned(folder, &format!("{grid} --out local.plan -- --iterations 10"));
    for task in expected(&folder.join("local.plan")) {
        assert!(task.iter().all(Option::is_some), "{task:?}");
    }
}
