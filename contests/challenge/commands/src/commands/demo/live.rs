//! Whole rounds over TCP, server and both players in this process.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};

use super::summary::Opponent;
use crate::client::{self, ClientOptions};
use cardsharp_challenge_bots::agents;
use cardsharp_challenge_server::{RunningServer, ServerConfig, Teams};
use cardsharp_commands::demo::progress::Progress;
use cardsharp_game::{AgentSpec, derive_seed};
use cardsharp_net::PlayReport;
use cardsharp_net::{PlayOptions, ServerAddress};
use cardsharp_terminal::counted::counted;

/// The interval between two looks at the score of the round.
const LOOK: Duration = Duration::from_millis(50);
/// Time for the players to read the last result after the server has sent it.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// A round to play.
pub(super) struct Round<'a> {
    /// The agent that plays.
    pub(super) player: &'a AgentSpec,
    /// The hand-written agent that it plays against.
    pub(super) opponent: &'static str,
}

/// Plays a round with the given seed of its shuffles, and writes its games to the folder `journal`. None if it
/// was interrupted.
pub(super) fn play(
    round: &Round<'_>,
    journal: &Path,
    seed: u64,
    interrupt: &AtomicBool,
    progress: &Progress,
) -> anyhow::Result<Option<Opponent>> {
    let specs = [round.player.clone(), AgentSpec::named(round.opponent)];
    let mut server = RunningServer::start(ServerConfig {
        data: Some(journal.to_owned()),
        rounds: NonZeroUsize::new(1),
        ..ServerConfig::on_free_ports(Teams::Open, seed)
    })?;
    let over = Arc::new(AtomicBool::new(false));
    let players = specs
        .iter()
        .zip(1..)
        // Neither the other's chance nor the shoe's.
        .map(|(spec, number)| {
            let seed = derive_seed(!seed, number);
            join(spec, server.contest_addr(), seed, &over)
        })
        .collect::<anyhow::Result<Vec<_>>>()?;
    while server.rounds().is_empty()
        && !interrupt.load(Ordering::Relaxed)
        && !players.iter().any(thread::JoinHandle::is_finished)
    {
        let games = counted(server.games_finished() as u64, "game");
        let opponent = round.opponent;
        progress.update(format!("live against {opponent}: {games} played"));
        thread::sleep(LOOK);
    }
    server.stop();
    server.wait()?;
    thread::sleep(LAST_WORDS);
    over.store(true, Ordering::Relaxed);
    let mut reports = Vec::new();
    for player in players {
        match player.join() {
            Ok(report) => reports.push(report?),
            Err(_) => bail!("a player's thread ended by an internal error"),
        }
    }
    if interrupt.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let own = reports.first().context("nobody has played")?;
    let record = server.rounds();
    let record = record.first().context("the round was not finished")?;
    let opponent = result(round, own, record.wins);
    progress.say(&format!("live against {}: {} of {} games won", opponent.agent, opponent.games_won, opponent.games));
    Ok(Some(opponent))
}

type Joined = thread::JoinHandle<Result<PlayReport, client::ClientError>>;

/// Starts a player, who plays until `over`.
fn join(spec: &AgentSpec, server: SocketAddr, seed: u64, over: &Arc<AtomicBool>) -> anyhow::Result<Joined> {
    let agent = agents::Factory::load(spec)?.agent(seed);
    let address = ServerAddress::Socket { host: server.ip().to_string(), port: server.port() };
    let options =
        PlayOptions { seed, max_attempts: NonZeroUsize::new(3), stop: Arc::clone(over), ..PlayOptions::at(address) };
    thread::Builder::new()
        .name(format!("plays {}", spec.name()))
        .spawn(move || client::play(&options, &ClientOptions::default(), agent))
        .context("cannot start a player's thread")
}

/// The server knows the round. The player knows their own side: the one whose games they won.
fn result(round: &Round<'_>, own: &PlayReport, wins: [u32; 2]) -> Opponent {
    let seen = own.won;
    let distance = |wins: &u32| u64::from(*wins).abs_diff(seen);
    let side = usize::from(distance(&wins[1]) < distance(&wins[0]));
    Opponent {
        agent: round.opponent,
        rounds: 1,
        rounds_won: u32::from(wins[side] > wins[1 - side]),
        games: wins[0] + wins[1],
        games_won: wins[side],
        slowest_answer_ms: own.slowest_answer_ms,
        penalties: own.illegal_moves,
    }
}

#[cfg(test)]
#[path = "../../../tests/unit/commands/demo/live.rs"]
mod tests;
