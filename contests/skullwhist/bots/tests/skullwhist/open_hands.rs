//! The solver for two open hands, against plain minimax of the second implementation.

use std::time::Instant;

use cardsharp_skullwhist_bots::search::OpenHands;
use cardsharp_skullwhist_game::rules::{Deal, Move, Objective, SkullWhist, State, Turn, score};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::random_play::{as_game, plain};
use crate::reference::Game;

/// The best result of the player to move in `game`.
fn brute_force(game: &Game, mover: usize, objective: Objective) -> i32 {
    let utility = |end: &Game| match objective {
        Objective::Win => end.difference().signum(),
        Objective::Difference => end.difference(),
    };
    let value = game.minimax(&utility);
    if mover == 0 { value } else { -value }
}

fn compare(state: &State, solver: &mut OpenHands) {
    let game = as_game(state);
    for objective in Objective::ALL {
        let solved = solver.solve(state, objective);
        let value = brute_force(&game, game.mover, objective);
        assert_eq!(solved.value, value, "{objective} {state}");
        assert_eq!(solver.value(state, objective), solved.value, "{objective} {state}");
        assert!(solved.cards.iter().map(|&(card, _)| card).eq(state.playable()));
        for (card, value) in solved.cards {
            let after = game.after(plain(card));
            let wanted = brute_force(&after, game.mover, objective);
            assert_eq!(value, wanted, "{objective} {card} {state}");
        }
    }
}

fn random_bids(deal: &Deal, rng: &mut ChaCha8Rng) -> State {
    let mut state = State::new(deal);
    for player in [0, 1] {
        // Sometimes a bid is missing.
        let bid = rng.random_range(0..=deal.game().hand_size());
        let _ = state.bid(cardsharp_solvers::game::Player::new(player), bid);
    }
    state
}

/// Random games of this member, compared at every card.
fn compare_games(game: SkullWhist, deals: u64, solver: &mut OpenHands) {
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(game.suits()) * 100 + u64::from(game.ranks()));
    for _ in 0..deals {
        let mut state = random_bids(&Deal::random(game, &mut rng), &mut rng);
        while let Some(player) = state.to_play() {
            compare(&state, solver);
            let cards: Vec<_> = state.playable().into_iter().collect();
            state.play(player, *cards.choose(&mut rng).unwrap()).unwrap();
        }
    }
}

#[test]
fn as_minimax_on_deals_of_five_tricks() {
    let mut solver = OpenHands::new(16);
    for (suits, ranks) in [(4, 13), (4, 3), (3, 4), (2, 5), (2, 13), (1, 10)] {
        compare_games(SkullWhist::new(suits, ranks, 5).unwrap(), 60, &mut solver);
    }
}

#[test]
fn as_minimax_with_a_table_that_is_too_small() {
    let mut solver = OpenHands::new(3);
    for (suits, ranks) in [(4, 13), (4, 3), (2, 5)] {
        compare_games(SkullWhist::new(suits, ranks, 5).unwrap(), 30, &mut solver);
    }
}

/// Thousands of deals, which take minutes.
#[test]
#[ignore = "takes minutes: cargo test --release -p cardsharp-skullwhist-bots --test skullwhist thousands -- --ignored"]
fn as_minimax_on_thousands_of_deals() {
    let mut solver = OpenHands::default();
    for (suits, ranks) in [(4, 13), (4, 4), (4, 3), (3, 4), (2, 5), (3, 13)] {
        compare_games(SkullWhist::new(suits, ranks, 5).unwrap(), 1000, &mut solver);
    }
}

#[test]
fn more_tricks_are_never_worse() {
    for hand_size in 1..=13 {
        for (zero, one) in (0..=hand_size).flat_map(|zero| (0..=hand_size).map(move |one| (zero, one))) {
            let utility = |tricks| score(zero, tricks) - score(one, hand_size - tricks);
            let results: Vec<_> = (0..=hand_size).map(utility).collect();
            assert!(results.is_sorted(), "{zero} {one} {results:?}");
        }
    }
}

#[test]
fn a_finished_game_is_worth_its_scores() {
    let state: State = "bids=7,7 tricks=7,6".parse().unwrap();
    let mut solver = OpenHands::new(4);
    assert_eq!(solver.solve(&state, Objective::Win).value, 1);
    assert_eq!(solver.solve(&state, Objective::Difference).value, 140);
    assert_eq!(state.legal_moves(), []);
    assert_eq!((state.turn(), solver.tricks(&state)), (Turn::Over, 0));
}

/// A whole deal that is played by the solver ends with the solver's value.
#[test]
fn whole_deals_end_as_foretold() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut solver = OpenHands::default();
    for objective in Objective::ALL {
        let mut state = random_bids(&Deal::random(SkullWhist::CONTEST, &mut rng), &mut rng);
        let foretold = solver.value(&state, objective);
        while let Turn::Play(_) | Turn::Bid(_) = state.turn() {
            let solved = solver.solve(&state, objective);
            let mover = state.to_play().unwrap().index();
            let sign = if mover == 0 { 1 } else { -1 };
            assert_eq!(sign * solved.value, foretold, "{objective} {state}");
            let best = solved.cards.iter().find(|&&(_, value)| value == solved.value);
            state.apply(Move::Play(best.unwrap().0)).unwrap();
        }
    }
}

/// Prints the time for a whole deal with known bids.
#[test]
#[ignore = "a measurement: cargo test --release -p cardsharp-skullwhist-bots --test skullwhist median -- --ignored --nocapture"]
fn median_time_of_whole_deals() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for objective in Objective::ALL {
        let mut times = Vec::new();
        let mut nodes = Vec::new();
        for _ in 0..500 {
            let state = random_bids(&Deal::random(SkullWhist::CONTEST, &mut rng), &mut rng);
            let mut solver = OpenHands::default();
            let start = Instant::now();
            let solved = solver.solve(&state, objective);
            times.push(start.elapsed().as_secs_f64() * 1e3);
            assert_eq!(solved.cards.len(), 13);
            nodes.push(solver.nodes());
        }
        times.sort_by(f64::total_cmp);
        nodes.sort_unstable();
        let [median, late, most] = [250, 450, 499];
        println!(
            "{objective}, every card: median {:.2} ms ({} nodes), 90 % {:.1} ms ({}), longest {:.0} ms ({})",
            times[median], nodes[median], times[late], nodes[late], times[most], nodes[most]
        );
        assert!(times[median] < 50.0);
    }
}
