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

use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::contests::{AgentError, UnknownOption};
use crate::output;

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
    match parse(words) {
        Ok(_) => Ok(()),
        Err(answer) if answer.exit_code() == 0 => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

/// The command line as clap describes it. A negative number is a value of the option before it, so that
/// it is refused, if it must be, with that option's name.
fn description() -> clap::Command {
    let takes_a_number = |argument: Arg| match argument.get_long() {
        Some(_) if argument.get_action().takes_values() => argument.allow_negative_numbers(true),
        _ => argument,
    };
    CommandLine::command().mut_subcommands(|command| command.mut_args(takes_a_number))
}

fn parse<S: Into<std::ffi::OsString> + Clone>(
    words: impl IntoIterator<Item = S>,
) -> Result<CommandLine, clap::Error> {
    let mut description = description();
    let matches = description.try_get_matches_from_mut(words)?;
    CommandLine::from_arg_matches(&matches).map_err(|error| error.format(&mut description))
}

/// The names of the commands.
pub fn commands() -> Vec<String> {
    let line = CommandLine::command();
    let names = line.get_subcommands().map(|command| command.get_name());
    names.map(str::to_owned).collect()
}

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    output::finish(match parse(std::env::args_os()) {
        Ok(line) => run(&line),
        Err(answer) => tell(&answer),
    })
}

/// Prints what clap answers instead of running a command: a help text, the version, or what is wrong.
fn tell(answer: &clap::Error) -> ExitCode {
    match answer.use_stderr() {
        true => drop(answer.print()),
        false => output::write(|_| answer.print()),
    }
    match answer.exit_code() {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(BAD_USAGE),
    }
}

fn run(line: &CommandLine) -> ExitCode {
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
        let mut command = description();
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
        let parse = |line: &str| parse(line.split(' ')).is_ok();
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
