//! The end of a match, and its winner.

use cardsharp_player::Player;

/// The reason why a match ended. The winner is given by a [`Verdict`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The draw pile was used up.
    PileEmpty,
    /// Players were late too often.
    TooManyTimeouts,
    /// A player was late in a match that lateness loses.
    Forfeit,
    /// The match was ended from outside.
    Terminated,
}

impl Ending {
    /// True if the arena calls the match terminated, which holds for any end but that of the pile.
    pub const fn is_termination(self) -> bool {
        !matches!(self, Ending::PileEmpty)
    }
}

/// The result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// This player has won.
    Won(Player),
    /// No player has won: the scores are equal.
    Tied,
    /// No player has won: the match was terminated without naming a winner.
    Unjudged,
}

impl Verdict {
    /// The result by the scores.
    pub fn of(scores: [u8; 2]) -> Verdict {
        match scores[0].cmp(&scores[1]) {
            std::cmp::Ordering::Greater => Verdict::Won(Player::ZERO),
            std::cmp::Ordering::Less => Verdict::Won(Player::ONE),
            std::cmp::Ordering::Equal => Verdict::Tied,
        }
    }

    /// The winner; none if there is none.
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
    /// The reason why the match ended.
    pub ending: Ending,
    /// The result.
    pub verdict: Verdict,
    /// The scores, by player: the sum of the highest card of every suit in the bank. Cards still in
    /// the play area count for neither player.
    pub scores: [u8; 2],
}

impl MatchEnd {
    /// The value for player 0: 1 for a win, 0 for a loss, one half without a winner.
    pub fn value(self) -> f64 {
        match self.verdict {
            Verdict::Won(Player::ZERO) => 1.0,
            Verdict::Won(_) => 0.0,
            Verdict::Tied | Verdict::Unjudged => 0.5,
        }
    }
}
