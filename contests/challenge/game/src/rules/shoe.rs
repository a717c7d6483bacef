//! The shoe: the cards from which the hands of a game are dealt.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use super::{Cards, Params, Rank};

/// The shoe: two decks in the contest. Hands are dealt from the top until fewer cards are left than
/// two hands need. Then all cards are shuffled together again, and the few left over are not dealt.
///
/// Its shuffles are a function of the seed alone (ChaCha8), so that a game can be replayed and two
/// games can have the same deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shoe {
    rules: Params,
    cards: Vec<Rank>,
    dealt: usize,
    rng: ChaCha8Rng,
}

/// A reason why a shoe cannot be stacked with the given hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadStack {
    /// A hand has not the size that the rules deal.
    #[error("a hand of {cards} cards was to be stacked: every hand needs {hand_size}")]
    HandSize {
        /// The number of cards in the given hand.
        cards: usize,
        /// The number of cards that the rules deal.
        hand_size: u8,
    },
    /// The hands together have more cards of a rank than the shoe.
    #[error("the stacked hands need more cards of rank {0} than the shoe holds: ask for fewer")]
    NotInShoe(Rank),
}

impl Shoe {
    /// A newly shuffled shoe.
    pub fn new(rules: Params, seed: u64) -> Shoe {
        let mut shoe = Shoe { rules, cards: full_shoe(rules), dealt: 0, rng: ChaCha8Rng::seed_from_u64(seed) };
        shoe.shuffle();
        shoe
    }

    /// A shoe whose first deals are the given hands of player 0 and player 1. The rest of the cards
    /// is shuffled below them. The next shuffle takes all cards as usual. Its uses are to replay a
    /// record and to look at a chosen position.
    pub fn stacked(rules: Params, deals: &[[Cards; 2]], seed: u64) -> Result<Shoe, BadStack> {
        let mut rest = full_shoe(rules);
        let mut cards = Vec::with_capacity(rest.len());
        for hand in deals.iter().flatten() {
            if hand.len() != usize::from(rules.hand_size()) {
                return Err(BadStack::HandSize { cards: hand.len(), hand_size: rules.hand_size() });
            }
            for rank in hand.descending() {
                let index = rest.iter().position(|&card| card == rank);
                cards.push(rest.swap_remove(index.ok_or(BadStack::NotInShoe(rank))?));
            }
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rest.shuffle(&mut rng);
        cards.append(&mut rest);
        Ok(Shoe { rules, cards, dealt: 0, rng })
    }

    /// A shoe that deals these hands, of player 0 and player 1, in order, as the record of a game has them: shuffles in
    /// between are part of the list. Without hands it is a newly shuffled shoe.
    pub fn of_deals(rules: Params, deals: &[[Cards; 2]]) -> Shoe {
        if deals.is_empty() {
            return Shoe::new(rules, 0);
        }
        let cards = deals.iter().flatten().flat_map(|hand| hand.descending()).collect();
        Shoe { rules, cards, dealt: 0, rng: ChaCha8Rng::seed_from_u64(0) }
    }

    fn shuffle(&mut self) {
        self.cards.shuffle(&mut self.rng);
        self.dealt = 0;
    }

    /// Deals a hand to each player. Shuffles first if too few cards are left.
    pub fn deal(&mut self) -> [Cards; 2] {
        if self.must_shuffle() {
            self.shuffle();
        }
        let size = usize::from(self.rules.hand_size());
        [(); 2].map(|()| {
            let hand = self.cards[self.dealt..self.dealt + size].iter().copied();
            self.dealt += size;
            hand.collect()
        })
    }

    /// True if the next deal shuffles all cards first.
    pub fn must_shuffle(&self) -> bool {
        self.cards.len() - self.dealt < 2 * usize::from(self.rules.hand_size())
    }
}

/// All cards of the shoe, in order.
fn full_shoe(rules: Params) -> Vec<Rank> {
    rules.all_ranks().flat_map(|rank| std::iter::repeat_n(rank, usize::from(rules.copies()))).collect()
}
