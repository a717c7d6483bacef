//! Random play: two players who make errors and offer challenges at given rates, over whole games.

use cardsharp_challenge_game::rules::{Cards, Due, Event, Game, GameStep, Move, Params, Rank, Shoe};
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The play of two random players.
#[derive(Clone, Debug)]
pub struct Style {
    pub rules: Params,
    seed: u64,
    /// The probability that a player fails to move.
    clumsiness: f64,
    /// The probability that a player offers, and the probability that a player accepts.
    boldness: f64,
}

pub fn styles() -> impl Strategy<Value = Style> {
    let family = [(13, 8, 5), (13, 8, 5), (13, 4, 5), (4, 5, 3), (3, 2, 2), (2, 3, 1)];
    let rules = prop::sample::select(family.to_vec())
        .prop_map(|(ranks, copies, size)| Params::new(ranks, copies, size).unwrap());
    let clumsiness = prop::sample::select(vec![0.0, 0.02, 0.3]);
    let boldness = prop::sample::select(vec![0.0, 0.05, 0.5]);
    (rules, any::<u64>(), clumsiness, boldness).prop_map(|(rules, seed, clumsiness, boldness)| Style {
        rules,
        seed,
        clumsiness,
        boldness,
    })
}

impl Style {
    pub fn start(&self) -> Game {
        Game::new(self.rules, Shoe::new(self.rules, self.seed))
    }

    /// A legal move, or none for a failure.
    fn choose(&self, game: &Game, rng: &mut ChaCha8Rng) -> Option<Move> {
        if rng.random_bool(self.clumsiness) {
            return None;
        }
        let bold = rng.random_bool(self.boldness);
        Some(match game.hand().due() {
            Due::Answer if bold => Move::Accept,
            Due::Answer => Move::Reject,
            Due::Card if bold && game.hand().can_challenge() => Move::Offer,
            Due::Card => {
                let plays = |made: &Move| matches!(made, Move::Play(_));
                let cards: Vec<Move> = game.hand().legal_moves().filter(plays).collect();
                cards[rng.random_range(0..cards.len())]
            }
        })
    }

    /// Plays a game to its end. `watch` receives the game before a move, the move, its result, and the game after it.
    pub fn play(
        &self,
        mut watch: impl FnMut(&Game, Option<Move>, GameStep, &Game) -> Result<(), TestCaseError>,
    ) -> Result<Game, TestCaseError> {
        let mut rng = ChaCha8Rng::seed_from_u64(!self.seed);
        let mut game = self.start();
        for _ in 0..20_000 {
            if game.to_move().is_none() {
                return Ok(game);
            }
            let before = game.clone();
            let chosen = self.choose(&game, &mut rng);
            let step = match chosen {
                Some(chosen) => game.apply(chosen).unwrap(),
                None => game.penalize("asleep").unwrap(),
            };
            watch(&before, chosen, step, &game)?;
        }
        Err(TestCaseError::fail("the game does not end"))
    }
}

/// The ranks of a hand, highest first.
pub fn list(cards: Cards) -> Vec<u8> {
    cards.descending().map(Rank::value).collect()
}

/// The hands of a deal.
pub fn deal_of(event: &Event) -> Option<[Cards; 2]> {
    match event {
        Event::NewHand { player0_hand, player1_hand, .. } => Some([*player0_hand, *player1_hand]),
        _ => None,
    }
}

/// The hands of the last deal.
pub fn dealt_last(game: &Game) -> [Cards; 2] {
    game.events().iter().rev().find_map(deal_of).unwrap()
}
