//! `cardsharp play`: an agent on a contest server.

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;

use super::contest::{by_name, log_to_stderr};
use super::interrupt;
use crate::contests::{AgentSpec, Contest, PlayOptions, PlayReport, ServerAddress};

/// Attempts to connect that are closer together than this are refused by contest servers.
const HAMMERING_SECONDS: f64 = 5.0;

/// Play on a contest server.
///
/// Goes on in a running game after a lost connection. Stops after --games, or on Ctrl-C (exit code
/// 130), and says how it went.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp play challenge --policy challenge.policy --host contest.example --port 9999
  cardsharp play challenge --agent resolve --policy bot.policy --host contest.example --port 9999
  cardsharp play challenge --agent greedy --host 127.0.0.1 --port 19999 --games 10 --json")]
pub struct PlayArgs {
    /// The contest
    #[arg(value_parser = by_name)]
    contest: &'static dyn Contest,
    /// A name of the contest's ladder, with options as NAME:KEY=VALUE [default: its best]
    #[arg(long, value_name = "NAME")]
    agent: Option<AgentSpec>,
    /// A policy file to play, or for an agent that has one as its option
    #[arg(long, value_name = "FILE")]
    policy: Option<String>,
    /// Host of the contest server
    #[arg(
        long,
        value_name = "HOST",
        requires = "port",
        required_unless_present = "url"
    )]
    host: Option<String>,
    /// Port of the contest server
    #[arg(long, value_name = "PORT", requires = "host")]
    port: Option<u16>,
    /// Base address of a contest that is a web service
    #[arg(long, value_name = "URL", conflicts_with = "host")]
    url: Option<String>,
    /// Stop after this many games
    #[arg(long, value_name = "N")]
    games: Option<NonZeroUsize>,
    /// Wait between attempts to connect; contest servers refuse who comes back within 5 seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    reconnect_wait: f64,
    /// Give up after this many failed attempts in a row [default: never]
    #[arg(long, value_name = "N")]
    max_attempts: Option<NonZeroUsize>,
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

/// Plays until the games are over or Ctrl-C.
pub fn run(args: &PlayArgs) -> anyhow::Result<ExitCode> {
    log_to_stderr(args.quiet);
    if args.reconnect_wait < HAMMERING_SECONDS && !args.quiet {
        eprintln!(
            "cardsharp: warning: attempts less than {HAMMERING_SECONDS} s apart are refused by contest servers"
        );
    }
    let options = options(args, interrupt::flag()?)?;
    let report = args
        .contest
        .play(&options)
        .with_context(|| format!("playing {}", args.contest.name()))?;
    if args.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        println!("{}", in_words(&report));
    }
    Ok(match options.stop.load(Ordering::Relaxed) {
        true => ExitCode::from(interrupt::INTERRUPTED),
        false => ExitCode::SUCCESS,
    })
}

fn options(args: &PlayArgs, stop: Arc<AtomicBool>) -> anyhow::Result<PlayOptions> {
    let server = match (args.host.clone(), args.port, args.url.clone()) {
        (Some(host), Some(port), _) => ServerAddress::Socket { host, port },
        (_, _, Some(url)) => ServerAddress::Url(url),
        _ => bail!("name the server: --host and --port, or --url"),
    };
    let reconnect_wait = Duration::try_from_secs_f64(args.reconnect_wait)
        .with_context(|| format!("--reconnect-wait {}", args.reconnect_wait))?;
    let agent = match (args.agent.clone(), args.policy.as_deref()) {
        (Some(agent), Some(policy)) => Some(agent.with("policy", policy)?),
        (agent, policy) => agent.or(policy.map(AgentSpec::named)),
    };
    Ok(PlayOptions {
        agent,
        seed: args.seed.unwrap_or_else(rand::random),
        server,
        games: args.games,
        reconnect_wait,
        max_attempts: args.max_attempts,
        stop,
    })
}

fn in_words(report: &PlayReport) -> String {
    let PlayReport {
        games,
        won,
        unseen,
        moves,
        illegal_moves,
        fallbacks,
        connections,
        slowest_answer_ms,
        odd_messages,
    } = report;
    format!(
        "games                    {games}, {won} won, {unseen} ended out of sight\n\
         answers                  {moves}, {illegal_moves} refused, {fallbacks} by rule of thumb\n\
         slowest answer           {slowest_answer_ms:.2} ms\n\
         connections              {connections}\n\
         messages without sense   {odd_messages}"
    )
}
