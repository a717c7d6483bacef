//! Warm start from a given strategy: the formula, word for word, and its effect.

use std::collections::HashMap;

use cardsharp_solvers::cfr::{Cfr, Discount, Preset, WarmStartError};
use cardsharp_solvers::game::{Game, InfosetKey, Player, Turn};
use cardsharp_solvers::games::{Kuhn, Leduc};
use cardsharp_solvers::tree::{RealizationPlan, Tree};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::forest::{self, Payoffs};
use super::textbook::{Cell, Textbook, assert_same, decisions, matched};

/// The given strategy at an information set: any mixture, in which some actions have probability 0.
fn given(key: InfosetKey, actions: usize) -> Vec<f64> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(key.0);
    let mut shares: Vec<f64> = (0..actions).map(|_| rng.random::<f64>() - 0.2).collect();
    shares[key.0 as usize % actions] += 0.2;
    matched(&shares)
}

/// An own action at an information set, or `None` for the empty sequence.
type Sequence = Option<(InfosetKey, usize)>;

/// The decisions of one player, and the utilities if the others play as given.
#[derive(Default)]
struct Own {
    /// The utility times the reach of the others and of chance, added up over the terminal
    /// histories at which the sequence is the player's last.
    ends: HashMap<Sequence, f64>,
    /// The information sets that follow on a sequence, and their numbers of actions.
    follow: HashMap<Sequence, Vec<(InfosetKey, usize)>>,
    /// The player's own reach of an information set.
    reach: HashMap<InfosetKey, f64>,
}

impl Own {
    fn of<G: Game>(game: &G, player: Player) -> Own {
        let mut own = Own::default();
        let mut open = vec![(game.root(), None, 1.0, 1.0)];
        while let Some((state, last, reach, others)) = open.pop() {
            match game.turn(&state) {
                Turn::Terminal => {
                    *own.ends.entry(last).or_default() += others * game.utility(&state, player);
                }
                Turn::Chance { outcomes } => open.extend((0..outcomes).map(|index| {
                    let others = others * game.chance_probability(&state, index);
                    (game.child(&state, index), last, reach, others)
                })),
                Turn::Decision { player: mover, actions } => {
                    let key = game.infoset(&state);
                    if mover == player && own.reach.insert(key, reach).is_none() {
                        own.follow.entry(last).or_default().push((key, actions));
                    }
                    let shares = given(key, actions);
                    open.extend((0..actions).map(|action| {
                        let child = game.child(&state, action);
                        if mover == player {
                            (child, Some((key, action)), reach * shares[action], others)
                        } else {
                            (child, last, reach, others * shares[action])
                        }
                    }));
                }
            }
        }
        own
    }

    /// The value of a sequence. `value_of` computes the value of an information set.
    fn value(&self, sequence: Sequence, value_of: &mut dyn FnMut(InfosetKey, &[f64]) -> f64) -> f64 {
        let mut value = self.ends.get(&sequence).copied().unwrap_or(0.0);
        for &(key, actions) in self.follow.get(&sequence).into_iter().flatten() {
            let actions = (0..actions).map(|action| self.value(Some((key, action)), value_of));
            let actions: Vec<f64> = actions.collect();
            value += value_of(key, &actions);
        }
        value
    }

    /// The difference between the greatest and the least value from each information set on.
    fn spans(&self) -> HashMap<InfosetKey, f64> {
        let mut spans = HashMap::new();
        self.value(None, &mut |key, values| {
            let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            *spans.entry(key).or_insert(0.0) += most;
            most
        });
        self.value(None, &mut |key, values| {
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            *spans.entry(key).or_insert(0.0) -= least;
            least
        });
        spans
    }

    /// The substitute value of the game, and v(I, a) - w(I) of each sequence.
    fn substitute(&self, spans: &HashMap<InfosetKey, f64>, c: f64) -> (f64, HashMap<InfosetKey, Vec<f64>>) {
        let mut gains = HashMap::new();
        let value = self.value(None, &mut |key, values| {
            let squares = c * values.len() as f64 * spans[&key] * spans[&key];
            let level = substitute_value(values, squares);
            gains.insert(key, values.iter().map(|value| value - level).collect());
            level
        });
        (value, gains)
    }
}

