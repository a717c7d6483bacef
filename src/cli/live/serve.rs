//! `cardsharp serve`: the contest server.

use std::fs::OpenOptions;
use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;

use super::sides::{log_to_stderr, server_of};
use crate::cli::candidates;
use crate::cli::contest::by_name;
use crate::contests;
use cardsharp_commands::ContestCommands;
use cardsharp_commands::memory;
use cardsharp_commands::quantities::{duration, seconds};
use cardsharp_commands::serve::{SyncValue, TournamentValue};
use cardsharp_game::BadUsage;
use cardsharp_net::ServeOptions;
use cardsharp_view::{Library, RunningView};

/// Serve a contest's protocol.
///
/// `cardsharp serve CONTEST --help` lists what that contest's server takes; other options are refused.
///
/// Stops on Ctrl-C, SIGTERM and SIGHUP, and by itself after --games or --rounds. Ends with the standings on
/// standard output.
#[derive(Args)]
pub struct ServeArgs {
    /// The contest
    #[arg(value_parser = by_name, add = candidates::contests())]
    contest: &'static dyn ContestCommands,
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
    /// Port of the practice opponent, 0 for any that is free [default: 19999]
    #[arg(long, value_name = "PORT")]
    test_port: Option<u16>,
    /// Stop after this many rounds
    #[arg(long, value_name = "N")]
    rounds: Option<NonZeroUsize>,
    /// Let --games stop a round that is under way; without it such a round is played to its end
    ///
    #[arg(long, requires = "games")]
    cut_rounds: bool,
    /// Make every connection a team of its own and lift the 5-second rule, to play on one machine. Who
    /// loses the connection comes back as another team, since nothing tells them from a newcomer; give
    /// each team an address of its own where that matters
    #[arg(long)]
    open: bool,
    /// Refuse a team that tries to connect again within this time, as the contest does against
    /// hammering; 0 refuses nobody [default: 5]
    #[arg(long, value_name = "SECONDS", value_parser = interval)]
    reconnect_interval: Option<Duration>,
    /// Penalise a team without a connection once in this interval, while its move is due. Its clock runs
    /// down to the last half second before the first penalty. With a short interval a team that comes back
    /// after 10 to 15 seconds, as the contest's own clients do, has lost the game; with a long one its
    /// opponent waits. After 16 seconds nobody waits for the team any more. 0 penalises at once, which is
    /// one reading of the example in the contest's document [default: 2]
    #[arg(long, value_name = "SECONDS", value_parser = interval)]
    absence_interval: Option<Duration>,
    /// Cut every connection after this many messages, to see how clients live with it
    #[arg(long, value_name = "N")]
    cut_every: Option<NonZeroUsize>,
    /// Let nobody wait who asks more than 100 times a minute
    #[arg(long)]
    no_throttle: bool,
    /// End the turns of late players once a second, without being asked by an admin
    #[arg(long)]
    watchdog: bool,
    /// Time that a contestant or player has for an answer [default: the contest's own]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    answer_time: Option<Duration>,
    /// Memory that a contestant may take once it has begun to read its input [default: 4MiB]
    #[arg(long, value_name = "SIZE", value_parser = memory::amount)]
    memory: Option<u64>,
    /// Let contestants use files, the network and any memory
    #[arg(long, conflicts_with = "memory")]
    unconfined: bool,
    /// Hold the rules of the contest's page where its own server was lax: no card before both bids
    ///
    #[arg(long)]
    strict: bool,
    /// Storage that must have a change before it is acknowledged, with --data [default: the contest's own]
    #[arg(long, value_name = "POLICY", value_enum)]
    sync: Option<SyncValue>,
    /// Run the contest's event: open play, then a tournament of this form, then the ranking
    #[arg(long, value_name = "FORMAT", value_enum)]
    tournament: Option<TournamentValue>,
    /// Time of open play before the tournament, for example 3h or 30m [default: the contest's own]
    #[arg(long, value_name = "TIME", value_parser = duration, requires = "tournament")]
    open_play: Option<Duration>,
    /// The last part of open play, in which teams that are absent must play and lose [default: 1h]
    #[arg(long, value_name = "TIME", value_parser = duration, requires = "tournament")]
    last_hour: Option<Duration>,
    /// Port of the pages for a browser, 0 for any that is free; without it there are none
    #[arg(long, value_name = "PORT")]
    pages: Option<u16>,
    /// Command lines of the contestants, one word each
    #[arg(last = true, value_name = "CONTESTANT")]
    contestants: Vec<String>,
    /// Log errors only
    #[arg(long)]
    quiet: bool,
}

/// Parses a time in seconds, which may be 0.
fn interval(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok();
    let time = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    time.ok_or_else(|| "write a number of seconds, 0 or more".to_owned())
}

/// Starts the pages of the server's journal on this port.
fn pages(
    contest: &dyn ContestCommands,
    options: &ServeOptions,
    port: u16,
) -> anyhow::Result<RunningView> {
    let journal = contest.served_journal();
    let (Some(folder), Some(journal)) = (&options.data, journal) else {
        bail!(BadUsage::new(
            "the pages (--pages) show the server's journal: name its folder with --data"
        ));
    };
    let path = folder.join(journal.file);
    let failed = || format!("the journal {} cannot be opened", path.display());
    std::fs::create_dir_all(folder).with_context(failed)?;
    // The server may be new.
    let mut file = OpenOptions::new();
    file.create(true).append(true);
    drop(file.open(&path).with_context(failed)?);
    let library = Library::open(&path, contests::without_commands())?;
    Ok(RunningView::start(
        library,
        None,
        Vec::new(),
        options.bind,
        port,
    )?)
}

/// Runs the command: serves until the server is stopped.
///
/// # Errors
///
/// An option does not fit the contest, or the server fails.
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
        memory: args.memory,
        unconfined: args.unconfined,
        strict: args.strict,
        sync: args.sync.map(Into::into),
        tournament: args.tournament.map(Into::into),
        open_play: args.open_play,
        last_hour: args.last_hour,
        pages: args.pages,
    };
    let server = server_of(args.contest)?;
    options.check(args.contest.name(), server.options())?;
    let pages = options
        .pages
        .map(|port| pages(args.contest, &options, port))
        .transpose()?;
    if let Some(pages) = &pages {
        tracing::info!("pages on http://{}/", pages.address());
    }
    server
        .serve(&options)
        .with_context(|| format!("serving {}", args.contest.name()))?;
    Ok(ExitCode::SUCCESS)
}
