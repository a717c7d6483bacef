use super::super::job_files::example;
use super::*;
use crate::plan::task::Task;

#[test]
fn a_wave_is_an_array_that_waits_for_the_one_before() {
    let plan = example();
    let files = files(&plan, "cardsharp");
    let text = |name: &str| {
        let mut all = files.files.iter();
        all.find(|file| file.name == name).unwrap().text.clone()
    };
    let ids = text("slurm-0-0.ids");
    let expected = [&plan.tasks[0].id, &plan.tasks[1].id];
    assert!(ids.lines().eq(expected), "{ids}");
    let first = text("slurm-0-0.sh");
    for line in ["--array=0-1", "--cpus-per-task=1", "--mem=300M", "--time=4"] {
        assert!(first.contains(&format!("#SBATCH {line}\n")), "{first}");
    }
    let last = text("slurm-1-0.sh");
    assert!(last.contains("--array=0-0\n") && last.contains("--cpus-per-task=2\n"));
    assert!(!last.contains("--mem"), "{last}");
    let submit = text("slurm-submit.sh");
    let waits = submit.find("after=\"--dependency=afterok$wave --kill-on-invalid-dep=yes\"").unwrap();
    assert!(waits < submit.find("slurm-1-0.sh").unwrap(), "{submit}");
}

#[test]
fn an_array_is_no_longer_than_slurm_allows() {
    let words = |number: usize| vec!["solve".to_owned(), number.to_string()];
    let task = |number| Task::new("a", words(number), &[], Vec::new());
    let plan = Plan::new("train", Vec::new(), (0..2500).map(task).collect(), Vec::new());
    let names: Vec<_> = files(&plan, "cardsharp").files.into_iter().collect();
    assert_eq!(names.len(), 7);
    assert!(names[5].text.contains("--array=0-499\n"));
}
