//! Teams against each other.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use cardsharp::contests::challenge::rules::Event;
use cardsharp::contests::challenge::server::{
    JOURNAL_FILE, Port, RoundPlace, RunningServer, TeamId, TeamTable, Teams, read_journal,
};
use serde_json::Value;

use crate::peers::{Anything, Lowest, RawPeer, play, serve};

#[test]
fn two_clients_play_whole_rounds() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = serve(Teams::Open, |config| {
        config.rounds = NonZeroUsize::new(2);
        config.data = Some(folder.path().to_owned());
    });
    let address = server.contest_addr();
    let clients = [
        std::thread::spawn(move || play(address, None, Lowest)),
        std::thread::spawn(move || play(address, None, Anything::seeded(4))),
    ];
    server.wait().unwrap();
    // The clients give up once the server is gone.
    for client in clients {
        assert!(client.join().unwrap().is_err());
    }
    let rounds = server.rounds();
    assert_eq!(rounds.len(), 2);
    let journal = read_journal(&folder.path().join(JOURNAL_FILE)).unwrap();
    for round in rounds {
        let mut games = journal.games.iter().filter(|game| game.round.is_some_and(|place| place.round == round.round));
        let mut wins = [0; 2];
        for number in 1..=wins_needed(round.wins) {
            let game = games.next().unwrap();
            assert_eq!(game.port, Port::Contest);
            assert_eq!(game.round, Some(RoundPlace { round: round.round, game: number, stage: None }));
            let first = usize::from(number % 2 == 0);
            assert_eq!(game.teams, [round.teams[first], round.teams[1 - first]]);
            assert_eq!(game.penalties, [0, 0]);
            wins[usize::from(game.winner == round.teams[1])] += 1;
            let score = [wins[first], wins[1 - first]].map(|wins| wins as u8);
            assert_eq!(
                game.events.last(),
                Some(&Event::NewRoundScore { player0_score: score[0], player1_score: score[1] })
            );
        }
        assert_eq!(wins, round.wins);
        let (most, least) = (wins[0].max(wins[1]), wins[0].min(wins[1]));
        assert!(most == 21 || most - least == 5, "{wins:?}");
        assert_eq!(round.winner, round.teams[usize::from(wins[1] > wins[0])]);
    }
}

fn wins_needed(wins: [u32; 2]) -> u32 {
    wins[0] + wins[1]
}

/// The document's example of a good game's messages: the messages to each of two players, in order.
#[test]
fn both_players_are_told_as_the_document_says() {
    let server = serve(Teams::Loopback, |_| ());
    let mut one = RawPeer::connect_from([127, 0, 0, 1], server.contest_addr());
    assert_eq!(one.hear(), serde_json::json!({"type": "greetings_program", "team_id": 1}));
    let mut two = RawPeer::connect_from([127, 0, 0, 2], server.contest_addr());
    assert_eq!(two.hear()["team_id"], 2);

    let request = one.hear();
    assert_eq!(request["type"], "request");
    assert_eq!(request["request"], "request_card");
    let state = &request["state"];
    assert_eq!(state["opponent_id"], 2);
    assert_eq!((&state["player_number"], &state["hand_id"]), (&0.into(), &1.into()));
    assert!(state.get("card").is_none() && state["can_challenge"] == true);
    let remaining = request["remaining"].as_f64().unwrap();
    assert!((1.9..=2.0).contains(&remaining), "{remaining}");
    let lead = state["hand"][4].clone();
    one.answer_lowest(&request);
    let accepted = serde_json::json!({"type": "accepted"});
    assert_eq!(one.next_result(), accepted);

    // The opponent challenges before answering the lead. The leader sees their own card.
    let request = two.hear();
    assert_eq!((&request["state"]["card"], &request["state"]["player_number"]), (&lead, &1.into()));
    two.answer(&request, serde_json::json!({"type": "offer_challenge"}));
    assert_eq!(two.next_result(), accepted);
    let offer = one.hear();
    assert_eq!(offer["request"], "challenge_offered");
    assert_eq!(offer["state"]["card"], lead);
    assert_eq!(offer["state"]["hand"].as_array().unwrap().len(), 4);
    assert_eq!(offer["state"]["can_challenge"], false);
    let earned = offer["remaining"].as_f64().unwrap();
    assert!(earned > remaining, "a good move earns 50 ms: {earned}");
    one.answer(&offer, serde_json::json!({"type": "reject_challenge"}));

    // A refusal has no trick message and no `accepted`.
    let done = |number: u8| {
        serde_json::json!({"type": "result", "your_player_num": number,
            "result": {"type": "hand_done", "by": 1}})
    };
    assert_eq!(one.hear(), done(0));
    assert_eq!(two.hear(), done(1));

    // The winner of the hand leads the next; a completed trick brings no `accepted` either.
    let request = two.hear();
    let points = (&request["state"]["your_points"], &request["state"]["their_points"]);
    assert_eq!(points, (&1.into(), &0.into()));
    assert_eq!(request["state"]["hand_id"], 2);
    two.answer_lowest(&request);
    assert_eq!(two.next_result(), accepted);
    let request = one.hear();
    let card = request["state"]["hand"][4].clone();
    let led = request["state"]["card"].clone();
    one.answer_lowest(&request);
    let trick = one.hear()["result"].clone();
    assert_eq!(two.hear()["result"], trick);
    match card.as_u64().cmp(&led.as_u64()) {
        std::cmp::Ordering::Equal => assert_eq!(trick, serde_json::json!({"type": "trick_tied"})),
        order => {
            let by = u8::from(order.is_lt());
            let won = serde_json::json!({"type": "trick_won", "by": by, "card": card});
            assert_eq!(trick, won);
        }
    }
    server.shutdown().unwrap();
}

