//! The seats of one port: who has one, who sits down with whom.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use super::journal::Port;
use super::seat::{Attached, Seat};
use super::teams::TeamId;
use crate::contests::challenge::wire::EncodeError;

/// How long a team that is away between two games is waited for, and how long its running game is
/// kept for it where teams cannot be told apart: the slowest starter client comes back after 15 s.
pub(super) const RETURN_GRACE: Duration = Duration::from_secs(16);

/// The seats of one port.
#[derive(Debug)]
pub(super) struct Hall {
    /// Which port.
    pub(super) port: Port,
    seats: Mutex<Vec<Arc<Seat>>>,
    /// Somebody has come or become free.
    pub(super) changed: Notify,
}

/// Teams that have just sat down. Dropping it frees the seats, however the games went.
#[derive(Debug)]
pub(super) struct Seated {
    /// One team for practice, two for a round.
    pub(super) seats: Vec<Arc<Seat>>,
    hall: Arc<Hall>,
}

impl Drop for Seated {
    fn drop(&mut self) {
        for seat in &self.seats {
            seat.stand_up();
        }
        self.hall.tidy();
        self.hall.changed.notify_one();
    }
}

impl Hall {
    /// An empty hall.
    pub(super) fn new(port: Port) -> Hall {
        Hall {
            port,
            seats: Mutex::default(),
            changed: Notify::new(),
        }
    }

    fn seats(&self) -> MutexGuard<'_, Vec<Arc<Seat>>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Brings a connection of `team` to its seat, where it takes the place of an older one.
    pub(super) fn admit(
        &self,
        team: TeamId,
        host: IpAddr,
    ) -> Result<(Arc<Seat>, Attached), EncodeError> {
        let mut seats = self.seats();
        let seat = match seats.iter().find(|seat| seat.team == team) {
            Some(seat) => seat.clone(),
            None => {
                let seat = Arc::new(Seat::new(team, host));
                seats.push(seat.clone());
                seat
            }
        };
        self.take_place(seat)
    }

    /// Brings a connection of a team that nobody knows to a seat: the one whose game has been
    /// waiting longest for a connection from the same address, or a new one for the team that
    /// `fresh` names. Of two clients on one machine that lose their connections together the first
    /// to lose it is the first to come back.
    pub(super) fn admit_anyone(
        &self,
        host: IpAddr,
        fresh: impl FnOnce() -> TeamId,
    ) -> Result<(Arc<Seat>, Attached), EncodeError> {
        let mut seats = self.seats();
        let orphan = seats
            .iter()
            .filter(|seat| seat.host == host)
            .filter_map(|seat| Some((seat.orphaned_since()?, seat)))
            .filter(|(since, _)| since.elapsed() < RETURN_GRACE)
            .min_by_key(|(since, _)| *since)
            .map(|(_, seat)| seat.clone());
        let seat = orphan.unwrap_or_else(|| {
            let seat = Arc::new(Seat::new(fresh(), host));
            seats.push(seat.clone());
            seat
        });
        self.take_place(seat)
    }

    /// Called with the seats locked, so that two connections cannot take one orphaned seat.
    fn take_place(&self, seat: Arc<Seat>) -> Result<(Arc<Seat>, Attached), EncodeError> {
        let attached = seat.attach()?;
        self.changed.notify_one();
        Ok((seat, attached))
    }

    /// Forgets seats with neither a connection nor a game.
    pub(super) fn tidy(&self) {
        self.seats().retain(|seat| !seat.is_abandoned());
    }

    /// Closes every connection once what waits for it is written.
    pub(super) fn close(&self) {
        for seat in self.seats().iter() {
            seat.close();
        }
    }

