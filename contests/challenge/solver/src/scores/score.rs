//! The score of a game before a hand.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use cardsharp_challenge_game::rules::POINTS_TO_WIN;

/// The points of a game before a hand, the hand's leader first; both 0 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Score {
    /// Points of the player who leads the hand.
    pub leader: u8,
    /// Points of the other.
    pub follower: u8,
}

impl Score {
    /// All 100 scores.
    pub fn all() -> impl Iterator<Item = Score> {
        (0..POINTS_TO_WIN).flat_map(|leader| (0..POINTS_TO_WIN).map(move |follower| Score { leader, follower }))
    }

    /// The scores after a hand that the leader has won or lost, whose winner leads the next hand: those at which the
    /// game goes on.
    pub fn after(self) -> impl Iterator<Item = Score> {
        let Score { leader, follower } = self;
        let won = Score { leader: leader + 1, follower };
        let lost = Score { leader: follower + 1, follower: leader };
        let goes_on = |score: &Score| score.leader < POINTS_TO_WIN;
        [won, lost].into_iter().filter(goes_on)
    }

    /// Its index in [`Score::all`].
    pub fn index(self) -> usize {
        usize::from(self.leader) * usize::from(POINTS_TO_WIN) + usize::from(self.follower)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.leader, self.follower)
    }
}

impl FromStr for Score {
    type Err = String;

    /// `A,B`: points of the hand's leader and of the follower.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is no score: write the points of leader and follower, 0 to 9, as 3,7");
        let (leader, follower) = text.split_once([',', '-']).ok_or_else(wrong)?;
        let points = |part: &str| match part.trim().parse::<u8>() {
            Ok(points) if points < POINTS_TO_WIN => Ok(points),
            _ => Err(wrong()),
        };
        Ok(Score { leader: points(leader)?, follower: points(follower)? })
    }
}
