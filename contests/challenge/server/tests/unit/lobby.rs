use std::time::Duration;

use super::super::faults::PeerFault;
use super::super::seat::RETURN_GRACE;
use super::*;
use cardsharp_challenge_game::wire::ServerMessage;

fn host() -> IpAddr {
    IpAddr::from([127, 0, 0, 1])
}

fn lobby(port: Port) -> Arc<Lobby> {
    Arc::new(Lobby::new(port, Scheduler::default()))
}

fn seated(lobby: &Arc<Lobby>) -> Option<SeatedTeams> {
    match lobby.next(Vec::new) {
        NextTeams::Seated(seated) => Some(seated),
        _ => None,
    }
}

fn teams(seated: &SeatedTeams) -> Vec<i32> {
    seated.seats.iter().map(|seat| seat.team.0).collect()
}

#[test]
fn everybody_plays_everybody() {
    let lobby = lobby(Port::Contest);
    let links: Vec<_> = (1..=3).map(|id| lobby.admit(TeamId(id), host())).collect();
    assert!(links.iter().all(Result::is_ok));
    let mut met = Vec::new();
    for _ in 0..3 {
        let seated_teams = seated(&lobby).unwrap();
        assert!(seated(&lobby).is_none(), "one is left over");
        let mut pair = teams(&seated_teams);
        pair.sort_unstable();
        met.push(pair);
    }
    met.sort();
    assert_eq!(met, [[1, 2], [1, 3], [2, 3]]);
}

#[test]
fn newer_connection_of_a_team_takes_the_place_of_the_older() {
    let lobby = lobby(Port::Practice);
    let (seat, mut old) = lobby.admit(TeamId(1), host()).unwrap();
    let (same, mut new) = lobby.admit(TeamId(1), host()).unwrap();
    assert!(Arc::ptr_eq(&seat, &same));
    assert!(old.outbox.try_recv().is_ok(), "its greeting");
    assert!(old.outbox.is_closed(), "then the end");
    assert!(new.outbox.try_recv().is_ok() && !new.outbox.is_closed());
    seat.detach(old.link);
    assert!(seat.is_connected());
    seat.detach(new.link);
    lobby.tidy();
    assert!(lobby.seats().taken.is_empty());
}

#[test]
fn silence_through_three_games_closes_the_connection() {
    let lobby = lobby(Port::Practice);
    let (seat, mut attached) = lobby.admit(TeamId(1), host()).unwrap();
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
    let lobby = lobby(Port::Practice);
    let (seat, attached) = lobby.admit(TeamId(1), host()).unwrap();
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
fn newcomer_takes_no_seat_that_was_left() {
    let lobby = lobby(Port::Contest);
    let come = |team| lobby.admit_newcomer(TeamId(team), host()).unwrap();
    let (one, link_one) = come(1);
    let (_two, _link_two) = come(2);
    let seated_teams = seated(&lobby).unwrap();
    one.detach(link_one.link);
    let (three, _link_three) = come(3);
    assert_eq!(three.team, TeamId(3));
    assert!(!one.is_connected());
    assert_eq!(one.expected_for(RETURN_GRACE), Duration::ZERO);
    drop(seated_teams);
    assert_eq!(lobby.seats().taken.len(), 2, "nobody comes back to the seat");
}
