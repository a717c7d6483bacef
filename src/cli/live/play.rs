//! `cardsharp play`: an agent on a contest server.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Context;
use clap::{ArgMatches, Args, FromArgMatches};

use super::departure::departure;
use super::sides::{client_of, log_to_stderr};
use super::waiting::Waiting;
use crate::cli::candidates;
use crate::cli::contest::by_name;
use cardsharp_commands::ContestCommands;
use cardsharp_commands::interrupt;
use cardsharp_commands::quantities::seconds;
use cardsharp_game::{AgentSpec, BadUsage};
use cardsharp_net::http::client::service_address;
use cardsharp_net::{Account, PlayFailure, PlayOptions, Reach, ServerAddress};
use cardsharp_net::{Departure, PlayReport};
use cardsharp_terminal::counted::counted;
use cardsharp_terminal::{eprintln, println};

/// Contest servers refuse attempts to connect that are closer together than this.
const HAMMERING_SECONDS: f64 = 5.0;

/// Play on a contest server.
///
/// Goes on in a running game after a lost connection. Stops after --games, or on Ctrl-C (exit code 130), and says how
/// it went. The first Ctrl-C lets the running game be finished, and a second leaves at once.
///
/// `cardsharp play CONTEST --help` lists the flags of that contest's client, too.
///
/// An https server must have a certificate that the system trusts, or that is in the PEM file which the
/// environment variable SSL_CERT_FILE names.
#[derive(Args)]
pub struct PlayArgs {
    /// The contest
    #[arg(value_parser = by_name, add = candidates::contests())]
    contest: &'static dyn ContestCommands,
    /// A name of the contest's ladder, with options as NAME:KEY=VALUE [default: its best]
    #[arg(long, value_name = "NAME", add = candidates::agents())]
    agent: Option<AgentSpec>,
    /// A policy file to play, or for an agent that has one as its option
    #[arg(long, value_name = "FILE", add = cardsharp_commands::candidates::policies())]
    policy: Option<String>,
    /// Host of the contest server
    #[arg(long, value_name = "HOST", requires = "port")]
    host: Option<String>,
    /// Port of the contest server
    #[arg(long, value_name = "PORT", requires = "host")]
    port: Option<u16>,
    /// Base address of a contest that is a web service
    #[arg(long, value_name = "URL", conflicts_with_all = ["host", "port"])]
    url: Option<String>,
    /// Stop after this many games
    #[arg(long, value_name = "N")]
    games: Option<NonZeroUsize>,
    /// Wait between attempts to connect, with a web service the longest; Challenge refuses who comes back
    /// within 5 seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    reconnect_wait: Duration,
    /// Give up after this many failed attempts in a row [default: never]
    #[arg(long, value_name = "N")]
    max_attempts: Option<NonZeroUsize>,
    /// Append each game to this journal, as far as the client saw it, for `cardsharp view`
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Seed of the agent's own chance [default: one that nobody knows]
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// Log errors only
    #[arg(long)]
    quiet: bool,
    /// Print the report as one JSON object
    #[arg(long)]
    json: bool,
}

/// The flags of a client that logs in to a web service.
#[derive(Args)]
pub(super) struct LoginFlags {
    /// User that logs in (contests with a login)
    #[arg(long, visible_alias = "name", value_name = "ID", requires = "password_file")]
    user: Option<String>,
    /// File with the password, one line
    #[arg(long, value_name = "FILE", requires = "user")]
    password_file: Option<PathBuf>,
}

impl LoginFlags {
    fn account(self) -> Option<Account> {
        Some(Account { user: self.user?, password_file: self.password_file? })
    }
}

