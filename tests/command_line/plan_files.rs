//! The file of a plan, and the names of its tasks.

use cardsharp::plan::{FileDigest, Plan, Task};

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
        if serde_json::from_slice::<serde_json::Value>(&bad).ok()
            == serde_json::from_slice(&good).ok()
        {
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
    let input = FileDigest {
        name: "a.policy".to_owned(),
        bytes: 3,
        sha256: "00".repeat(32),
    };
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
