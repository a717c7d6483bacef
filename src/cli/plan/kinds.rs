//! The kinds of studies, and their tasks.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::study::{Shared, Study, TaskMaker};
use crate::cli::candidates;
use crate::plan::{Plan, Resume, Task};
use cardsharp_commands::candidates::policies;
use cardsharp_game::BadUsage;

/// The exact exploitability of a policy, in parts that `cardsharp merge` puts together.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp plan exploit tricks.policy --tasks 16
  cardsharp plan exploit all.policy --tasks 16 -- --score 3,5
  cardsharp plan exploit trunk.policy --tasks 16 -- --resolve iterations=30 --states 400 --estimate

Words after -- are flags of `cardsharp exploit` and of `cardsharp merge`.")]
pub(super) struct ExploitPlan {
    /// The policy file.
    #[arg(add = policies())]
    policy: PathBuf,
    /// The number of tasks.
    #[arg(long, value_name = "N")]
    tasks: NonZeroUsize,
    #[command(flatten)]
    shared: Shared,
}

impl Study for ExploitPlan {
    fn name(&self) -> &'static str {
        "exploit"
    }

    fn shared(&self) -> &Shared {
        &self.shared
    }

    fn plan(&self, maker: &mut TaskMaker<'_>) -> anyhow::Result<Plan> {
        let policy = self.policy.display().to_string();
        let threads = self.shared.task_threads.to_string();
        let mut tasks = Vec::new();
        for number in 1..=self.tasks.get() {
            let shard = format!("{number}/{}", self.tasks);
            let mut words = owned(&["exploit", &policy, "--shard", &shard]);
            words.extend(owned(&["--threads", &threads, "--json", "--quiet"]));
            words.extend(self.shared.flags.iter().cloned());
            tasks.push(maker.task(&format!("exploit-{number}"), &words)?);
        }
        let mut gather = owned(&["merge", &policy]);
        gather.extend(self.shared.flags.iter().cloned());
        let gather = maker.gather(&gather, "results/*.part.json")?;
        Ok(Plan::new(self.name(), maker.inputs.files(), tasks, gather))
    }
}

/// A grid of training runs: every game with every recipe of information sets, every solver and every seed.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp plan train kuhn_poker leduc_poker --solvers cfr+,dcfr,pcfr+ -- --iterations 1000
  cardsharp plan train challenge --infosets tricks,seen3+own3 --seeds 1..5 -- --score 0,0 --time 10m

Words after -- are flags of `cardsharp train`. The policies are in results/ID/run.policy, the curves beside them. A \
recipe with commas in its name is given by an --infosets of its own, with ; at its end.")]
pub(super) struct TrainPlan {
    /// The games.
    #[arg(required = true, add = candidates::games())]
    games: Vec<String>,
    /// Recipes of information sets [default: the game's own].
    #[arg(long, value_name = "NAME,...")]
    infosets: Vec<String>,
    /// Solvers [default: the game's own].
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    solvers: Vec<String>,
    /// Seeds: FIRST..LAST, both included, or a list.
    #[arg(long, value_name = "SEEDS", default_value = "1", value_parser = seeds)]
    seeds: Seeds,
    #[command(flatten)]
    shared: Shared,
}

/// A round robin or a gauntlet, in parts that `cardsharp tournament --join` puts together.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp plan tournament challenge greedy greedy-challenge expert --tasks 8 -- --rounds 1000
  cardsharp plan tournament dead-mans-draw expert threshold one-card --tasks 4 -- --games 10000 --format gauntlet

Words after -- are flags of `cardsharp tournament`. `cardsharp tournament --join results/*/journal.jsonl --journal \
FILE` in the plan's folder makes one journal.")]
pub(super) struct TournamentPlan {
    /// The contest.
    #[arg(add = candidates::contests())]
    contest: String,
    /// The agents, as `cardsharp tournament` takes them.
    #[arg(required = true, add = candidates::agents())]
    agents: Vec<String>,
    /// The number of tasks.
    #[arg(long, value_name = "N")]
    tasks: NonZeroUsize,
    #[command(flatten)]
    shared: Shared,
}

/// The file with the results of a part.
const JOURNAL: &str = "journal.jsonl";