/// Runs the command: plays until the games are over, or until Ctrl-C.
///
/// # Errors
///
/// An option does not fit the contest, or the client fails.
pub fn run(args: &PlayArgs, flags: &ArgMatches) -> anyhow::Result<ExitCode> {
    log_to_stderr(args.quiet);
    let mut options = options(args, departure()?)?;
    let client = client_of(args.contest)?;
    if client.reach == Reach::Web {
        options.account = LoginFlags::from_arg_matches(flags)?.account();
    }
    options.check(args.contest.name(), client.reach)?;
    if let ServerAddress::Url(url) = &options.server {
        service_address(url).map_err(BadUsage::new)?;
    }
    let by_stdio = options.server == ServerAddress::Stdio;
    if args.reconnect_wait.as_secs_f64() < HAMMERING_SECONDS && args.host.is_some() && !args.quiet {
        eprintln!("cardsharp: warning: attempts less than {HAMMERING_SECONDS} s apart are refused by contest servers");
    }
    let play = || -> anyhow::Result<PlayReport> {
        // On standard input and output, the judge begins the games, and the client does not wait.
        let waits = !by_stdio && !args.quiet;
        let _waiting = waits.then(|| Waiting::watch(&options.departure)).transpose()?;
        let report = (client.play)(&options, flags)?;
        // The client of an agent that failed has left without an error of its own.
        match AgentSpec::take_failure(options.agent.as_slice()) {
            Some(failure) => Err(PlayFailure::new(report, failure).into()),
            None => Ok(report),
        }
    };
    let played = play();
    // A client that gives up prints its report before the error.
    let failure = played.as_ref().err();
    let failure = failure.and_then(|error| error.downcast_ref::<PlayFailure>());
    if let Some(failure) = failure.filter(|failure| failure.report != PlayReport::default()) {
        print_report(args, by_stdio, &failure.report)?;
    }
    let report = played.with_context(|| format!("playing {}", args.contest.name()))?;
    print_report(args, by_stdio, &report)?;
    Ok(if options.stop.load(Ordering::Relaxed) { ExitCode::from(interrupt::INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Prints the report in words or as JSON.
fn print_report(args: &PlayArgs, by_stdio: bool, report: &PlayReport) -> anyhow::Result<()> {
    let text = if args.json { serde_json::to_string(report)? } else { in_words(report) };
    // A contestant on standard input and output must print nothing but its answers there.
    if !by_stdio {
        println!("{text}");
    } else if args.json || !args.quiet {
        eprintln!("{text}");
    }
    Ok(())
}

fn options(args: &PlayArgs, departure: Departure) -> anyhow::Result<PlayOptions> {
    let server = match (args.host.clone(), args.port, args.url.clone()) {
        (Some(host), Some(port), _) => ServerAddress::Socket { host, port },
        (_, _, Some(url)) => ServerAddress::Url(url),
        _ => ServerAddress::Stdio,
    };
    let agent = match (args.agent.clone(), args.policy.as_deref()) {
        (Some(agent), Some(policy)) => Some(agent.with("policy", policy)?),
        (agent, policy) => agent.or(policy.map(AgentSpec::named)),
    };
    Ok(PlayOptions {
        agent,
        seed: args.seed.unwrap_or_else(rand::random),
        server,
        games: args.games,
        reconnect_wait: args.reconnect_wait,
        max_attempts: args.max_attempts,
        stop: departure.flag().clone(),
        departure,
        account: None,
        journal: args.journal.clone(),
    })
}

fn in_words(report: &PlayReport) -> String {
    let PlayReport {
        games,
        won,
        drawn,
        unseen,
        moves,
        illegal_moves,
        fallbacks,
        connections,
        failures,
        slowest_answer_ms,
        odd_messages,
        opponents,
    } = report;
    let failures = counted(*failures, "failed attempt");
    let mut text = format!(
        "games                    {games}, {won} won, {drawn} drawn, {unseen} with an unseen end\n\
         answers                  {moves}, {illegal_moves} refused, {fallbacks} by the fallback rule\n\
         slowest answer           {slowest_answer_ms:.2} ms\n\
         connections              {connections}, {failures}\n\
         malformed messages       {odd_messages}"
    );
    for line in opponents {
        text.push('\n');
        text.push_str(line);
    }
    text
}
