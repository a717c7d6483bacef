//! The player that learns.

use super::decision_layout::{DecisionLayout, add_up, halves};
use super::game::{At, RangeGame, Traverser, Valued};
use super::lanes::{HALF_LANES, LANES, Lane, add_up_pair, larger, pair_matching, pair_mean};
use super::number::{Noise, Number};
use crate::cfr::{Extension, Rule};

/// Plays by regret matching, and learns regrets and the average strategy.
#[derive(Debug)]
pub struct Learner<'a, N: Number = f32> {
    pub(super) rule: Rule<f32>,
    pub(super) weight: f32,
    pub(super) regrets: &'a mut [N],
    /// The numbers that the next strategy is made of; empty if it is made of the regrets.
    pub(super) predicted: &'a mut [N],
    /// The sums of strategies; empty if they are summed up elsewhere.
    pub(super) sums: &'a mut [N],
    /// The moving averages of the rule; empty if it has none.
    pub(super) volatility: &'a mut [f32],
    /// For the rounding of regrets, of predictions and of sums.
    pub(super) noise: [Noise; 3],
}

/// The cells of a decision.
#[derive(Debug)]
pub struct LearnerCells<'a, N: Number = f32> {
    regrets: &'a mut [N],
    predicted: &'a mut [N],
    sums: &'a mut [N],
    volatility: &'a mut [f32],
    noise: [Noise; 3],
}

impl<N: Number> LearnerCells<'_, N> {
    #[inline(always)]
    fn source(&self) -> &[N] {
        source(self.regrets, self.predicted)
    }
}

/// The numbers that the next strategy is made of: the predictions, if there are any.
#[inline(always)]
pub(super) fn source<'n, N>(regrets: &'n [N], predicted: &'n [N]) -> &'n [N] {
    if predicted.is_empty() { regrets } else { predicted }
}

#[inline(always)]
fn cut<'a, N>(cells: &mut &'a mut [N], count: usize) -> &'a mut [N] {
    let (first, rest) = std::mem::take(cells).split_at_mut(count);
    *cells = rest;
    first
}