/// The number w, found by halving, at which the squares of the positive value - w add up to `squares`.
fn substitute_value(values: &[f64], squares: f64) -> f64 {
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (most - squares.sqrt(), most);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        let above: f64 = values.iter().map(|value| (value - middle).max(0.0).powi(2)).sum();
        if above > squares {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The total weight of T iterations, where the last weighs 1: of positive regrets, of others, of the average.
fn weights(preset: Preset, iterations: u64, planned: u64) -> [f64; 3] {
    let share_kept = |exponent: f64, t: f64| t.powf(exponent) / (t.powf(exponent) + 1.0);
    let mut sums = [0.0; 3];
    for first in 1..=iterations {
        // The part left of iteration `first`, by the end.
        let counted = f64::from(u8::from(first > preset.averaging.skipped()));
        let mut left = [preset.regrets.boost, 1.0, counted];
        for t in first..iterations {
            let kept = |discount: Discount| match discount {
                Discount::Kept => 1.0,
                Discount::Dropped => 0.0,
                Discount::Exponent(exponent) => {
                    let t = t + preset.regrets.lead;
                    share_kept(exponent.at(t, planned), t as f64)
                }
            };
            let average = preset
                .averaging
                .exponent()
                .map_or(1.0, |exponent| (t as f64 / (t + 1) as f64).powf(exponent.at(t + 1, planned)));
            let kept = [kept(preset.regrets.positive), kept(preset.regrets.negative), average];
            for (left, kept) in left.iter_mut().zip(kept) {
                *left *= kept;
            }
        }
        sums.iter_mut().zip(left).for_each(|(sum, left)| *sum += left);
    }
    sums
}

/// A textbook solver that begins with the given strategy as if after at most `at_most` iterations.
fn warm_textbook<G: Game>(game: &G, preset: Preset, at_most: u64, planned: u64) -> Textbook<'_, G> {
    let players = (0..game.players() as u8).map(Player::new);
    let owns: Vec<Own> = players.map(|player| Own::of(game, player)).collect();
    let spans: Vec<_> = owns.iter().map(Own::spans).collect();
    let substitute = |player: usize, c: f64| owns[player].substitute(&spans[player], c);
    let sum: f64 = owns
        .iter()
        .map(|own| {
            own.value(None, &mut |key, values| {
                let shares = given(key, values.len());
                values.iter().zip(shares).map(|(value, share)| value * share).sum()
            })
        })
        .sum();
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle: f64 = 0.5 * (low + high);
        let promised: f64 = (0..owns.len()).map(|player| substitute(player, middle * middle).0).sum();
        if promised > sum {
            low = middle;
        } else {
            high = middle;
        }
    }
    let iterations = at_most.min((1.0 / (high * high)) as u64).max(1);
    let c = (high * high).max(1.0 / (iterations * iterations) as f64);
    let [positive, negative, average] = weights(preset, iterations, planned);
    let mut textbook = Textbook::new(game, preset, planned);
    textbook.iterations = iterations;
    for (player, own) in owns.iter().enumerate() {
        for (key, gains) in substitute(player, c).1 {
            let mut cell = Cell::fresh(gains.len());
            let regret = |gain: &f64| {
                let weight = if *gain > 0.0 { positive } else { negative };
                (weight * gain).max(preset.regrets.floor)
            };
            cell.regrets = gains.iter().map(regret).collect();
            let shares = cell.regrets.iter().map(|regret| regret.max(0.0).powf(preset.power));
            cell.strategy = matched(&shares.collect::<Vec<f64>>());
            let shares = given(key, gains.len()).into_iter();
            cell.sums = shares.map(|share| average * own.reach[&key] * share).collect();
            textbook.cells.insert(key, (Player::new(player as u8), cell));
        }
    }
    textbook
}

