//! A round: the pool is taken, then tricks are played.

use cardsharp_solvers::game::Player;
use thiserror::Error;

use super::{Board, Card, CardSet, Deal, MOST_PLAYERS, Phase, Step, Suit};

/// Why a card cannot be taken or played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalCard {
    /// All cards are played.
    #[error("{0} cannot be played: the round is over")]
    Over(Card),
    /// It is not there to be taken.
    #[error("{0} is not in the pool")]
    NotInPool(Card),
    /// The player does not have it.
    #[error("{0} is not in the player's hand")]
    NotInHand(Card),
    /// The player has a card of the led suit.
    #[error("{card} does not follow suit: the player has {led}")]
    MustFollow {
        /// The card.
        card: Card,
        /// The suit that was led.
        led: Suit,
    },
}

/// A round under way: what lies open, and the hands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Round {
    board: Board,
    hands: [CardSet; MOST_PLAYERS],
}

impl Round {
    /// The round that begins with this deal; a dealer beyond the players counts around the table.
    pub fn new(deal: &Deal, dealer: Player) -> Round {
        let mut hands = [CardSet::EMPTY; MOST_PLAYERS];
        hands[..deal.hands().len()].copy_from_slice(deal.hands());
        Round {
            board: Board::new(deal.game(), dealer, deal.pool()),
            hands,
        }
    }

    /// What lies open.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The cards in a player's hand.
    pub fn hand(&self, player: Player) -> CardSet {
        self.hands[player.index()]
    }

    /// Who is to take or play; nobody if the round is over.
    pub fn to_act(&self) -> Option<Player> {
        self.board.to_act()
    }

    /// The cards that the player to act may take or play.
    pub fn legal(&self) -> CardSet {
        match self.to_act() {
            Some(player) => self.board.legal(self.hand(player)),
            None => CardSet::EMPTY,
        }
    }

    /// Whether the player to act may take or play this card.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn check(&self, card: Card) -> Result<(), IllegalCard> {
        match self.to_act() {
            Some(player) => self.board.check(card, self.hand(player)),
            None => Err(IllegalCard::Over(card)),
        }
    }

    /// The player to act takes or plays this card.
    ///
    /// # Errors
    ///
    /// Why that is not allowed; nothing has changed then.
    pub fn apply(&mut self, card: Card) -> Result<Step, IllegalCard> {
        self.check(card)?;
        let Some(player) = self.to_act() else {
            return Err(IllegalCard::Over(card));
        };
        let taking = matches!(self.board.phase(), Phase::Takes(_));
        let step = self.board.show(card)?;
        let hand = &mut self.hands[player.index()];
        *hand = match taking {
            true => hand.with(card),
            false => hand.without(card),
        };
        Ok(step)
    }
}