impl<'a, N: Number> Learner<'a, N> {
    #[inline(always)]
    fn cut(&mut self, count: usize) -> LearnerCells<'a, N> {
        let if_kept = |is_empty: bool| if is_empty { 0 } else { count };
        let (predicted, sums) = (if_kept(self.predicted.is_empty()), if_kept(self.sums.is_empty()));
        let volatility = if_kept(self.volatility.is_empty());
        let noise = self.noise;
        for noise in &mut self.noise {
            noise.next = noise.next.wrapping_add(count as u32);
        }
        LearnerCells {
            regrets: cut(&mut self.regrets, count),
            predicted: cut(&mut self.predicted, predicted),
            sums: cut(&mut self.sums, sums),
            volatility: cut(&mut self.volatility, volatility),
            noise,
        }
    }

    /// Learns from the gain of one cell. Returns the number to store in place of the regret, and the
    /// prediction.
    #[inline(always)]
    fn learn(&self, regret: N, gain: f32, random: u32) -> (N, f32) {
        let mut regret = regret.load();
        let predicted = self.rule.learn(&mut regret, gain);
        (N::store(regret, random), predicted)
    }

    /// Learns from the `values` of cells of which each has another mean to be compared with. `first`
    /// is the index of the first of them in `cells`.
    #[inline(always)]
    fn learn_all<'m>(
        &self,
        cells: &mut LearnerCells<'_, N>,
        first: usize,
        values: &[f32],
        means: impl Iterator<Item = &'m f32>,
    ) {
        let count = values.len();
        let [regret_noise, predicted_noise, _] = cells.noise;
        let regrets = &mut cells.regrets[first..first + count];
        let both = regrets.iter_mut().zip(values).zip(means).enumerate();
        if cells.predicted.is_empty() {
            for (index, ((regret, value), mean)) in both {
                let random = regret_noise.at(first + index);
                (*regret, _) = self.learn(*regret, value - mean, random);
            }
            return;
        }
        let predicted = &mut cells.predicted[first..first + count];
        for ((index, ((regret, value), mean)), predicted) in both.zip(predicted) {
            let random = regret_noise.at(first + index);
            let next;
            (*regret, next) = self.learn(*regret, value - mean, random);
            *predicted = N::store(next, predicted_noise.at(first + index));
        }
    }

    /// Does the same by a rule with an extension. Each cell has also the greatest gain of its hand.
    fn learn_by<'m>(
        &self,
        extension: &Extension<f32>,
        cells: &mut LearnerCells<'_, N>,
        first: usize,
        values: &[f32],
        hands: impl Iterator<Item = (&'m f32, &'m f32)>,
    ) {
        let [regret_noise, predicted_noise, _] = cells.noise;
        for (cell, (value, (mean, largest))) in (first..).zip(values.iter().zip(hands)) {
            let local = extension.sense(cells.volatility.get_mut(cell), *largest);
            let mut regret = cells.regrets[cell].load();
            let next = self.rule.learn_by(extension, &local, &mut regret, value - mean);
            cells.regrets[cell] = N::store(regret, regret_noise.at(cell));
            if let Some(predicted) = cells.predicted.get_mut(cell) {
                *predicted = N::store(next, predicted_noise.at(cell));
            }
        }
    }

    /// Learns at a decision by a rule with an extension. `hands` has the mean of each hand in its first
    /// half.
    fn back_up_by(
        &self,
        extension: &Extension<f32>,
        mut cells: LearnerCells<'_, N>,
        layout: &DecisionLayout<'_>,
        values: &[f32],
        hands: &mut [f32],
    ) {
        let (means, largest) = halves(hands);
        layout.largest_gains(values, means, largest);
        let (moved, kept) = layout.parts(values);
        let of_moved = layout.moved.iter().map(|&hand| usize::from(hand));
        let of_moved = of_moved.map(|hand| (&means[hand], &largest[hand]));
        self.learn_by(extension, &mut cells, 0, moved, of_moved);
        let mut first = moved.len();
        for values in kept {
            self.learn_by(extension, &mut cells, first, values, means.iter().zip(&*largest));
            first += values.len();
        }
    }

    #[inline(always)]
    fn learn_pair<const COUNT: usize>(&self, mut cells: LearnerCells<'_, N>, values: [&Lane; 2], mean: &Lane) {
        if let Some(extension) = &self.rule.extension {
            let mut largest = [0.0; COUNT];
            for (lane, largest) in largest.iter_mut().enumerate() {
                let gains = values.map(|values| (values[lane] - mean[lane]).abs());
                *largest = larger(gains[0], gains[1]);
            }
            for (action, values) in values.into_iter().enumerate() {
                let hands = mean.iter().zip(&largest);
                self.learn_by(extension, &mut cells, action * COUNT, &values[..COUNT], hands);
            }
            return;
        }
        for (action, values) in values.into_iter().enumerate() {
            let values = &values[..COUNT];
            self.learn_all(&mut cells, action * COUNT, values, mean[..COUNT].iter());
        }
    }
}

impl<'a, G: RangeGame, N: Number> Traverser<G> for Learner<'a, N> {
    type Cells = LearnerCells<'a, N>;

    fn needs_reach(&self) -> bool {
        true
    }

