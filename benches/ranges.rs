//! Speed of one iteration for both seats, in a hand of three cards from the full shoe. Three implementations must find
//! the same values: the engine with the kernel for the last trick, the engine card by card, and a plain recursion.
#![allow(clippy::unwrap_used, missing_docs)]

use std::time::{Duration, Instant};

use cardsharp::contests::challenge::infosets::{HandState, Payoffs};
use cardsharp::contests::challenge::ranges::{LastTrick, RangeHand};
use cardsharp::contests::challenge::rules::Params;
use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{DecisionLayout, RangeCfr, RangeGame, RangeTurn};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const PLAYERS: [Player; 2] = [Player::ZERO, Player::ONE];
/// Iterations of the kernel in each turn, and the number of turns. The plain recursion does one iteration in
/// each turn. The fastest times count.
const TURNS: [u32; 2] = [8, 3];

/// Payoffs without accidental ties. Rounding would decide between actions of equal value.
const PAYOFFS: Payoffs = Payoffs { win: 0.5731, lose: 0.4417, tie: 0.5093 };

/// The traverser's strategy in a walk.
#[derive(Clone, Copy, PartialEq)]
enum Walk {
    Learn,
    /// The traverser plays the average strategy.
    Follow,
    /// The traverser plays a best response to the average strategy.
    Respond,
}

/// The regrets and the strategy sums of a player.
#[derive(Default)]
struct PlayerCells {
    regrets: Vec<f32>,
    sums: Vec<f32>,
}

/// CFR+ in its simplest form: a recursion, card by card to the end, with new vectors at every decision.
struct Plain<'g> {
    game: &'g RangeHand,
    learnt: [PlayerCells; 2],
    /// The position of the walk in each player's cells.
    at: [usize; 2],
    iterations: u32,
    scratch: Vec<f32>,
}

/// The hand that a cell belongs to.
fn hand_of(layout: &DecisionLayout<'_>, cell: usize) -> usize {
    match layout.moved.get(cell) {
        Some(&hand) => usize::from(hand),
        None => (cell - layout.moved.len()) % layout.hands(),
    }
}

fn matching(layout: &DecisionLayout<'_>, source: &[f32]) -> Vec<f32> {
    let mut sums = vec![0.0; layout.hands()];
    for (cell, value) in source.iter().enumerate() {
        sums[hand_of(layout, cell)] += value;
    }
    let cells = source.iter().enumerate();
    cells
        .map(|(cell, value)| {
            let hand = hand_of(layout, cell);
            if sums[hand] > 0.0 { value / sums[hand] } else { layout.uniform[hand] }
        })
        .collect()
}

