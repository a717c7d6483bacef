//! Completion of contests, agents, games and file names in a shell.
//!
//! The script that `cardsharp completions` prints calls the program itself. The candidates therefore depend
//! on the contest of the command line, and on the current folder.

use std::ffi::OsStr;

use clap_complete::engine::{ArgValueCandidates, ArgValueCompleter, CompletionCandidate, ValueCompleter};

use cardsharp_commands::candidates::files_ending;

use crate::contests;
use crate::explicit::ExplicitGame;
use cardsharp_commands::ContestCommands;
use cardsharp_game::ListedAgents;

/// Completes the name of a contest.
pub(super) fn contests() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let contests = contests::all();
        let named = contests.map(|contest| candidate(contest.name(), contest.summary()));
        named.collect()
    })
}

/// Completes the names of agents and of policy files. The agents are those of the command line's contest, or
/// of all contests if it names none.
pub(super) fn agents() -> ArgValueCompleter {
    ArgValueCompleter::new(|begun: &OsStr| {
        let on_line = std::env::args().find_map(|word| contests::by_name(&word));
        let mut offered: Vec<CompletionCandidate> = Vec::new();
        for contest in contests::all() {
            if on_line.is_some_and(|chosen| chosen.name() != contest.name()) {
                continue;
            }
            offered.extend(begins(begun, named_agents(contest)));
        }
        offered.extend(files_ending(".policy").complete(begun));
        offered
    })
}

fn named_agents(contest: &dyn ContestCommands) -> impl Iterator<Item = CompletionCandidate> {
    let ListedAgents { hand_written, further, .. } = contest.agents();
    let agents = hand_written.into_iter().chain(further);
    agents.map(|agent| candidate(agent.name, agent.summary))
}

/// Completes the names of games: contests, games with known values, and files of Gambit.
pub(super) fn games() -> ArgValueCompleter {
    ArgValueCompleter::new(|begun: &OsStr| {
        let contests = contests::all();
        let contests = contests.map(|contest| candidate(contest.name(), contest.summary()));
        let known = ExplicitGame::published().flatten();
        let known = known.map(|game| CompletionCandidate::new(game.name()));
        let mut offered: Vec<CompletionCandidate> = begins(begun, contests.chain(known)).collect();
        for end in [".efg", ".nfg"] {
            offered.extend(files_ending(end).complete(begun));
        }
        offered
    })
}

fn begins(
    begun: &OsStr,
    candidates: impl Iterator<Item = CompletionCandidate>,
) -> impl Iterator<Item = CompletionCandidate> {
    let begun = begun.to_string_lossy().into_owned();
    candidates.filter(move |one| one.get_value().to_string_lossy().starts_with(&begun))
}

fn candidate(name: &str, summary: &str) -> CompletionCandidate {
    CompletionCandidate::new(name).help(Some(summary.to_owned().into()))
}
