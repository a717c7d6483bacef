//! The summary at the end.

use std::time::Instant;

use comfy_table::Table;
use serde::Serialize;

use cardsharp_arena::columns::columns;
use cardsharp_commands::demo::files::{OutputFiles, commands, print_next, quoted};
use cardsharp_dead_mans_draw_bots::measure::LOSS_UNIT;
use cardsharp_dead_mans_draw_bots::training::Task;
use cardsharp_game::interval::Estimate;
use cardsharp_net::PlayReport;
use cardsharp_terminal::counted::counted;
use cardsharp_terminal::println;
use cardsharp_training::Trained;

/// The results against one agent.
#[derive(Serialize)]
pub(super) struct Opponent {
    pub(super) agent: &'static str,
    pub(super) matches: u64,
    pub(super) won: u64,
    pub(super) drawn: u64,
    pub(super) slowest_answer_ms: f64,
    pub(super) illegal_moves: u64,
}

impl Opponent {
    /// The results by the report of the policy's player.
    pub(super) fn new(agent: &'static str, own: &PlayReport) -> Opponent {
        Opponent {
            agent,
            matches: own.games,
            won: own.won,
            drawn: own.drawn,
            slowest_answer_ms: own.slowest_answer_ms,
            illegal_moves: own.illegal_moves,
        }
    }
}

/// The output of `--json`.
#[derive(Serialize)]
pub(super) struct Summary {
    game: String,
    infosets: String,
    solver: &'static str,
    matches: u64,
    iterations: u64,
    seconds: f64,
    loss_before: f64,
    half_width_before: f64,
    loss: Option<f64>,
    half_width: Option<f64>,
    unit: &'static str,
    matches_measured: usize,
    opponents: Vec<Opponent>,
    slowest_answer_ms: f64,
    illegal_moves: u64,
    files: OutputFiles,
    next: Vec<String>,
    total_seconds: f64,
}

impl Summary {
    pub(super) fn new(
        task: &Task,
        before: Estimate,
        trained: &Trained,
        opponents: Vec<Opponent>,
        files: OutputFiles,
        started: Instant,
    ) -> Summary {
        let after = trained.measured.as_ref();
        let slowest = opponents.iter().map(|opponent| opponent.slowest_answer_ms);
        let illegal = opponents.iter().map(|opponent| opponent.illegal_moves);
        Summary {
            game: task.params.to_string(),
            infosets: task.infosets.clone(),
            solver: task.preset.name,
            matches: task.matches,
            iterations: trained.outcome.progress.iterations,
            seconds: trained.outcome.progress.seconds,
            loss_before: before.mean,
            half_width_before: before.half_width,
            loss: after.map(|measured| measured.value),
            half_width: after.map(|measured| measured.half_width),
            unit: LOSS_UNIT,
            matches_measured: before.samples,
            slowest_answer_ms: slowest.fold(0.0, f64::max),
            illegal_moves: illegal.sum(),
            opponents,
            next: next(&files),
            files,
            total_seconds: started.elapsed().as_secs_f64(),
        }
    }

    /// Prints the summary to standard output.
    pub(super) fn print(&self, json: bool) -> anyhow::Result<()> {
        if json {
            println!("{}", serde_json::to_string(self)?);
            return Ok(());
        }
        println!();
        println!("learnt    {}, {} matches", self.game, self.matches);
        println!(
            "trained   {} information sets, {}: {} in {:.0} s",
            self.infosets,
            self.solver,
            counted(self.iterations, "iteration"),
            self.seconds
        );
        let after = match (self.loss, self.half_width) {
            (Some(loss), Some(half_width)) => format!("{loss:.3} ± {half_width:.3}"),
            _ => "not measured".to_owned(),
        };
        println!(
            "loss      {:.3} ± {:.3} before, {after} after: {}, {} matches",
            self.loss_before, self.half_width_before, self.unit, self.matches_measured
        );
        println!("played    live over HTTP, looking ahead, server and players in this process:");
        println!("{}", self.table());
        self.files.print();
        print_next(&self.next);
        println!("all in    {:.0} s", self.total_seconds);
        Ok(())
    }

    fn table(&self) -> Table {
        let mut table = columns(
            [
                "         against",
                "matches won",
                "drawn",
                "slowest answer",
                "illegal moves",
            ],
            1..,
        );
        for opponent in &self.opponents {
            table.add_row([
                format!("         {}", opponent.agent),
                format!("{} of {}", opponent.won, opponent.matches),
                opponent.drawn.to_string(),
                format!("{:.1} ms", opponent.slowest_answer_ms),
                opponent.illegal_moves.to_string(),
            ]);
        }
        table
    }
}

/// Commands to try next.
fn next(files: &OutputFiles) -> Vec<String> {
    let policy = quoted(&files.policy);
    commands([
        format!("match dead-mans-draw {policy} expert --games 1000"),
        format!("match dead-mans-draw look-ahead:policy={policy},depth=1 expert --games 1000"),
        format!("exploit {policy} --matches 1000"),
        format!("inspect {policy} 'bank0=key-3 area=hook-4,anchor-2'"),
        format!(
            "train dead-mans-draw --resume {} --time 10m",
            quoted(&files.checkpoint)
        ),
        "serve dead-mans-draw".to_owned(),
    ])
}
