//! A player of Challenge: bot [HOST [PORT]]. It plays legal moves at random until it is stopped.

mod wire;

use std::env;
use std::io::{Read, Result, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::Duration;

use wire::{one_of, random_below, Json};

/// The server refuses a player who comes back within 5 seconds, and counts from each attempt.
const RECONNECT_WAIT: Duration = Duration::from_secs(10);

enum Move {
    Card(i64),
    Challenge,
}

// YOUR STRATEGY: the next two functions. README.md lists the fields of `state`.

/// A card of the hand, or a challenge where `can_challenge` is true.
fn choose_move(state: &Json) -> Move {
    let hand: Vec<i64> = state.get("hand").list().iter().map(Json::integer).collect();
    if state.get("can_challenge").is_true() && random_below(hand.len() + 1) == 0 {
        return Move::Challenge;
    }
    Move::Card(*one_of(&hand))
}

/// True accepts the opponent's challenge. The hand is empty if your last card lies on the table.
fn choose_answer(_state: &Json) -> bool {
    random_below(2) == 0
}

fn response_to(request: &Json) -> String {
    let state = request.get("state");
    if request.get("request").text() == "challenge_offered" {
        let answer = if choose_answer(state) { "accept" } else { "reject" };
        return format!(r#"{{"type":"{answer}_challenge"}}"#);
    }
    match choose_move(state) {
        Move::Card(card) => format!(r#"{{"type":"play_card","card":{card}}}"#),
        Move::Challenge => r#"{"type":"offer_challenge"}"#.to_owned(),
    }
}

fn send(connection: &mut TcpStream, body: &str) -> Result<()> {
    // Length and text in one write: in two, the second may wait for the network.
    let length = (body.len() as u32).to_be_bytes();
    connection.write_all(&[&length, body.as_bytes()].concat())
}

fn receive(connection: &mut TcpStream) -> Result<Json> {
    let mut length = [0; 4];
    connection.read_exact(&mut length)?;
    let mut body = vec![0; u32::from_be_bytes(length) as usize];
    connection.read_exact(&mut body)?;
    Json::read(&String::from_utf8_lossy(&body))
}

fn answer(connection: &mut TcpStream, message: &Json) -> Result<()> {
    match message.get("type").text() {
        "request" => {
            let (id, response) = (message.get("request_id").integer(), response_to(message));
            send(connection, &format!(r#"{{"type":"move","request_id":{id},"response":{response}}}"#))?;
        }
        "result" => {
            let result = message.get("result");
            let own = result.get("by") == message.get("your_player_num");
            match result.get("type").text() {
                "game_won" => println!("{}", if own { "game won" } else { "game lost" }),
                "error" => eprintln!("refused: {}", result.get("reason").text()),
                _ => {}
            }
        }
        "greetings_program" => println!("team {}", message.get("team_id").integer()),
        "error" => eprintln!("error: {}", message.get("message").text()),
        _ => {}
    }
    Ok(())
}

fn play(address: &str) -> Result<()> {
    let mut connection = TcpStream::connect(address)?;
    connection.set_nodelay(true)?;
    loop {
        let message = receive(&mut connection)?;
        answer(&mut connection, &message)?;
    }
}

fn main() {
    let mut words = env::args().skip(1);
    let host = words.next().unwrap_or_else(|| "127.0.0.1".to_owned());
    let port = words.next().unwrap_or_else(|| "9999".to_owned());
    loop {
        if let Err(fault) = play(&format!("{host}:{port}")) {
            // A game that goes on sends its next request after the greeting.
            eprintln!("{fault}; next attempt in {} s", RECONNECT_WAIT.as_secs());
        }
        sleep(RECONNECT_WAIT);
    }
}
