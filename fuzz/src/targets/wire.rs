//! The protocols of Challenge, Tricky Eights and SkullWhist.

use cardsharp_challenge_game::wire::{
    ClientMessage, FrameDecoder, HEADER_BYTES, Reading, ServerMessage, encode_frame, read_answer,
};
use cardsharp_skullwhist_game::wire::{
    Answer, Dealt, Done, LoggedIn, Method, OldGame, Registered, Request, StatusReport,
};
use cardsharp_tricky_eights_game::wire::{commands, parse_answer};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

use crate::guard::same;
use crate::{Outcome, Target};

/// The bytes from a player or a server of Challenge.
pub const CHALLENGE_FRAME: Target = Target {
    name: "challenge-frame",
    run: challenge_frame,
    words: &[
        "\0\0\0\x02{}",
        "\0\x10\0\0",
        "\"type\":",
        "\"move\"",
        "\"request_id\":",
        "\"response\":",
        "\"play_card\"",
        "\"card\":",
        "\"offer_challenge\"",
        "\"accept_challenge\"",
        "\"reject_challenge\"",
        "\"state\":",
        "\"by\":",
        "null",
        "\\u0000",
    ],
    examples: &[],
};

/// The request that is open while the input comes.
const OPEN: i32 = 5;

fn challenge_frame(input: &[u8], outcome: &mut Outcome) {
    let whole = frames(&[input]);
    let (before, after) = input.split_at(input.len() / 3);
    same(&frames(&[before, after]), &whole, "frames depend on the pieces in which they come");
    let bare = input.get(HEADER_BYTES..).unwrap_or(input).to_vec();
    match whole {
        Ok(frames) => frames.iter().chain([&bare]).for_each(|frame| challenge_message(frame, outcome)),
        Err(error) => outcome.refused("frame", error),
    }
}

/// The frames of bytes that come in pieces.
fn frames(pieces: &[&[u8]]) -> Result<Vec<Vec<u8>>, String> {
    let mut decoder = FrameDecoder::default();
    let mut frames = Vec::new();
    for piece in pieces {
        decoder.push(piece);
        while let Some(frame) = decoder.next_frame().map_err(|error| error.to_string())? {
            frames.push(frame.to_vec());
        }
    }
    Ok(frames)
}

fn challenge_message(frame: &[u8], outcome: &mut Outcome) {
    let answer = read_answer(frame, OPEN);
    match &answer {
        Reading::Answer(chosen) => outcome.taken("answer", format!("{chosen:?}")),
        Reading::Stale => outcome.taken("answer", "stale"),
        Reading::Fault(fault) => outcome.refused("answer", fault),
    }
    if let Some(message) = outcome.of("server", serde_json::from_slice::<ServerMessage>(frame)) {
        written_again("a server's message", &message);
    }
    let Some(message) = outcome.of("client", serde_json::from_slice::<ClientMessage>(frame)) else {
        return;
    };
    written_again("a client's message", &message);
    let ClientMessage::Move { request_id, response } = message;
    if request_id == OPEN {
        same(&answer, &Reading::Answer(response.into()), "the server reads another move");
    }
}

/// Checks that a message is read from its frame as it was.
fn written_again<T: Serialize + DeserializeOwned + PartialEq + Debug>(what: &str, message: &T) {
    let frame = encode_frame(message).map_err(|error| error.to_string());
    let frames = frame.and_then(|frame| self::frames(&[&frame]));
    let read = frames.map(|frames| frames.iter().flat_map(|frame| serde_json::from_slice(frame).ok()).collect());
    let read: Vec<T> = read.unwrap_or_default();
    assert!(read.iter().eq([message]), "{what} is {message:?} and is read as {read:?}");
}

/// The lines between the judge of Tricky Eights and its contestants.
pub const TRICKY_EIGHTS_LINE: Target = Target {
    name: "tricky-eights-line",
    run: tricky_eights_line,
    words: &[
        "starthand ",
        "take ",
        "aftertake ",
        "play ",
        "result ",
        "resultoftrick ",
        "afterplay ",
        "endround ",
        "end ",
        " n ",
        " e ",
        " s ",
        " w ",
        " 8H",
        " 10D",
        " JC",
        " AS",
        "\n",
        "\u{2003}",
        "\u{130}",
    ],
    examples: &[],
};

fn tricky_eights_line(input: &[u8], outcome: &mut Outcome) {
    let text = String::from_utf8_lossy(input);
    for line in text.lines() {
        for command in commands(line) {
            let command = match command {
                Ok(command) => command,
                Err(error) => {
                    outcome.refused("command", error);
                    continue;
                }
            };
            outcome.taken("command", command.kind());
            let printed = command.to_string();
            let again: Vec<_> = commands(&printed).collect();
            same(&again, &vec![Ok(command)], format!("the command {printed:?} is read again"));
        }
        if let Some(card) = outcome.of("answer", parse_answer(line)) {
            same(&parse_answer(&card.to_string()), &Ok(card), "a card is read again");
        }
    }
}

/// The bodies that a client of SkullWhist sends.
pub const SKULLWHIST_REQUEST: Target =
    Target { name: "skullwhist-request", run: skullwhist_request, words: SKULLWHIST_WORDS, examples: &[] };

/// The bodies with which a server of SkullWhist answers.
pub const SKULLWHIST_ANSWER: Target =
    Target { name: "skullwhist-answer", run: skullwhist_answer, words: SKULLWHIST_WORDS, examples: &[] };

const SKULLWHIST_WORDS: &[&str] = &[
    "\"session\":",
    "\"name\":",
    "\"password\":",
    "\"bid\":",
    "\"card\":",
    "\"game\":",
    "\"result\":",
    "\"success\"",
    "\"retry\"",
    "\"failure\"",
    "\"reason\":",
    "\"cards\":",
    "\"S02\"",
    "\"H14\"",
    "null",
    "true",
    "\\ud800",
    "\"started\":",
    "\"2012-03-04 05:06:07\"",
    "\"opponent-bid\":",
];

fn skullwhist_request(input: &[u8], outcome: &mut Outcome) {
    for method in Method::ALL {
        let Some(request) = outcome.of(method.name(), Request::read(method, input)) else {
            continue;
        };
        let body = serde_json::to_vec(&request).unwrap_or_default();
        let again = Request::read(method, &body).map_err(|fault| fault.to_string());
        assert!(again == Ok(request), "the request {} is read as {again:?}", String::from_utf8_lossy(&body));
    }
}

fn skullwhist_answer(input: &[u8], outcome: &mut Outcome) {
    answer::<Registered>("register", input, outcome);
    answer::<LoggedIn>("login", input, outcome);
    answer::<Dealt>("new-game", input, outcome);
    answer::<Done>("bid", input, outcome);
    answer::<StatusReport>("status", input, outcome);
    answer::<OldGame>("old-game", input, outcome);
}

fn answer<T: Serialize + DeserializeOwned + PartialEq + Debug>(method: &str, input: &[u8], outcome: &mut Outcome) {
    if let Some(answer) = outcome.of(method, Answer::<T>::read(input)) {
        let body = answer.write();
        let again = Answer::<T>::read(body.as_bytes()).map_err(|error| error.to_string());
        same(&again, &Ok(answer), format!("the answer {body} is read again"));
    }
}
