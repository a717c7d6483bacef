//! The player that a walk is for.

use super::shape::{larger, positive};
use super::{At, LANES, Lane, PAIR, RangeGame, Shape, Tape};
use crate::cfr::Rule;

/// The decisions of the player that a walk is for. The walk visits each decision twice: on the way
/// down for the strategy, and on the way up with the value of every action.
pub trait Own<G: RangeGame>: Sized + Send {
    /// The data of a decision.
    type Cells;
    /// True if the walk must compute the player's own range.
    const NEEDS_REACH: bool;
    /// True if a walk may leave out subtrees that the player reaches with no hand. It must be false
    /// if tapes have to skip the cells of such a subtree, or if its values are needed.
    const SKIPS: bool = false;

    /// Takes the data of the next decision on the tape, which has `count` cells.
    fn take(&mut self, at: &At<'_, G>, count: usize) -> Self::Cells;

    /// Takes the data of decision `number` of an endgame, the next on the tape.
    fn take_pair(&mut self, at: &At<'_, G>, number: usize) -> Self::Cells;

    /// Splits off the next `count` cells as a tape of their own.
    fn split_off(&mut self, count: usize) -> Self;

    /// Skips the next `count` cells.
    fn skip(&mut self, _count: usize) {}

    /// Writes the strategy that is played. `sums` has room for a number for each hand.
    fn strategy(&self, cells: &Self::Cells, shape: &Shape<'_>, out: &mut [f32], sums: &mut [f32]);

    /// Writes the value of the decision to each hand, given the `values` of its cells. `reach` is
    /// the player's own range.
    fn settle(
        &self,
        cells: Self::Cells,
        shape: &Shape<'_>,
        strategy: &[f32],
        values: &[f32],
        reach: &[f32],
        out: &mut [f32],
    );

    /// Does the same as [`Own::strategy`] where every hand has two actions. Returns the probability
    /// of the first.
    fn pair_strategy(&self, cells: &Self::Cells) -> Lane;

    /// Does the same as [`Own::settle`] where every hand has two actions. `first` is the strategy
    /// that is played.
    fn pair_settle(
        &self,
        cells: Self::Cells,
        first: &Lane,
        values: [&Lane; 2],
        reach: &Lane,
    ) -> Lane;
}

/// Plays by regret matching, and learns regrets and the average strategy.
#[derive(Debug)]
pub struct Learner<'a> {
    pub(super) rule: Rule<f32>,
    pub(super) weight: f32,
    pub(super) regrets: &'a mut [f32],
    /// The numbers that the next strategy is made of; empty if it is made of the regrets.
    pub(super) hoped: &'a mut [f32],
    /// The sums of strategies; empty if they are summed up elsewhere.
    pub(super) sums: &'a mut [f32],
}

/// The cells of a decision.
#[derive(Debug)]
pub struct LearnerCells<'a> {
    regrets: &'a mut [f32],
    hoped: &'a mut [f32],
    sums: &'a mut [f32],
}

impl LearnerCells<'_> {
    #[inline(always)]
    fn source(&self) -> &[f32] {
        match self.hoped.is_empty() {
            true => self.regrets,
            false => self.hoped,
        }
    }
}

#[inline(always)]
fn cut<'a>(tape: &mut &'a mut [f32], count: usize) -> &'a mut [f32] {
    let (first, rest) = std::mem::take(tape).split_at_mut(count);
    *tape = rest;
    first
}

impl<'a> Learner<'a> {
    #[inline(always)]
    fn cut(&mut self, count: usize) -> LearnerCells<'a> {
        let if_kept = |tape: &[f32]| if tape.is_empty() { 0 } else { count };
        let (hoped, sums) = (if_kept(self.hoped), if_kept(self.sums));
        LearnerCells {
            regrets: cut(&mut self.regrets, count),
            hoped: cut(&mut self.hoped, hoped),
            sums: cut(&mut self.sums, sums),
        }
    }
}

impl<'a, G: RangeGame> Own<G> for Learner<'a> {
    type Cells = LearnerCells<'a>;
    const NEEDS_REACH: bool = true;

