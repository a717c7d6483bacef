//! The gain of a best response, in total and by the first decision.

use std::fmt;

use serde::Serialize;

/// The first decision of a player in the hand, by which gains are grouped.
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

/// The values of one own hand, on average over the opponent's hands, as probabilities of winning the game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gain {
    /// The value of the best response.
    pub best: f64,
    /// The value of the strategy itself.
    pub value: f64,
    /// The difference, by the first decision; the sum is the whole difference.
    pub by_first: Vec<(FirstDecision, f64)>,
}

impl Gain {
    /// The gain of the best response over the strategy; never negative except by rounding.
    pub fn gain(&self) -> f64 {
        self.best - self.value
    }
}

/// The gain of a best response in one seat.
#[derive(Clone, Debug, Serialize)]
pub struct SeatReport {
    /// `leader` or `follower` of the hand.
    pub seat: &'static str,
    /// The mean gain, in game-win probability.
    pub gain: f64,
    /// Half the width of its 95 % confidence interval; 0 if all hands were measured.
    pub half_width: f64,
    /// The gain, by the first decision; the sum is the whole gain. Largest first.
    pub by_first_decision: Vec<(FirstDecision, f64)>,
}
