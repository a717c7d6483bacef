//! The observation of a player: the position as they see it, and the cards that they remember.

mod actions;
mod knowledge;
mod seen;

pub use actions::{ACTIONS, action_of, card_of};
pub use knowledge::{Hidden, Knowledge, Memory};
pub use seen::{DueKind, PlayerSeen, SeatCard, Seen};

use cardsharp_player::Player;

use crate::rules::{Board, CardSet, Round};

/// A position as the player to act sees it: the open part of the round, the player's own hand, and
/// the score of the game.
#[derive(Clone, Copy, Debug)]
pub struct Observation<'a> {
    /// The open part of the round.
    pub board: &'a Board,
    /// The player's seat number.
    pub seat: Player,
    /// The player's own hand.
    pub hand: CardSet,
    /// The points of the game before this round, by player number.
    pub scores: &'a [u32],
}

impl<'a> Observation<'a> {
    /// The observation of the player in `seat`. `scores` are the points of the game before this round.
    pub fn of(round: &'a Round, seat: Player, scores: &'a [u32]) -> Observation<'a> {
        Observation { board: round.board(), seat, hand: round.hand(seat), scores }
    }

    /// The cards that the player may take or play.
    pub fn legal(&self) -> CardSet {
        self.board.legal(self.hand)
    }

    /// The other players, clockwise.
    pub fn others(&self) -> impl Iterator<Item = Player> + Clone + use<> {
        let players = self.board.game().players();
        let seat = self.seat.index() as u8;
        (1..players).map(move |further| Player::new((seat + further) % players))
    }

    /// The cards whose place is unknown. They are neither in the player's own hand nor in the pool,
    /// have not been played, and are not known to be held by another player.
    pub fn unseen(&self) -> CardSet {
        let board = self.board;
        let known = self.others().map(|player| board.known(player));
        let seen = [self.hand, board.gone(), board.pool()].into_iter();
        let seen = seen.chain(known).fold(CardSet::EMPTY, CardSet::union);
        board.game().cards().minus(seen)
    }
}
