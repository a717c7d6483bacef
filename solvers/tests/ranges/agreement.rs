//! The range engine computes the same, hand by hand and iteration by iteration, as the engine that walks every deal.
//!
//! One engine computes in single precision, the other in double. If a regret comes close to zero, the precision can
//! decide the strategy, and the two engines diverge for good. So there are two more runs in double precision, of games
//! whose utilities have errors of the size of single precision. They measure the effect of small errors. The comparison
//! is as close as that effect, and ends when it grows large.

use std::collections::HashMap;

use cardsharp_solvers::cfr::{Averaging, Cfr, Preset, Regrets};
use cardsharp_solvers::game::{Game, InfosetKey, Turn};
use cardsharp_solvers::games;
use cardsharp_solvers::range::RangeCfr;
use cardsharp_solvers::tree::{RealizationPlan, Tree};

use super::irregular::{Irregular, Named};
use super::kuhn::Kuhn;
use super::leduc::Leduc;

const ITERATIONS: u64 = 25;
/// The relative errors of the utilities in these runs: some steps of single precision.
const NOISE: [f64; 2] = [2e-6, -2e-6];
/// The greatest difference of probabilities between these runs before the comparison ends.
const STEADY: f64 = 1e-3;

/// The allowed difference of probabilities, for a difference of `drift` between these runs.
fn allowed(drift: f64) -> f64 {
    (1e-5 + 20.0 * drift).min(1e-3)
}

/// The probabilities at every information set, in the order of the compiled game.
fn behaviours(tree: &Tree, plan: &RealizationPlan) -> Vec<f64> {
    let mut found = Vec::new();
    plan.for_each_behaviour(tree, |_, _, shares| found.extend(shares));
    found
}

fn furthest(one: &[f64], other: &[f64]) -> f64 {
    let both = one.iter().zip(other);
    both.fold(0.0, |most, (one, other)| most.max((one - other).abs()))
}

/// The index of the first of each information set's probabilities among all, by its name.
fn firsts<G: Game>(game: &G, tree: &Tree) -> HashMap<String, usize> {
    let mut by_key: HashMap<InfosetKey, usize> = HashMap::new();
    let mut count = 0;
    RealizationPlan::uniform(tree).for_each_behaviour(tree, |_, key, shares| {
        by_key.insert(key, count);
        count += shares.len();
    });
    let mut found = HashMap::new();
    let mut open = vec![game.root()];
    while let Some(state) = open.pop() {
        let children = match game.turn(&state) {
            Turn::Terminal => 0,
            Turn::Chance { outcomes } => outcomes,
            Turn::Decision { actions, .. } => {
                found.insert(game.infoset_name(&state), by_key[&game.infoset(&state)]);
                actions
            }
        };
        open.extend((0..children).map(|index| game.child(&state, index)));
    }
    assert_eq!(found.len(), by_key.len());
    found
}

/// The greatest difference of a hand's probability from `expected`.
fn off<R: Named>(ranges: &RangeCfr<'_, Irregular<R>>, firsts: &HashMap<String, usize>, expected: &[f64]) -> f64 {
    let mut most: f64 = 0.0;
    let mut compared = 0;
    ranges.for_each_decision(&mut |decision| {
        for hand in 0..decision.layout.hands() {
            let name = ranges.game().game.infoset_name(decision.public, hand);
            // No player holds the card on the table.
            let Some(&first) = firsts.get(&name) else {
                continue;
            };
            let found = (0..decision.layout.actions())
                .map(|action| decision.strategy[decision.layout.range(action).start + hand]);
            let found: Vec<f64> = found.map(f64::from).collect();
            most = most.max(furthest(&found, &expected[first..]));
            compared += 1;
        }
        true
    });
    assert_eq!(compared, firsts.len());
    most
}

/// A game with its changes; `letters` as in [`Irregular`].
struct Pair<G, R> {
    game: G,
    ranges: R,
    letters: usize,
}