impl Study for TournamentPlan {
    fn name(&self) -> &'static str {
        "tournament"
    }

    fn shared(&self) -> &Shared {
        &self.shared
    }

    fn plan(&self, maker: &mut TaskMaker<'_>) -> anyhow::Result<Plan> {
        let threads = self.shared.task_threads.to_string();
        let mut tasks = Vec::new();
        for number in 1..=self.tasks.get() {
            let shard = format!("{number}/{}", self.tasks);
            let part = owned(&["--shard", &shard, "--threads", &threads, "--json", "--quiet"]);
            let mut words = owned(&["tournament", &self.contest]);
            words.extend(self.agents.iter().chain(&self.shared.flags).cloned());
            words.extend(owned(&["--journal", JOURNAL]));
            words.extend(part.iter().cloned());
            let mut part_task = maker.task(&format!("tournament-{number}"), &words)?;
            let goes_on = owned(&["tournament", "--resume", JOURNAL]);
            part_task.resume = Some(Resume { checkpoint: JOURNAL.to_owned(), command: [goes_on, part].concat() });
            tasks.push(part_task);
        }
        // The journals stand in the order of the tasks, which is that of the parts.
        let gather = owned(&["tournament", "--join"]);
        let gather = maker.gather(&gather, "results/*.jsonl")?;
        Ok(Plan::new(self.name(), maker.inputs.files(), tasks, gather))
    }
}

/// Seeds as a user gives them.
#[derive(Clone)]
struct Seeds(Vec<u64>);

/// The most seeds of a plan.
const MAX_SEEDS: u64 = 100_000;

fn seeds(text: &str) -> Result<Seeds, String> {
    let number = |text: &str| text.trim().parse::<u64>();
    let fault = |_| format!("`{text}`: write seeds as 1..5 or 1,2,3");
    let Some((first, last)) = text.split_once("..") else {
        let all = text.split(',').map(number).collect::<Result<_, _>>();
        return all.map(Seeds).map_err(fault);
    };
    let (first, last) = (number(first).map_err(fault)?, number(last).map_err(fault)?);
    match last.checked_sub(first) {
        None => Err(format!("`{text}`: the last seed is before the first")),
        Some(more) if more >= MAX_SEEDS => Err(format!("a plan has {MAX_SEEDS} seeds at most")),
        Some(_) => Ok(Seeds((first..=last).collect())),
    }
}

impl Study for TrainPlan {
    fn name(&self) -> &'static str {
        "train"
    }

    fn shared(&self) -> &Shared {
        &self.shared
    }

    fn plan(&self, maker: &mut TaskMaker<'_>) -> anyhow::Result<Plan> {
        let recipes: Vec<&str> = self.infosets.iter().flat_map(|given| recipes(given)).collect();
        let mut tasks: Vec<Task> = Vec::new();
        for game in &self.games {
            for recipe in options(&recipes) {
                let solvers: Vec<&str> = self.solvers.iter().map(String::as_str).collect();
                for solver in options(&solvers) {
                    for &seed in &self.seeds.0 {
                        let run = self.run(game, recipe, solver, seed, maker)?;
                        if tasks.iter().any(|other| other.id == run.id) {
                            let fault = format!("two tasks are equal: {}", run.command.join(" "));
                            return Err(BadUsage::new(fault).into());
                        }
                        tasks.push(run);
                    }
                }
            }
        }
        Ok(Plan::new(self.name(), maker.inputs.files(), tasks, Vec::new()))
    }
}

impl TrainPlan {
    fn run(
        &self,
        game: &str,
        recipe: Option<&str>,
        solver: Option<&str>,
        seed: u64,
        maker: &mut TaskMaker<'_>,
    ) -> anyhow::Result<Task> {
        let mut words = owned(&["train", game]);
        for (flag, value) in [("--infosets", recipe), ("--solver", solver)] {
            words.extend(value.iter().flat_map(|value| owned(&[flag, value])));
        }
        let threads = self.shared.task_threads.to_string();
        words.extend(owned(&["--seed", &seed.to_string(), "--threads", &threads]));
        words.extend(owned(&["--out", "run.policy", "--json", "--quiet"]));
        words.extend(self.shared.flags.iter().cloned());
        let number = |byte: char| {
            if byte.is_ascii_alphanumeric() { byte } else { '_' }
        };
        let name: String = game.chars().take(24).map(number).collect();
        let mut run = maker.task(&format!("train-{name}"), &words)?;
        let checkpoint = "run.checkpoint".to_owned();
        let goes_on = owned(&["--resume", &checkpoint]);
        run.resume = Some(Resume { command: [&run.command[..], &goes_on[..]].concat(), checkpoint });
        Ok(run)
    }
}

/// The recipes of one `--infosets`. A recipe can have commas itself, and then ends with a semicolon.
fn recipes(given: &str) -> Vec<&str> {
    match given.strip_suffix(';') {
        Some(one) => vec![one],
        None => given.split(',').collect(),
    }
}

/// All values, or none where none is given.
fn options<'v>(values: &[&'v str]) -> Vec<Option<&'v str>> {
    match values {
        [] => vec![None],
        _ => values.iter().copied().map(Some).collect(),
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

#[cfg(test)]
#[path = "../../../tests/unit/cli/plan/kinds.rs"]
mod tests;
