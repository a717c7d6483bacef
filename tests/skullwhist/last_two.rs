//! The last two rounds by ranges, against the same game written out deal by deal.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use cardsharp::contests::skullwhist::resolve::LastTwo;
use cardsharp::contests::skullwhist::rules::{Card, Cards, Deal, SkullWhist, State};
use cardsharp_solvers::best_response::exploitability;
use cardsharp_solvers::cfr::{Cfr, Preset};
use cardsharp_solvers::game::{Game, InfosetKey, Player, Turn};
use cardsharp_solvers::tree::{Tree, TreeStrategy};

const WORTH: [f32; 3] = [-1.0, 0.25, 2.0];

/// The weight of a hand in a player's range: a hash from 0 to 6, so that one hand in seven has the
/// weight 0.
fn weight(player: Player, hand: Cards) -> f64 {
    let mut hasher = DefaultHasher::new();
    (player.index(), hand.bits()).hash(&mut hasher);
    (hasher.finish() % 7) as f64
}

/// Every deal, with the product of the weights of its hands as its probability.
struct WrittenOut {
    deals: Vec<(State, f64)>,
}

impl WrittenOut {
    fn new(game: SkullWhist) -> WrittenOut {
        let likely = |deal: &Deal| {
            let [one, other] = deal.hands();
            weight(Player::ZERO, one) * weight(Player::ONE, other)
        };
        let mut deals: Vec<(State, f64)> = Deal::all(game)
            .map(|deal| (State::new(&deal), likely(&deal)))
            .filter(|(_, weight)| *weight > 0.0)
            .collect();
        let total: f64 = deals.iter().map(|(_, weight)| weight).sum();
        deals.iter_mut().for_each(|(_, weight)| *weight /= total);
        WrittenOut { deals }
    }
}

/// A deal, and the cards played.
type History = Option<(State, Vec<Card>)>;

impl Game for WrittenOut {
    type State = History;

    fn root(&self) -> History {
        None
    }

    fn turn(&self, state: &History) -> Turn {
        match state {
            None => Turn::Chance {
                outcomes: self.deals.len(),
            },
            Some((state, _)) => match state.to_play() {
                None => Turn::Terminal,
                Some(player) => Turn::Decision {
                    player,
                    actions: usize::from(state.playable().len()),
                },
            },
        }
    }

    fn child(&self, state: &History, index: usize) -> History {
        let Some((state, played)) = state else {
            return Some((self.deals[index].0, Vec::new()));
        };
        let card = state.playable().into_iter().nth(index).unwrap();
        let mut next = *state;
        next.play(state.to_play().unwrap(), card).unwrap();
        Some((next, [&played[..], &[card]].concat()))
    }

    fn chance_probability(&self, _: &History, index: usize) -> f64 {
        self.deals[index].1
    }

    fn utility(&self, state: &History, player: Player) -> f64 {
        let (state, _) = state.as_ref().unwrap();
        let worth = f64::from(WORTH[usize::from(state.tricks()[0])]);
        if player == Player::ZERO {
            worth
        } else {
            -worth
        }
    }

    fn utility_bounds(&self) -> (f64, f64) {
        (-2.0, 2.0)
    }

    fn infoset(&self, state: &History) -> InfosetKey {
        let (state, played) = state.as_ref().unwrap();
        let player = state.to_play().unwrap();
        let mut hasher = DefaultHasher::new();
        let places: Vec<u8> = played.iter().map(|card| card.place()).collect();
        (player.index(), state.hand(player).bits(), places).hash(&mut hasher);
        InfosetKey(hasher.finish())
    }
}

#[test]
fn ranges_have_the_value_of_the_game_written_out() {
    for (suits, ranks) in [(1, 6), (2, 3), (3, 3), (4, 2)] {
        let rules = SkullWhist::new(suits, ranks, 2).unwrap();
        let game = WrittenOut::new(rules);
        let tree = Tree::compile(&game).unwrap();
        let mut solver = Cfr::new(&tree, Preset::DCFR).planned(300);
        solver.advance(300);
        let found = exploitability(&game, &TreeStrategy::new(&tree, solver.plan()));
        assert!(found.nash_conv() < 1e-3, "{}", found.nash_conv());

        let last_two = LastTwo::new(rules.pack(), weight, WORTH);
        let solver = last_two.solve(300).unwrap();
        let measured = solver.exploitability();
        let together = together(rules);
        assert!(measured.nash_conv() / together < 1e-3);
        let value = measured.values[0] / together;
        assert!((value - found.values[0]).abs() < 1e-3, "{value} {found:?}");
    }
}

/// The probability that two hands, each drawn from its range, have no card in common.
fn together(rules: SkullWhist) -> f64 {
    let likely = |[one, other]: [Cards; 2]| weight(Player::ZERO, one) * weight(Player::ONE, other);
    let apart: f64 = Deal::all(rules).map(|deal| likely(deal.hands())).sum();
    let hands: BTreeSet<Cards> = Deal::all(rules).map(|deal| deal.hands()[0]).collect();
    let total = |player| hands.iter().map(|&hand| weight(player, hand)).sum::<f64>();
    apart / (total(Player::ZERO) * total(Player::ONE))
}

#[test]
fn hands_play_what_they_may() {
    let rules = SkullWhist::new(3, 3, 2).unwrap();
    let last_two = LastTwo::new(rules.pack(), weight, WORTH);
    let solver = last_two.solve(20).unwrap();
    for deal in Deal::all(rules) {
        let mut state = State::new(&deal);
        let [own, other] = deal.hands();
        let shares = last_two.shares(&solver, None, own);
        let sum: f64 = shares.iter().map(|(_, share)| share).sum();
        assert!(shares.len() == 2 && (sum - 1.0).abs() < 1e-5, "{shares:?}");
        let led = own.first().unwrap();
        state.play(Player::ZERO, led).unwrap();
        let shares = last_two.shares(&solver, Some(led), other);
        let legal = |card| state.playable().contains(card);
        let sum: f64 = shares.iter().map(|(_, share)| share).sum();
        assert!((sum - 1.0).abs() < 1e-5, "{shares:?}");
        assert!(
            shares
                .iter()
                .all(|&(card, share)| legal(card) || share == 0.0)
        );
    }
}