impl<'g> Plain<'g> {
    fn new(game: &'g RangeHand) -> Plain<'g> {
        Plain { game, learnt: Default::default(), at: [0; 2], iterations: 0, scratch: vec![0.0; game.scratch()] }
    }

    fn iterate(&mut self) {
        self.iterations += 1;
        for player in PLAYERS {
            self.total(Walk::Learn, player);
        }
    }

    /// The value of the whole game to a player.
    fn total(&mut self, walk: Walk, player: Player) -> f64 {
        self.at = [0; 2];
        let root = self.game.root();
        let prior = |player: Player| {
            let mut prior = vec![0.0; self.game.hands(&root, player)];
            self.game.prior(player, &mut prior);
            prior
        };
        let [own, other] = [prior(player), prior(player.opponent())];
        let value = self.walk(walk, player, &root, &own, &other);
        let hands = own.iter().zip(value);
        hands.map(|(&own, value)| f64::from(own) * f64::from(value)).sum()
    }

    /// The index of a decision's first cell.
    fn take(&mut self, mover: Player, cells: usize) -> usize {
        let first = self.at[mover.index()];
        self.at[mover.index()] += cells;
        let learnt = &mut self.learnt[mover.index()];
        if learnt.regrets.len() < first + cells {
            learnt.regrets.resize(first + cells, 0.0);
            learnt.sums.resize(first + cells, 0.0);
        }
        first
    }

    fn walk(&mut self, walk: Walk, player: Player, state: &HandState, own: &[f32], other: &[f32]) -> Vec<f32> {
        let game = self.game;
        let mut out = vec![0.0; own.len()];
        let RangeTurn::Decision { player: mover } = game.turn(state) else {
            game.evaluate(state, player, other, &mut out, &mut self.scratch);
            return out;
        };
        let layout = game.layout(state);
        let first = self.take(mover, layout.cells());
        let learnt = &self.learnt[mover.index()];
        let source = if walk == Walk::Learn { &learnt.regrets } else { &learnt.sums };
        let strategy = matching(&layout, &source[first..first + layout.cells()]);
        let range = if mover == player { own } else { other };
        let mut values = vec![0.0; layout.cells()];
        for action in 0..layout.actions() {
            let weight = game.weight(state, action);
            if weight == 0.0 {
                continue;
            }
            let cells = layout.range(action);
            let reach: Vec<f32> = cells.clone().map(|cell| range[hand_of(&layout, cell)] * strategy[cell]).collect();
            let next = game.act(state, action);
            if mover == player {
                let below = self.walk(walk, player, &next, &reach, other);
                let below = below.into_iter().map(|value| value * weight);
                values.splice(cells, below);
            } else {
                let below = self.walk(walk, player, &next, own, &reach);
                for (out, value) in out.iter_mut().zip(below) {
                    *out += value * weight;
                }
            }
        }
        if mover == player {
            self.back_up(walk, player, (&layout, first), own, (&strategy, &values), &mut out);
        }
        out
    }

    /// The value of the traverser's decision for each hand. With [`Walk::Learn`] the regrets and sums are updated.
    fn back_up(
        &mut self,
        walk: Walk,
        player: Player,
        (layout, first): (&DecisionLayout<'_>, usize),
        own: &[f32],
        (strategy, values): (&[f32], &[f32]),
        out: &mut [f32],
    ) {
        if walk == Walk::Respond {
            out.fill(f32::NEG_INFINITY);
        }
        for (cell, (value, share)) in values.iter().zip(strategy).enumerate() {
            let out = &mut out[hand_of(layout, cell)];
            *out = match walk {
                Walk::Respond => out.max(*value),
                _ => *out + share * value,
            };
        }
        if walk != Walk::Learn {
            return;
        }
        let learnt = &mut self.learnt[player.index()];
        for (cell, (value, share)) in values.iter().zip(strategy).enumerate() {
            let hand = hand_of(layout, cell);
            let regret = &mut learnt.regrets[first + cell];
            *regret = (*regret + value - out[hand]).max(0.0);
            learnt.sums[first + cell] += self.iterations as f32 * own[hand] * share;
        }
    }
}

/// The leader's value, and the values of both best responses.
fn measured(solver: &RangeCfr<'_, RangeHand>) -> [f64; 3] {
    let found = solver.exploitability();
    [found.values[0], found.best_responses[0], found.best_responses[1]]
}

fn assert_near(found: [f64; 3], expected: [f64; 3], most: f64, what: &str) {
    for (one, other) in found.iter().zip(expected) {
        assert!((one - other).abs() < most, "{what}: {found:?} and {expected:?}");
    }
}

/// Checks that all three find the same values. From the second iteration on some actions have exactly equal
/// values, and rounding decides between them. The kernel then differs from the others about as much as the
/// engine, card by card, differs from itself if the payoffs change by a millionth.
fn agree(kernel: &mut RangeCfr<'_, RangeHand>, engine: &mut RangeCfr<'_, RangeHand>, plain: &mut Plain<'_>) {
    for apart in [1e-5, 1e-3] {
        kernel.advance(1);
        engine.advance(1);
        plain.iterate();
        let [zero, one] = PLAYERS;
        let found =
            [plain.total(Walk::Follow, zero), plain.total(Walk::Respond, zero), plain.total(Walk::Respond, one)];
        assert_near(found, measured(engine), apart, "the engine");
        assert_near(found, measured(kernel), apart, "the kernel");
    }
}

fn fastest(times: u32, mut work: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..times).map(time).min().unwrap_or_default()
}

fn hand(last_trick: LastTrick) -> RangeHand {
    let rules = Params::new(13, 8, 3).unwrap();
    RangeHand::new(rules, PAYOFFS).unwrap().with_last_trick(last_trick)
}

fn preset() -> Preset {
    Preset::by_name("cfr+").unwrap()
}

fn pool(threads: usize) -> rayon::ThreadPool {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build().unwrap()
}

/// Compares the speed of the kernel with that of the plain recursion. Both run in turns on the same machine.
fn compare(kernel: &mut RangeCfr<'_, RangeHand>, plain: &mut Plain<'_>) {
    let mut slow = Duration::MAX;
    let mut quick = [Duration::MAX; 2];
    let pools = [1, 2].map(pool);
    for _ in 0..TURNS[1] {
        slow = slow.min(fastest(1, || plain.iterate()));
        for (pool, time) in pools.iter().zip(&mut quick) {
            pool.install(|| *time = fastest(TURNS[0], || kernel.advance(1)).min(*time));
        }
    }
    for (threads, time) in quick.into_iter().enumerate() {
        let ratio = slow.as_secs_f64() / time.as_secs_f64();
        println!(
            "threads: {}; an iteration {time:?}, the plain recursion {slow:?}, {ratio:.0} times that",
            threads + 1
        );
        assert!(ratio > 10.0, "the kernel has lost its point");
    }
}

fn iterations(criterion: &mut Criterion) {
    let hands = [LastTrick::AtOnce, LastTrick::CardByCard].map(hand);
    let [mut kernel, mut engine] = hands.each_ref().map(|hand| RangeCfr::new(hand, preset().planned(1)).unwrap());
    {
        let mut plain = Plain::new(&hands[1]);
        agree(&mut kernel, &mut engine, &mut plain);
        compare(&mut kernel, &mut plain);
    }
    let mut group = criterion.benchmark_group("three cards");
    group.sample_size(10);
    for (name, solver) in [("last trick at once", &mut kernel), ("card by card", &mut engine)] {
        let size = solver.size();
        println!("{name}: {size:?}, {} bytes", size.bytes(&preset()));
        group.throughput(Throughput::Elements(2 * size.public_states));
        for threads in [1, 2] {
            let pool = pool(threads);
            group.bench_function(format!("{name}, threads: {threads}"), |bencher| {
                bencher.iter(|| pool.install(|| solver.advance(1)));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, iterations);
criterion_main!(benches);
