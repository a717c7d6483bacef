//! `cardsharp check`: a bot of one's own against the document of its contest.

use std::net::SocketAddr;
use std::process::ExitCode;

use anyhow::bail;
use cardsharp_commands::ContestCommands;
use cardsharp_commands::check::{Bench, ContestCheck};
use cardsharp_game::BadUsage;
use cardsharp_net::Reach;
use cardsharp_terminal::eprintln;
use clap::Args;

use crate::cli::candidates;
use crate::cli::contest::by_name;

/// Check a bot of one's own against the document of its contest, step by step
///
/// The check is the server. Each step does one thing that the document allows and that breaks bots: bytes in
/// pieces, lost connections, unknown keys, pauses. A step that fails says what was sent, what came back, what the
/// document says, and how to mend it. In the words after --, {host}, {port}, {url}, {user} and {password-file} are
/// replaced. The exit code is 1 if a step failed.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp check challenge -- ./run {host} {port}
  cardsharp check skullwhist -- ./run {url} {user} {password-file}
  cardsharp check dead-mans-draw -- ./run {url} {user} {password-file}
  cardsharp check tricky-eights -- $(./run --build)
  cardsharp check challenge --port 9999")]
pub struct CheckArguments {
    /// The contest
    #[arg(value_parser = by_name, add = candidates::contests())]
    contest: &'static dyn ContestCommands,
    /// Wait on this port of this machine for a bot that is started by hand; as --url with its address
    #[arg(long, visible_alias = "url", value_name = "PORT|URL", conflicts_with = "words", value_parser = port)]
    port: Option<u16>,
    /// Run the step with this number only; may be repeated
    #[arg(long = "step", value_name = "N")]
    steps: Vec<usize>,
    /// Print each step as JSON on a line of its own
    #[arg(long)]
    json: bool,
    /// The bot's program and its arguments
    #[arg(last = true, value_name = "BOT")]
    words: Vec<String>,
}

/// Runs the command.
///
/// # Errors
///
/// The contest has no steps, or the bot cannot be started.
pub(super) fn run(arguments: &CheckArguments) -> anyhow::Result<ExitCode> {
    let name = arguments.contest.name();
    let check = arguments.contest.commands().check;
    let check = check.ok_or_else(|| BadUsage::new(format!("the check has no steps for {name}")))?;
    require_bot(arguments, check)?;
    let port = arguments.port.unwrap_or(0);
    let bench = Bench::new(check, arguments.words.clone(), port)?;
    if port > 0 {
        eprintln!("Waiting for a bot on http://127.0.0.1:{port}: start it now, and leave it running.");
    } else {
        eprintln!("Each step starts the bot anew: {}", arguments.words.join(" "));
    }
    if let Some([user, password]) = check.account.filter(|_| port > 0) {
        let file = bench.password_file();
        eprintln!("Its login is {user} with the password {password}, also in {}.", file.display());
    }
    check.run(bench, &arguments.steps, arguments.json)
}

/// A port of this machine, or one that is named by its address.
fn port(text: &str) -> Result<u16, &'static str> {
    let address = text.trim_end_matches('/').strip_prefix("http://");
    let port = match address.and_then(|address| address.parse::<SocketAddr>().ok()) {
        Some(address) if address.ip().is_loopback() => Some(address.port()),
        Some(_) => None,
        None => text.parse().ok(),
    };
    port.filter(|port| *port > 0).ok_or("the check listens on this machine alone: write 9999, or http://127.0.0.1:9999")
}

/// Checks that there is a bot that can be reached.
fn require_bot(arguments: &CheckArguments, check: &ContestCheck) -> anyhow::Result<()> {
    let (name, example) = (arguments.contest.name(), check.example);
    let (by_hand, listens) = (arguments.port.is_some(), check.reach != Reach::Stdio);
    match (by_hand, listens) {
        (true, false) => bail!(BadUsage::new(format!(
            "the check starts a bot of {name}, which has standard input and output: -- {example}"
        ))),
        (false, _) if arguments.words.is_empty() => {
            let port = if listens { ", or --port for one that you start" } else { "" };
            bail!(BadUsage::new(format!("no bot is named: cardsharp check {name} -- {example}{port}")));
        }
        _ => Ok(()),
    }
}
