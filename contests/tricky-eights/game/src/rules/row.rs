//! The cards of one turn around the table, in the order in which they were taken or played.

use arrayvec::ArrayVec;
use cardsharp_player::Player;

use super::{Card, CardSet, MAX_PLAYERS};

/// The cards taken or played so far in one turn around the table. The leader takes or plays the
/// first card, and the others follow clockwise.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    leader: Player,
    players: u8,
    cards: ArrayVec<Card, MAX_PLAYERS>,
}

impl Row {
    /// A row without a card. `leader`, one of `players` players, begins.
    pub fn new(leader: Player, players: u8) -> Row {
        Row { leader, players: players.min(MAX_PLAYERS as u8), cards: ArrayVec::new() }
    }

    /// The player who began, or who is to begin.
    pub fn leader(&self) -> Player {
        self.leader
    }

    /// The cards so far, the leader's first.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The players with their cards, in order.
    pub fn pairs(&self) -> impl Iterator<Item = (Player, Card)> + '_ {
        let cards = self.cards.iter().enumerate();
        cards.map(|(index, &card)| (self.player_at(index), card))
    }

    /// The card of `player`; none if they have not taken or played one yet.
    pub fn card_of(&self, player: Player) -> Option<Card> {
        let mut pairs = self.pairs();
        pairs.find_map(|(who, card)| (who == player).then_some(card))
    }

    /// The player whose turn it is; none once all have taken or played a card.
    pub fn to_act(&self) -> Option<Player> {
        (!self.is_full()).then(|| self.player_at(self.cards.len()))
    }

    /// The players who have not taken or played a card yet, the next one first.
    pub fn still_to_come(&self) -> impl Iterator<Item = Player> + '_ {
        (self.cards.len()..usize::from(self.players)).map(|index| self.player_at(index))
    }

    /// True if all players have taken or played a card.
    pub fn is_full(&self) -> bool {
        self.cards.len() == usize::from(self.players)
    }

    /// The highest card of the led suit so far, if the row is a trick, and the player who played it.
    pub fn best(&self) -> Option<(Player, Card)> {
        let (mut best, others) = {
            let mut pairs = self.pairs();
            (pairs.next()?, pairs)
        };
        for (player, card) in others {
            if CardSet::above(best.1).contains(card) {
                best = (player, card);
            }
        }
        Some(best)
    }

    /// Adds the next player's card. The card is dropped if the row is full.
    pub fn push(&mut self, card: Card) {
        if !self.is_full() {
            self.cards.push(card);
        }
    }

    fn player_at(&self, index: usize) -> Player {
        let number = (self.leader.index() + index) % usize::from(self.players.max(1));
        Player::new(number as u8)
    }
}
