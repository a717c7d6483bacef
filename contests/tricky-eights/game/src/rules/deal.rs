//! The deal of the cards.

use rand::Rng;
use rand::seq::SliceRandom;
use thiserror::Error;

use super::{Card, CardSet, MAX_PLAYERS, Params};

/// The hands and the pool at the beginning of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    game: Params,
    hands: [CardSet; MAX_PLAYERS],
    pool: CardSet,
}

/// The reason why cards do not make a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadDeal {
    /// The number of hands is not that of the players.
    #[error("{hands} hands for {players} players: give one to each")]
    Hands {
        /// The number of hands given.
        hands: usize,
        /// The number of players.
        players: u8,
    },
    /// A hand or the pool is too small or too large.
    #[error("{place} has {cards} cards and must have {wanted}")]
    Size {
        /// The hand or the pool.
        place: Place,
        /// The number of its cards.
        cards: usize,
        /// The number of cards that it must have.
        wanted: u8,
    },
    /// A card is in two places.
    #[error("{0} is in two places")]
    Twice(Card),
    /// This member of the family does not play with the card.
    #[error("{0} is not among the cards of this game")]
    Foreign(Card),
}

/// The place of a dealt card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the hand of the player with this number.
    Hand(usize),
    /// In the pool.
    Pool,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Hand(player) => write!(f, "the hand of player {player}"),
            Place::Pool => f.write_str("the pool"),
        }
    }
}

impl Deal {
    /// A deal of these hands, by player number, and this pool.
    ///
    /// # Errors
    ///
    /// The reason why the cards do not make a deal.
    pub fn new(game: Params, hands: &[CardSet], pool: CardSet) -> Result<Deal, BadDeal> {
        if hands.len() != usize::from(game.players()) {
            return Err(BadDeal::Hands { hands: hands.len(), players: game.players() });
        }
        let own = hands.iter().enumerate();
        let places = own.map(|(player, &hand)| (Place::Hand(player), hand, game.dealt())).chain([(
            Place::Pool,
            pool,
            game.pool(),
        )]);
        let mut seen = CardSet::EMPTY;
        for (place, cards, wanted) in places {
            if cards.len() != usize::from(wanted) {
                return Err(BadDeal::Size { place, cards: cards.len(), wanted });
            }
            if let Some(card) = cards.minus(game.cards()).first() {
                return Err(BadDeal::Foreign(card));
            }
            if let Some(card) = cards.intersection(seen).first() {
                return Err(BadDeal::Twice(card));
            }
            seen = seen.union(cards);
        }
        let mut dealt = [CardSet::EMPTY; MAX_PLAYERS];
        dealt[..hands.len()].copy_from_slice(hands);
        Ok(Deal { game, hands: dealt, pool })
    }

    /// Shuffles and deals: first the hands by player number, then the pool.
    pub fn shuffled(game: Params, rng: &mut impl Rng) -> Deal {
        let mut cards: Vec<Card> = game.cards().iter().collect();
        cards.shuffle(rng);
        let mut cards = cards.into_iter();
        let mut hands = [CardSet::EMPTY; MAX_PLAYERS];
        for hand in hands.iter_mut().take(usize::from(game.players())) {
            *hand = cards.by_ref().take(usize::from(game.dealt())).collect();
        }
        Deal { game, hands, pool: cards.collect() }
    }

    /// The member of the family.
    pub fn game(&self) -> Params {
        self.game
    }

    /// The hands, by player number.
    pub fn hands(&self) -> &[CardSet] {
        &self.hands[..usize::from(self.game.players())]
    }

    /// The open pool.
    pub fn pool(&self) -> CardSet {
        self.pool
    }
}
