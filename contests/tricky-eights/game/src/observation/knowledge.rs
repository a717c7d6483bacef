//! A player's knowledge of the cards that the others hold.

use super::Observation;
use crate::rules::{CardSet, MAX_PLAYERS, Phase, Rank, Suit};

/// The memory of a player for the cards taken and played. All players see the cards on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Nothing.
    None,
    /// The suits that each player is out of, and the aces, kings and eights that are gone.
    Poor,
    /// Every card, and the player who took or played it.
    Exact,
}

/// The places where the other cards may be, as far as a player remembers.
#[derive(Clone, Debug)]
pub struct Knowledge {
    /// The cards that others may hold, as far as the player knows.
    out: CardSet,
    /// Those of `out` that each player is known to hold.
    known: [CardSet; MAX_PLAYERS],
    /// The suits that each player is known to have none of, one bit for each suit.
    voids: [u8; MAX_PLAYERS],
    /// The number of unknown cards in each of the other hands; 0 for the player's own hand.
    slots: [usize; MAX_PLAYERS],
    /// The number of cards of `out` that nobody holds. They are gone without being remembered, or still in the pool.
    elsewhere: usize,
    /// The players still to come in this trick, one bit for each.
    to_come: u8,
}

impl Knowledge {
    /// The knowledge of a player with this memory.
    pub fn of(observation: &Observation<'_>, memory: Memory) -> Knowledge {
        let board = observation.board;
        let row = board.row();
        let cards = board.game().cards().minus(observation.hand);
        let on_table: CardSet = match board.phase() {
            Phase::Tricks(_) => row.cards().iter().copied().collect(),
            _ => CardSet::EMPTY,
        };
        let gone = board.gone().minus(on_table);
        let remembered = match memory {
            Memory::None => CardSet::EMPTY,
            Memory::Poor => gone.intersection(memorable()),
            Memory::Exact => gone,
        };
        let mut knowledge = Knowledge {
            out: cards.minus(on_table).minus(remembered),
            known: [CardSet::EMPTY; MAX_PLAYERS],
            voids: [0; MAX_PLAYERS],
            slots: [0; MAX_PLAYERS],
            elsewhere: 0,
            to_come: 0,
        };
        let (mut held, mut known) = (0, 0);
        for player in observation.others() {
            let at = player.index();
            if memory == Memory::Exact {
                knowledge.known[at] = board.known(player);
            }
            if memory != Memory::None {
                let void = |suit: &Suit| board.is_void(player, *suit);
                let bits = Suit::ALL.into_iter().filter(void);
                knowledge.voids[at] = bits.fold(0, |bits, suit| bits | 1 << suit.index());
            }
            let cards = knowledge.known[at].len();
            knowledge.slots[at] = board.hand_size(player) - cards;
            held += knowledge.slots[at];
            known += cards;
        }
        knowledge.elsewhere = knowledge.out.len().saturating_sub(held + known);
        let later = row.still_to_come().filter(|&player| player != observation.seat);
        knowledge.to_come = later.fold(0, |bits, player| bits | 1 << player.index());
        knowledge
    }

    /// The cards that others may hold, as far as the player knows.
    pub fn out(&self) -> CardSet {
        self.out
    }

    /// The share of the cards in [`Knowledge::out`] that others hold.
    pub fn share_held(&self) -> f64 {
        match self.out.len() {
            0 => 0.0,
            out => 1.0 - self.elsewhere as f64 / out as f64,
        }
    }

    /// The probability that no player still to come in this trick holds any of `cards`, which are
    /// of one suit. It is hypergeometric over the places where a card of the suit may be. The cards
    /// of other suits that fill some of these places are left out of account.
    pub fn nobody_to_come_has(&self, cards: CardSet, suit: Suit) -> f64 {
        let Some(hidden) = self.hidden(cards, suit) else {
            return 0.0;
        };
        let factor = |before: usize| {
            let left = hidden.places.saturating_sub(before).max(1) as f64;
            (hidden.places as f64 - hidden.to_come as f64 - before as f64).max(0.0) / left
        };
        (0..hidden.cards).map(factor).product()
    }

    /// The unknown cards among `cards`, which are of one suit, and the places where they may be.
    /// None if a player still to come in this trick is known to hold one of `cards`.
    pub fn hidden(&self, cards: CardSet, suit: Suit) -> Option<Hidden> {
        let cards = cards.intersection(self.out);
        let mut hidden = Hidden::default();
        if cards.is_empty() {
            return Some(hidden);
        }
        let mut unknown = cards;
        hidden.places = self.elsewhere;
        for player in 0..MAX_PLAYERS {
            let plays = self.to_come >> player & 1 == 1;
            if plays && !self.known[player].intersection(cards).is_empty() {
                return None;
            }
            unknown = unknown.minus(self.known[player]);
            if self.voids[player] >> suit.index() & 1 == 0 {
                hidden.places += self.slots[player];
                hidden.to_come += if plays { self.slots[player] } else { 0 };
            }
        }
        hidden.cards = unknown.len();
        Some(hidden)
    }
}

/// Unknown cards, and the number of places where they may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// The number of cards.
    pub cards: usize,
    /// The number of places where a card of the suit may be.
    pub places: usize,
    /// The number of those places that are in the hands of players still to come.
    pub to_come: usize,
}

/// The cards that people remember: aces, kings and eights.
fn memorable() -> CardSet {
    let high = |rank: Rank| rank.step() + 2 >= Rank::COUNT as u8;
    let cards = CardSet::FULL.iter();
    cards.filter(|card| card.is_eight() || high(card.rank())).collect()
}
