//! The steps of the check of a bot of Challenge.

mod referee;

use std::io::Write;
use std::net::Shutdown;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use cardsharp_challenge_game::rules::{Move, Rank};
use cardsharp_challenge_game::wire::{Outcome, encode_frame};
use cardsharp_challenge_server::HAMMERING_WAIT;
use cardsharp_commands::check::{Bench, ContestCheck, Step};
use cardsharp_net::Reach;
use cardsharp_solvers::game::Player;
use serde_json::json;

use self::referee::{Manner, Playing, Referee};

/// The longest wait for a bot that comes back, in seconds. The slowest starter client waits for 15.
const RETURN: u64 = 20;
/// The wait for the first connection of all, before which a bot may be compiled, in seconds.
const STARTING: u64 = 90;

/// The check.
pub(crate) static CHECK: ContestCheck = ContestCheck {
    reach: Reach::Socket,
    example: "./run {host} {port}",
    account: None,
    texts: include_str!("../../check/steps.md"),
    steps: &[
        Step("connection", 100, connection),
        Step("two games", 60, |bench| games(bench, Manner::Plain)),
        Step("frames in pieces", 60, |bench| games(bench, Manner::Pieces)),
        Step("frames together", 60, |bench| games(bench, Manner::Together)),
        Step("unknown keys", 60, |bench| games(bench, Manner::Unknown)),
        Step("offer to an empty hand", 60, empty_hand),
        Step("illegal answers", 60, |bench| games(bench, Manner::Errors)),
        Step("clock at its end", 60, |bench| games(bench, Manner::NotAsked)),
        Step("slow server", 60, |bench| games(bench, Manner::Slow)),
        Step("reconnect rule", 90, reconnect),
    ],
};

fn connection(bench: &Bench) -> anyhow::Result<()> {
    let mut referee = Referee::meet(bench, Manner::Plain, STARTING)?;
    match referee.hear(Duration::from_millis(300))? {
        Some(frame) => bail!("it sent {} before any request", String::from_utf8_lossy(&frame)),
        None => Ok(()),
    }
}

/// Two games, so that the bot leads in one of them.
fn games(bench: &Bench, manner: Manner) -> anyhow::Result<()> {
    let mut referee = Referee::meet(bench, manner, RETURN)?;
    for number in 1..=2 {
        let played = referee.play(&mut Playing::new(number), usize::MAX);
        played.with_context(|| format!("game {number}"))?;
    }
    Ok(())
}

/// A challenge that is offered to the leader of the last trick, at 9 points of the opponent.
fn empty_hand(bench: &Bench) -> anyhow::Result<()> {
    let mut referee = Referee::meet(bench, Manner::Plain, RETURN)?;
    let request = json!({"request": "challenge_offered", "request_id": 1, "remaining": 1.9, "state": {
        "hand": [], "card": 7, "hand_id": 3, "game_id": 1, "your_tricks": 2, "their_tricks": 2, "total_tricks": 4,
        "can_challenge": false, "in_challenge": false, "your_points": 4, "their_points": 9, "opponent_id": 2,
        "player_number": 0}});
    let (answer, _) = referee.answer_to(serde_json::from_value(request)?, Duration::from_secs(2))?;
    let by = match answer {
        Move::Accept => Player::ZERO,
        Move::Reject => Player::ONE,
        other => bail!("challenge_offered with an empty hand was answered by {other:?}: accept or reject it"),
    };
    let trick = Outcome::TrickWon { by, card: Rank::from_integer(5) };
    let results = [trick, Outcome::HandDone { by: Some(by) }, Outcome::GameWon { by }];
    // A refused challenge ends the hand without a trick.
    for result in results.into_iter().skip(usize::from(answer == Move::Reject)) {
        referee.tell(Player::ZERO, result)?;
    }
    referee.play(&mut Playing::new(2), usize::MAX).context("the game after it")
}

/// A connection that is lost within a message, then one that is refused, and then the game goes on.
fn reconnect(bench: &Bench) -> anyhow::Result<()> {
    let mut referee = Referee::meet(bench, Manner::Plain, RETURN)?;
    let mut playing = Playing::new(1);
    referee.play(&mut playing, 3)?;
    let frame = encode_frame(&json!({"type": "result", "your_player_num": 0}))?;
    referee.stream.write_all(&frame[..frame.len() / 2])?;
    for lost in ["the connection was lost", "a connection was refused"] {
        referee.stream.shutdown(Shutdown::Both)?;
        let since = Instant::now();
        referee.stream = bench.accept(&referee.listener, RETURN).context(lost)?;
        let wait = since.elapsed();
        // A connection takes some time, too.
        let is_early = wait + Duration::from_millis(100) < HAMMERING_WAIT;
        ensure!(!is_early, "after {lost} it came back within {:.1} s", wait.as_secs_f64());
    }
    referee.greet()?;
    referee.play(&mut playing, usize::MAX).context("the game after a lost connection")
}
