//! How a match ends, and who has won it.

use cardsharp_solvers::game::Player;

/// How a match came to its end; who won it is a [`Verdict`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The draw pile was used up.
    PileEmpty,
    /// Players were late too often.
    TooManyTimeouts,
    /// A player was late, where that loses the match.
    Forfeit,
    /// Somebody ended it from outside.
    Terminated,
}

impl Ending {
    /// Whether the arena calls the match terminated: any end but the pile's.
    pub const fn is_termination(self) -> bool {
        !matches!(self, Ending::PileEmpty)
    }
}

/// Who has won a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// This player.
    Won(Player),
    /// Nobody: the scores are equal.
    Tied,
    /// Nobody: whoever terminated the match named no winner.
    Unjudged,
}

impl Verdict {
    /// By the scores.
    pub fn of(scores: [u8; 2]) -> Verdict {
        match scores[0].cmp(&scores[1]) {
            std::cmp::Ordering::Greater => Verdict::Won(Player::ZERO),
            std::cmp::Ordering::Less => Verdict::Won(Player::ONE),
            std::cmp::Ordering::Equal => Verdict::Tied,
        }
    }

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Player> {
        match self {
            Verdict::Won(player) => Some(player),
            Verdict::Tied | Verdict::Unjudged => None,
        }
    }
}

/// The end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchEnd {
    /// How it came.
    pub ending: Ending,
    /// Who won.
    pub verdict: Verdict,
    /// The sum of the highest card of every suit in the bank, by player. Cards still in the play
    /// area count for nobody.
    pub scores: [u8; 2],
}
