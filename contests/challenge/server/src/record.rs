//! The records of finished games and rounds.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::event::EventRecord;
use super::teams::TeamId;
use cardsharp_challenge_game::rules::Event;

/// A finished game. Arrays of two are in the order of the player numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the game, as in its requests.
    pub game_id: i32,
    /// The port on which it was played.
    pub port: Port,
    /// The round it belongs to, and its number in it from 1; none for practice.
    pub round: Option<RoundPlace>,
    /// The teams that played.
    pub teams: [TeamId; 2],
    /// The names of the teams that have one.
    #[serde(default)]
    pub names: [Option<String>; 2],
    /// The winner.
    pub winner: TeamId,
    /// The way in which it ended.
    pub ended: GameEnd,
    /// Points at the end; a won challenge counts as one.
    pub points: [u8; 2],
    /// Legal moves.
    pub moves: [u32; 2],
    /// Failures to move that were penalised.
    pub penalties: [u32; 2],
    /// The longest wait for an answer, in milliseconds.
    pub slowest_ms: [f64; 2],
    /// The time at which it ended, in seconds since 1970.
    pub finished_at: u64,
    /// Its history, in the objects of the contest's viewer.
    pub events: Vec<Event>,
}

/// The two ports of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Port {
    /// Teams play each other, in rounds.
    Contest,
    /// A team plays games at once against the house bot.
    Practice,
}

impl std::fmt::Display for Port {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Port::Contest => "contest",
            Port::Practice => "practice",
        })
    }
}

/// The position of a game in its round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundPlace {
    /// Number of the round in the journal, or since the server was started if it keeps none, from
    /// 1.
    pub round: u32,
    /// Number of the game in the round, from 1.
    pub game: u32,
    /// The stage of the tournament that the round belongs to, from 0; none in open play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<usize>,
}

/// A finished round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundRecord {
    /// Number of the round, as [`RoundPlace::round`] has it.
    pub round: u32,
    /// The teams that played; the first led the first hand of the first game.
    pub teams: [TeamId; 2],
    /// The names of the teams that have one.
    pub names: [Option<String>; 2],
    /// Games won by each.
    pub wins: [u32; 2],
    /// The winner of the round: by games, or because the other team did not come back.
    pub winner: TeamId,
    /// The stage of the tournament that the round belongs to, from 0; none in open play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<usize>,
    /// The time at which it ended, in seconds since 1970.
    pub finished_at: u64,
}

/// A line of the journal. Its JSON members decide which kind it is.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Line {
    /// A game.
    Game(Box<GameRecord>),
    /// The end of a round.
    Round(RoundRecord),
    /// A phase of the event begins.
    Event(EventRecord),
}

/// The way in which a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameEnd {
    /// Ten points.
    Points,
    /// An accepted challenge.
    Challenge,
}

/// Seconds since 1970.
pub(super) fn seconds_since_1970() -> u64 {
    let since = SystemTime::UNIX_EPOCH.elapsed();
    since.map_or(0, |since| since.as_secs())
}
