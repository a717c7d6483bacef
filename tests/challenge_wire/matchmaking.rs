//! The pairs of teams that meet, the rounds that continue after a restart, and the seats of the teams.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

use cardsharp::contests::challenge::server::{
    JOURNAL_FILE, JournalContents, RunningServer, ServerConfig, TeamId, Teams, read_journal,
};
use serde_json::{Value, json};

use crate::peers::{RawPeer, serve};

/// Answers every request until the connection ends, so that a game is one hand: challenges, accepts,
/// and plays its highest card, or its lowest. The requests, as they came.
fn gamble(mut peer: RawPeer, highest: bool) -> Vec<Value> {
    // The others may play for long before it is this player's turn.
    let patience = Some(Duration::from_secs(60));
    peer.stream.set_read_timeout(patience).unwrap();
    let mut requests = Vec::new();
    while let Some(message) = peer.next() {
        if message["type"] != "request" {
            continue;
        }
        let state = &message["state"];
        let response = match message["request"].as_str() {
            Some("challenge_offered") => json!({"type": "accept_challenge"}),
            _ if state["can_challenge"] == true => json!({"type": "offer_challenge"}),
            _ => {
                let hand = state["hand"].as_array().unwrap();
                let card = if highest { hand.first() } else { hand.last() };
                json!({"type": "play_card", "card": card.unwrap()})
            }
        };
        peer.try_answer(&message, response);
        requests.push(message);
    }
    requests
}

fn gamblers(peers: Vec<RawPeer>) -> Vec<JoinHandle<Vec<Value>>> {
    let start = |(index, peer): (usize, RawPeer)| std::thread::spawn(move || gamble(peer, index.is_multiple_of(2)));
    peers.into_iter().enumerate().map(start).collect()
}

fn requests(players: Vec<JoinHandle<Vec<Value>>>) -> Vec<Value> {
    let all = players.into_iter().flat_map(|player| player.join().unwrap());
    all.collect()
}

/// A round for every pair of teams: no two teams meet twice.
fn every_pair_meets(teams: usize) {
    let pairs = teams * (teams - 1) / 2;
    let mut server = serve(Teams::Open, |config| {
        config.rounds = NonZeroUsize::new(pairs);
    });
    let address = server.contest_addr();
    // All are there before the first of them answers.
    let peers = (0..teams).map(|_| RawPeer::connect(address)).collect();
    let players = gamblers(peers);
    server.wait().unwrap();
    requests(players);
    let rounds = server.rounds();
    let met: BTreeSet<[TeamId; 2]> = rounds
        .iter()
        .map(|round| {
            let [one, two] = round.teams;
            [one.min(two), one.max(two)]
        })
        .collect();
    assert_eq!((rounds.len(), met.len()), (pairs, pairs), "{met:?}");
}

#[test]
fn four_teams_have_all_met_after_six_rounds() {
    every_pair_meets(4);
}

#[test]
fn five_teams_have_all_met_after_ten_rounds() {
    every_pair_meets(5);
}

/// Slow: each of the 91 rounds is announced to all teams.
#[test]
fn fourteen_teams_have_all_met_after_ninety_one_rounds() {
    every_pair_meets(14);
}

/// The teams 1 and 2, by their addresses.
fn two_teams(server: &RunningServer) -> Vec<RawPeer> {
    let address = server.contest_addr();
    let hosts = [[127, 0, 0, 1], [127, 0, 0, 2]];
    hosts.map(|host| RawPeer::connect_from(host, address)).into()
}

#[test]
fn numbers_of_requests_are_unique_in_a_game() {
    let mut server = serve(Teams::Loopback, |config| {
        config.rounds = NonZeroUsize::new(1);
    });
    let players = gamblers(two_teams(&server));
    server.wait().unwrap();
    let requests = requests(players);
    let ids: BTreeSet<_> = requests
        .iter()
        .map(|request| {
            let game = request["state"]["game_id"].as_i64().unwrap();
            (game, request["request_id"].as_i64().unwrap())
        })
        .collect();
    assert!(requests.len() > 30);
    assert_eq!(ids.len(), requests.len());
}

