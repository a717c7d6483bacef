//! Looking ahead, held to the exact solution.

use std::time::{Duration, Instant};

use cardsharp_dead_mans_draw_bots::measure::Evaluation;
use cardsharp_dead_mans_draw_bots::value::{Limits, Network, Ranked, Search, features};
use cardsharp_dead_mans_draw_game::rules::{Action, Dice, NoRandom, Rules, State, Suit};
use cardsharp_solvers::game::Player;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::counts::rules_of;

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Positions of random play in which a player has to move.
fn positions(rules: &Rules, seed: u64) -> Vec<State> {
    let mut dice = Dice(rng(seed));
    let mut state = State::new(rules, &mut dice);
    let mut met = Vec::new();
    while state.to_move().is_some() {
        met.push(state);
        let choices = state.choices();
        let chosen = choices[dice.0.random_range(0..choices.len())];
        state.apply(chosen, &mut dice, &mut ()).unwrap();
    }
    met
}

#[test]
fn as_far_as_the_pile_goes_it_is_exact_whatever_was_learnt() {
    // Few enough discards that all offers of a map are gone through.
    let decks: [(&[Suit], u8); 4] = [
        (&[Suit::Hook, Suit::Cannon, Suit::Sword], 3),
        (&[Suit::Map, Suit::Mermaid, Suit::Key], 2),
        (&[Suit::Kraken, Suit::Oracle, Suit::Anchor], 3),
        (&[Suit::Kraken, Suit::Hook, Suit::Sword], 3),
    ];
    for (number, (suits, values)) in decks.into_iter().enumerate() {
        let rules = rules_of(suits, values);
        let network = Network::random(&mut rng(number as u64));
        let mut exact = Evaluation::best(1 << 20);
        for state in positions(&rules, 7).into_iter().chain(positions(&rules, 8)) {
            let ahead = state.draw_pile().len() as u32 + 1;
            for (action, found) in Search::action_values(&network, &state, ahead) {
                let value = exact.after(&state, action).unwrap();
                let value = match state.to_move() {
                    Some(Player::ZERO) => value,
                    _ => 1.0 - value,
                };
                assert!((value - f64::from(found)).abs() < 1e-5, "{suits:?} {action}: {found}, exactly {value}");
            }
        }
    }
}

#[test]
fn without_a_clock_the_same_position_has_the_same_answer() {
    let network = Network::random(&mut rng(1));
    let limits = Limits { depth: 1, evaluations: None, time: None };
    for state in positions(&Rules::ARENA, 3).into_iter().step_by(4) {
        let found = Search::decide(&network, &state, limits);
        assert_eq!(found, Search::decide(&network, &state, limits));
        assert!(state.check(found.action).is_ok());
        assert_eq!(found.depth, 1.min(state.draw_pile().len() as u32));
    }
}

#[test]
fn evaluations_bound_a_search_and_not_the_machine() {
    let network = Network::random(&mut rng(6));
    let decide = |state: &State, evaluations: u64| {
        let limits = Limits { depth: 60, evaluations: Some(evaluations), time: None };
        let found = Search::decide(&network, state, limits);
        assert_eq!(found, Search::decide(&network, state, limits));
        assert!(found.evaluations <= evaluations.max(1), "{found:?}");
        found.depth
    };
    let mut deeper = 0;
    for state in positions(&Rules::ARENA, 7).into_iter().step_by(10) {
        assert_eq!(decide(&state, 0), 0);
        let [few, many] = [100, 20_000].map(|evaluations| decide(&state, evaluations));
        assert!(few <= many);
        deeper += usize::from(few < many);
    }
    assert!(deeper > 0);
}

#[test]
fn the_clock_is_kept_and_the_answer_is_legal() {
    let network = Network::random(&mut rng(2));
    let limits = Limits { depth: 60, evaluations: None, time: Some(Duration::from_millis(10)) };
    for state in positions(&Rules::ARENA, 4).into_iter().take(40) {
        let began = Instant::now();
        let found = Search::decide(&network, &state, limits);
        // A look at the clock comes after a few evaluations; the rest is for a machine that is busy.
        assert!(began.elapsed() < Duration::from_secs(20), "{found:?}");
        assert!(state.check(found.action).is_ok());
    }
}

#[test]
fn choices_are_ranked_by_the_learnt_value_and_all_there() {
    let network = Network::random(&mut rng(5));
    for state in positions(&Rules::ARENA, 5) {
        let ranked = Ranked::of(&network, &state);
        let choices = state.choices();
        let best: Vec<(Action, f32)> = ranked.best(64).collect();
        assert_eq!(best.len(), choices.len());
        assert!(best.is_sorted_by(|one, two| one.1 >= two.1));
        assert!(choices.iter().all(|choice| best.iter().any(|(action, _)| action == choice)));
    }
}

#[test]
fn what_is_seen_does_not_depend_on_the_seat_and_tells_positions_apart() {
    let mut start = State::new(&Rules::ARENA, &mut NoRandom);
    let first = features(&start);
    // The other player begins: the same features.
    let mut other = cardsharp_dead_mans_draw_game::rules::Position::of(&start);
    other.to_move = Player::ONE;
    let other = State::at(&Rules::ARENA, &other).unwrap();
    assert_eq!(features(&other), first);
    start.apply(Action::Draw, &mut NoRandom, &mut ()).unwrap();
    assert_ne!(features(&start), first);
    assert!(first.iter().all(|seen| seen.is_finite() && seen.abs() <= 10.0));
}
