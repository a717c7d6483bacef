use std::time::Duration;

use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::observation::Observation;
use crate::rules::{Game, Params, Shoe};

/// Random games with penalties: the hands that are shown are those of the game, and the last frame has its score.
#[test]
fn frames_show_the_hands_of_the_game() {
    for seed in 0..20 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, seed));
        while let Some(observation) = Observation::of(&game, Duration::from_secs(1)) {
            let replayed = replay(game.events());
            let player = game.to_move().unwrap();
            let last = replayed.frames.last().unwrap();
            let shown: Vec<String> = last.seats[player.index()].hand.iter().map(|card| card.text.clone()).collect();
            let held: Vec<String> = observation.hand.descending().map(|rank| rank.to_string()).collect();
            assert_eq!(shown, held);
            match game.events().len() % 17 {
                0 => game.penalize("a test").unwrap(),
                _ => game.apply(observation.legal_moves().choose(&mut rng).unwrap()).unwrap(),
            };
        }
        let frames = replay(game.events()).frames;
        assert_eq!(frames.len(), game.events().len());
        assert!(frames.last().unwrap().caption.contains("wins the game"));
    }
}
