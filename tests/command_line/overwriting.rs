//! No file is overwritten without `--force`, and two runs never write the same files.

use std::fs;
use std::path::Path;

use crate::binary::{TINY, object, run, start, train, wait_for};
use crate::documents::{command_lines, documents, page};

/// Runs a command that must leave the files of `folder` unchanged, and returns its output.
fn refused(folder: &Path, code: i32, line: &[&str]) -> String {
    let contents = || -> Vec<_> {
        let names = fs::read_dir(folder).unwrap();
        let paths = names.map(|entry| entry.unwrap().path());
        let files = paths.filter(|path| path.is_file());
        let mut files: Vec<_> = files.map(|path| (fs::read(&path).unwrap(), path)).collect();
        files.sort();
        files
    };
    let before = contents();
    let output = run(folder, line);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{line:?}: {said}");
    assert!(before == contents(), "{line:?} wrote something: {said}");
    said
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

#[test]
fn a_result_of_another_command_is_replaced_only_with_force() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let solve = "solve leduc --iterations 20 --quiet --out leduc.csv";
    assert!(run(folder, &words(solve)).status.success());
    let train = "train leduc --solver pdcfr+ --iterations 20 --quiet --out leduc.policy";
    let said = refused(folder, 1, &words(train));
    assert!(said.contains("leduc.csv is there already") && said.contains("--force"), "{said}");
    let forced = format!("{train} --force");
    assert!(run(folder, &words(&forced)).status.success());
    let plot = "plot leduc.csv --out leduc.svg";
    assert!(run(folder, &words(plot)).status.success());
    // The extension of a picture gives its format, so that no other file is overwritten by mistake.
    for line in ["plot leduc.csv --out leduc.policy", "plot leduc.csv --out leduc.csv"] {
        let said = refused(folder, 2, &words(line));
        assert!(said.contains(".svg or .png"), "{line}: {said}");
    }
    for line in [
        "solve leduc --iterations 20 --out leduc.csv",
        "solve leduc --iterations 20 --curve leduc.csv",
        "train leduc --solver cfr --iterations 20 --out leduc.policy",
        plot,
        "export game kuhn --out leduc.csv",
        "values --plot leduc.svg",
        "values --solve --out leduc.manifest.json --iterations-per-score 1",
        "bench --plot leduc.svg",
    ] {
        let said = refused(folder, 1, &words(line));
        assert!(said.contains("is there already"), "{line}: {said}");
    }
    let game = "export game kuhn --out leduc.csv --force";
    assert!(run(folder, &words(game)).status.success());
}

#[test]
fn a_trained_policy_is_not_lost_to_a_new_run_or_an_export() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    train(folder, "tiny.policy", 500);
    let line = ["train", TINY, "--score", "0,0", "--iterations", "9"];
    let said = refused(folder, 1, &[&line[..], &["--out", "tiny.policy"]].concat());
    assert!(said.contains("tiny.policy is there already"), "{said}");
    // A policy with the same stem would overwrite the curve.
    let said = refused(folder, 1, &[&line[..], &["--out", "tiny.other"]].concat());
    assert!(said.contains("tiny.checkpoint is there already"), "{said}");
    let export = "export challenge --policy tiny.policy --hands 0 --out tiny.policy";
    refused(folder, 1, &words(export));
    let export = "export challenge --policy tiny.policy --hands 0 --source tiny.csv";
    refused(folder, 1, &words(export));
    // A file that a crash between two renames left behind is a result, too.
    fs::rename(folder.join("tiny.policy"), folder.join("a.policy.previous")).unwrap();
    let said = refused(folder, 1, &[&line[..], &["--out", "a.policy"]].concat());
    assert!(said.contains("a.policy.previous is there"), "{said}");
}

#[test]
fn a_run_that_failed_as_it_began_is_in_nobodys_way() {
    let folder = tempfile::tempdir().unwrap();
    let line = |solver: &str| {
        let line = format!("train kuhn_poker(players=3) --iterations 20 --solver {solver}");
        let line = format!("{line} --out a.policy");
        run(folder.path(), &words(&line))
    };
    assert_eq!(line("lp").status.code(), Some(1));
    assert!(folder.path().join("a.csv").exists());
    assert!(line("cfr").status.success());
    assert_eq!(line("cfr").status.code(), Some(1));
}

