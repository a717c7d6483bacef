//! What a best response gains, and where.

use std::fmt;

use serde::Serialize;

/// The first thing a player of the hand decides, by which gains are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FirstDecision {
    /// The leader's best response leads this rank.
    Leads(u8),
    /// The leader's best response challenges.
    Challenges,
    /// The follower faces this rank on the table.
    Faces(u8),
    /// The follower faces a challenge.
    FacesChallenge,
}

impl fmt::Display for FirstDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FirstDecision::Leads(rank) => write!(f, "leads {rank}"),
            FirstDecision::Challenges => f.write_str("challenges"),
            FirstDecision::Faces(rank) => write!(f, "faces {rank}"),
            FirstDecision::FacesChallenge => f.write_str("faces a challenge"),
        }
    }
}

impl Serialize for FirstDecision {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What one own hand gets, on average over the opponent's hands, as a chance of winning the game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gain {
    /// By the best response.
    pub best: f64,
    /// By following the strategy.
    pub value: f64,
    /// The difference, by the first decision; adds up to it.
    pub by_first: Vec<(FirstDecision, f64)>,
}

impl Gain {
    /// What the best response gains over the strategy; never negative but for rounding.
    pub fn gain(&self) -> f64 {
        self.best - self.value
    }
}

/// What a best response gains in one seat.
#[derive(Clone, Debug, Serialize)]
pub struct SeatReport {
    /// `leader` or `follower` of the hand.
    pub seat: &'static str,
    /// The mean gain, in game-win probability.
    pub gain: f64,
    /// Half the width of its 95 % confidence interval; 0 if all hands were measured.
    pub half_width: f64,
    /// The gain, by the first decision; adds up to it. Largest first.
    pub by_first_decision: Vec<(FirstDecision, f64)>,
}
