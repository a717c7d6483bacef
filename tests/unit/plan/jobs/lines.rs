use super::super::job_files::example;
use super::*;

#[test]
fn a_target_needs_the_seals_of_the_tasks_before() {
    let plan = example();
    let text = &makefile(&plan, "cardsharp").files[0].text;
    let [first, second, third] = [0, 1, 2].map(|number: usize| &plan.tasks[number].id);
    let rule = format!(
        "results/{third}/result.json: results/{first}/result.json results/{second}/result.json\n\
             \tcardsharp run-task . {third}\n"
    );
    assert!(text.contains(&rule), "{text}");
    let lines = &lines(&plan, "the program").files[0].text;
    assert!(lines.starts_with(&format!("'the program' run-task . {first}\n")), "{lines}");
}