impl<G: Game + Clone, R: Named> Pair<G, R> {
    /// Compares both forms step by step with every preset. Returns the least number of iterations
    /// that could be compared.
    fn compare(self, seed: u64) -> u64 {
        let letters = self.letters;
        let with_noise = |noise| Irregular { game: self.game.clone(), letters, seed, noise };
        let exact = with_noise(0.0);
        let tree = Tree::compile(&exact).unwrap();
        let runs = Runs {
            firsts: firsts(&exact, &tree),
            noisy: NOISE.map(|noise| Tree::compile(&with_noise(noise)).unwrap()),
            tree,
            ranges: Irregular { game: self.ranges, letters, seed, noise: 0.0 },
        };
        let presets = Preset::ALL.iter().copied().map(comparable);
        let compared = presets.map(|preset| {
            let compared = runs.compare(preset);
            // A power makes small errors of shares larger.
            if preset.power == 1.0 {
                return compared;
            }
            assert!(compared >= 4, "{} {compared}", preset.name);
            ITERATIONS
        });
        compared.min().unwrap()
    }
}

/// The preset, but for what depends on the unit of regrets, which is not the same in both engines, and with an
/// average from the beginning: the last strategy has no behaviour in a plan where it does not come to.
fn comparable(preset: Preset) -> Preset {
    let averaging = preset.averaging.exponent().map(Averaging::Power);
    Preset {
        regrets: match preset.regrets.volatility {
            Some(_) => Regrets { floor: f64::NEG_INFINITY, volatility: None, ..preset.regrets },
            None => preset.regrets,
        },
        averaging: averaging.unwrap_or(preset.averaging),
        ..preset
    }
}

/// The data that all presets' runs share.
struct Runs<R> {
    tree: Tree,
    noisy: [Tree; 2],
    firsts: HashMap<String, usize>,
    ranges: Irregular<R>,
}

impl<R: Named> Runs<R> {
    /// Returns the number of iterations that were compared.
    fn compare(&self, preset: Preset) -> u64 {
        let new = |tree| Cfr::new(tree, preset).planned(ITERATIONS);
        let (mut explicit, mut noisy) = (new(&self.tree), self.noisy.each_ref().map(new));
        let mut ranges = RangeCfr::new(&self.ranges, preset.planned(ITERATIONS)).unwrap();
        let mut drift: f64 = 0.0;
        for iteration in 1..=ITERATIONS {
            explicit.advance(1);
            ranges.advance(1);
            let average = behaviours(&self.tree, &explicit.plan());
            for (solver, tree) in noisy.iter_mut().zip(&self.noisy) {
                solver.advance(1);
                drift = drift.max(furthest(&average, &behaviours(tree, &solver.plan())));
            }
            if drift > STEADY {
                return iteration - 1;
            }
            let what = format!("{} iteration {iteration}, drift {drift}", preset.name);
            let off = off(&ranges, &self.firsts, &average);
            assert!(off <= allowed(drift), "{what}: probabilities off by {off}");
            let (found, expected) = (ranges.exploitability(), explicit.exploitability());
            let off = furthest(&found.values, &expected.values)
                .max(furthest(&found.best_responses, &expected.best_responses));
            assert!(off <= 1e-5 + drift, "{what}: {found:?} and {expected:?}");
        }
        ITERATIONS
    }
}

#[test]
fn kuhn_poker_takes_the_same_steps_in_both_engines() {
    for seed in 0..4 {
        let pair = Pair { game: games::Kuhn::TWO, ranges: Kuhn, letters: 1 };
        assert_eq!(pair.compare(seed), ITERATIONS);
    }
}

/// Slow: every step of the ranges is held against the tree.
#[test]
fn leduc_poker_takes_the_same_steps_whether_hands_are_cards_or_ranks() {
    let cards = Pair { game: games::Leduc::SUITED, ranges: Leduc::of_cards(3, 2), letters: 2 };
    assert!(cards.compare(2) >= 15);
    let ranks = Pair { game: games::Leduc::ISOMORPHIC, ranges: Leduc::of_ranks(3, 2), letters: 1 };
    assert!(ranks.compare(2) >= 8);
}
