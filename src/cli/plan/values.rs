//! The values of all positions of a match, each in a task of its own.

use clap::Args;

use super::study::{Shared, Study, TaskMaker};
use crate::contests;
use crate::plan::Plan;
use cardsharp_contest::StagedStudy;
use cardsharp_game::BadUsage;

/// The values of all scores of a contest, backwards from the last one: a task for each, after those that it needs.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp plan values --out values.plan -- --time-per-score 5m
  cardsharp plan values --for slurm --task-threads 16 -- --policy all.policy --play-outs 1000000

Words after -- are flags of `cardsharp values --solve`.")]
pub(super) struct ValuesPlan {
    /// The contest [default: the first one with such values].
    contest: Option<String>,
    #[command(flatten)]
    shared: Shared,
}

impl ValuesPlan {
    /// The contest's study in parts.
    fn parts(&self) -> anyhow::Result<StagedStudy> {
        let mut all = contests::all();
        let found = match &self.contest {
            Some(name) => contests::by_name(name).and_then(|contest| contest.family().values_study()),
            None => all.find_map(|contest| contest.family().values_study()),
        };
        let of = self.contest.as_deref().unwrap_or("all contests");
        found.ok_or_else(|| BadUsage::new(format!("{of} has no values of scores")).into())
    }
}

impl Study for ValuesPlan {
    fn name(&self) -> &'static str {
        "values"
    }

    fn shared(&self) -> &Shared {
        &self.shared
    }

    fn plan(&self, maker: &mut TaskMaker<'_>) -> anyhow::Result<Plan> {
        let study = self.parts()?;
        let threads = self.shared.task_threads.to_string();
        let mut tasks: Vec<crate::plan::Task> = Vec::new();
        for part in &study.parts {
            let needed = part.needs.iter().map(|&part| tasks[part].id.clone());
            let after: Vec<String> = needed.collect();
            let mut words = part.words.clone();
            words.extend(["--threads".to_owned(), threads.clone()]);
            words.extend(self.shared.flags.iter().cloned());
            for id in &after {
                words.push(study.needs_flag.to_owned());
                words.push(format!("../../results/{id}/{}", study.file));
            }
            tasks.push(maker.task_after(&part.name, &words, after)?);
        }
        let gather = maker.gather(&study.gather, &format!("results/*{}", study.file))?;
        Ok(Plan::new(self.name(), maker.inputs.files(), tasks, gather))
    }
}
