//! Matches over HTTP, server and both players in this process.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::summary::Opponent;
use crate::client::{self, ClientOptions};
use cardsharp_commands::demo::progress::Progress;
use cardsharp_dead_mans_draw_bots::agents::Factory;
use cardsharp_dead_mans_draw_game::wire::CreationParams;
use cardsharp_dead_mans_draw_server::{PRACTICE_PLAYERS, RunningServer, ServerConfig};
use cardsharp_game::{AgentSpec, derive_seed};
use cardsharp_net::PlayReport;
use cardsharp_net::{Account, PlayFailure, PlayOptions, ServerAddress};

/// The number of matches against each agent. Each player begins half of them.
const MATCHES: usize = 10;
/// The time for a decision in milliseconds. More time makes the demo longer.
const THINK_TIME: &str = "5";
/// The interval between two updates of the progress.
const UPDATE_INTERVAL: Duration = Duration::from_millis(50);

/// A set of matches to play.
pub(super) struct Set<'a> {
    /// The policy. It plays with look-ahead.
    pub(super) policy: &'a Path,
    /// The opponent, a hand-written agent.
    pub(super) opponent: &'static str,
    /// The folder of the journal of matches.
    pub(super) journal: &'a Path,
    /// The seed of the piles.
    pub(super) seed: u64,
}

/// Plays the matches, or as many as end before the interrupt.
pub(super) fn play(
    set: &Set<'_>,
    interrupt: &AtomicBool,
    progress: &Progress,
) -> anyhow::Result<Opponent> {
    let mut server = RunningServer::start(ServerConfig {
        data: Some(set.journal.to_owned()),
        seed: Some(set.seed),
        throttle: false,
        ..ServerConfig::on_free_port()
    })?;
    let url = format!("http://{}", server.address());
    let own = AgentSpec::named("look-ahead")
        .with("policy", &set.policy.to_string_lossy())?
        .with("time", THINK_TIME)?;
    let specs = [own, AgentSpec::named(set.opponent)];
    create_matches(&url)?;
    let over = Arc::new(AtomicBool::new(false));
    let secrets = tempfile::tempdir().context("cannot keep the players' passwords")?;
    let players = (0..2)
        .map(|seat| {
            let seed = derive_seed(!set.seed, seat as u64);
            join(&specs[seat], seat, &url, seed, secrets.path(), &over)
        })
        .collect::<anyhow::Result<Vec<_>>>()?;
    while !players.iter().all(thread::JoinHandle::is_finished)
        && !interrupt.load(Ordering::Relaxed)
        && !over.load(Ordering::Relaxed)
    {
        progress.update(&format!(
            "live against {}: {} of {MATCHES} matches played",
            set.opponent,
            server.matches_finished()
        ));
        thread::sleep(UPDATE_INTERVAL);
    }
    over.store(true, Ordering::Relaxed);
    let mut reports = Vec::new();
    for player in players {
        match player.join() {
            Ok(report) => reports.push(report?),
            Err(_) => bail!("a player's thread ended by an internal error"),
        }
    }
    server.stop();
    server.wait()?;
    let own = reports.first().context("nobody has played")?;
    let opponent = Opponent::new(set.opponent, own);
    progress.say(&format!(
        "live against {}: {} of {} matches won",
        opponent.agent, opponent.won, opponent.matches
    ));
    Ok(opponent)
}

/// Creates the matches between the two practice players, as the practice admin.
fn create_matches(url: &str) -> anyhow::Result<()> {
    let [(first, ..), (second, ..), (admin, _, password, _)] = PRACTICE_PLAYERS;
    let login = STANDARD.encode(format!("{admin}:{password}"));
    for number in 0..MATCHES {
        let seats = match number % 2 {
            0 => [first, second],
            _ => [second, first],
        };
        let params = CreationParams {
            player_ids: Some(seats.map(str::to_owned).into()),
            ..CreationParams::default()
        };
        ureq::post(format!("{url}/api/matches"))
            .header("Authorization", format!("Basic {login}"))
            .content_type("application/json")
            .send(serde_json::to_vec(&params)?)
            .context("the server does not open a match")?;
    }
    Ok(())
}

type Joined = thread::JoinHandle<Result<PlayReport, PlayFailure>>;

/// Starts a player, who plays until all matches or `over`.
fn join(
    spec: &AgentSpec,
    seat: usize,
    url: &str,
    seed: u64,
    secrets: &Path,
    over: &Arc<AtomicBool>,
) -> anyhow::Result<Joined> {
    let (user, _, password, _) = PRACTICE_PLAYERS[seat];
    let password_file = secrets.join(user);
    fs::write(&password_file, password).context("cannot keep a player's password")?;
    let factory = Factory::load(spec)?;
    let options = PlayOptions {
        seed,
        games: NonZeroUsize::new(MATCHES),
        max_attempts: NonZeroUsize::new(3),
        stop: Arc::clone(over),
        account: Some(Account {
            user: user.to_owned(),
            password_file,
        }),
        ..PlayOptions::at(ServerAddress::Url(url.to_owned()))
    };
    thread::Builder::new()
        .name(format!("plays {}", spec.name()))
        .spawn(move || {
            let report = client::play(&options, &ClientOptions::default(), factory);
            if report.is_err() {
                // Nobody is left to play against.
                options.stop.store(true, Ordering::Relaxed);
            }
            report
        })
        .context("cannot start a player's thread")
}
