//! Deals: all chance moves of a game.

use rand::Rng;
use rand::seq::IteratorRandom;
use thiserror::Error;

use super::{Cards, SkullWhist};

/// Two hands, by player; player 0 leads round 1. The caller decides which participant is player 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    game: SkullWhist,
    hands: [Cards; 2],
}

/// A reason why two hands are no deal of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadDeal {
    /// A hand has the wrong number of cards.
    #[error("a hand of {cards} cards: {wanted} are dealt")]
    Size {
        /// The number of cards in the hand.
        cards: u8,
        /// The number of cards that a player is dealt.
        wanted: u8,
    },
    /// A card is in both hands.
    #[error("both hands hold {0}: every card is there once")]
    Shared(Cards),
    /// A card is not in the game's pack.
    #[error("{0} is not in the pack of this game")]
    Foreign(Cards),
}

impl Deal {
    /// A random deal; all deals have equal probability.
    pub fn random(game: SkullWhist, rng: &mut impl Rng) -> Deal {
        let hand_size = usize::from(game.hand_size());
        let one: Cards = game.pack().into_iter().choose_multiple(rng, hand_size).into_iter().collect();
        let other = game.pack().minus(one).into_iter().choose_multiple(rng, hand_size);
        Deal { game, hands: [one, other.into_iter().collect()] }
    }

    /// The deal of these hands.
    ///
    /// # Errors
    ///
    /// [`BadDeal`] if they are not two hands of the game.
    pub fn new(game: SkullWhist, hands: [Cards; 2]) -> Result<Deal, BadDeal> {
        for hand in hands {
            let foreign = hand.minus(game.pack());
            if !foreign.is_empty() {
                return Err(BadDeal::Foreign(foreign));
            }
            if hand.len() != game.hand_size() {
                return Err(BadDeal::Size { cards: hand.len(), wanted: game.hand_size() });
            }
        }
        let shared = hands[0].intersection(hands[1]);
        if shared.is_empty() { Ok(Deal { game, hands }) } else { Err(BadDeal::Shared(shared)) }
    }

    /// The game of the deal.
    pub fn game(&self) -> SkullWhist {
        self.game
    }

    /// The hands, by player.
    pub fn hands(&self) -> [Cards; 2] {
        self.hands
    }

    /// Every deal of a game, each once.
    pub fn all(game: SkullWhist) -> impl Iterator<Item = Deal> {
        let pack = game.pack();
        subsets(pack, game.hand_size()).flat_map(move |one| {
            let others = subsets(pack.minus(one), game.hand_size());
            others.map(move |other| Deal { game, hands: [one, other] })
        })
    }
}

/// Every set of `size` of these cards.
fn subsets(cards: Cards, size: u8) -> impl Iterator<Item = Cards> {
    let cards: Vec<_> = cards.into_iter().collect();
    let mut indices: Vec<usize> = (0..usize::from(size)).collect();
    let mut done = indices.len() > cards.len();
    std::iter::from_fn(move || {
        if done {
            return None;
        }
        let subset = indices.iter().map(|&index| cards[index]).collect();
        // The last index that can move on does, and those after it follow directly.
        let free = |&index: &usize| indices[index] < cards.len() - indices.len() + index;
        match (0..indices.len()).rev().find(free) {
            None => done = true,
            Some(index) => {
                let first = indices[index] + 1;
                for (step, later) in indices[index..].iter_mut().enumerate() {
                    *later = first + step;
                }
            }
        }
        Some(subset)
    })
}
