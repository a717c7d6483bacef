//! A round: the pool is taken, and then tricks are played.

use cardsharp_player::Player;

use super::{Board, Card, CardSet, Deal, IllegalCard, MAX_PLAYERS, Phase, Step};

/// A round in progress: its open part and the hands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Round {
    board: Board,
    hands: [CardSet; MAX_PLAYERS],
}

impl Round {
    /// The round that begins with this deal. A dealer number beyond the players is counted around the table.
    pub fn new(deal: &Deal, dealer: Player) -> Round {
        let mut hands = [CardSet::EMPTY; MAX_PLAYERS];
        hands[..deal.hands().len()].copy_from_slice(deal.hands());
        Round { board: Board::new(deal.game(), dealer, deal.pool()), hands }
    }

    /// The open part of the round.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The cards in a player's hand.
    pub fn hand(&self, player: Player) -> CardSet {
        self.hands[player.index()]
    }

    /// The player to take or play; none if the round is over.
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

    /// Checks that the player to act may take or play this card.
    ///
    /// # Errors
    ///
    /// The rule that the card breaks.
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
    /// The rule that the card breaks. The round is then unchanged.
    pub fn apply(&mut self, card: Card) -> Result<Step, IllegalCard> {
        self.check(card)?;
        let Some(player) = self.to_act() else {
            return Err(IllegalCard::Over(card));
        };
        let taking = matches!(self.board.phase(), Phase::Takes(_));
        let step = self.board.show(card)?;
        let hand = &mut self.hands[player.index()];
        *hand = if taking { hand.with(card) } else { hand.without(card) };
        Ok(step)
    }
}
