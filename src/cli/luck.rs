//! The results of agents without luck, as commands print them.

use std::path::Path;

use anyhow::bail;
use serde::Serialize;

use cardsharp_arena::columns::columns;
use cardsharp_arena::{Interval, LuckRemoved, WithoutLuck, numbered};
use cardsharp_contest::Contest;
use cardsharp_game::luck::LuckFinder;
use cardsharp_game::{AgentSpec, BadUsage};
use cardsharp_terminal::println;

/// The games of some agents without luck, in the output of `--json`.
#[derive(Clone, Serialize)]
pub(super) struct LuckReport {
    games: u64,
    corrected: u64,
    agents: Vec<AgentWithoutLuck>,
}

/// An agent in the output of `--json`.
#[derive(Clone, Serialize)]
struct AgentWithoutLuck {
    agent: String,
    #[serde(flatten)]
    result: WithoutLuck,
}

impl LuckReport {
    /// The report for these agents.
    pub(super) fn of(removed: &LuckRemoved, agents: &[String]) -> LuckReport {
        let results = numbered(agents).into_iter().enumerate();
        let results = results.filter_map(|(index, agent)| Some(AgentWithoutLuck { agent, result: removed.of(index)? }));
        LuckReport { games: removed.games, corrected: removed.corrected, agents: results.collect() }
    }

    /// Prints the table, and what was not corrected.
    pub(super) fn print(&self) {
        let mut table = columns(["agent", "games won", "luck removed", "in the first seat", "in the second seat"], 1..);
        for AgentWithoutLuck { agent, result } in &self.agents {
            let seats = result.seats.iter().map(|seat| seat.map_or("-".to_owned(), |seat| share(seat.removed)));
            let cells = [agent.clone(), share(result.plain), share(result.removed)];
            table.add_row(cells.into_iter().chain(seats));
        }
        println!("{table}");
        println!("luck removed by AIVAT; 95 % confidence intervals over the sets of duplicates");
        let left = self.games - self.corrected;
        if left > 0 {
            println!("{left} of {} games count as they ended: their records are missing or have gaps", self.games);
        }
    }
}

/// A share in percent.
pub(super) fn share(Interval { share, half_width }: Interval) -> String {
    match half_width {
        Some(half_width) => format!("{:.2} ± {:.2} %", 100.0 * share, 100.0 * half_width),
        None => format!("{:.2} %", 100.0 * share),
    }
}

/// The finder of the luck in games of `contest` between these agents. Names that are no agents are those of
/// players whose probabilities are not known.
///
/// # Errors
///
/// The policy cannot be read, or policies of the contest are no baseline.
pub(super) fn finder(contest: &dyn Contest, policy: &Path, agents: &[String]) -> anyhow::Result<Box<dyn LuckFinder>> {
    if agents.len() != 2 {
        bail!(BadUsage::new(format!("AIVAT needs games of two agents, and {} sit at this table", agents.len())));
    }
    let agents: Vec<Option<AgentSpec>> = agents.iter().map(|agent| agent.parse().ok()).collect();
    Ok(contest.policies()?.luck_finder(policy, &agents)?)
}