/// A server with a journal in `folder`, played on by teams 1 and 2 until it stops by itself.
fn play_to_the_end(folder: &Path, change: impl FnOnce(&mut ServerConfig)) -> RunningServer {
    let mut server = serve(Teams::Loopback, |config| {
        config.data = Some(folder.to_owned());
        change(config);
    });
    let players = gamblers(two_teams(&server));
    server.wait().unwrap();
    requests(players);
    server
}

fn journal(folder: &Path) -> JournalContents {
    let journal = read_journal(&folder.join(JOURNAL_FILE)).unwrap();
    assert!(journal.damaged.is_empty(), "{:?}", journal.damaged);
    journal
}

#[test]
fn an_interrupted_round_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let cut = play_to_the_end(folder.path(), |config| {
        config.games = NonZeroUsize::new(3);
        config.cut_rounds = true;
    });
    assert_eq!((cut.games_finished(), cut.rounds().len()), (3, 0));
    let one_round = |config: &mut ServerConfig| config.rounds = NonZeroUsize::new(1);
    let resumed = play_to_the_end(folder.path(), one_round);
    let next = play_to_the_end(folder.path(), one_round);

    let journal = journal(folder.path());
    let numbers: Vec<u32> = journal.rounds.iter().map(|round| round.round).collect();
    assert_eq!(numbers, [1, 2]);
    let mut wins = BTreeMap::<_, [u32; 2]>::new();
    let mut games = BTreeMap::<_, Vec<u32>>::new();
    for game in &journal.games {
        let round = game.round.unwrap();
        games.entry(round.round).or_default().push(round.game);
        wins.entry(round.round).or_default()[usize::from(game.winner == TeamId(2))] += 1;
        let names = game.teams.map(|team| Some(format!("127.0.0.{}", team.0)));
        assert_eq!(game.names, names);
    }
    for round in &journal.rounds {
        let numbers = &games[&round.round];
        assert_eq!(*numbers, (1..=numbers.len() as u32).collect::<Vec<_>>());
        let of_teams = round.teams.map(|team| {
            let index = usize::from(team == TeamId(2));
            wins[&round.round][index]
        });
        assert_eq!(round.wins, of_teams);
    }
    assert_eq!(resumed.rounds(), journal.rounds[..1]);
    assert!(resumed.games_finished() < games[&1].len(), "three were played before");
    assert_eq!(next.rounds(), journal.rounds[1..]);
    // The standings are those of all runs.
    let standings = next.standings();
    let won: u64 = standings.teams.iter().map(|team| team.games.won).sum();
    assert_eq!(won, journal.games.len() as u64);
    let rounds: u64 = standings.teams.iter().map(|team| team.rounds.won).sum();
    assert_eq!((rounds, standings.teams.len()), (2, 2));
    let first = standings.to_string();
    assert!(first.contains("127.0.0.1 (team 1)"), "{first}");
}

#[test]
fn games_that_are_asked_for_cut_no_round() {
    let folder = tempfile::tempdir().unwrap();
    let server = play_to_the_end(folder.path(), |config| {
        config.games = NonZeroUsize::new(1);
    });
    let [round] = &server.rounds()[..] else { panic!("{:?}", server.rounds()) };
    let [one, two] = round.wins;
    assert!(one.abs_diff(two) == 5 || one.max(two) == 21, "{round:?}");
    assert_eq!(server.games_finished(), (one + two) as usize);
}

#[test]
fn newcomer_on_an_open_server_takes_over_no_seat() {
    let mut server = serve(Teams::Open, |config| {
        config.rounds = NonZeroUsize::new(1);
    });
    let address = server.contest_addr();
    let mut one = RawPeer::connect(address);
    assert_eq!(one.hear()["team_id"], 1);
    let two = RawPeer::connect(address);
    let asked = one.next_request();
    assert_eq!(asked["state"]["opponent_id"], 2);
    // Team 1 loses its connection with a request open, and another client connects from its address.
    drop(one);
    let mut three = RawPeer::connect(address);
    assert_eq!(three.hear()["team_id"], 3);
    let players = gamblers(vec![two]);
    server.wait().unwrap();
    requests(players);
    let [round] = &server.rounds()[..] else { panic!("{:?}", server.rounds()) };
    let [one, two] = [1, 2].map(TeamId);
    assert_eq!((round.teams, round.winner), ([one, two], two));
    assert!(three.next().is_none(), "it was asked nothing");
}
