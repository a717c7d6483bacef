//! Array jobs for Slurm, one for each wave of tasks.

use std::fmt::Write;

use super::job_files::{JobFile, JobFiles, quoted, waves};
use crate::plan::plan_file::Plan;

/// The script that submits all arrays.
const SUBMIT: &str = "slurm-submit.sh";
/// The most tasks of an array. Slurm's own limit, `MaxArraySize`, is 1001 unless a cluster changes it, and it is one
/// more than the greatest index.
const ARRAY: usize = 1000;
/// The time limit of a task, in expected times.
const PATIENCE: f64 = 2.0;
/// The seconds before the end of its time at which a task is asked to save. Slurm may ask up to a minute earlier.
const NOTICE: u32 = 60;
/// The shortest time limit in minutes: the notice, the minute before it, and a minute of work.
const SHORTEST: f64 = 3.0;

/// The scripts, and the command line that submits them.
pub(super) fn files(plan: &Plan, program: &str) -> JobFiles {
    let mut files = Vec::new();
    let mut submit =
        "#!/bin/sh\n# Submits the arrays of tasks. Each waits for those before it.\nset -eu\nmkdir -p logs\nafter=\n"
            .to_owned();
    for (wave, numbers) in waves(plan).iter().enumerate() {
        submit.push_str("wave=\n");
        for (part, numbers) in numbers.chunks(ARRAY).enumerate() {
            let name = format!("slurm-{wave}-{part}");
            files.push(JobFile {
                name: format!("{name}.ids"),
                text: numbers.iter().map(|&number| format!("{}\n", plan.tasks[number].id)).collect(),
            });
            files.push(JobFile { name: format!("{name}.sh"), text: array(plan, numbers, &name, program) });
            let _ = writeln!(submit, "job=$(sbatch --parsable $after {name}.sh)\nwave=\"$wave:${{job%%;*}}\"");
        }
        // Tasks that wait for one that has failed would stay in the queue for ever.
        submit.push_str("after=\"--dependency=afterok$wave --kill-on-invalid-dep=yes\"\n");
    }
    files.push(JobFile { name: SUBMIT.to_owned(), text: submit });
    JobFiles { files, start: format!("sh {SUBMIT}") }
}

/// The script of one array.
fn array(plan: &Plan, numbers: &[usize], name: &str, program: &str) -> String {
    let tasks = || numbers.iter().map(|&number| &plan.tasks[number]);
    let threads = tasks().map(|task| task.threads).max().unwrap_or(1);
    let memory = tasks().filter_map(|task| task.memory).max();
    let seconds = tasks().filter_map(|task| task.seconds).reduce(f64::max);
    let mut text = format!(
        "#!/bin/bash\n#SBATCH --job-name=cardsharp-{}\n#SBATCH --array=0-{}\n#SBATCH --ntasks=1\n\
         #SBATCH --cpus-per-task={threads}\n",
        plan.kind,
        numbers.len() - 1
    );
    if let Some(memory) = memory {
        let _ = writeln!(text, "#SBATCH --mem={}M", memory.div_ceil(1 << 20));
    }
    if let Some(seconds) = seconds {
        let minutes = (seconds * PATIENCE / 60.0).ceil().max(SHORTEST);
        let _ = writeln!(text, "#SBATCH --time={minutes:.0}");
    }
    // A task that is asked to end saves its checkpoint, and one that is put back into the queue goes on from there.
    let _ = write!(
        text,
        "#SBATCH --signal=B:TERM@{NOTICE}\n#SBATCH --requeue\n#SBATCH --open-mode=append\n\
         #SBATCH --output=logs/%x-%A-%a.log\n\
         id=$(sed -n \"$((SLURM_ARRAY_TASK_ID + 1))p\" {name}.ids)\n\
         exec {} run-task . \"$id\"\n",
        quoted(program)
    );
    text
}

#[cfg(test)]
#[path = "../../../tests/unit/plan/jobs/slurm.rs"]
mod tests;