/// Teams 1 and 2 on the contest port, and the first request, which team 1 has.
fn seated(server: &RunningServer) -> (RawPeer, RawPeer, Value) {
    let [mut one, mut two] = [1, 2].map(|team| come(server, team));
    for (peer, team) in [(&mut one, 1), (&mut two, 2)] {
        assert_eq!(peer.hear()["team_id"], team);
    }
    let request = one.hear();
    assert_eq!(request["type"], "request");
    (one, two, request)
}

fn come(server: &RunningServer, team: u8) -> RawPeer {
    RawPeer::connect_from([127, 0, 0, team], server.contest_addr())
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn returning_team_finds_its_seat_with_its_clock_run_on() {
    let server = serve(Teams::Loopback, |config| {
        config.reconnect_interval = Duration::ZERO;
    });
    let (one, mut two, request) = seated(&server);
    // Gone with an open request, and back while there is time left.
    drop(one);
    let away = Duration::from_millis(300);
    std::thread::sleep(away);
    let mut one = come(&server, 1);
    assert_eq!(one.hear()["team_id"], 1);
    let again = one.hear();
    assert_eq!(again["state"], request["state"], "nothing was lost");
    assert_ne!(again["request_id"], request["request_id"]);
    let run = number(&request["remaining"]) - number(&again["remaining"]);
    assert!(run >= away.as_secs_f64(), "{run}");
    one.answer_lowest(&again);
    let request_two = two.hear();
    assert_eq!(request_two["request"], "request_card");
    // Back before the next request: nothing happened. The server has the new connection once it greets.
    drop(one);
    let mut one = come(&server, 1);
    assert_eq!(one.hear()["team_id"], 1);
    two.answer_lowest(&request_two);
    let trick = one.next_result();
    assert!(trick["type"].as_str().unwrap().starts_with("trick_"), "{trick}");
    server.shutdown().unwrap();
}

#[test]
fn team_that_stays_away_is_penalised_in_intervals_and_may_still_play_on() {
    let interval = Duration::from_millis(200);
    let server = serve(Teams::Loopback, |config| {
        config.reconnect_interval = Duration::ZERO;
        config.absence_interval = interval;
    });
    let (one, mut two, request) = seated(&server);
    let gone = Instant::now();
    drop(one);
    let trick = two.next_result();
    let waited = gone.elapsed();
    assert!(waited >= Duration::from_millis(1300), "its clock first: {waited:?}");
    let request_two = two.next_request();
    let hand = request_two["state"]["hand"].as_array().unwrap();
    assert_eq!(hand.len(), 4);
    let lowest = number(hand.last().unwrap());
    let card = number(&trick["card"]);
    assert!(card <= lowest, "the card that team 2 has lost: {trick}, {hand:?}");
    assert_eq!((&trick["type"], &trick["by"]), (&"trick_won".into(), &1.into()));
    let asked = Instant::now();
    two.answer_lowest(&request_two);
    assert_eq!(two.next_result()["type"], "accepted");
    assert_eq!(two.next_result()["type"], "trick_won");
    assert!(asked.elapsed() >= interval, "once in an interval");
    // It has kept half a second.
    let mut one = come(&server, 1);
    let request_two = two.next_request();
    two.answer_lowest(&request_two);
    let asked = one.next_request();
    assert_eq!(asked["state"]["game_id"], request["state"]["game_id"]);
    let left = number(&asked["remaining"]);
    assert!(left > 0.0 && left <= 0.5, "{left}");
    one.answer_lowest(&asked);
    assert!(one.next_result()["type"].as_str().unwrap().starts_with("trick_"));
    assert_eq!(server.rounds(), []);
    server.shutdown().unwrap();
}

#[test]
fn without_an_interval_absence_is_penalised_at_once() {
    let server = serve(Teams::Loopback, |config| {
        config.reconnect_interval = Duration::ZERO;
        config.absence_interval = Duration::ZERO;
    });
    let (one, mut two, _) = seated(&server);
    drop(one);
    assert_eq!(two.next_result()["type"], "trick_won");
    let mut one = come(&server, 1);
    let request_two = two.next_request();
    two.answer_lowest(&request_two);
    // After an interval it would have kept half a second.
    let left = number(&one.next_request()["remaining"]);
    assert!(left > 0.5, "{left}");
    server.shutdown().unwrap();
}

#[test]
fn newer_connection_takes_over_from_the_older() {
    let table = TeamTable { hosts: [([127, 0, 0, 1].into(), TeamId(77))].into(), ..TeamTable::default() };
    let server = serve(Teams::Table(table), |_| ());
    let mut old = RawPeer::connect(server.test_addr());
    assert_eq!(old.hear()["team_id"], 77);
    old.next_request();
    // Not within 5 s: the rule against hammering.
    let mut early = RawPeer::connect(server.test_addr());
    assert!(early.next().is_none(), "closed without a word");
    server.shutdown().unwrap();
    assert!(old.next().is_none());
}
