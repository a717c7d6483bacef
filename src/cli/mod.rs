//! The command line: one file a subcommand, each from arguments as typed to a validated run.
//!
//! Exit codes: 0 done, 1 failed, 2 bad usage, 130 interrupted after saving. With `--json` a command
//! prints one JSON object on standard output; everything meant for a person goes to standard error
//! then, so that the two can be told apart.

mod admin;
mod bench;
mod columns;
mod completions;
mod contest;
mod credentials;
mod demo;
mod exploit;
mod export;
mod games;
mod inspect;
mod interrupt;
mod loaded;
mod r#match;
mod merge;
mod overwrite;
mod play;
mod plot;
mod quantities;
mod serve;
mod solve;
mod threads;
mod train;
mod values;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::contests::{AgentError, UnknownOption};

/// Exit code for what was typed wrongly; clap has the same.
const BAD_USAGE: u8 = 2;

#[derive(Parser)]
#[command(name = "cardsharp", version, about, propagate_version = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Demo(demo::DemoArguments),
    Match(r#match::MatchArgs),
    Train(train::TrainArguments),
    Exploit(exploit::ExploitArguments),
    Merge(merge::MergeArguments),
    Solve(solve::SolveArguments),
    Export(export::ExportArguments),
    Games(games::GamesArguments),
    Inspect(inspect::InspectArguments),
    Values(values::ValuesArguments),
    Plot(plot::PlotArguments),
    Bench(bench::BenchArguments),
    Completions(completions::CompletionsArguments),
    Serve(serve::ServeArgs),
    Credentials(credentials::CredentialsArguments),
    Admin(admin::AdminArguments),
    Play(play::PlayArgs),
}

/// Whether `words`, the program's name first, are a command line that can be run; for checking what
/// documents show.
///
/// # Errors
///
/// What is wrong with them, in the words of the command line.
pub fn check<S: Into<std::ffi::OsString> + Clone>(
    words: impl IntoIterator<Item = S>,
) -> Result<(), String> {
    match CommandLine::try_parse_from(words) {
        Ok(_) => Ok(()),
        Err(answer) if answer.exit_code() == 0 => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

/// The names of the commands.
pub fn commands() -> Vec<String> {
    let line = CommandLine::command();
    let names = line.get_subcommands().map(|command| command.get_name());
    names.map(str::to_owned).collect()
}

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    let line = CommandLine::parse();
    let outcome: anyhow::Result<ExitCode> = match &line.command {
        Command::Demo(arguments) => demo::run(arguments),
        Command::Match(args) => r#match::run(args),
        Command::Train(arguments) => train::run(arguments),
        Command::Exploit(arguments) => exploit::run(arguments),
        Command::Merge(arguments) => merge::run(arguments),
        Command::Solve(arguments) => solve::run(arguments),
        Command::Export(arguments) => export::run(arguments),
        Command::Games(arguments) => games::run(arguments),
        Command::Inspect(arguments) => inspect::run(arguments),
        Command::Values(arguments) => values::run(arguments),
        Command::Plot(arguments) => plot::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Completions(arguments) => completions::run(arguments, CommandLine::command()),
        Command::Serve(args) => serve::run(args),
        Command::Credentials(arguments) => credentials::run(arguments),
        Command::Admin(arguments) => admin::run(arguments),
        Command::Play(args) => play::run(args),
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("cardsharp: {error:#}");
            match error.is::<AgentError>() || error.is::<UnknownOption>() {
                true => ExitCode::from(BAD_USAGE),
                false => ExitCode::FAILURE,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_do_not_contradict_each_other_and_every_command_has_an_example() {
        let mut command = CommandLine::command();
        command.clone().debug_assert();
        for command in command.get_subcommands_mut() {
            let name = command.get_name().to_owned();
            let help = command.render_long_help().to_string();
            let example = format!("\n  cardsharp {name}");
            assert!(
                help.contains("Example") && help.contains(&example),
                "{help}"
            );
        }
    }

    #[test]
    fn a_server_must_be_named_in_one_way() {
        let parse = |line: &str| CommandLine::try_parse_from(line.split(' ')).is_ok();
        assert!(parse("cardsharp play challenge --host h --port 1"));
        assert!(parse("cardsharp play challenge --url http://h"));
        assert!(parse("cardsharp play tricky-eights"));
        assert!(!parse("cardsharp play challenge --host h"));
        assert!(!parse(
            "cardsharp play challenge --host h --port 1 --url http://h"
        ));
        assert!(!parse(
            "cardsharp serve challenge --open --config teams.json"
        ));
    }
}
