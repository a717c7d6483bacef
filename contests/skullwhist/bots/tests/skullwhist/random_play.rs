//! Random play: properties that hold for any play.

use cardsharp_skullwhist_game::rules::{Card, Cards, Deal, Move, SkullWhist, State, Turn};
use cardsharp_solvers::game::Player;
use proptest::prelude::*;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::reference::{self, Game};

pub fn members() -> impl Strategy<Value = SkullWhist> {
    let any = (1u8..=4, 2u8..=13, 1u8..=13);
    prop_oneof![
        Just(SkullWhist::CONTEST),
        any.prop_filter_map("two hands must fit", |(suits, ranks, size)| { SkullWhist::new(suits, ranks, size).ok() }),
    ]
}

pub fn plain(card: Card) -> reference::Card {
    (card.suit().letter().to_ascii_uppercase(), card.value())
}

pub fn as_game(state: &State) -> Game {
    let player = |index: u8| state.hand(Player::new(index)).into_iter().map(plain).collect();
    Game {
        hands: [player(0), player(1)],
        bids: state.bids().map(|bid| bid.unwrap_or(0)),
        tricks: state.tricks(),
        mover: state.position().to_play.index(),
        table: state.led().map(plain),
    }
}

proptest! {
    #[test]
    fn both_implementations_play_alike(game in members(), seed in any::<u64>()) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let deal = Deal::random(game, &mut rng);
        prop_assert_eq!(Deal::new(game, deal.hands()), Ok(deal));
        let mut state = State::new(&deal);
        let mut seen = Cards::EMPTY;
        loop {
            prop_assert_eq!(state.to_string().parse(), Ok(state));
            let theirs = as_game(&state);
            prop_assert_eq!(theirs.over(), state.is_over());
            let moves = state.legal_moves();
            let Some(&chosen) = moves.choose(&mut rng) else { break };
            if let (Turn::Play(player), Move::Play(card)) = (state.turn(), chosen) {
                let playable: Vec<_> = state.playable().into_iter().map(plain).collect();
                prop_assert_eq!(playable, theirs.choices());
                prop_assert!(!seen.contains(card));
                seen = seen.with(card);
                // Every other card is refused, and changes nothing.
                for other in SkullWhist::CONTEST.pack().minus(state.playable()) {
                    let mut after = state;
                    prop_assert!(after.play(player, other).is_err());
                    prop_assert_eq!(after, state);
                }
                prop_assert!(state.check(player.opponent(), card).is_err());
                state.apply(chosen).unwrap();
                prop_assert_eq!(as_game(&state), theirs.after(plain(card)));
            } else {
                state.apply(chosen).unwrap();
            }
        }
        let [zero, one] = state.tricks();
        prop_assert_eq!(zero + one, game.hand_size());
        prop_assert_eq!(seen, deal.hands()[0].union(deal.hands()[1]));
        let theirs = as_game(&state);
        let ours = state.scores();
        for (player, own) in ours.into_iter().enumerate() {
            let score = reference::score(theirs.bids[player], theirs.tricks[player]);
            prop_assert_eq!(i32::from(own), score);
        }
        let winner = (ours[0] != ours[1]).then(|| Player::new(u8::from(ours[1] > ours[0])));
        prop_assert_eq!(state.winner(), winner);
    }
}

/// Each card is as likely in each hand as in the other.
#[test]
fn deals_are_fair() {
    let game = SkullWhist::new(2, 4, 2).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut counts = std::collections::HashMap::new();
    let deals = Deal::all(game).count();
    for _ in 0..100 * deals {
        *counts.entry(Deal::random(game, &mut rng)).or_insert(0.0) += 1.0;
    }
    assert_eq!(counts.len(), deals);
    // Chi square with deals - 1 degrees of freedom: mean deals - 1, variance twice that.
    let square: f64 = counts.values().map(|count: &f64| (count - 100.0).powi(2) / 100.0).sum();
    let freedom = deals as f64 - 1.0;
    assert!((square - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{square}");
}
