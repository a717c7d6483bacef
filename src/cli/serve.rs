//! `cardsharp serve`: the contest server.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use super::contest::{by_name, log_to_stderr};
use crate::contests::{Contest, ServeOptions};

/// Serve a contest's protocol.
///
/// Teams are told apart by the address they come from. Without a table of teams every loopback
/// address (127.0.0.1, 127.0.0.2, ...) is a team of its own and everybody else is refused. A team
/// that comes back within 5 seconds is refused, too.
///
/// Stops on Ctrl-C, and by itself after --games.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp serve challenge --data games
  cardsharp serve challenge --open --port 0 --test-port 0 --games 100

The table of teams is a JSON file:
  {\"teams\": [{\"id\": 7, \"name\": \"us\", \"hosts\": [\"10.2.88.12\", \"10.2.88.13\"]}]}")]
pub struct ServeArgs {
    /// The contest
    #[arg(value_parser = by_name)]
    contest: &'static dyn Contest,
    /// Address to listen on
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Port of the contest, 0 for any that is free [default: the contest's own]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Port of the practice opponent, 0 for any that is free [default: the contest's own]
    #[arg(long, value_name = "PORT")]
    test_port: Option<u16>,
    /// Table of teams and their addresses
    #[arg(long, value_name = "FILE", conflicts_with = "open")]
    config: Option<PathBuf>,
    /// Folder of the journal of games; without it none is kept
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Make every connection a team of its own and lift the 5-second rule, to play on one machine
    #[arg(long)]
    open: bool,
    /// Stop after this many games
    #[arg(long, value_name = "N")]
    games: Option<NonZeroUsize>,
    /// Cut every connection after this many messages, to see how clients live with it
    #[arg(long, value_name = "N")]
    cut_every: Option<NonZeroUsize>,
    /// Seed of the shuffles [default: one that nobody knows]
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// Log errors only
    #[arg(long)]
    quiet: bool,
}

/// Serves until stopped.
pub fn run(args: &ServeArgs) -> anyhow::Result<ExitCode> {
    log_to_stderr(args.quiet);
    let options = ServeOptions {
        bind: args.bind,
        port: args.port,
        test_port: args.test_port,
        config: args.config.clone(),
        data: args.data.clone(),
        open: args.open,
        games: args.games,
        cut_every: args.cut_every,
        seed: args.seed.unwrap_or_else(rand::random),
    };
    args.contest
        .serve(&options)
        .with_context(|| format!("serving {}", args.contest.name()))?;
    Ok(ExitCode::SUCCESS)
}