#[test]
fn a_resumed_run_writes_over_its_own_files_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    train(folder, "one.policy", 500);
    let resume = ["train", TINY, "--hands", "0", "--quiet", "--iterations"];
    let resumed = |from: &str, to: &str, iterations: &str| {
        let files = ["--resume", from, "--out", to];
        [&resume[..], &[iterations], &files].concat().join(" ")
    };
    let own = resumed("one.checkpoint", "one.policy", "600");
    assert!(run(folder, &words(&own)).status.success());
    let seed = ["--seed", "2", "--out", "two.policy"];
    let other = [&resume[..], &["500", "--score", "0,0"], &seed].concat();
    assert!(run(folder, &other).status.success());
    let wrong = resumed("one.checkpoint", "two.policy", "700");
    let said = refused(folder, 1, &words(&wrong));
    assert!(said.contains("two.policy is there already"), "{said}");
    // A curve without a manifest is of an unknown run.
    fs::copy(folder.join("one.csv"), folder.join("three.csv")).unwrap();
    let wrong = resumed("one.checkpoint", "three.policy", "700");
    let said = refused(folder, 1, &words(&wrong));
    assert!(said.contains("three.csv is there already"), "{said}");
}

#[test]
fn a_policy_is_not_called_what_something_else_is() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "train kuhn --out x.checkpoint",
        "train kuhn --out y.csv",
        "train kuhn --out z.manifest.json",
        "export challenge --policy a.policy --out y.csv",
        "solve kuhn --out x.policy",
        "solve kuhn --curve x.checkpoint",
    ] {
        let said = refused(folder.path(), 2, &words(line));
        assert!(said.contains("is the name of"), "{line}: {said}");
    }
}

#[test]
fn two_runs_with_one_name_exclude_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let line = ["train", TINY, "--score", "0,0", "--threads", "1", "--hands", "0"];
    let long = ["--time", "1h", "--checkpoint-every", "100ms", "--out", "a.policy"];
    let mut child = start(folder, &[&line[..], &long].concat());
    wait_for(&folder.join("a.checkpoint"));
    // Even a run with `--force` is refused.
    let other = ["--iterations", "10", "--out", "a.policy", "--force"];
    let output = run(folder, &[&line[..], &other].concat());
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("is being written by another run"), "{said}");
    let resumed = ["--resume", "a.checkpoint", "--iterations", "10"];
    let output = run(folder, &[&line[..2], &resumed].concat());
    assert_eq!(output.status.code(), Some(1));
    child.kill().unwrap();
    child.wait().unwrap();
    // The lock file of a killed run locks nothing.
    assert!(run(folder, &[&line[..], &other].concat()).status.success());
    let names = fs::read_dir(folder).unwrap();
    let mut names = names.map(|entry| entry.unwrap().file_name());
    assert!(!names.any(|name| name.to_string_lossy().contains("lock")));
}

#[test]
fn two_members_of_a_family_have_two_names_by_default() {
    let folder = tempfile::tempdir().unwrap();
    let trained = |game: &str| {
        let line = ["train", game, "--score", "0,0", "--iterations", "100"];
        let rest = ["--hands", "0", "--json"];
        let said = object(folder.path(), &[&line[..], &rest].concat());
        said["policy"].as_str().unwrap().to_owned()
    };
    let small = trained(TINY);
    assert_eq!(small, "challenge-ranks-3-copies-3-hand-size-2-tricks.policy");
    assert_ne!(small, trained("challenge(ranks=4,copies=3,hand_size=2)"));
}

/// The files that a command line of a page writes.
fn written(words: &[String]) -> Vec<String> {
    let after = |flag: &str| {
        let index = words.iter().position(|word| word == flag);
        index.and_then(|index| words.get(index + 1)).cloned()
    };
    let mut files: Vec<String> =
        ["--out", "--source", "--curve", "--plot"].iter().filter_map(|flag| after(flag)).collect();
    let stem = |file: &String| Path::new(file).with_extension("").display().to_string();
    if words[1] == "train" && after("--resume").is_none() {
        let stems: Vec<String> = files.iter().map(stem).collect();
        for end in ["csv", "checkpoint", "manifest.json"] {
            files.extend(stems.iter().map(|stem| format!("{stem}.{end}")));
        }
    }
    if let Some(curve) = after("--curve") {
        files.push(format!("{}.manifest.json", stem(&curve)));
    }
    files
}

#[test]
fn no_line_of_the_documents_writes_over_the_result_of_another() {
    let mut seen = std::collections::BTreeMap::new();
    for name in documents() {
        for line in command_lines(&page(&name)) {
            for file in written(&line) {
                let line = format!("{name}: {}", line.join(" "));
                if let Some(earlier) = seen.insert(file.clone(), line.clone()) {
                    panic!("{file}: {earlier} and then {line}");
                }
            }
        }
    }
    assert!(seen.len() > 60, "{seen:?}");
}
