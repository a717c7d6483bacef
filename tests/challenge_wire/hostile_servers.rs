//! Faults that a client must survive.

use std::io::Write;
use std::net::TcpListener;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use cardsharp::contests::challenge::client::ClientError;
use cardsharp::live::PlayReport;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::peers::{Anything, RawPeer, play};

type Outcome = Result<PlayReport, ClientError>;

/// A client that wants one game, and the other end of its first connection.
fn client() -> (TcpListener, RawPeer, JoinHandle<Outcome>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let client = std::thread::spawn(move || play(address, Some(1), Anything::seeded(1)));
    let peer = RawPeer::over(listener.accept().unwrap().0);
    (listener, peer, client)
}

fn greeting() -> Value {
    json!({"type": "greetings_program", "team_id": 3, "sark": "x"})
}

fn request(id: i64) -> Value {
    json!({"type": "request", "request": "request_card", "request_id": id, "remaining": 2,
        "state": {"hand": [12, 9, 8, 8, 1], "hand_id": 1, "game_id": 4, "your_tricks": 0,
            "their_tricks": 0, "can_challenge": false, "in_challenge": false, "total_tricks": 0,
            "your_points": 0, "opponent_id": 2, "their_points": 0, "player_number": 0,
            "surprise": {"deep": [null]}}})
}

fn game_won() -> Value {
    json!({"type": "result", "your_player_num": 0, "result": {"type": "game_won", "by": 0}})
}

#[test]
fn odd_messages_are_counted_and_passed_over() {
    let (_listener, mut peer, client) = client();
    peer.send(&greeting());
    peer.send(&greeting());
    for odd in [
        json!({"type": "resultoftrick", "by": 1}),
        json!({"type": "result", "result": {"type": "hand_won", "by": 1}, "your_player_num": 0}),
        json!({"type": "result", "result": {"type": "trick_won", "by": 9}, "your_player_num": 0}),
        json!({"type": "error", "message": "after the greeting"}),
        json!([]),
        json!(null),
        json!({}),
    ] {
        peer.send(&odd);
    }
    peer.send_bytes(b"\x00\xff");
    peer.send_bytes(b"");
    peer.send(&request(41));
    let answer = peer.hear();
    assert_eq!((&answer["type"], &answer["request_id"]), (&json!("move"), &json!(41)));
    assert_eq!(answer["response"]["type"], "play_card");
    peer.send(&game_won());
    let report = client.join().unwrap().unwrap();
    assert_eq!((report.games, report.won, report.odd_messages), (1, 1, 9));
    assert_eq!((report.moves, report.fallbacks), (1, 0));
}

#[test]
fn impossible_positions_are_answered_by_rule_of_thumb() {
    let (_listener, mut peer, client) = client();
    peer.send(&greeting());
    type Break = fn(&mut Value);
    let breaks: [Break; 9] = [
        |state| state["hand"] = json!([5, 3]),
        |state| state["hand"] = json!([15, 15, 15, 15, 3]),
        |state| state["total_tricks"] = json!(200),
        |state| state["your_tricks"] = json!(-1),
        |state| state["player_number"] = json!(255),
        |state| state["your_points"] = json!(10),
        |state| state["card"] = json!("7"),
        |state| state["hand_id"] = json!(0),
        |state| *state = json!({"hand": [7, 3, "x"]}),
    ];
    for (id, damage) in (1..).zip(breaks) {
        let mut broken = request(id);
        damage(&mut broken["state"]);
        peer.send(&broken);
        let answer = peer.hear();
        let low = if [1, 2, 9].contains(&id) { 3 } else { 1 };
        let expected = json!({"type": "play_card", "card": low});
        assert_eq!((&answer["request_id"], &answer["response"]), (&json!(id), &expected));
    }
    let mut offered = request(30);
    offered["request"] = json!("challenge_offered");
    offered["state"]["hand"] = json!([]);
    peer.send(&offered);
    assert_eq!(peer.hear()["response"], json!({"type": "reject_challenge"}));
    let mut late = request(31);
    late["remaining"] = json!(0.001);
    peer.send(&late);
    assert_eq!(peer.hear()["response"], json!({"type": "play_card", "card": 1}));
    peer.send(&game_won());
    let report = client.join().unwrap().unwrap();
    assert_eq!((report.fallbacks, report.odd_messages, report.moves), (11, 10, 11));
}

