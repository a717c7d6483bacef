//! The two ports: they accept connections and begin games.

use std::net::{IpAddr, TcpListener as StdListener};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinError, JoinSet};

use super::faults::PeerFault;
use super::link::{refuse, run_link};
use super::lobby::{Lobby, NextTeams};
use super::record::Port;
use super::rounds;
use super::scheduler::Scheduler;
use super::seat::{NewConnection, Seat};
use super::server_state::ServerState;
use super::teams::{HammeringRule, Identity};
use cardsharp_challenge_game::wire::{ServerMessage, encode_frame};

/// Connections of teams kept open at one port.
const MAX_CONNECTIONS: usize = 512;
/// Connections of hosts without a team that are told so at a time. Further ones are closed at once.
const MAX_REFUSED: usize = 32;
/// The time that connections have for their last messages when the server stops.
const FAREWELL: Duration = Duration::from_secs(1);
/// The pause after the system refused a connection, which happens when a resource runs out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Serves both ports until the server stops.
pub(super) async fn serve_ports(
    state: Arc<ServerState>,
    scheduler: Scheduler,
    contest: StdListener,
    practice: StdListener,
) {
    let port_listener = |port, scheduler| PortListener {
        state: state.clone(),
        lobby: Arc::new(Lobby::new(port, scheduler)),
        hammering: HammeringRule::new(state.config.reconnect_interval),
        links: JoinSet::new(),
        refused: JoinSet::new(),
        games: JoinSet::new(),
    };
    let mut listeners = [port_listener(Port::Contest, scheduler), port_listener(Port::Practice, Scheduler::default())];
    let [first, second] = &mut listeners;
    tokio::join!(first.run(contest), second.run(practice));
}

struct PortListener {
    state: Arc<ServerState>,
    lobby: Arc<Lobby>,
    hammering: HammeringRule,
    links: JoinSet<(IpAddr, Option<PeerFault>)>,
    refused: JoinSet<()>,
    games: JoinSet<()>,
}

impl PortListener {
    async fn run(&mut self, listener: StdListener) {
        let listener = match TcpListener::from_std(listener) {
            Ok(listener) => listener,
            Err(error) => {
                tracing::error!(%error, "the {} port cannot be used", self.lobby.port);
                self.state.stop.send_replace(true);
                return;
            }
        };
        let mut stop = self.state.stop.subscribe();
        // The time at which a waiting pair need not wait for others any longer.
        // The phases of an event come by the clock alone.
        let mut patience_ends = Some(Instant::now());
        loop {
            let lobby = self.lobby.clone();
            tokio::select! {
                () = async { drop(stop.wait_for(|&stop| stop).await) } => break,
                accepted = accept(&listener) => match accepted {
                    Ok((stream, host)) => self.let_in(stream, host),
                    Err(error) => {
                        let nobody = self.state.config.bind;
                        self.state.log.note(nobody, self.lobby.port, &error);
                    }
                },
                Some(ended) = self.links.join_next() => {
                    self.link_ended(ended);
                    patience_ends = self.begin_games();
                }
                Some(ended) = self.games.join_next() => note_crash(ended.err()),
                () = lobby.changed.notified() => patience_ends = self.begin_games(),
                () = sleep_until(patience_ends) => patience_ends = self.begin_games(),
            }
        }
        self.games.shutdown().await;
        self.lobby.close();
        let farewell = async {
            while self.links.join_next().await.is_some() {}
            while self.refused.join_next().await.is_some() {}
        };
        let _ = tokio::time::timeout(FAREWELL, farewell).await;
    }

    fn let_in(&mut self, stream: TcpStream, host: IpAddr) {
        let identity = self.state.config.teams.identify(host);
        if identity != Identity::Unknown && self.links.len() >= MAX_CONNECTIONS {
            self.refusal(host, PeerFault::TooManyConnections(MAX_CONNECTIONS));
            return;
        }
        let admitted = match identity {
            Identity::Unknown => {
                self.refusal(host, PeerFault::UnknownHost);
                return self.send_away(stream, host);
            }
            Identity::Team(_) if !self.hammering.admits(host, Instant::now()) => {
                // Refused without a message: starter clients end for good when they read an error.
                self.refusal(host, PeerFault::TooSoon);
                return;
            }
            Identity::Team(team) => self.lobby.admit(team, host),
            Identity::Anyone => self.lobby.admit_newcomer(self.state.new_team(), host),
        };
        match admitted {
            Ok((seat, attached)) => self.start_link(stream, seat, attached),
            Err(error) => tracing::error!(%error, "a greeting could not be written"),
        }
    }

    fn start_link(&mut self, stream: TcpStream, seat: Arc<Seat>, attached: NewConnection) {
        let host = seat.host;
        let team = self.state.config.teams.label(seat.team);
        tracing::debug!(%host, port = %self.lobby.port, "{team} is connected");
        let cut_every = self.state.config.cut_every.map(usize::from);
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
        while self.refused.try_join_next().is_some() {}
        if let Ok(farewell) = farewell
            && self.refused.len() < MAX_REFUSED
        {
            self.refused.spawn(refuse(stream, farewell));
        }
    }

    fn refusal(&self, host: IpAddr, fault: PeerFault) {
        self.state.log.note(host, self.lobby.port, &fault);
    }

    fn link_ended(&mut self, ended: Result<(IpAddr, Option<PeerFault>), JoinError>) {
        match ended {
            Ok((host, Some(fault))) => self.refusal(host, fault),
            Ok((_, None)) => {}
            Err(error) => note_crash(Some(error)),
        }
        self.lobby.tidy();
    }

    /// Begins all games that can begin. Returns the time of the next check, if a pair waits for others.
    fn begin_games(&mut self) -> Option<Instant> {
        while self.state.may_begin(self.lobby.port) {
            let seated = match self.lobby.next(|| self.state.seeds()) {
                NextTeams::Seated(seated) => seated,
                NextTeams::Forfeit(forfeit) => {
                    rounds::forfeit(&self.state, &forfeit);
                    continue;
                }
                NextTeams::Begins(record) => {
                    if self.state.begin_phase(&record).is_err() {
                        return None;
                    }
                    continue;
                }
                NextTeams::Later(moment) => return Some(moment),
                NextTeams::Nobody => return None,
                NextTeams::Over => {
                    self.state.end_event(self.lobby.ranking().unwrap_or_default());
                    return None;
                }
            };
            let state = self.state.clone();
            // Counted here at once, so that not one game too many begins.
            match self.lobby.port {
                Port::Practice => self.games.spawn(rounds::play_practice(state, seated)),
                Port::Contest => {
                    let number = state.begin_round(seated.resumed);
                    self.games.spawn(rounds::play(state, seated, number))
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
