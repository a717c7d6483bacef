//! Small decks solved: held to brute force over the second implementation.

use std::collections::HashMap;

use cardsharp_dead_mans_draw_bots::measure::{Evaluation, TooLarge, nash_conv};
use cardsharp_dead_mans_draw_bots::policy::{Strategy, Uniform};
use cardsharp_dead_mans_draw_game::rules::{Actions, NoRandom, Rules, State, StateKey, Suit};
use cardsharp_solvers::game::Player;

use crate::counts::{plain, rules_of, without_mover};
use crate::reference::Match;

const MAX_STATES: usize = 1 << 22;

const DECKS: [(&[Suit], u8); 6] = [
    (&[Suit::Hook, Suit::Mermaid], 3),
    (&[Suit::Map, Suit::Mermaid], 3),
    (&[Suit::Anchor, Suit::Key, Suit::Chest], 3),
    (&[Suit::Cannon, Suit::Sword, Suit::Oracle], 3),
    (&[Suit::Kraken, Suit::Hook, Suit::Sword], 3),
    (&[Suit::Map, Suit::Oracle, Suit::Sword, Suit::Kraken, Suit::Cannon], 2),
];

/// The value of a position of the second implementation for player 0 by best play.
fn brute(position: &Match, known: &mut HashMap<Match, f64>) -> f64 {
    if position.over {
        let [zero, one] = position.scores();
        return match zero.cmp(&one) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        };
    }
    if let Some(&value) = known.get(position) {
        return value;
    }
    let acts = position.acts();
    let values = acts.iter().map(|act| {
        let after = position.after(act).into_iter();
        let parts = after.map(|(share, next)| share * brute(&without_mover(next), known));
        parts.sum::<f64>()
    });
    let values: Vec<f64> = values.collect();
    let best = match position.mover {
        0 => values.into_iter().fold(f64::NEG_INFINITY, f64::max),
        _ => values.into_iter().fold(f64::INFINITY, f64::min),
    };
    known.insert(position.clone(), best);
    best
}

fn start(rules: &Rules) -> State {
    State::new(rules, &mut NoRandom)
}

#[test]
fn best_play_is_worth_what_brute_force_finds() {
    for (suits, values) in DECKS {
        let rules = rules_of(suits, values);
        let value = Evaluation::best(MAX_STATES).value(&start(&rules)).unwrap();
        let theirs = Match::start(&plain(rules.deck.cards()), 0);
        let brute = brute(&theirs, &mut HashMap::new());
        assert!((value - brute).abs() < 1e-12, "{suits:?}: {value}, {brute}");
    }
}

/// One action for each position.
struct Fixed(HashMap<StateKey, usize>);

impl Strategy for Fixed {
    fn probabilities(&self, state: &State, _actions: &Actions, out: &mut [f64]) {
        out.fill(0.0);
        out[self.0[&state.key()]] = 1.0;
    }
}

/// The first best action everywhere, or the worst.
fn extreme(rules: &Rules, best: bool) -> Fixed {
    let mut evaluation = Evaluation::best(MAX_STATES);
    let mut chosen = HashMap::new();
    let mut open = vec![start(rules)];
    while let Some(state) = open.pop() {
        let Some(player) = state.to_move() else {
            continue;
        };
        if chosen.contains_key(&state.key()) {
            continue;
        }
        let sign = if (player == Player::ZERO) == best { 1.0 } else { -1.0 };
        let actions = state.choices();
        let values = actions.iter().map(|&action| sign * evaluation.after(&state, action).unwrap());
        let values: Vec<f64> = values.collect();
        let top = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let first = values.iter().position(|&value| value == top).unwrap();
        chosen.insert(state.key(), first);
        for &action in &actions {
            let visit = |_: f64, after: &State| open.push(*after);
            state.for_each_outcome(action, visit).unwrap();
        }
    }
    Fixed(chosen)
}

#[test]
fn the_best_cannot_be_exploited_and_everything_else_can() {
    for (suits, values) in DECKS {
        let rules = rules_of(suits, values);
        let exploited = |strategy: &dyn Strategy| nash_conv(&start(&rules), strategy, MAX_STATES).unwrap();
        let best = exploited(&extreme(&rules, true));
        assert!(best.abs() < 1e-12, "{suits:?}: {best}");
        let [uniform, worst] = [exploited(&Uniform), exploited(&extreme(&rules, false))];
        assert!(0.01 < uniform && uniform < worst, "{suits:?}: {uniform}, {worst}");
    }
}

#[test]
fn both_following_a_strategy_lies_between_the_best_responses_to_it() {
    for (suits, values) in DECKS {
        let start = start(&rules_of(suits, values));
        let value = |zero: bool, one: bool| {
            let uniform = |follows: bool| follows.then_some(&Uniform as &dyn Strategy);
            let mut evaluation = Evaluation::new([uniform(zero), uniform(one)], MAX_STATES);
            evaluation.value(&start).unwrap()
        };
        let [exploits, follows, exploited] = [value(false, true), value(true, true), value(true, false)];
        assert!(exploited <= follows && follows <= exploits, "{suits:?}");
        let best = value(false, false);
        assert!(exploited <= best && best <= exploits, "{suits:?}");
    }
}

#[test]
fn too_many_positions_are_refused() {
    let rules = rules_of(&[Suit::Anchor, Suit::Key, Suit::Chest], 3);
    let refused = Evaluation::best(100).value(&start(&rules));
    assert_eq!(refused, Err(TooLarge { most: 100 }));
    assert!(TooLarge { most: 100 }.to_string().contains("smaller deck"));
}