#[test]
fn client_survives_huge_lengths_random_bytes_and_comes_back() {
    let (listener, mut peer, client) = client();
    peer.send(&greeting());
    peer.send(&request(1));
    peer.hear();
    peer.stream.write_all(&[0xff; 9]).unwrap();
    assert!(peer.next().is_none(), "it hangs up");
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for _ in 0..20 {
        let mut peer = RawPeer::over(listener.accept().unwrap().0);
        peer.send(&greeting());
        for _ in 0..20 {
            let bytes: Vec<u8> = (0..rng.random_range(0..100)).map(|_| rng.random()).collect();
            peer.send_bytes(&bytes);
        }
        let half = request(7).to_string();
        peer.stream.write_all(&[&[0, 0, 0, 90], &half.as_bytes()[..20]].concat()).unwrap();
    }
    // The game continues from its last state, and ends.
    let mut peer = RawPeer::over(listener.accept().unwrap().0);
    peer.send(&greeting());
    peer.send(&request(9));
    assert_eq!(peer.hear()["request_id"], 9);
    peer.send(&game_won());
    let report = client.join().unwrap().unwrap();
    assert_eq!((report.games, report.unseen, report.connections), (1, 0, 22));
    assert_eq!(report.odd_messages, 401);
}

/// The test takes ten seconds, which is the patience of the client.
#[test]
fn server_that_never_ends_its_message_is_left() {
    let (listener, mut peer, client) = client();
    peer.send(&greeting());
    // Bytes that keep coming do not help.
    let half = [&200u32.to_be_bytes()[..], b"{"].concat();
    peer.stream.write_all(&half).unwrap();
    let again = std::thread::spawn(move || RawPeer::over(listener.accept().unwrap().0));
    let began = Instant::now();
    while !again.is_finished() {
        assert!(began.elapsed() < Duration::from_secs(20), "it waits on");
        std::thread::sleep(Duration::from_millis(500));
        let _ = peer.stream.write_all(b" ");
    }
    let mut peer = again.join().unwrap();
    peer.send(&greeting());
    peer.send(&request(1));
    peer.hear();
    peer.send(&game_won());
    let report = client.join().unwrap().unwrap();
    assert_eq!((report.connections, report.odd_messages), (2, 1));
}

#[test]
fn game_that_ended_out_of_sight_is_counted_as_unseen() {
    let (listener, mut peer, client) = client();
    peer.send(&greeting());
    peer.send(&request(1));
    peer.hear();
    drop(peer);
    let mut peer = RawPeer::over(listener.accept().unwrap().0);
    peer.send(&greeting());
    let mut next = request(2);
    next["state"]["game_id"] = json!(5);
    peer.send(&next);
    let report = client.join().unwrap().unwrap();
    assert_eq!((report.games, report.unseen, report.won, report.moves), (1, 1, 0, 1));
}

#[test]
fn server_that_closes_without_a_greeting_is_given_up() {
    let (listener, peer, client) = client();
    drop(peer);
    for _ in 0..2 {
        drop(listener.accept().unwrap());
    }
    let error = client.join().unwrap().unwrap_err();
    assert!(matches!(error, ClientError::Unreachable { attempts: 3, .. }), "{error}");
}

#[test]
fn refusal_before_the_greeting_ends_the_client() {
    let (_listener, mut peer, client) = client();
    peer.send(&json!({"type": "error", "seen_host": "10.2.88.12", "message": "who are you"}));
    let error = client.join().unwrap().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the server knows no team with our address, which it sees as 10.2.88.12: who are you"
    );
}
