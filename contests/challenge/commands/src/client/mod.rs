//! The client that plays an agent on a contest server. It connects, keeps the record of the game,
//! answers every request once and legally, and connects again after a lost connection.

mod incoming;
mod memories;
mod options;
mod seen_game;
mod session;
mod tracker;

pub use memories::MemoriesError;
pub use options::ClientOptions;
pub use tracker::{ImpossiblePosition, Tracker};

use std::io;
use std::net::{IpAddr, SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use socket2::{Domain, Socket, Type};
use thiserror::Error;

use self::memories::Memories;
use self::seen_game::SeenGame;
use self::session::{Player, SessionEnd};
use cardsharp_arena::JournalError;
use cardsharp_challenge_bots::ChallengeGame;
use cardsharp_challenge_bots::agents::Agent;
use cardsharp_commands::ClientJournal;
use cardsharp_net::PlayReport;
use cardsharp_net::{PlayOptions, ServerAddress};
use cardsharp_system::stop_flag::wait_since;
use cardsharp_terminal::counted::counted;

/// The agent that plays live by default: the strongest one that needs no file.
pub(crate) const BEST_AGENT: &str = "adaptive";

/// The longest time that an attempt to connect may take.
const CONNECT_PATIENCE: Duration = Duration::from_secs(10);

/// A reason why a client gave up.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The contest is played over a plain socket.
    #[error("Challenge is played over a socket: name the server by --host and --port")]
    NeedsSocket,
    /// The address to connect from is not an address of this machine.
    #[error("cannot connect from {from}: {source}; name an address of this machine by --from")]
    CannotComeFrom {
        /// The address.
        from: IpAddr,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The file of memories cannot be used.
    #[error(transparent)]
    Memories(#[from] MemoriesError),
    /// The journal cannot be opened.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The server knows no team with our address.
    #[error("the server knows no team with our address, which it sees as {seen_host}: {message}")]
    Refused {
        /// The address that the server sees.
        seen_host: String,
        /// The server's message.
        message: String,
    },
    /// The server could not be reached, or closed every connection without a greeting.
    #[error("gave up after {} to play at {host} port {port}: {last}", counted(*attempts as u64, "attempt"))]
    Unreachable {
        /// The number of attempts in a row.
        attempts: usize,
        /// The host.
        host: String,
        /// The port.
        port: u16,
        /// The error of the last attempt.
        last: io::Error,
    },
}

/// Plays until the games of `options` are over or its stop flag is set. After a lost connection it
/// continues the running game. Two attempts to connect are always `options.reconnect_wait` apart.
pub fn play(
    options: &PlayOptions,
    own: &ClientOptions,
    agent: Box<dyn Agent<ChallengeGame>>,
) -> Result<PlayReport, ClientError> {
    let (host, port) = match &options.server {
        ServerAddress::Socket { host, port } => (host.as_str(), *port),
        ServerAddress::Url(_) | ServerAddress::Stdio => return Err(ClientError::NeedsSocket),
    };
    let name = options.agent_or(BEST_AGENT).to_string();
    let journal = ClientJournal::open(options.journal.as_deref(), "challenge", name, options.seed)?;
    let mut player = Player {
        agent,
        memories: Memories::open(own.memory.as_deref())?,
        journal,
        game: SeenGame::default(),
        opponent: None,
        tracker: Tracker::default(),
        report: PlayReport::default(),
        games: options.games.map(|games| games.get() as u64),
        stop: &options.stop,
        departure: &options.departure,
        running: None,
        awaits_result: false,
    };
    if let Some(from) = own.from {
        socket_from(from).map_err(|source| ClientError::CannotComeFrom { from, source })?;
    }
    let played = keep_playing(&mut player, options, own.from, (host, port));
    player.note_opponents();
    player.save_memories()?;
    played.map(|()| player.report)
}

/// Connects and plays, again and again.
fn keep_playing(
    player: &mut Player<'_>,
    options: &PlayOptions,
    from: Option<IpAddr>,
    (host, port): (&str, u16),
) -> Result<(), ClientError> {
    let mut failures = 0;
    loop {
        let attempt = Instant::now();
        let last = match connect(host, port, from) {
            Ok(stream) => {
                player.report.connections += 1;
                match player.run(stream) {
                    SessionEnd::Done | SessionEnd::Stopped => return Ok(()),
                    SessionEnd::Refused { seen_host, message } => {
                        return Err(ClientError::Refused { seen_host, message });
                    }
                    SessionEnd::Lost { greeted: true } => None,
                    SessionEnd::Lost { greeted: false } => {
                        Some(io::Error::new(io::ErrorKind::ConnectionAborted, "closed without a greeting"))
                    }
                }
            }
            Err(error) => Some(error),
        };
        failures = if last.is_some() { failures + 1 } else { 0 };
        player.report.failures += 1;
        tell_loss(last.as_ref(), host, port);
        if let Some(last) = last
            && options.max_attempts.is_some_and(|most| failures >= most.get())
        {
            return Err(ClientError::Unreachable { attempts: failures, host: host.to_owned(), port, last });
        }
        if wait_since(attempt, options.reconnect_wait, &options.stop) {
            return Ok(());
        }
    }
}

fn tell_loss(failure: Option<&io::Error>, host: &str, port: u16) {
    match failure {
        Some(error) => tracing::warn!(%error, "no connection to {host} port {port}, trying again"),
        None => tracing::debug!("the connection to {host} port {port} was lost, coming back"),
    }
}

fn connect(host: &str, port: u16, from: Option<IpAddr>) -> io::Result<TcpStream> {
    let mut last = None;
    for address in (host, port).to_socket_addrs()? {
        match connect_to(address, from) {
            Ok(stream) if meets_itself(&stream) => {
                let refused = io::ErrorKind::ConnectionRefused;
                last = Some(io::Error::new(refused, "nobody listens there"));
            }
            Ok(stream) => return Ok(stream),
            Err(error) => last = Some(error),
        }
    }
    Err(last.unwrap_or_else(|| io::Error::new(io::ErrorKind::NotFound, "the host has no address")))
}

fn connect_to(address: SocketAddr, from: Option<IpAddr>) -> io::Result<TcpStream> {
    match from {
        None => TcpStream::connect_timeout(&address, CONNECT_PATIENCE),
        Some(from) if from.is_ipv4() != address.is_ipv4() => {
            let what = format!("{from} and {address} are not of the same kind, IPv4 or IPv6");
            Err(io::Error::new(io::ErrorKind::AddrNotAvailable, what))
        }
        Some(from) => {
            let socket = socket_from(from)?;
            socket.connect_timeout(&address.into(), CONNECT_PATIENCE)?;
            Ok(socket.into())
        }
    }
}

/// A socket that connects from `from`, an address of this machine, and from a port that the system chooses.
fn socket_from(from: IpAddr) -> io::Result<Socket> {
    let from = SocketAddr::new(from, 0);
    let socket = Socket::new(Domain::for_address(from), Type::STREAM, None)?;
    socket.bind(&from.into())?;
    Ok(socket)
}

/// True if the connection leads to itself. If nobody listens at a port of this machine, the system may choose that port
/// as the source of the connection. Such a connection never ends, and the server could not use the port.
fn meets_itself(stream: &TcpStream) -> bool {
    matches!((stream.local_addr(), stream.peer_addr()), (Ok(own), Ok(peer)) if own == peer)
}

#[cfg(test)]
#[path = "../../tests/unit/client/mod.rs"]
mod tests;
