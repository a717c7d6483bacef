//! The arguments of the program: one command a line.

use clap::{Parser, Subcommand};

use cardsharp_commands::demo::DemoArguments;
use cardsharp_commands::exploit::ExploitArguments;
use cardsharp_commands::inspect::InspectArguments;
use cardsharp_commands::solve::SolveArguments;
use cardsharp_commands::train::TrainArguments;

/// A command line.
#[derive(Parser)]
#[command(name = "cardsharp", version, about, propagate_version = true)]
pub(super) struct CommandLine {
    #[command(subcommand)]
    pub(super) command: Command,
}

/// The commands that are the same for all contests.
#[derive(Subcommand)]
pub(super) enum Command {
    Demo(DemoArguments),
    Match(super::r#match::MatchArgs),
    Tournament(super::tournament::TournamentArguments),
    Train(TrainArguments),
    Exploit(ExploitArguments),
    Solve(SolveArguments),
    Compare(super::compare::CompareArguments),
    Export(super::export::ExportArguments),
    Games(super::games::GamesArguments),
    Inspect(InspectArguments),
    Plot(super::plot::PlotArguments),
    Report(super::report::ReportArguments),
    Respond(super::respond::RespondArguments),
    Plan(super::plan::PlanArguments),
    RunPlan(super::plan::RunPlanArguments),
    RunTask(super::plan::RunTaskArguments),
    Gather(super::plan::GatherArguments),
    Bench(super::bench::BenchArguments),
    Completions(super::completions::CompletionsArguments),
    Man(super::man::ManArguments),
    #[cfg(feature = "live")]
    #[command(flatten)]
    Live(super::live::LiveCommand),
}
