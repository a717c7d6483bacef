use cardsharp_challenge_game::rules::Params;
use cardsharp_solvers::best_response::best_response_value;
use cardsharp_solvers::game::Game;
use cardsharp_solvers::strategy::Strategy;

use super::*;
use crate::infosets::{HandId, Payoffs};

/// Probabilities that look random, and are a function of what the player sees.
struct Scrambled;

impl Strategy<HandGame> for Scrambled {
    fn probabilities(&self, game: &HandGame, state: &HandState, out: &mut [f64]) {
        let mut bits = game.infoset(state).0 ^ 0x9e37_79b9_7f4a_7c15;
        let mut next = || {
            bits = bits.wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ bits >> 29;
            // A quarter of the actions are never taken.
            ((bits >> 40) % 4) as f64
        };
        out.iter_mut().for_each(|share| *share = next());
        out[0] += 0.5;
        let sum: f64 = out.iter().sum();
        out.iter_mut().for_each(|share| *share /= sum);
    }
}

struct ForPlayer(Payoffs, Player);

impl Valuation for ForPlayer {
    type Value = f64;

    fn end(&self, ending: Ending, hands: &[Possible]) -> f64 {
        let leader = self.0.of_leader(hands[0].0.stake, ending);
        let probability: f64 = hands.iter().map(|(_, weight)| weight).sum();
        probability * if self.1 == Player::ZERO { leader } else { 1.0 - leader }
    }

    fn decision(&self, _: &HandState, actions: Vec<f64>) -> f64 {
        actions.into_iter().fold(0.0, f64::max)
    }

    fn sum(&self, parts: Vec<f64>) -> f64 {
        parts.into_iter().sum()
    }
}

/// The response over all own hands is the best response of the game that is written out, from either seat.
#[test]
fn the_response_is_the_best_response_of_the_whole_game() {
    let rules = Params::new(3, 4, 3).unwrap();
    let game = HandGame::new(rules, vec![Payoffs { win: 0.7, lose: 0.4, tie: 0.5 }]);
    let opponent = Scrambled;
    let space = game.space();
    let size = usize::from(rules.hand_size());
    let hands = || (0..space.count(size)).map(|hand| HandId::from_index(space.first(size).index() + hand));
    for me in Player::BOTH {
        let valuation = ForPlayer(game.payoffs()[0], me);
        let response = HandResponse { game: &game, me, opponent: &opponent, valuation: &valuation };
        let of_hand = |own: HandId| {
            let dealt = |other| {
                let mut hands = [other; 2];
                hands[me.index()] = own;
                let probability = game.ways(own, HandId::EMPTY) / game.all_ways(0) * game.ways(other, own);
                (HandState::dealt(hands, 0), probability / game.all_ways(size))
            };
            response.value(&hands().map(dealt).filter(|(_, weight)| *weight > 0.0).collect::<Vec<_>>())
        };
        let found: f64 = hands().map(of_hand).sum();
        let expected = best_response_value(&game, &opponent, me);
        assert!((found - expected).abs() < 1e-12, "{me:?}: {found} for {expected}");
    }
}
