//! `cardsharp serve`: the contest server.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::Args;

use super::contest::{by_name, log_to_stderr};
use crate::cli::candidates;
use crate::commands::quantities::seconds;
use crate::contests::{Contest, ServeOptions, SyncPolicy};

/// Serve a contest's protocol.
///
/// Options that a contest's server does not know are refused.
///
/// challenge: teams are told apart by the address they come from. Without a table of teams every
/// loopback address (127.0.0.1, 127.0.0.2, ...) is a team of its own (cardsharp play challenge --from
/// chooses one) and everybody else is refused. A team that comes back within 5 seconds is refused, too.
/// Those play each other first who have met least often. With --data round numbers, meetings and
/// standings go on after a restart, and so does a round that was interrupted, at its score.
///
/// dead-mans-draw: players log in. Without a table of players there are, on loopback addresses only,
/// 636438380ee778617e6e5be8 and 636438380ee778617e6e5be9 with the password "playerpass", and admin with
/// "adminpass"; 000000000000000000000000 with "dummypass" is always there. Addresses and bodies are
/// described at /docs. With --data matches survive a restart.
///
/// tricky-eights: the judge. Starts four contestants, whose command lines stand behind --, as north, east,
/// south and west, and plays one game to 300, or --games. With --data it keeps te.log and a journal there.
///
/// skullwhist: bots register and log in by themselves. The rules and the methods are described at /api/;
/// standings, games and who is online are at /stats/. With --data accounts and games survive a restart,
/// and `cardsharp admin skullwhist` removes bots, sets passwords and exports games. After --games the
/// server stays some seconds, so that the bots hear how their last game ended.
///
/// Stops on Ctrl-C, SIGTERM and SIGHUP, and by itself after --games or --rounds. Ends with the standings on
/// standard output.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp serve challenge --data games
  cardsharp serve challenge --open --port 0 --test-port 0 --games 100
  cardsharp serve challenge --config teams.json --data games --rounds 91
  cardsharp serve dead-mans-draw --data matches
  cardsharp serve dead-mans-draw --bind 0.0.0.0 --config players.json --data matches --watchdog
  cardsharp serve skullwhist --data bots --strict
  cardsharp serve tricky-eights --seed 13 -- ./ours 'cardsharp play tricky-eights' ./ours ./ours

The table of teams (challenge) or players (dead-mans-draw, see cardsharp credentials) is a JSON file:
  {\"teams\": [{\"id\": 7, \"name\": \"us\", \"hosts\": [\"10.2.88.12\", \"10.2.88.13\"]}]}
  {\"players\": [{\"id\": \"64a1f0c2\", \"name\": \"us\", \"password\": \"$argon2id$...\"}]}")]
pub struct ServeArgs {
    /// The contest
    #[arg(value_parser = by_name, add = candidates::contests())]
    contest: &'static dyn Contest,
    /// Address to listen on
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Port of the contest, 0 for any that is free [default: the contest's own]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Folder of the journal; without it none is kept
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Seed of the shuffles [default: one that nobody knows]
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// Table of teams and their addresses, or of players and their hashed passwords
    #[arg(long, value_name = "FILE", conflicts_with = "open")]
    config: Option<PathBuf>,
    /// Stop after this many games or matches
    #[arg(long, value_name = "N")]
    games: Option<NonZeroUsize>,
    /// Port of the practice opponent, 0 for any that is free (challenge) [default: 19999]
    #[arg(long, value_name = "PORT")]
    test_port: Option<u16>,
    /// Stop after this many rounds (challenge)
    #[arg(long, value_name = "N")]
    rounds: Option<NonZeroUsize>,
    /// Let --games stop a round that is under way; without it such a round is played to its end
    /// (challenge)
    #[arg(long, requires = "games")]
    cut_rounds: bool,
    /// Make every connection a team of its own and lift the 5-second rule, to play on one machine. Who
    /// loses the connection comes back as another team, since nothing tells them from a newcomer; give
    /// each team an address of its own where that matters (challenge)
    #[arg(long)]
    open: bool,
    /// Refuse a team that tries to connect again within this time, as the contest does against
    /// hammering; 0 refuses nobody (challenge) [default: 5]
    #[arg(long, value_name = "SECONDS", value_parser = interval)]
    reconnect_interval: Option<Duration>,
    /// Penalise a team that has lost its connection once in this interval, when its move is due. Its
    /// clock runs first, down to the last half second, which it plays on with when it is back. The
    /// contest's own clients come back after 10 to 15 seconds: a short interval costs them the whole
    /// game by then, a long one keeps their opponents waiting; who is away for 16 seconds is waited for
    /// no more. 0 penalises at once, as the contest's example may be read (challenge) [default: 2]
    #[arg(long, value_name = "SECONDS", value_parser = interval)]
    absence_interval: Option<Duration>,
    /// Cut every connection after this many messages, to see how clients live with it (challenge)
    #[arg(long, value_name = "N")]
    cut_every: Option<NonZeroUsize>,
    /// Let nobody wait who asks more than 100 times a minute (dead-mans-draw)
    #[arg(long)]
    no_throttle: bool,
    /// End the turns of late players once a second, without being asked by an admin (dead-mans-draw)
    #[arg(long)]
    watchdog: bool,
    /// What a contestant has for an answer (tricky-eights) [default: 4]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    answer_time: Option<Duration>,
    /// Hold the rules of the contest's page where its own server was lax: no card before both bids
    /// (skullwhist)
    #[arg(long)]
    strict: bool,
    /// What an acknowledgement waits for where --data keeps it [default: always for skullwhist, os for the
    /// others]
    #[arg(long, value_name = "POLICY", value_enum)]
    sync: Option<SyncPolicy>,
    /// Command lines of the contestants, one word each (tricky-eights)
    #[arg(last = true, value_name = "CONTESTANT")]
    contestants: Vec<String>,
    /// Log errors only
    #[arg(long)]
    quiet: bool,
}

/// A time in seconds, which may be nothing.
fn interval(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok();
    let time = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    time.ok_or_else(|| "write a number of seconds, 0 or more".to_owned())
}

/// Serves until stopped.
pub fn run(args: &ServeArgs) -> anyhow::Result<ExitCode> {
    log_to_stderr(args.quiet);
    let options = ServeOptions {
        bind: args.bind,
        port: args.port,
        data: args.data.clone(),
        seed: args.seed,
        test_port: args.test_port,
        config: args.config.clone(),
        open: args.open,
        games: args.games,
        rounds: args.rounds,
        cut_rounds: args.cut_rounds,
        reconnect_interval: args.reconnect_interval,
        absence_interval: args.absence_interval,
        cut_every: args.cut_every,
        no_throttle: args.no_throttle,
        watchdog: args.watchdog,
        contestants: args.contestants.clone(),
        answer_time: args.answer_time,
        strict: args.strict,
        sync: args.sync,
    };
    options.check(args.contest.name(), args.contest.serve_options())?;
    args.contest
        .serve(&options)
        .with_context(|| format!("serving {}", args.contest.name()))?;
    Ok(ExitCode::SUCCESS)
}
