use super::super::job_files::example;
use super::*;

#[test]
fn tasks_have_their_resources_and_dependencies() {
    let plan = example();
    let files = files(&plan, "cardsharp");
    let text = &files.files[0].text;
    let first = format!(
        "[[task]]\nid = 0\ncommand = [\"cardsharp\", \"run-task\", \".\", \"{}\"]\ndeps = []\n",
        plan.tasks[0].id
    );
    assert!(text.contains(&first), "{text}");
    assert!(text.contains("time_request = \"91s\""), "{text}");
    assert!(text.contains("mem = 300"), "{text}");
    assert!(text.contains("deps = [0, 1]"), "{text}");
    assert!(text.contains("cpus = 2"), "{text}");
}
