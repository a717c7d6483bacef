//! The shoe: all the cards the hands of a game are dealt from.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::{Cards, Challenge, Rank};

/// Two decks in the contest: dealt from the top until two more hands are not left, then all cards
/// are shuffled together again (the few left over are not dealt).
///
/// Its shuffles are a function of the seed alone (ChaCha8), so that a game can be replayed and two
/// games can be given the same deals.
#[derive(Clone, Debug)]
pub struct Shoe {
    rules: Challenge,
    cards: Vec<Rank>,
    dealt: usize,
    rng: ChaCha8Rng,
}

impl Shoe {
    /// A freshly shuffled shoe.
    pub fn new(rules: Challenge, seed: u64) -> Shoe {
        let cards = rules
            .all_ranks()
            .flat_map(|rank| std::iter::repeat_n(rank, usize::from(rules.copies())))
            .collect();
        let mut shoe = Shoe {
            rules,
            cards,
            dealt: 0,
            rng: ChaCha8Rng::seed_from_u64(seed),
        };
        shoe.shuffle();
        shoe
    }

    fn shuffle(&mut self) {
        self.cards.shuffle(&mut self.rng);
        self.dealt = 0;
    }

    /// Deals a hand to each player, shuffling first if too few cards are left.
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

    /// Whether the next deal shuffles all cards first.
    pub fn must_shuffle(&self) -> bool {
        self.cards.len() - self.dealt < 2 * usize::from(self.rules.hand_size())
    }
}