    #[inline(always)]
    fn take(&mut self, _at: &At<'_, G>, count: usize) -> LearnerCells<'a, N> {
        self.cut(count)
    }

    #[inline(always)]
    fn take_pair(&mut self, at: &At<'_, G>, _number: usize) -> LearnerCells<'a, N> {
        self.cut(2 * at.game.lanes())
    }

    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.cut(count);
    }

    fn split_off(&mut self, count: usize) -> Self {
        let LearnerCells {
            regrets,
            predicted,
            sums,
            volatility,
            noise,
        } = self.cut(count);
        Learner {
            rule: self.rule,
            weight: self.weight,
            regrets,
            predicted,
            sums,
            volatility,
            noise,
        }
    }

    #[inline(always)]
    fn strategy(&self, cells: &LearnerCells<'a, N>, layout: &DecisionLayout<'_>, out: &mut [f32], hands: &mut [f32]) {
        layout.matching(cells.source(), out, hands);
    }

    /// The range is needed for the average, and for the leaves of a depth-limited game.
    #[inline(always)]
    fn begin(
        &self,
        cells: &mut LearnerCells<'a, N>,
        layout: &DecisionLayout<'_>,
        reach: &[f32],
        [out, split]: [&mut [f32]; 2],
        hands: &mut [f32],
    ) {
        if cells.sums.is_empty() && !G::NEEDS_BOTH_RANGES {
            layout.matching(cells.source(), out, hands);
            return;
        }
        layout.matching_and_split(cells.source(), reach, out, split, hands);
        if !cells.sums.is_empty() {
            add_up(self.weight, split, cells.sums, cells.noise[2]);
        }
    }

    #[inline(always)]
    fn back_up(&self, mut cells: LearnerCells<'a, N>, valued: Valued<'_>, out: &mut [f32], hands: &mut [f32]) {
        let Valued {
            layout,
            strategy,
            values,
        } = valued;
        layout.mean_in(strategy, values, out, hands);
        if let Some(extension) = &self.rule.extension {
            self.back_up_by(extension, cells, layout, values, hands);
            return;
        }
        let (moved, kept) = layout.parts(values);
        if let Some(hands) = hands.first_chunk() {
            let means = layout.means_of_moved(hands);
            self.learn_all(&mut cells, 0, moved, means);
        }
        let mut first = moved.len();
        for values in kept {
            self.learn_all(&mut cells, first, values, hands.iter());
            first += values.len();
        }
    }

    #[inline(always)]
    fn pair_strategy(&self, cells: &LearnerCells<'a, N>) -> Lane {
        pair_matching(cells.source())
    }

    #[inline(always)]
    fn back_up_pair(&self, cells: LearnerCells<'a, N>, first: &Lane, values: [&Lane; 2], reach: &Lane) -> Lane {
        let out = pair_mean(first, values);
        if !cells.sums.is_empty() {
            add_up_pair(self.weight, first, reach, cells.sums, cells.noise[2]);
        }
        if cells.regrets.len() == LANES {
            self.learn_pair::<HALF_LANES>(cells, values, &out);
        } else {
            self.learn_pair::<LANES>(cells, values, &out);
        }
        out
    }
}

#[cfg(test)]
mod tests {
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
        DecisionLayout {
            moved: &[],
            run: 1,
            kept: 2,
            uniform: &[0.5; LANES][..lanes],
        }
    }

    fn random<const COUNT: usize>(rng: &mut Xoshiro256PlusPlus) -> [f32; COUNT] {
        let mut numbers = [0.0; COUNT];
        numbers.fill_with(|| rng.random_range(-1.0..1.0));
        numbers
    }

    fn assert_near(found: &[f32], expected: &[f32], what: &str) {
        assert_eq!(found.len(), expected.len());
        let near = |(one, other): (&f32, &f32)| (one - other).abs() < 1e-6 * one.abs().max(1.0);
        assert!(
            found.iter().zip(expected).all(near),
            "{what}: {found:?} and {expected:?}"
        );
    }

    /// Settles a decision in both ways. Its cells are the first of both players.
    fn compare<O: Traverser<NoGame>>(
        lanes: usize,
        [mut pairs, mut all]: [O; 2],
        rng: &mut Xoshiro256PlusPlus,
        what: &str,
    ) {
        let game = NoGame { lanes };
        let reach: Lane = random::<LANES>(rng).map(f32::abs);
        let at = At {
            game: &game,
            public: &(),
            player: Player::ZERO,
            reach: &reach,
        };
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
        let valued = Valued {
            layout: &layout,
            strategy: &strategy,
            values: &values,
        };
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
}
