//! The file of a plan, the names of its tasks, and the plans of strangers.

use std::fs;
use std::path::Path;

use cardsharp::plan::{FileDigest, Plan, Task};

use crate::binary::run;
use crate::plans::{error_of, ids, planned};

/// The name of the file.
const NAME: &str = "plan.json";

fn plan() -> Plan {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect();
    let first = Task::new("one", words("train kuhn_poker --json"), &[], Vec::new());
    let after = vec![first.id.clone()];
    let second = Task::new("two", words("train leduc_poker --json"), &[], after);
    Plan::new("train", Vec::new(), vec![first, second], Vec::new())
}

#[test]
fn a_plan_is_read_as_it_was_written_and_every_changed_byte_is_named() {
    let folder = tempfile::tempdir().unwrap();
    plan().write(folder.path()).unwrap();
    assert_eq!(Plan::read(folder.path()).unwrap(), plan());
    let path = folder.path().join(NAME);
    let good = std::fs::read(&path).unwrap();
    // The line feed at the end is not part of the plan.
    for index in 0..good.trim_ascii_end().len() {
        let mut bad = good.clone();
        bad[index] ^= 1;
        // White space between the values is not part of the plan.
        if serde_json::from_slice::<serde_json::Value>(&bad).ok() == serde_json::from_slice(&good).ok() {
            continue;
        }
        std::fs::write(&path, &bad).unwrap();
        let error = Plan::read(folder.path()).unwrap_err().to_string();
        assert!(error.contains("plan.json"), "{error}");
        std::fs::write(&path, &good[..index]).unwrap();
        Plan::read(folder.path()).unwrap_err();
    }
}

#[test]
fn tasks_that_make_no_order_and_ids_that_leave_the_folder_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |change: &dyn Fn(&mut Plan)| {
        let mut plan = plan();
        change(&mut plan);
        plan.write(folder.path()).unwrap();
        Plan::read(folder.path()).unwrap_err().to_string()
    };
    assert!(refused(&|plan| plan.tasks.reverse()).contains("is not before it"));
    assert!(refused(&|plan| plan.tasks[0].id = "../x".to_owned()).contains("is no id"));
    assert!(refused(&|plan| plan.tasks[1] = plan.tasks[0].clone()).contains("is there twice"));
    assert!(refused(&|plan| plan.program = "0.0.1".to_owned()).contains("made by cardsharp 0.0.1"));
}

#[test]
fn the_id_is_of_what_the_task_computes() {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let id = |label, command, inputs: &[FileDigest], after: &[&str]| {
        let after = after.iter().map(|&id| id.to_owned()).collect();
        Task::new(label, words(command), inputs, after).id
    };
    let input = FileDigest { name: "a.policy".to_owned(), bytes: 3, sha256: "00".repeat(32) };
    let base = id("a", "solve kuhn_poker", &[], &[]);
    assert_eq!(base, id("a", "solve kuhn_poker", &[], &[]));
    assert!(base.starts_with("a-") && base.len() == 14, "{base}");
    let others = [
        id("a", "solve leduc_poker", &[], &[]),
        id("a", "solve kuhn_poker", &[input], &[]),
        id("a", "solve kuhn_poker", &[], &["b"]),
    ];
    assert!(others.iter().all(|other| *other != base));
}

/// The checksum of a plan shows damage. Whoever changes a plan makes a new one.
fn resealed(plan: &Path, change: impl FnOnce(&mut Plan)) {
    let mut changed = Plan::read(plan).unwrap();
    change(&mut changed);
    changed.write(plan).unwrap();
}

#[test]
fn a_strangers_plan_runs_nothing_but_studies() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let line = "plan tournament challenge greedy random --tasks 1 --no-run --out t.plan -- --rounds 1";
    planned(folder, line);
    let plan = folder.join("t.plan");
    let good = fs::read(plan.join("plan.json")).unwrap();
    let id = ids(&plan).remove(0);
    let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let program = format!("program:command=touch {}/owned", folder.display());
    let mut with_program = words("tournament challenge greedy");
    with_program.extend([program, "--rounds".to_owned(), "1".to_owned()]);
    let victim = folder.join("victim");
    fs::write(&victim, "kept").unwrap();
    let outside =
        |flag: &str| words(&format!("tournament challenge greedy random --force {flag} {}", victim.display()));
    for (commands, reason) in [
        (words("serve tricky-eights --unconfined -- a b c d"), "is no command of such a plan"),
        (words("train kuhn --iterations 1"), "is no command of such a plan"),
        (with_program, "a plan runs no other program"),
        (outside("--journal"), "leads out of the plan's folder"),
        (words("tournament challenge greedy random --journal ../../../victim"), "leads out of the plan's folder"),
        (words("tournament challenge greedy random --journal ../../results/../../victim"), "leads out"),
    ] {
        for part in ["command", "resume", "gather"] {
            fs::write(plan.join("plan.json"), &good).unwrap();
            resealed(&plan, |plan| match part {
                "command" => plan.tasks[0].command = commands.clone(),
                "resume" => plan.tasks[0].resume.as_mut().unwrap().command = commands.clone(),
                _ => plan.gather = commands.clone(),
            });
            for line in [vec!["run-task", "t.plan", &id], vec!["run-plan", "t.plan"], vec!["gather", "t.plan"]] {
                let output = run(folder, &line);
                assert_eq!(output.status.code(), Some(1), "{line:?} {commands:?}");
                assert!(error_of(&output).contains(reason), "{}", error_of(&output));
            }
        }
    }
    assert!(!folder.join("owned").exists());
    assert_eq!(fs::read_to_string(victim).unwrap(), "kept");
    // What would be refused is not written either.
    let mine = run(
        folder,
        &["plan", "tournament", "challenge", "greedy", "program:command=true", "--tasks", "2", "--out", "p.plan"],
    );
    assert_eq!(mine.status.code(), Some(2), "{}", error_of(&mine));
    assert!(error_of(&mine).contains("a plan runs no other program"));
    fs::write(plan.join("plan.json"), &good).unwrap();
    assert!(run(folder, &["run-plan", "t.plan", "--quiet"]).status.success());
}

/// Slurm asks a task to save 60 s before its time is over, or up to a minute earlier.
#[test]
fn a_short_task_has_time_before_slurm_asks_it_to_end() {
    let folder = tempfile::tempdir().unwrap();
    let line = "plan train kuhn --for slurm --task-seconds 5 --out s.plan -- --iterations 10";
    planned(folder.path(), line);
    let script = fs::read_to_string(folder.path().join("s.plan/slurm-0-0.sh")).unwrap();
    assert!(script.contains("#SBATCH --time=3\n") && script.contains("--signal=B:TERM@60\n"), "{script}");
}