    /// The next teams to play, if there are any: whoever has waited longest, and against him who has
    /// waited longest of those he has not just played, or of all if there is nobody else.
    pub(super) fn seat_next(self: &Arc<Self>) -> Option<Seated> {
        let seats = self.seats();
        let mut free: Vec<_> = seats
            .iter()
            .filter_map(|seat| Some((seat.free_since()?, seat.clone())))
            .collect();
        free.sort_by_key(|(since, _)| *since);
        let mut waiting = free.into_iter().map(|(_, seat)| seat);
        let first = waiting.next()?;
        let chosen = match self.port {
            Port::Practice => {
                first.sit_down(TeamId::HOUSE);
                vec![first]
            }
            Port::Contest => {
                let others: Vec<_> = waiting.collect();
                let fresh = others
                    .iter()
                    .find(|other| first.last_opponent() != Some(other.team));
                let second = fresh.or(others.first())?.clone();
                first.sit_down(second.team);
                second.sit_down(first.team);
                vec![first, second]
            }
        };
        Some(Seated {
            seats: chosen,
            hall: self.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::faults::PeerFault;
    use super::*;
    use crate::contests::challenge::wire::ServerMessage;

    fn host() -> IpAddr {
        IpAddr::from([127, 0, 0, 1])
    }

    fn teams(seated: &Seated) -> Vec<i32> {
        seated.seats.iter().map(|seat| seat.team.0).collect()
    }

    #[test]
    fn everybody_plays_everybody() {
        let hall = Arc::new(Hall::new(Port::Contest));
        let links: Vec<_> = (1..=3).map(|id| hall.admit(TeamId(id), host())).collect();
        assert!(links.iter().all(Result::is_ok));
        let mut met = Vec::new();
        for _ in 0..3 {
            let seated = hall.seat_next().unwrap();
            assert!(hall.seat_next().is_none(), "one is left over");
            let mut pair = teams(&seated);
            pair.sort_unstable();
            met.push(pair);
        }
        met.sort();
        assert_eq!(met, [[1, 2], [1, 3], [2, 3]]);
    }

    #[test]
    fn newer_connection_of_a_team_takes_the_place_of_the_older() {
        let hall = Arc::new(Hall::new(Port::Practice));
        let (seat, mut old) = hall.admit(TeamId(1), host()).unwrap();
        let (same, mut new) = hall.admit(TeamId(1), host()).unwrap();
        assert!(Arc::ptr_eq(&seat, &same));
        assert!(old.outbox.try_recv().is_ok(), "its greeting");
        assert!(old.outbox.is_closed(), "then the end");
        assert!(new.outbox.try_recv().is_ok() && !new.outbox.is_closed());
        seat.detach(old.link);
        assert!(seat.is_connected());
        seat.detach(new.link);
        hall.tidy();
        assert!(hall.seats().is_empty());
    }

    #[test]
    fn silence_through_three_games_closes_the_connection() {
        let hall = Hall::new(Port::Practice);
        let (seat, mut attached) = hall.admit(TeamId(1), host()).unwrap();
        let game = |seat: &Seat| {
            seat.begin_game();
            seat.end_game().is_ok()
        };
        assert_eq!([(); 3].map(|()| game(&seat)), [true, true, false]);
        assert!(attached.outbox.try_recv().is_ok() && attached.outbox.is_closed());
        assert!(!seat.is_connected());
    }

    #[tokio::test]
    async fn who_does_not_read_is_given_up_with_bounded_memory() {
        let hall = Hall::new(Port::Practice);
        let (seat, attached) = hall.admit(TeamId(1), host()).unwrap();
        let message = ServerMessage::GreetingsProgram { team_id: 1 };
        let mut taken = 0;
        let fault = loop {
            match seat.post(&message).await {
                Ok(()) => taken += 1,
                Err(fault) => break fault,
            }
        };
        assert_eq!(fault, PeerFault::NotReading);
        assert!(taken < 300 && !seat.is_connected());
        drop(attached);
    }

    #[test]
    fn open_connection_resumes_the_game_that_has_waited_longest() {
        let hall = Arc::new(Hall::new(Port::Contest));
        let mut next = 0;
        let mut come = |hall: &Hall| {
            let fresh = || {
                next += 1;
                TeamId(next)
            };
            hall.admit_anyone(host(), fresh).unwrap()
        };
        let (one, link_one) = come(&hall);
        let (two, link_two) = come(&hall);
        let seated = hall.seat_next().unwrap();
        two.detach(link_two.link);
        one.detach(link_one.link);
        assert_eq!(come(&hall).0.team, two.team);
        assert_eq!(come(&hall).0.team, one.team);
        assert_eq!(come(&hall).0.team, TeamId(3), "no more games wait");
        drop(seated);
    }
}
