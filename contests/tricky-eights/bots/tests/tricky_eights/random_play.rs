//! Random play: properties that hold for any play, and the comparison with the second implementation.

use cardsharp_solvers::game::Player;
use cardsharp_tricky_eights_game::rules::{Board, CardSet, Deal, Game, Params, Phase, Round, Step, TARGET};
use proptest::prelude::*;
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::counts::{plain, plain_card, record_of};

fn members() -> impl Strategy<Value = Params> {
    prop::sample::select(vec![
        "tricky-eights",
        "tricky-eights",
        "tricky-eights(players=3,suits=3,ranks=7,pool=6)",
        "tricky-eights(players=2,suits=4,ranks=5,pool=8)",
        "tricky-eights(players=4,suits=3,ranks=12,pool=0)",
        "tricky-eights(players=2,suits=1,ranks=2,pool=0)",
    ])
    .prop_map(|name| name.parse().unwrap())
}

fn start(game: Params, seed: u64) -> (Round, Deal, Player, ChaCha8Rng) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let deal = Deal::shuffled(game, &mut rng);
    let dealer = Player::new(rng.random_range(0..game.players()));
    (Round::new(&deal, dealer), deal, dealer, rng)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn both_implementations_agree(game in members(), seed in any::<u64>()) {
        let (mut round, deal, dealer, mut rng) = start(game, seed);
        let mut record = record_of(&deal, dealer);
        while let Some(player) = round.to_act() {
            prop_assert_eq!(player.index(), record.mover());
            prop_assert_eq!(plain(round.legal()), record.legal());
            for (number, points) in record.points().into_iter().enumerate() {
                prop_assert_eq!(u32::from(round.board().points()[number]), points);
                let hand = round.hand(Player::new(number as u8));
                prop_assert_eq!(plain(hand), record.hand(number));
            }
            let card = round.legal().iter().choose(&mut rng).unwrap();
            round.apply(card).unwrap();
            record = record.after(plain_card(card));
        }
        prop_assert!(record.is_over());
    }

    #[test]
    fn cards_are_conserved_and_points_add_up(game in members(), seed in any::<u64>()) {
        let (mut round, _, _, mut rng) = start(game, seed);
        let players = || (0..game.players()).map(Player::new);
        let mut tricks = 0;
        while round.to_act().is_some() {
            let board: &Board = round.board();
            let mut all = board.pool();
            for player in players() {
                let cards = round.hand(player).union(board.played(player));
                prop_assert!(all.intersection(cards).is_empty());
                all = all.union(cards);
                prop_assert_eq!(round.hand(player).len(), board.hand_size(player));
                prop_assert!(board.known(player).minus(round.hand(player)).is_empty());
            }
            prop_assert_eq!(all, game.cards());
            let card = round.legal().iter().choose(&mut rng).unwrap();
            for other in game.cards().minus(round.legal()) {
                prop_assert!(round.check(other).is_err());
            }
            if let Step::Won(_) = round.apply(card).unwrap() {
                tricks += 1;
            }
        }
        prop_assert_eq!(tricks, game.tricks());
        let points: u16 = round.board().points().iter().map(|&points| u16::from(points)).sum();
        prop_assert_eq!(points, game.round_points());
        prop_assert_eq!(round.board().phase(), Phase::Over);
        prop_assert_eq!(round.board().gone(), game.cards());
    }

    /// A player who has shown to be out of a suit has no card of it.
    #[test]
    fn voids_are_true(seed in any::<u64>()) {
        let (mut round, _, _, mut rng) = start(Params::CONTEST, seed);
        while round.to_act().is_some() {
            let card = round.legal().iter().choose(&mut rng).unwrap();
            round.apply(card).unwrap();
            for player in (0..4).map(Player::new) {
                for card in round.hand(player) {
                    prop_assert!(!round.board().is_void(player, card.suit()));
                }
            }
        }
    }

    #[test]
    fn games_end_with_one_alone_in_front(seed in any::<u64>()) {
        let (_, _, _, mut rng) = start(Params::CONTEST, seed);
        let mut game = Game::new(Params::CONTEST);
        let winner = loop {
            let deal = Deal::shuffled(Params::CONTEST, &mut rng);
            let mut round = Round::new(&deal, game.dealer());
            while round.to_act().is_some() {
                let card = round.legal().iter().choose(&mut rng).unwrap();
                round.apply(card).unwrap();
            }
            game.record(round.board().points());
            if let Some(winner) = game.winner() {
                break winner;
            }
        };
        let score = game.scores()[winner.index()];
        prop_assert!(score >= TARGET);
        let level = game.scores().iter().filter(|&&other| other >= score).count();
        prop_assert_eq!(level, 1);
        prop_assert_eq!(game.scores().iter().sum::<u32>(), 25 * game.rounds());
    }

    #[test]
    fn deals_are_a_function_of_the_seed(game in members(), seed in any::<u64>()) {
        let deal = |seed| Deal::shuffled(game, &mut ChaCha8Rng::seed_from_u64(seed));
        prop_assert_eq!(deal(seed), deal(seed));
        let again = Deal::new(game, deal(seed).hands(), deal(seed).pool());
        prop_assert_eq!(again, Ok(deal(seed)));
    }
}

/// Every card is dealt to every place with the same frequency.
#[test]
fn deals_are_fair() {
    let game = Params::CONTEST;
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut counts = [[0_f64; 5]; 52];
    let deals = 5_000;
    for _ in 0..deals {
        let deal = Deal::shuffled(game, &mut rng);
        let places = deal.hands().iter().chain([deal.pool()].iter()).copied().collect::<Vec<CardSet>>();
        for (index, cards) in places.into_iter().enumerate() {
            cards.iter().for_each(|card| counts[card.index()][index] += 1.0);
        }
    }
    // Chi-squared of 52 x 5 cells with about 51 x 4 degrees of freedom: 204, sigma 20.
    let expected = |index| f64::from(deals) * if index == 4 { 12.0 } else { 10.0 } / 52.0;
    let squares = |row: &[f64; 5]| -> f64 {
        let cells = row.iter().enumerate();
        cells.map(|(index, count)| (count - expected(index)).powi(2) / expected(index)).sum()
    };
    let sum: f64 = counts.iter().map(squares).sum();
    assert!((100.0..310.0).contains(&sum), "{sum}");
}
