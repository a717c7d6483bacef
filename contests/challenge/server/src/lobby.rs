//! The seats of one port: the teams that are present, and the choice of the next to play.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;

use super::event::EventRecord;
use super::pairing::{OpenRound, PresentTeam};
use super::record::{Port, RoundRecord};
use super::scheduler::{Choice, Forfeit, Scheduler};
use super::seat::{NewConnection, Seat};
use super::teams::TeamId;
use cardsharp_challenge_game::wire::EncodeError;

/// The seats of one port.
#[derive(Debug)]
pub(super) struct Lobby {
    /// The port.
    pub(super) port: Port,
    seats: Mutex<Seats>,
    /// Notified when a team has come or become free.
    pub(super) changed: Notify,
}

#[derive(Debug)]
struct Seats {
    taken: Vec<Arc<Seat>>,
    scheduler: Scheduler,
}

/// Teams seated for a game or a round. Dropping it frees the seats, whatever happened.
#[derive(Debug)]
pub(super) struct SeatedTeams {
    /// One team for practice, two for a round, side 0 first.
    pub(super) seats: Vec<Arc<Seat>>,
    /// The interrupted round that continues.
    pub(super) resumed: Option<OpenRound>,
    /// The stage of the tournament that the round belongs to.
    pub(super) stage: Option<usize>,
    lobby: Arc<Lobby>,
}

/// The next event at a port.
#[derive(Debug)]
pub(super) enum NextTeams {
    /// These teams play.
    Seated(SeatedTeams),
    /// A team loses a round because it is absent.
    Forfeit(Forfeit),
    /// A phase of the event begins.
    Begins(EventRecord),
    /// No team yet: ask again at this moment, if nothing changes before.
    Later(Instant),
    /// No team.
    Nobody,
    /// The event is over.
    Over,
}

impl Drop for SeatedTeams {
    fn drop(&mut self) {
        for seat in &self.seats {
            seat.stand_up();
        }
        self.lobby.tidy();
        self.lobby.changed.notify_one();
    }
}

impl Lobby {
    /// A lobby without seats. The scheduler chooses the teams of its rounds.
    pub(super) fn new(port: Port, scheduler: Scheduler) -> Lobby {
        Lobby { port, seats: Mutex::new(Seats { taken: Vec::new(), scheduler }), changed: Notify::new() }
    }

    fn seats(&self) -> MutexGuard<'_, Seats> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Assigns a connection of `team` to its seat, where it replaces an older one.
    pub(super) fn admit(&self, team: TeamId, host: IpAddr) -> Result<(Arc<Seat>, NewConnection), EncodeError> {
        let mut seats = self.seats();
        seats.scheduler.note(team);
        let known = seats.taken.iter().find(|seat| seat.team == team);
        let seat = match known {
            Some(seat) => seat.clone(),
            None => Arc::new(Seat::new(team, host, true)),
        };
        self.take_place(seats, seat)
    }

    /// Assigns a connection to a new seat, to which no other connection can return: `team` is a new team.
    pub(super) fn admit_newcomer(&self, team: TeamId, host: IpAddr) -> Result<(Arc<Seat>, NewConnection), EncodeError> {
        let seat = Arc::new(Seat::new(team, host, false));
        self.take_place(self.seats(), seat)
    }

    fn take_place(
        &self,
        mut seats: MutexGuard<'_, Seats>,
        seat: Arc<Seat>,
    ) -> Result<(Arc<Seat>, NewConnection), EncodeError> {
        let attached = seat.attach()?;
        if !seats.taken.iter().any(|taken| Arc::ptr_eq(taken, &seat)) {
            seats.taken.push(seat.clone());
        }
        self.changed.notify_one();
        Ok((seat, attached))
    }

    /// Removes seats with neither a connection nor a game.
    pub(super) fn tidy(&self) {
        self.seats().taken.retain(|seat| !seat.is_abandoned());
    }

    /// Closes every connection once its waiting messages are written.
    pub(super) fn close(&self) {
        for seat in &self.seats().taken {
            seat.close();
        }
    }

    /// The next event at the port. The practice port takes the team that has waited longest; the contest port takes
    /// what [`Scheduler`] chooses. `seeds` are the teams of the standings, the best first.
    pub(super) fn next(self: &Arc<Self>, seeds: impl FnOnce() -> Vec<TeamId>) -> NextTeams {
        let mut seats = self.seats();
        let Seats { taken, scheduler } = &mut *seats;
        let present: Vec<PresentTeam> = taken.iter().map(|seat| seat.present()).collect();
        let (seats, resumed, stage) = match self.port {
            Port::Practice => {
                let free = present.iter().zip(&*taken);
                let free = free.filter_map(|(present, seat)| Some((present.free_since?, seat)));
                let Some((_, first)) = free.min_by_key(|(since, _)| *since) else {
                    return NextTeams::Nobody;
                };
                first.sit_down(TeamId::HOUSE);
                (vec![first.clone()], None, None)
            }
            Port::Contest => match scheduler.choose(&present, seeds, Instant::now()) {
                Choice::Round { indices: [one, two], resumed, stage } => {
                    taken[one].sit_down(taken[two].team);
                    taken[two].sit_down(taken[one].team);
                    let seats = vec![taken[one].clone(), taken[two].clone()];
                    (seats, resumed, stage)
                }
                Choice::Forfeit(forfeit) => return NextTeams::Forfeit(forfeit),
                Choice::Begins(record) => return NextTeams::Begins(record),
                Choice::Later(moment) => return NextTeams::Later(moment),
                Choice::Nothing => return NextTeams::Nobody,
                Choice::Over => return NextTeams::Over,
            },
        };
        NextTeams::Seated(SeatedTeams { seats, resumed, stage, lobby: self.clone() })
    }

    /// The ranking of the tournament, once it is over.
    pub(super) fn ranking(&self) -> Option<Vec<TeamId>> {
        self.seats().scheduler.ranking()
    }
}

impl SeatedTeams {
    /// Tells the scheduler of a finished round.
    pub(super) fn note(&self, record: &RoundRecord) {
        if let Some(stage) = record.stage {
            let mut seats = self.lobby.seats();
            seats.scheduler.record(stage, record.teams, record.winner);
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/lobby.rs"]
mod tests;