    #[inline(always)]
    fn take(&mut self, _at: &At<'_, G>, count: usize) -> LearnerCells<'a> {
        self.cut(count)
    }

    #[inline(always)]
    fn take_pair(&mut self, _at: &At<'_, G>, _number: usize) -> LearnerCells<'a> {
        self.cut(PAIR)
    }

    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.cut(count);
    }

    fn split_off(&mut self, count: usize) -> Self {
        let LearnerCells {
            regrets,
            hoped,
            sums,
        } = self.cut(count);
        Learner {
            rule: self.rule,
            weight: self.weight,
            regrets,
            hoped,
            sums,
        }
    }

    #[inline(always)]
    fn strategy(
        &self,
        cells: &LearnerCells<'a>,
        shape: &Shape<'_>,
        out: &mut [f32],
        sums: &mut [f32],
    ) {
        shape.matching(cells.source(), out, sums);
    }

    #[inline(always)]
    fn settle(
        &self,
        cells: LearnerCells<'a>,
        shape: &Shape<'_>,
        strategy: &[f32],
        values: &[f32],
        reach: &[f32],
        out: &mut [f32],
    ) {
        shape.mean(strategy, values, out);
        if !cells.sums.is_empty() {
            shape.add_up(self.weight, strategy, reach, cells.sums);
        }
        let (values, kept_values) = shape.parts(values);
        let (regrets, kept_regrets) = shape.parts_mut(cells.regrets);
        let (hoped, mut kept_hoped) = match cells.hoped.is_empty() {
            true => (&mut [][..], [].chunks_exact_mut(1)),
            false => shape.parts_mut(cells.hoped),
        };
        let moves = values.iter().zip(regrets).zip(shape.moved).enumerate();
        for (cell, ((value, regret), &hand)) in moves {
            let wish = self.rule.learn(regret, value - out[usize::from(hand)]);
            if let Some(hoped) = hoped.get_mut(cell) {
                *hoped = wish;
            }
        }
        for (values, regrets) in kept_values.zip(kept_regrets) {
            let hoped = kept_hoped.next().unwrap_or_default();
            self.learn(values, regrets, hoped, out);
        }
    }

    #[inline(always)]
    fn pair_strategy(&self, cells: &LearnerCells<'a>) -> Lane {
        pair_matching(cells.source())
    }

    #[inline(always)]
    fn pair_settle(
        &self,
        cells: LearnerCells<'a>,
        first: &Lane,
        values: [&Lane; 2],
        reach: &Lane,
    ) -> Lane {
        let out = pair_mean(first, values);
        let mut second = [0.0; LANES];
        for lane in 0..LANES {
            second[lane] = 1.0 - first[lane];
        }
        if !cells.sums.is_empty() {
            add_up_pair(self.weight, [first, &second], reach, cells.sums);
        }
        let mut hoped = cells.hoped.chunks_exact_mut(LANES);
        let regrets = cells.regrets.chunks_exact_mut(LANES);
        for (regrets, values) in regrets.zip(values) {
            self.learn(values, regrets, hoped.next().unwrap_or_default(), &out);
        }
        out
    }
}

impl Learner<'_> {
    /// Updates the regrets of an action that every hand has, whose values are compared with `mean`.
    /// `hoped` is empty if the preset does not predict.
    #[inline(always)]
    fn learn(&self, values: &[f32], regrets: &mut [f32], hoped: &mut [f32], mean: &[f32]) {
        let count = regrets.len();
        let (values, mean) = (&values[..count], &mean[..count]);
        if hoped.is_empty() {
            for hand in 0..count {
                self.rule
                    .learn(&mut regrets[hand], values[hand] - mean[hand]);
            }
        } else {
            let hoped = &mut hoped[..count];
            for hand in 0..count {
                hoped[hand] = self
                    .rule
                    .learn(&mut regrets[hand], values[hand] - mean[hand]);
            }
        }
    }
}

/// Does the same as [`Shape::add_up`] where every hand has two actions.
#[inline(always)]
pub(super) fn add_up_pair(weight: f32, shares: [&Lane; 2], reach: &Lane, sums: &mut [f32]) {
    for (sums, shares) in sums.chunks_exact_mut(LANES).zip(shares) {
        for lane in 0..LANES {
            sums[lane] += weight * reach[lane] * shares[lane];
        }
    }
}

