use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::cfr::{Clock, Preset};
use crate::game::Player;
use crate::range::decision_layout::EVERY_HAND;
use crate::range::game::RangeTurn;
use crate::range::opponent::StoredStrategy;
use crate::range::traverser::{BestResponder, Follower};

/// A game without states, for decisions alone.
struct NoGame {
    lanes: usize,
}

impl RangeGame for NoGame {
    type Public = ();

    fn root(&self) {}

    fn prior(&self, _player: Player, _out: &mut [f32]) {}

    fn hands(&self, (): &(), _player: Player) -> usize {
        self.lanes
    }

    fn turn(&self, (): &()) -> RangeTurn {
        RangeTurn::Endgame
    }

    fn layout(&self, (): &()) -> DecisionLayout<'_> {
        layout(self.lanes)
    }

    fn act(&self, (): &(), _action: usize) {}

    fn evaluate(&self, (): &(), _: Player, _: &[f32], _: &mut [f32], _: &mut [f32]) {}

    fn lanes(&self) -> usize {
        self.lanes
    }
}

/// Two actions for every hand of an endgame.
fn layout(lanes: usize) -> DecisionLayout<'static> {
    DecisionLayout { moved: &[], run: 1, kept: 2, uniform: &[0.5; LANES][..lanes] }
}

fn random<const COUNT: usize>(rng: &mut Xoshiro256PlusPlus) -> [f32; COUNT] {
    let mut numbers = [0.0; COUNT];
    numbers.fill_with(|| rng.random_range(-1.0..1.0));
    numbers
}

fn assert_near(found: &[f32], expected: &[f32], what: &str) {
    assert_eq!(found.len(), expected.len());
    let near = |(one, other): (&f32, &f32)| (one - other).abs() < 1e-6 * one.abs().max(1.0);
    assert!(found.iter().zip(expected).all(near), "{what}: {found:?} and {expected:?}");
}

/// Settles a decision in both ways. Its cells are the first of both players.
fn compare<O: Traverser<NoGame>>(lanes: usize, [mut pairs, mut all]: [O; 2], rng: &mut Xoshiro256PlusPlus, what: &str) {
    let game = NoGame { lanes };
    let reach: Lane = random::<LANES>(rng).map(f32::abs);
    let at = At { game: &game, public: &(), player: Player::ZERO, reach: &reach };
    let (in_pairs, mut in_all) = (pairs.take_pair(&at, 0), all.take(&at, 2 * lanes));
    let mut strategy = vec![0.5; 2 * lanes];
    let mut split = vec![0.0; 2 * lanes];
    let mut hands = vec![0.0; 2 * EVERY_HAND];
    let both = [&mut strategy[..], &mut split];
    all.begin(&mut in_all, &layout(lanes), &reach, both, &mut hands);
    let first = pairs.pair_strategy(&in_pairs);
    let values: [Lane; 2] = [random(rng), random(rng)];
    let value = pairs.back_up_pair(in_pairs, &first, [&values[0], &values[1]], &reach);
    let mut expected = vec![0.0; lanes];
    let values = [&values[0][..lanes], &values[1][..lanes]].concat();
    let layout = layout(lanes);
    let valued = Valued { layout: &layout, strategy: &strategy, values: &values };
    all.back_up(in_all, valued, &mut expected, &mut hands);
    assert_near(&value[..lanes], &expected, what);
    if all.needs_reach() {
        assert_near(&first[..lanes], &strategy[..lanes], what);
    }
}

fn compare_learners(lanes: usize, round: u32, preset: Preset, rng: &mut Xoshiro256PlusPlus) {
    let mut clock = Clock::new(preset, Some(10), f64::MAX);
    let mut iteration = clock.tick();
    (0..round % 4).for_each(|_| iteration = clock.tick());
    let learned: [Vec<f32>; 4] = [
        random::<{ 2 * LANES }>(rng)[..2 * lanes].to_vec(),
        random::<{ 2 * LANES }>(rng)[..2 * lanes].to_vec(),
        vec![1.0; 2 * lanes],
        vec![0.7; 2 * lanes],
    ];
    let mut cells = [learned.clone(), learned.clone()];
    let learners = cells.each_mut().map(|[regrets, predicted, sums, volatility]| Learner {
        rule: iteration.rule.single(),
        weight: 1.5,
        regrets,
        predicted: if preset.transforms() { predicted } else { &mut [] },
        sums,
        volatility: match preset.regrets.volatility {
            Some(_) => volatility,
            None => &mut [],
        },
        noise: [Noise::default(); 3],
    });
    compare(lanes, learners, rng, preset.name);
    let [pairs, all] = cells.map(|cells| cells.concat());
    assert_near(&pairs, &all, preset.name);
    assert!(pairs != learned.concat(), "{} learns nothing", preset.name);
}

#[test]
fn two_actions_are_backed_up_as_any_number_is() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for round in 0..100 {
        for lanes in [HALF_LANES, LANES] {
            compare(lanes, [BestResponder; 2], &mut rng, "best responder");
            let cells: [f32; 2 * LANES] = random(&mut rng);
            let follower = || Follower(StoredStrategy(&cells[..2 * lanes]));
            compare(lanes, [follower(), follower()], &mut rng, "follower");
            for &preset in Preset::ALL {
                compare_learners(lanes, round, preset, &mut rng);
            }
        }
    }
}
