//! `cardsharp analyse`: what the decisions of recorded games lose, by player and by kind.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;

use super::view;
use crate::cli::exploration;
use crate::cli::luck::LuckReport;
use crate::contests;
use cardsharp_arena::columns::columns;
use cardsharp_commands::candidates;
use cardsharp_terminal::println;
use cardsharp_view::analysis::{Analysed, Analysis, PLAY_OUTS, Reviewed, SEED, WORST};
use cardsharp_view::{JournalIndex, without_luck};

/// Find what the decisions of recorded games lose, by player and by kind: all by a policy's values, which need not be
/// those of the best play
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp match challenge expert greedy --rounds 1 --journal games.jsonl --records
  cardsharp analyse games.jsonl --policy data/challenge/all-scores.policy
  cardsharp analyse games.jsonl --policy data/challenge/all-scores.policy --worst 3 --aivat --json

A decision loses the value of the policy's own play less that of the action taken, if both players follow the policy after
it. Hands are played to their end with the cards of the record, so that a single loss is mostly luck, and a mean over many
games is not. The worst decisions are valued like `cardsharp inspect` does, by what the player knew. Moves after the tricks of a
hand are decided do not count.

With --aivat the results of two agents are also shown without luck: that of deals, and that of the decisions of agents that can be
made from their names in the journal of a match or tournament. Names of players on a server are not taken for agents.")]
pub struct AnalyseArguments {
    /// A journal with records (*.jsonl): of matches, tournaments, a server or `play --journal`
    #[arg(value_name = "JOURNAL")]
    journal: PathBuf,
    /// The policy whose values count
    #[arg(long, value_name = "FILE", add = candidates::policies())]
    policy: PathBuf,
    /// The number of hands that are played to their end for each action
    #[arg(long, value_name = "N", default_value_t = PLAY_OUTS, value_parser = clap::value_parser!(u32).range(1..))]
    play_outs: u32,
    /// The number of decisions that are listed as the worst
    #[arg(long, value_name = "N", default_value_t = WORST)]
    worst: usize,
    /// Seed of the sampling
    #[arg(long, default_value_t = SEED)]
    seed: u64,
    /// Remove the luck from the results of two agents, by AIVAT; it takes longer than all else
    #[arg(long)]
    aivat: bool,
    /// Print one JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// The output of `--json`.
#[derive(Serialize)]
struct Output {
    contest: String,
    policy: String,
    play_outs: u32,
    #[serde(flatten)]
    analysed: Analysed,
    aivat: Vec<LuckReport>,
}

/// Runs the command.
///
/// # Errors
///
/// The journal or the policy cannot be read, they are of different contests, or the policy knows no values.
pub(super) fn run(arguments: &AnalyseArguments) -> anyhow::Result<ExitCode> {
    let journal = JournalIndex::read(&arguments.journal, &contests::without_commands())?;
    let policy = view::advisor(&arguments.policy)?;
    if policy.contest != journal.contest() {
        let (policy, journal) = (policy.contest, journal.contest());
        bail!("the journal has games of {journal}, and the policy is one of {policy}: choose one of the same contest");
    }
    let analysis = Analysis {
        journal: &journal,
        advisor: &*policy.advisor,
        play_outs: arguments.play_outs as usize,
        seed: arguments.seed,
    };
    let games = analysis.games();
    if games.is_empty() {
        let path = arguments.journal.display();
        bail!("{path} has no moves of any game: --records writes them, and servers write them");
    }
    let reviewed = games.par_iter().map(|&game| analysis.review(game));
    let reviewed: Vec<Reviewed> = reviewed.collect::<anyhow::Result<_>>()?;
    let exploration = exploration::of_policy(&arguments.policy)?;
    let without_luck = if arguments.aivat { without_luck(&journal, &policy.luck)? } else { Vec::new() };
    let output = Output {
        contest: journal.contest().to_owned(),
        policy: policy.name,
        play_outs: arguments.play_outs,
        analysed: analysis.summed_up(&reviewed, exploration.tree(), arguments.worst)?,
        aivat: without_luck.iter().map(|one| LuckReport::of(&one.removed, &one.agents)).collect(),
    };
    if arguments.json {
        println!("{}", serde_json::to_string(&output)?);
    } else {
        print(&output, &arguments.journal);
    }
    Ok(ExitCode::SUCCESS)
}

fn print(output: &Output, journal: &Path) {
    println!(
        "{}: {} games of {}, valued by {} with {} play-outs an action",
        journal.display(),
        output.analysed.games,
        output.contest,
        output.policy,
        output.play_outs
    );
    let mut table = columns(["player", "decisions", "number", "seldom", "lost a game", "±"], 2..);
    for player in &output.analysed.players {
        let kinds = player.kinds.iter().filter(|line| line.decisions > 0);
        for line in std::iter::once(&player.all).chain(kinds) {
            table.add_row([
                if line.kind == "all" { player.agent.clone() } else { String::new() },
                line.kind.to_owned(),
                line.decisions.to_string(),
                line.seldom.to_string(),
                format!("{:.4}", line.lost),
                line.half_width.map_or("-".to_owned(), |width| format!("{width:.4}")),
            ]);
        }
    }
    println!("{table}");
    println!("seldom: actions that the policy takes in less than one of a hundred cases");
    for report in &output.aivat {
        println!();
        report.print();
    }
    if output.analysed.worst.is_empty() {
        return;
    }
    println!("\nWorst decisions, by what the player knew:");
    let mut table = columns(["game", "player", "action", "best", "lost", "±"], 4..);
    for (number, worst) in output.analysed.worst.iter().enumerate() {
        table.add_row([
            format!("{}. {}", number + 1, worst.game),
            worst.agent.clone(),
            worst.action.clone(),
            worst.best.clone(),
            format!("{:.4}", worst.lost),
            format!("{:.4}", worst.half_width),
        ]);
    }
    println!("{table}");
    for (number, worst) in output.analysed.worst.iter().enumerate() {
        println!("{}. '{}'", number + 1, worst.position);
    }
}