/// Plays in proportion to the positive parts of a tape.
#[derive(Debug)]
pub struct Follower<'a>(pub(super) Tape<'a>);

impl<'a, G: RangeGame> Own<G> for Follower<'a> {
    type Cells = &'a [f32];
    const NEEDS_REACH: bool = false;

    #[inline(always)]
    fn take(&mut self, _at: &At<'_, G>, count: usize) -> &'a [f32] {
        self.0.cut(count)
    }

    #[inline(always)]
    fn take_pair(&mut self, _at: &At<'_, G>, _number: usize) -> &'a [f32] {
        self.0.cut(PAIR)
    }

    fn split_off(&mut self, count: usize) -> Self {
        Follower(Tape(self.0.cut(count)))
    }

    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.0.cut(count);
    }

    #[inline(always)]
    fn strategy(&self, cells: &&'a [f32], shape: &Shape<'_>, out: &mut [f32], sums: &mut [f32]) {
        shape.matching(cells, out, sums);
    }

    #[inline(always)]
    fn settle(
        &self,
        _cells: &'a [f32],
        shape: &Shape<'_>,
        strategy: &[f32],
        values: &[f32],
        _reach: &[f32],
        out: &mut [f32],
    ) {
        shape.mean(strategy, values, out);
    }

    #[inline(always)]
    fn pair_strategy(&self, cells: &&'a [f32]) -> Lane {
        pair_matching(cells)
    }

    #[inline(always)]
    fn pair_settle(
        &self,
        _cells: &'a [f32],
        first: &Lane,
        values: [&Lane; 2],
        _reach: &Lane,
    ) -> Lane {
        pair_mean(first, values)
    }
}

/// Plays the best action of each hand.
#[derive(Clone, Copy, Debug)]
pub struct BestResponder;

impl<G: RangeGame> Own<G> for BestResponder {
    type Cells = ();
    const NEEDS_REACH: bool = false;

    #[inline(always)]
    fn take(&mut self, _at: &At<'_, G>, _count: usize) {}

    #[inline(always)]
    fn take_pair(&mut self, _at: &At<'_, G>, _number: usize) {}

    fn split_off(&mut self, _count: usize) -> Self {
        *self
    }

    #[inline(always)]
    fn strategy(&self, _cells: &(), _shape: &Shape<'_>, _out: &mut [f32], _sums: &mut [f32]) {}

    #[inline(always)]
    fn settle(
        &self,
        _cells: (),
        shape: &Shape<'_>,
        _strategy: &[f32],
        values: &[f32],
        _reach: &[f32],
        out: &mut [f32],
    ) {
        shape.most(values, out);
    }

    #[inline(always)]
    fn pair_strategy(&self, _cells: &()) -> Lane {
        [0.0; LANES]
    }

    #[inline(always)]
    fn pair_settle(&self, _cells: (), _first: &Lane, values: [&Lane; 2], _reach: &Lane) -> Lane {
        let [one, other] = values;
        let mut out = [0.0; LANES];
        for lane in 0..LANES {
            out[lane] = larger(one[lane], other[lane]);
        }
        out
    }
}

/// The expected value of each hand of an endgame that plays the first of two actions with the
/// probability `first`.
#[inline(always)]
pub fn pair_mean(first: &Lane, [one, other]: [&Lane; 2]) -> Lane {
    let mut out = [0.0; LANES];
    for lane in 0..LANES {
        out[lane] = first[lane] * one[lane] + (1.0 - first[lane]) * other[lane];
    }
    out
}

/// The probability of the first of two actions by regret matching.
#[inline(always)]
pub(super) fn pair_matching(source: &[f32]) -> Lane {
    let source = &source[..PAIR];
    let mut out = [0.0; LANES];
    for lane in 0..LANES {
        let (one, other) = (positive(source[lane]), positive(source[LANES + lane]));
        let sum = one + other;
        out[lane] = if sum > 0.0 { one / sum } else { 0.5 };
    }
    out
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::cfr::{Clock, Preset};
    use crate::game::Player;
    use crate::range::RangeTurn;

    /// A game without states, for decisions alone.
    struct NoGame;

    impl RangeGame for NoGame {
        type Public = ();

        fn root(&self) {}

        fn prior(&self, _player: Player, _out: &mut [f32]) {}

        fn hands(&self, _public: &(), _player: Player) -> usize {
            LANES
        }

        fn turn(&self, _public: &()) -> RangeTurn {
            RangeTurn::Endgame
        }

        fn shape(&self, _public: &()) -> Shape<'_> {
            SHAPE
        }

        fn act(&self, _public: &(), _action: usize) {}

        fn evaluate(&self, _: &(), _: Player, _: &[f32], _: &mut [f32], _: &mut [f32]) {}
    }

    const AT: At<'static, NoGame> = At {
        game: &NoGame,
        public: &(),
        player: Player::ZERO,
        reach: &[],
    };

    /// Two actions for every hand of an endgame.
    const SHAPE: Shape<'static> = Shape {
        moved: &[],
        run: 1,
        kept: 2,
        uniform: &[0.5; LANES],
    };

