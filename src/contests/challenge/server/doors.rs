//! The two ports: they accept connections and begin games.

use std::net::{IpAddr, TcpListener as StdListener};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinError, JoinSet};

use super::faults::PeerFault;
use super::hall::{Hall, Next};
use super::journal::Port;
use super::link::{refuse, run_link};
use super::pairing::Pairing;
use super::rounds;
use super::seat::{Attached, Seat};
use super::shared::Shared;
use super::teams::{HammeringRule, Identity};
use crate::contests::challenge::wire::{ServerMessage, encode_frame};

/// Connections kept open at one port.
const MAX_CONNECTIONS: usize = 512;
/// The time that connections have for their last messages when the server stops.
const FAREWELL: Duration = Duration::from_secs(1);
/// The pause after the system refused a connection, which happens when a resource runs out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Serves both ports until the server is told to stop.
pub(super) async fn keep(
    shared: Arc<Shared>,
    pairing: Pairing,
    contest: StdListener,
    practice: StdListener,
) {
    let door = |port, pairing| Door {
        shared: shared.clone(),
        hall: Arc::new(Hall::new(port, pairing)),
        hammering: HammeringRule::new(shared.config.reconnect_interval),
        links: JoinSet::new(),
        games: JoinSet::new(),
    };
    let mut doors = [
        door(Port::Contest, pairing),
        door(Port::Practice, Pairing::default()),
    ];
    let [first, second] = &mut doors;
    tokio::join!(first.keep(contest), second.keep(practice));
}

struct Door {
    shared: Arc<Shared>,
    hall: Arc<Hall>,
    hammering: HammeringRule,
    links: JoinSet<(IpAddr, Option<PeerFault>)>,
    games: JoinSet<()>,
}

impl Door {
    async fn keep(&mut self, listener: StdListener) {
        let listener = match TcpListener::from_std(listener) {
            Ok(listener) => listener,
            Err(error) => {
                tracing::error!(%error, "the {} port cannot be used", self.hall.port);
                self.shared.stop.send_replace(true);
                return;
            }
        };
        let mut stop = self.shared.stop.subscribe();
        // The time at which a waiting pair need not wait for others any longer.
        let mut patience_ends = None;
        loop {
            let hall = self.hall.clone();
            tokio::select! {
                () = async { drop(stop.wait_for(|&stop| stop).await) } => break,
                accepted = accept(&listener) => match accepted {
                    Ok((stream, host)) => self.let_in(stream, host),
                    Err(error) => {
                        let nobody = self.shared.config.bind;
                        self.shared.log.note(nobody, self.hall.port, &error);
                    }
                },
                Some(ended) = self.links.join_next() => {
                    self.link_ended(ended);
                    patience_ends = self.begin_games();
                }
                Some(ended) = self.games.join_next() => note_crash(ended.err()),
                () = hall.changed.notified() => patience_ends = self.begin_games(),
                () = sleep_until(patience_ends) => patience_ends = self.begin_games(),
            }
        }
        self.games.shutdown().await;
        self.hall.close();
        let farewell = async { while self.links.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(FAREWELL, farewell).await;
    }

    fn let_in(&mut self, stream: TcpStream, host: IpAddr) {
        if self.links.len() >= MAX_CONNECTIONS {
            self.refusal(host, PeerFault::TooManyConnections(MAX_CONNECTIONS));
            return;
        }
        let identity = self.shared.config.teams.identify(host);
        let admitted = match identity {
            Identity::Unknown => {
                self.refusal(host, PeerFault::UnknownHost);
                self.send_away(stream, host);
                return;
            }
            Identity::Team(_) if !self.hammering.admits(host, Instant::now()) => {
                // Refused without a message: starter clients end for good when they read an error.
                self.refusal(host, PeerFault::TooSoon);
                return;
            }
            Identity::Team(team) => self.hall.admit(team, host),
            Identity::Anyone => self.hall.admit_newcomer(self.shared.new_team(), host),
        };
        match admitted {
            Ok((seat, attached)) => self.start_link(stream, seat, attached),
            Err(error) => tracing::error!(%error, "a greeting could not be written"),
        }
    }

    fn start_link(&mut self, stream: TcpStream, seat: Arc<Seat>, attached: Attached) {
        let host = seat.host;
        let team = self.shared.config.teams.label(seat.team);
        tracing::debug!(%host, port = %self.hall.port, "{team} is connected");
        let cut_every = self.shared.config.cut_every.map(usize::from);
        let link = run_link(stream, seat, attached, cut_every);
        self.links.spawn(async move { (host, link.await) });
    }

    fn send_away(&mut self, stream: TcpStream, host: IpAddr) {
        let farewell = encode_frame(&ServerMessage::Error {
            seen_host: host.to_string(),
            message: "I don't know which team this connection belongs to: no team has registered \
                      this address. Ask whoever runs this server to add it to the table of teams."
                .to_owned(),
        });
        if let Ok(farewell) = farewell {
            self.links.spawn(async move {
                refuse(stream, farewell).await;
                (host, None)
            });
        }
    }

    fn refusal(&self, host: IpAddr, fault: PeerFault) {
        self.shared.log.note(host, self.hall.port, &fault);
    }

    fn link_ended(&mut self, ended: Result<(IpAddr, Option<PeerFault>), JoinError>) {
        match ended {
            Ok((host, Some(fault))) => self.refusal(host, fault),
            Ok((_, None)) => {}
            Err(error) => note_crash(Some(error)),
        }
        self.hall.tidy();
    }

    /// Begins all games that can begin. Returns the time of the next check, if a pair waits for
    /// others.
    fn begin_games(&mut self) -> Option<Instant> {
        while self.shared.may_begin(self.hall.port) {
            let seated = match self.hall.seat_next() {
                Next::Seated(seated) => seated,
                Next::Later(moment) => return Some(moment),
                Next::Nobody => return None,
            };
            let shared = self.shared.clone();
            // Counted here at once, so that not one game too many begins.
            match self.hall.port {
                Port::Practice => self.games.spawn(rounds::practise(shared, seated)),
                Port::Contest => {
                    let number = shared.begin_round(seated.goes_on);
                    self.games.spawn(rounds::play(shared, seated, number))
                }
            };
        }
        None
    }
}

/// Sleeps until `moment`; forever if there is none.
async fn sleep_until(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment.into()).await,
        None => std::future::pending().await,
    }
}

/// The next connection and its address. After an error of the system there is a pause, since its
/// cause (too many open files, say) lasts.
async fn accept(listener: &TcpListener) -> std::io::Result<(TcpStream, IpAddr)> {
    match listener.accept().await {
        Ok((stream, from)) => Ok((stream, from.ip().to_canonical())),
        Err(error) => {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            Err(error)
        }
    }
}

fn note_crash(error: Option<JoinError>) {
    if let Some(error) = error.filter(JoinError::is_panic) {
        tracing::error!(%error, "a task of the server has crashed");
    }
}
