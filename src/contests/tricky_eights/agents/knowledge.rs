//! Where the cards may be that a player does not hold.

use super::Sight;
use crate::contests::tricky_eights::rules::{CardSet, MOST_PLAYERS, Phase, Rank, Suit};

/// How much a player remembers of what has been taken and played. The cards on the table are seen by
/// all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Nothing.
    None,
    /// Who is out of which suit, and which aces, kings and eights are gone.
    Poor,
    /// Every card, and who took it or played it.
    Exact,
}

/// Where the other cards may be, as far as a player remembers.
#[derive(Clone, Debug)]
pub struct Knowledge {
    /// Cards that others may hold, as far as the player knows.
    out: CardSet,
    /// Of those, the cards that one is known to hold.
    known: [CardSet; MOST_PLAYERS],
    /// Suits that a player is known to have none of, a bit each.
    voids: [u8; MOST_PLAYERS],
    /// Cards in each of the other hands that are not known; none in the own.
    slots: [usize; MOST_PLAYERS],
    /// How many of `out` are with nobody: gone without being remembered, or left to be taken.
    elsewhere: usize,
    /// Which players are still to come in this trick, a bit each.
    to_come: u8,
}

impl Knowledge {
    /// What a player with this memory knows.
    pub fn of(sight: &Sight<'_>, memory: Memory) -> Knowledge {
        let board = sight.board;
        let row = board.row();
        let cards = board.game().cards().minus(sight.hand);
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
            known: [CardSet::EMPTY; MOST_PLAYERS],
            voids: [0; MOST_PLAYERS],
            slots: [0; MOST_PLAYERS],
            elsewhere: 0,
            to_come: 0,
        };
        let (mut held, mut known) = (0, 0);
        for player in sight.others() {
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
        let later = row.still_to_come().filter(|&player| player != sight.seat);
        knowledge.to_come = later.fold(0, |bits, player| bits | 1 << player.index());
        knowledge
    }

    /// The cards that others may hold.
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

    /// The chance that nobody who is still to come in this trick holds any of `cards`, which are of
    /// one suit: hypergeometric over the places where a card of the suit may be. That other suits fill
    /// some of them is left out.
    pub fn nobody_to_come_has(&self, cards: CardSet, suit: Suit) -> f64 {
        let Some(hidden) = self.hidden(cards, suit) else {
            return 0.0;
        };
        let factor = |drawn: usize| {
            let left = hidden.places.saturating_sub(drawn).max(1) as f64;
            (hidden.places as f64 - hidden.to_come as f64 - drawn as f64).max(0.0) / left
        };
        (0..hidden.cards).map(factor).product()
    }

    /// Where those of `cards`, which are of one suit, may be of which nothing is known; none if a player
    /// still to come in this trick is known to hold one of them.
    pub fn hidden(&self, cards: CardSet, suit: Suit) -> Option<Hidden> {
        let cards = cards.intersection(self.out);
        let mut hidden = Hidden::default();
        if cards.is_empty() {
            return Some(hidden);
        }
        let mut unknown = cards;
        hidden.places = self.elsewhere;
        for player in 0..MOST_PLAYERS {
            let asked = self.to_come >> player & 1 == 1;
            if asked && !self.known[player].intersection(cards).is_empty() {
                return None;
            }
            unknown = unknown.minus(self.known[player]);
            if self.voids[player] >> suit.index() & 1 == 0 {
                hidden.places += self.slots[player];
                hidden.to_come += if asked { self.slots[player] } else { 0 };
            }
        }
        hidden.cards = unknown.len();
        Some(hidden)
    }
}

/// Cards of which nothing is known, and how many places they may be in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// How many cards.
    pub cards: usize,
    /// Places where a card of the suit may be.
    pub places: usize,
    /// Those of them that are in the hands of players still to come.
    pub to_come: usize,
}

/// What people remember: aces, kings and eights.
fn memorable() -> CardSet {
    let high = |rank: Rank| rank.step() + 2 >= Rank::COUNT as u8;
    let cards = CardSet::FULL.iter();
    cards
        .filter(|card| card.is_eight() || high(card.rank()))
        .collect()
}