    fn drawn<const COUNT: usize>(rng: &mut Xoshiro256PlusPlus) -> [f32; COUNT] {
        let mut numbers = [0.0; COUNT];
        numbers.fill_with(|| rng.random_range(-1.0..1.0));
        numbers
    }

    fn assert_near(found: &[f32], expected: &[f32], what: &str) {
        assert_eq!(found.len(), expected.len());
        let near = |(one, other): (&f32, &f32)| (one - other).abs() < 1e-6;
        assert!(
            found.iter().zip(expected).all(near),
            "{what}: {found:?} and {expected:?}"
        );
    }

    /// Settles a decision in both ways. Its cells are at the beginning of both tapes.
    fn compare<O: Own<NoGame>>(
        [mut pairs, mut all]: [O; 2],
        rng: &mut Xoshiro256PlusPlus,
        what: &str,
    ) {
        let (in_pairs, in_all) = (pairs.take_pair(&AT, 0), all.take(&AT, PAIR));
        let mut strategy = [0.5; PAIR];
        all.strategy(&in_all, &SHAPE, &mut strategy, &mut [0.0; LANES]);
        let first = pairs.pair_strategy(&in_pairs);
        let values: [Lane; 2] = [drawn(rng), drawn(rng)];
        let reach: Lane = drawn::<LANES>(rng).map(f32::abs);
        let worth = pairs.pair_settle(in_pairs, &first, [&values[0], &values[1]], &reach);
        let mut expected = [0.0; LANES];
        all.settle(
            in_all,
            &SHAPE,
            &strategy,
            &values.concat(),
            &reach,
            &mut expected,
        );
        assert_near(&worth, &expected, what);
        if O::NEEDS_REACH {
            assert_near(&first, &strategy[..LANES], what);
        }
    }

    #[test]
    fn two_actions_are_settled_as_any_number_is() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for round in 0..200 {
            compare([BestResponder; 2], &mut rng, "best responder");
            let tape: [f32; PAIR] = drawn(&mut rng);
            let follower = || Follower(Tape(&tape));
            compare([follower(), follower()], &mut rng, "follower");
            let mut played = [0.0; PAIR];
            let mut sums = [0.0; LANES];
            Own::<NoGame>::strategy(&follower(), &&tape[..], &SHAPE, &mut played, &mut sums);
            assert_near(&pair_matching(&tape), &played[..LANES], "matching");
            for &preset in Preset::ALL {
                let mut clock = Clock::new(preset, 10, f64::MAX);
                let mut iteration = clock.tick();
                (0..round % 4).for_each(|_| iteration = clock.tick());
                let learnt: [[f32; PAIR]; 3] = [drawn(&mut rng), drawn(&mut rng), [1.0; PAIR]];
                let mut tapes = [learnt; 2];
                compare(
                    tapes.each_mut().map(|[regrets, hoped, sums]| Learner {
                        rule: iteration.rule.single(),
                        weight: 1.5,
                        regrets,
                        hoped: if preset.predictive { hoped } else { &mut [] },
                        sums,
                    }),
                    &mut rng,
                    preset.name,
                );
                let [pairs, all] = tapes.map(|tapes| tapes.concat());
                assert_near(&pairs, &all, preset.name);
                assert!(pairs != learnt.concat(), "{} learns nothing", preset.name);
            }
        }
    }
}