/// Slow: every preset on 60 random games, beside the textbook.
#[test]
fn every_preset_begins_as_the_formula_says_and_goes_on_as_the_papers_write_down() {
    let (mut compared, mut bounded) = (0, 0);
    for seed in 0..60 {
        let players = 1 + seed as usize % 3;
        let game = forest::grown(seed, players, 5, Payoffs::Tame);
        let tree = Tree::compile(&game).unwrap();
        let decisions = decisions(&game);
        let plan = RealizationPlan::of(&tree, |_, key, out| out.copy_from_slice(&given(key, out.len())));
        for &preset in Preset::ALL {
            let mut engine = Cfr::new(&tree, preset).planned(30);
            // A warm start must discard everything learnt before.
            engine.advance(seed % 3);
            let mut textbook = warm_textbook(&game, preset, 12, 30);
            let used = engine.warm_start(&plan, 12).unwrap();
            assert_eq!((used, engine.iterations()), (textbook.iterations, used));
            bounded += usize::from(used < 12);
            compared += decisions.len();
            let what = format!("seed {seed} warm");
            assert_same(&engine, &textbook, &decisions, &what);
            for _ in 0..6 {
                engine.advance(1);
                textbook.iterate();
                assert_same(&engine, &textbook, &decisions, &what);
            }
        }
    }
    assert!(compared > 10_000 && bounded > 10, "{compared} {bounded}");
}

/// The number of iterations until NashConv is at most `target`.
fn iterations_to(solver: &mut Cfr<'_>, target: f64) -> u64 {
    (0..1000)
        .find(|_| {
            let reached = solver.exploitability().nash_conv() <= target;
            solver.advance(1);
            reached
        })
        .unwrap()
}

/// The plan after a few iterations of DCFR in Leduc, and its NashConv.
fn rough(tree: &Tree, iterations: u64) -> (RealizationPlan, f64) {
    let mut solver = Cfr::new(tree, Preset::DCFR);
    solver.advance(iterations);
    (solver.plan(), solver.exploitability().nash_conv())
}

#[test]
fn a_rough_equilibrium_of_leduc_saves_iterations_and_is_not_lost_again() {
    let tree = Tree::compile(&Leduc::SUITED).unwrap();
    let (plan, start) = rough(&tree, 10);
    for &preset in Preset::ALL {
        let fresh = || Cfr::new(&tree, preset);
        let as_good = iterations_to(&mut fresh(), start);
        let warm = || {
            let mut warm = fresh();
            assert_eq!(warm.warm_start(&plan, as_good), Ok(as_good));
            warm
        };
        let mut solver = warm();
        let worst = (0..10).fold(0.0_f64, |worst, _| {
            solver.advance(1);
            worst.max(solver.exploitability().nash_conv() / start)
        });
        // A strategy that will soon have no weight in the average is soon forgotten.
        let bound = match preset.name {
            name if name.starts_with("hs-") => 2.2,
            name if name.starts_with("vad-") => 2.5,
            _ => 1.3,
        };
        assert!(worst < bound, "{}: {worst}", preset.name);
        let [warm, cold] = [warm(), fresh()].map(|mut solver| iterations_to(&mut solver, start / 2.0));
        assert!(3 * warm <= 2 * cold, "{}: {warm} and {cold}", preset.name);
    }
}

#[test]
fn cfr_goes_on_from_a_good_equilibrium_of_leduc() {
    let tree = Tree::compile(&Leduc::SUITED).unwrap();
    let (plan, start) = rough(&tree, 50);
    let fresh = || Cfr::new(&tree, Preset::CFR);
    let as_good = iterations_to(&mut fresh(), start);
    let mut solver = fresh();
    assert_eq!(solver.warm_start(&plan, as_good), Ok(as_good));
    let better = iterations_to(&mut solver, 0.95 * start);
    assert!(as_good > 400 && better < 50, "{as_good} and {better}");
}

#[test]
fn a_plan_of_another_game_is_refused() {
    let (kuhn, leduc) = (Tree::compile(&Kuhn::TWO).unwrap(), Tree::compile(&Leduc::SUITED).unwrap());
    let mut solver = Cfr::new(&leduc, Preset::ALL[0]);
    let refused = solver.warm_start(&RealizationPlan::uniform(&kuhn), 10).unwrap_err();
    assert!(matches!(refused, WarmStartError::OtherGame { player: 0, found: 13, .. }), "{refused}");
    assert_eq!(solver.iterations(), 0);
}
