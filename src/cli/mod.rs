//! The command line: one file a subcommand, each from arguments as typed to a validated run.
//!
//! Exit codes: 0 done, 1 failed, 2 bad usage, 130 interrupted after saving. With `--json` a command
//! prints one JSON object on standard output; everything meant for a person goes to standard error
//! then, so that the two can be told apart.

mod admin;
mod bench;
mod candidates;
mod completions;
mod contest;
mod credentials;
mod demo;
mod departure;
mod exploit;
mod export;
mod fault;
mod games;
mod inspect;
mod man;
mod r#match;
mod merge;
mod play;
mod plot;
mod serve;
mod solve;
mod train;
mod values;
mod waiting;

use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::CompleteEnv;

use crate::output;

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
    Man(man::ManArguments),
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
pub fn check<S: Into<OsString> + Clone>(words: impl IntoIterator<Item = S>) -> Result<(), String> {
    match parse(words) {
        Ok(_) => Ok(()),
        Err(answer) if answer.exit_code() == 0 => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

/// The command line as clap describes it.
fn description() -> clap::Command {
    reflowed(CommandLine::command())
}

fn parse<S: Into<OsString> + Clone>(
    words: impl IntoIterator<Item = S>,
) -> Result<CommandLine, clap::Error> {
    let mut description = description();
    let words = words.into_iter().map(Into::into);
    let matches = description.try_get_matches_from_mut(negatives_joined(words))?;
    CommandLine::from_arg_matches(&matches).map_err(|error| error.format(&mut description))
}

/// Joins what begins like a negative number (`-1`, `-1s`) to the option before it, so that it is refused,
/// if it must be, with that option's name. No option of this program begins so.
fn negatives_joined(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let negative = |word: &OsStr| {
        let begins = word.as_encoded_bytes().strip_prefix(b"-");
        begins.is_some_and(|rest| {
            rest.first()
                .is_some_and(|sign| b"0123456789.".contains(sign))
        })
    };
    let option = |word: &OsStr| {
        let word = word.as_encoded_bytes();
        word.len() > 2 && word.starts_with(b"--") && !word.contains(&b'=')
    };
    let mut joined: Vec<OsString> = Vec::new();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        if word == "--" {
            // A contestant's own words follow.
            joined.push(word);
            joined.extend(words);
            break;
        }
        match words.next_if(|next| option(&word) && negative(next)) {
            Some(value) => {
                let mut both = word;
                both.push("=");
                both.push(value);
                joined.push(both);
            }
            None => joined.push(word),
        }
    }
    joined
}

/// The names of the commands.
pub fn commands() -> Vec<String> {
    let line = CommandLine::command();
    let names = line.get_subcommands().map(|command| command.get_name());
    names.map(str::to_owned).collect()
}

/// The same with paragraphs on one line each, however they were broken in the source, so that the
/// terminal's width alone breaks them.
fn reflowed(command: clap::Command) -> clap::Command {
    let after = command
        .get_after_help()
        .map(|text| paragraphs(&text.to_string()));
    let command = match after {
        Some(after) => command.after_help(after),
        None => command,
    };
    command.mut_subcommands(reflowed)
}

/// Joins the lines of a paragraph. Lines that are indented stand for themselves, such as examples, and so
/// do those after a colon at the end of a line.
fn paragraphs(text: &str) -> String {
    let stands_alone = |line: &str| line.is_empty() || line.starts_with(' ');
    let mut joined = String::new();
    let mut before = "";
    for (number, line) in text.lines().enumerate() {
        let joins = !stands_alone(line) && !stands_alone(before) && !before.ends_with(':');
        if number > 0 {
            joined.push(if joins { ' ' } else { '\n' });
        }
        joined.push_str(line);
        before = line;
    }
    joined
}

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    // A shell that asks for candidates is answered, and that is all.
    CompleteEnv::with_factory(description).complete();
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
        _ => ExitCode::from(fault::BAD_USAGE),
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
        Command::Completions(arguments) => completions::run(arguments, description()),
        Command::Man(arguments) => man::run(arguments, description()),
        Command::Serve(args) => serve::run(args),
        Command::Credentials(arguments) => credentials::run(arguments),
        Command::Admin(arguments) => admin::run(arguments),
        Command::Play(args) => play::run(args),
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("cardsharp: {}", fault::message(&error));
            fault::exit_code(&error)
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
    fn paragraphs_are_joined_and_lists_are_not() {
        let text = "Examples:\n  a b\n  c d\n\nOne and\ntwo.\nThree.\n\nList:\n  e\n";
        let joined = "Examples:\n  a b\n  c d\n\nOne and two. Three.\n\nList:\n  e";
        assert_eq!(paragraphs(text), joined);
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
