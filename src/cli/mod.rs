//! The command line. Each subcommand has a file, which parses its arguments and runs it.
//!
//! Exit codes: 0 done, 1 failed, 2 bad usage, 130 interrupted after saving. With `--json` a command prints
//! one JSON object on standard output, and all other text on standard error.

mod bench;
mod candidates;
mod command_line;
mod compare;
mod completions;
mod contest;
mod contest_flags;
mod demo;
mod describe;
mod examples;
mod exploit;
mod exploration;
mod export;
mod fault;
mod games;
mod groups;
mod hints;
mod inspect;
#[cfg(feature = "live")]
mod live;
mod luck;
mod man;
mod r#match;
mod negative_values;
mod plan;
mod plot;
mod report;
#[cfg(test)]
#[path = "../../tests/unit/cli/requirements.rs"]
mod requirements;
mod respond;
mod solve;
#[cfg(test)]
#[path = "../../tests/unit/cli/subjects.rs"]
mod subjects;
mod tournament;
mod train;
mod version;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{ArgMatches, FromArgMatches};
use clap_complete::CompleteEnv;

use self::command_line::{Command, CommandLine};
use self::describe::describe;
use self::negative_values::negatives_joined;
use crate::contests;
use cardsharp_commands::{ContestCommands, OwnCommand};
use cardsharp_game::BadUsage;
use cardsharp_terminal::eprintln;
use cardsharp_terminal::output;

/// Checks that `words` are a command line that can be run. The first word is the program's name. Tests check
/// the documents with it.
///
/// # Errors
///
/// The message that the command line prints.
pub fn check<S: Into<OsString> + Clone>(words: impl IntoIterator<Item = S>) -> Result<(), String> {
    match parse(words) {
        Ok(_) => Ok(()),
        Err(answer) if answer.exit_code() == 0 => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

/// A command line that can be run.
enum Parsed {
    /// A command that all contests share.
    Own(Box<CommandLine>, ArgMatches),
    /// A command that only one contest has.
    OfContest(&'static OwnCommand, ArgMatches),
}

/// The parsed command, if only one contest has it.
fn further(matches: &ArgMatches) -> Option<&'static OwnCommand> {
    let name = matches.subcommand_name()?;
    let mut all = contests::all().flat_map(|contest| contest.commands().further);
    all.find(|command| command.name == name)
}

fn parse<S: Into<OsString> + Clone>(words: impl IntoIterator<Item = S>) -> Result<Parsed, clap::Error> {
    let words = negatives_joined(words.into_iter().map(Into::into));
    let mut description = describe(&words);
    let matches = description.try_get_matches_from_mut(words.clone());
    let matches = matches.map_err(|error| hints::with_tip(error, &words))?;
    if let Some(command) = further(&matches) {
        return Ok(Parsed::OfContest(command, matches));
    }
    let line = CommandLine::from_arg_matches(&matches);
    let line = line.map_err(|error| error.format(&mut description))?;
    Ok(Parsed::Own(Box::new(line), matches))
}

/// The names of the commands.
pub fn commands() -> Vec<String> {
    let line = describe(&[]);
    let names = line.get_subcommands().map(|command| command.get_name());
    names.map(str::to_owned).collect()
}

/// Runs the command that the process was started with. `contests` are added to the contests of this crate.
pub fn main_with(contests: &'static [&'static dyn ContestCommands]) -> ExitCode {
    contests::add(contests);
    main()
}

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    // The launcher of a confined program is this program again. It starts faster without the other commands.
    #[cfg(feature = "live")]
    if let Some(code) = cardsharp_sandbox::launched() {
        return code;
    }
    // The request of a shell for candidates is answered here, and ends the process.
    CompleteEnv::with_factory(|| describe(&completed())).complete();
    let words: Vec<OsString> = std::env::args_os().collect();
    let answered = version::answered(&words);
    output::finish(answered.unwrap_or_else(|| match parse(words) {
        Ok(parsed) => run(&parsed),
        Err(answer) => print_answer(&answer),
    }))
}

/// The words of the line that a shell asks to complete, which stand behind `--`.
fn completed() -> Vec<OsString> {
    let words = std::env::args_os();
    words.skip_while(|word| word != "--").skip(1).collect()
}

/// Prints the text that clap returns instead of a command: a help text, the version, or an error.
fn print_answer(answer: &clap::Error) -> ExitCode {
    if answer.use_stderr() {
        drop(answer.print());
    } else {
        output::write(|_| answer.print());
    }
    match answer.exit_code() {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(fault::BAD_USAGE),
    }
}

fn run(parsed: &Parsed) -> ExitCode {
    match outcome_of(parsed) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("cardsharp: {}", fault::message(&error));
            fault::exit_code(&error)
        }
    }
}

/// The command line of these words, with the program's name.
fn line_of(words: &[String]) -> impl Iterator<Item = String> {
    std::iter::once("cardsharp".to_owned()).chain(words.iter().cloned())
}

/// Runs a command line without the program's name.
fn run_line(words: &[String]) -> anyhow::Result<ExitCode> {
    let parsed = parse(line_of(words)).map_err(|fault| BadUsage::new(fault.to_string()))?;
    outcome_of(&parsed)
}

fn outcome_of(parsed: &Parsed) -> anyhow::Result<ExitCode> {
    match parsed {
        Parsed::Own(line, matches) => run_own(line, matches),
        Parsed::OfContest(command, matches) => (command.run)(flags_of(matches)),
    }
}

/// The flags of the command that was parsed.
fn flags_of(matches: &ArgMatches) -> &ArgMatches {
    matches.subcommand().map_or(matches, |(_, flags)| flags)
}

fn run_own(line: &CommandLine, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let flags = flags_of(matches);
    match &line.command {
        Command::Demo(arguments) => demo::run(arguments, flags),
        Command::Match(args) => r#match::run(args),
        Command::Tournament(arguments) => tournament::run(arguments),
        Command::Train(arguments) => train::run(arguments, flags),
        Command::Exploit(arguments) => exploit::run(arguments, flags),
        Command::Solve(arguments) => solve::run(arguments, flags),
        Command::Compare(arguments) => compare::run(arguments),
        Command::Export(arguments) => export::run(arguments, flags),
        Command::Games(arguments) => games::run(arguments),
        Command::Inspect(arguments) => inspect::run(arguments, flags),
        Command::Plot(arguments) => plot::run(arguments),
        Command::Report(arguments) => report::run(arguments),
        Command::Respond(arguments) => respond::run(arguments),
        Command::Plan(arguments) => plan::run(arguments, &|words| check(line_of(words))),
        Command::RunPlan(arguments) => plan::run_plan(arguments),
        Command::RunTask(arguments) => plan::run_task(arguments, &run_line),
        Command::Gather(arguments) => plan::gather(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Completions(arguments) => completions::run(arguments, describe(&[])),
        Command::Man(arguments) => man::run(arguments, describe(&[])),
        #[cfg(feature = "live")]
        Command::Live(command) => live::run(command, flags),
    }
}

#[cfg(test)]
#[path = "../../tests/unit/cli/mod.rs"]
mod tests;
