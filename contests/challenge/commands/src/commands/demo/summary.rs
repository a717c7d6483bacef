//! The table at the end.

use std::time::Instant;

use comfy_table::Table;
use serde::Serialize;

use cardsharp_arena::columns::columns;
use cardsharp_challenge_server::JOURNAL_FILE;
use cardsharp_challenge_solver::measure::Report;
use cardsharp_challenge_solver::training::Task;
use cardsharp_commands::demo::files::{OutputFiles, commands, print_next, quoted};
use cardsharp_terminal::counted::counted;
use cardsharp_terminal::println;
use cardsharp_training::Trained;

/// The result of a round against one agent.
#[derive(Serialize)]
pub(super) struct Opponent {
    pub(super) agent: &'static str,
    pub(super) rounds: u32,
    pub(super) rounds_won: u32,
    pub(super) games: u32,
    pub(super) games_won: u32,
    pub(super) slowest_answer_ms: f64,
    pub(super) penalties: u64,
}

/// The output of `--json`.
#[derive(Serialize)]
pub(super) struct Summary {
    game: String,
    infosets: String,
    solver: &'static str,
    score: String,
    iterations: u64,
    seconds: f64,
    nash_conv_before: f64,
    half_width_before: f64,
    nash_conv: Option<f64>,
    half_width: Option<f64>,
    unit: &'static str,
    hands: usize,
    opponents: Vec<Opponent>,
    slowest_answer_ms: f64,
    penalties: u64,
    files: OutputFiles,
    next: Vec<String>,
    total_seconds: f64,
}

impl Summary {
    pub(super) fn new(
        task: &Task,
        before: &Report,
        trained: &Trained,
        opponents: Vec<Opponent>,
        files: OutputFiles,
        started: Instant,
    ) -> Summary {
        let after = trained.measured.as_ref();
        let slowest = opponents.iter().map(|round| round.slowest_answer_ms);
        Summary {
            game: task.rules.to_string(),
            infosets: task.infosets.clone(),
            solver: task.sampling.name(),
            score: task.score.map_or("all".to_owned(), |score| score.to_string()),
            iterations: trained.outcome.progress.iterations,
            seconds: trained.outcome.progress.seconds,
            nash_conv_before: before.nash_conv,
            half_width_before: before.half_width,
            nash_conv: after.map(|measured| measured.value),
            half_width: after.map(|measured| measured.half_width),
            unit: before.unit,
            hands: before.hands,
            slowest_answer_ms: slowest.fold(0.0, f64::max),
            penalties: opponents.iter().map(|round| round.penalties).sum(),
            opponents,
            next: next(&files),
            files,
            total_seconds: started.elapsed().as_secs_f64(),
        }
    }

    /// Prints it to standard output.
    pub(super) fn print(&self, json: bool) -> anyhow::Result<()> {
        if json {
            println!("{}", serde_json::to_string(self)?);
            return Ok(());
        }
        println!();
        println!(
            "trained   {}, score {}, {} information sets, {}: {} in {:.0} s",
            self.game,
            self.score,
            self.infosets,
            self.solver,
            counted(self.iterations, "iteration"),
            self.seconds
        );
        let after = self.nash_conv.map(|value| format!("{value:.5} after"));
        println!(
            "NashConv  {:.5} before, {}: {}, both seats together, exact; 0 is an equilibrium",
            self.nash_conv_before,
            after.unwrap_or("not measured after".to_owned()),
            self.unit
        );
        println!("played    the contest's own hand of five cards, live over TCP, server and players in this");
        println!("          process, by adaptive with a policy trained beforehand: one round each, a small sample");
        println!("{}", self.table());
        self.files.print();
        print_next(&self.next);
        println!("all in    {:.0} s", self.total_seconds);
        Ok(())
    }

    fn table(&self) -> Table {
        let mut table = columns(["         against", "rounds won", "games won", "slowest answer", "penalties"], 1..);
        for opponent in &self.opponents {
            table.add_row([
                format!("         {}", opponent.agent),
                format!("{} of {}", opponent.rounds_won, opponent.rounds),
                format!("{} of {}", opponent.games_won, opponent.games),
                format!("{:.1} ms", opponent.slowest_answer_ms),
                opponent.penalties.to_string(),
            ]);
        }
        table
    }
}

/// The commands to try next.
fn next(files: &OutputFiles) -> Vec<String> {
    let trained = quoted(&files.policy);
    let contest = quoted(files.contest_policy.as_ref().unwrap_or(&files.policy));
    commands([
        format!("match challenge human {contest} --games 1"),
        format!("view {}", quoted(&files.games().join(JOURNAL_FILE))),
        format!("match challenge {contest} expert --rounds 100"),
        format!("exploit {trained}"),
        format!("train challenge --resume {} --time 1m", quoted(&files.checkpoint)),
        "serve challenge --open".to_owned(),
        format!("play challenge --policy {contest} --host 127.0.0.1 --port 19999 --games 10"),
    ])
}
