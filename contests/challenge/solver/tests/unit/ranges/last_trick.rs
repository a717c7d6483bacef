//! All cards at once against a loop over all pairs of cards.

use std::cell::RefCell;

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{DecisionLayout, RangeGame, Valued};
use proptest::array::uniform;
use proptest::prelude::*;

use super::*;
use crate::infosets::Payoffs;
use crate::ranges::RangeHand;
use cardsharp_challenge_game::rules::Params;

/// A value for each pair of cards, the own card first.
type Pairs<'a> = &'a dyn Fn(usize, usize) -> f64;

/// The inputs of an own decision: the strategy, the values of both actions, and the own range.
type OwnDecision = (Lane, [Lane; 2], Lane);

/// Plays a fixed strategy, or a best response.
struct Recorder {
    plays: Vec<Lane>,
    best: bool,
    taken: usize,
    /// The inputs of all decisions, in the order of the tape.
    recorded: RefCell<Vec<Option<OwnDecision>>>,
}

impl Traverser<RangeHand> for Recorder {
    type Cells = usize;

    fn needs_reach(&self) -> bool {
        true
    }

    fn take(&mut self, _: &At<'_, RangeHand>, _: usize) -> usize {
        unreachable!("every card has two actions");
    }

    fn take_pair(&mut self, _: &At<'_, RangeHand>, number: usize) -> usize {
        assert_eq!(number, self.taken);
        self.recorded.borrow_mut().push(None);
        self.taken += 1;
        self.taken - 1
    }

    fn split_off(&mut self, _count: usize) -> Self {
        unreachable!("one thread walks an endgame");
    }

    fn strategy(&self, _: &usize, _: &DecisionLayout<'_>, _: &mut [f32], _: &mut [f32]) {
        unreachable!("every card has two actions");
    }

    fn back_up(&self, _: usize, _: Valued<'_>, _: &mut [f32], _: &mut [f32]) {
        unreachable!("every card has two actions");
    }

    fn pair_strategy(&self, cells: &usize) -> Lane {
        self.plays[*cells]
    }

    fn back_up_pair(&self, cells: usize, first: &Lane, values: [&Lane; 2], reach: &Lane) -> Lane {
        let inputs = (*first, values.map(|values| *values), *reach);
        let before = self.recorded.borrow_mut()[cells].replace(inputs);
        assert!(before.is_none(), "settled twice");
        each(|lane| {
            let values = values.map(|values| f64::from(values[lane]));
            choose(self.best, first[lane], values) as f32
        })
    }
}

/// The value of a choice between two actions.
fn choose(best: bool, first: f32, [one, other]: [f64; 2]) -> f64 {
    if best { one.max(other) } else { f64::from(first) * one + f64::from(1.0 - first) * other }
}

/// The other's strategies with their numbers, the next one last.
struct Plays(Vec<(usize, Lane)>);

impl Opponent<RangeHand> for Plays {
    const SKIPS: bool = false;

    fn split_off(&mut self, _count: usize) -> Self {
        unreachable!("one thread walks an endgame");
    }

    fn strategy(&mut self, _: &At<'_, RangeHand>, _: &DecisionLayout<'_>, _: &mut [f32], _: &mut [f32]) {
        unreachable!("every card has two actions");
    }

    fn pair_strategy(&mut self, _: &At<'_, RangeHand>, number: usize, _: &Lane) -> Lane {
        let (expected, play) = self.0.pop().unwrap();
        assert_eq!(number, expected);
        play
    }
}

impl Plays {
    fn of(plays: &[Lane]) -> Plays {
        Plays(plays.iter().copied().enumerate().rev().collect())
    }
}

#[derive(Debug)]
struct Case {
    trick: LastTrickOf,
    ranges: Ranges,
    /// The leader's strategy, by the leader's card: the share of own challenges, and the share of
    /// accepted challenges of the follower.
    leader: [Lane; 2],
    /// The follower's strategy: the share of accepted challenges, by the follower's card; then the
    /// share of own challenges by the card led, with a lower card, an equal one, a higher one.
    follower: [Lane; 4],
    /// True if the own player plays a best response.
    best: bool,
}

fn lane(of: impl Strategy<Value = f32>) -> impl Strategy<Value = Lane> {
    uniform::<_, LANES>(of)
}

/// A number from 0 to 1; both ends are frequent.
fn share() -> impl Strategy<Value = f32> + Clone {
    (-0.2f32..1.2).prop_map(|share| share.clamp(0.0, 1.0))
}

fn cases() -> impl Strategy<Value = Case> {
    let value = || -1.0f32..1.0;
    let outcomes = || uniform::<_, 3>(value());
    let trick = (outcomes(), outcomes(), value(), value());
    let copies = lane((0u8..=8).prop_map(f32::from));
    let ranges = (lane(share()), lane(share()));
    let plays = (uniform::<_, 2>(lane(share())), uniform::<_, 4>(lane(share())));
    (trick, copies, ranges, plays, any::<bool>()).prop_map(
        |((played, staked, point, their_point), copies, (own, other), (leader, follower), best)| {
            let trick = LastTrickOf { played, staked, point, their_point, copies };
            let ranges = Ranges { own, other };
            Case { trick, ranges, leader, follower, best }
        },
    )
}

/// 0 where the first card loses, 1 where it ties, 2 where it wins.
fn class(one: usize, other: usize) -> usize {
    match one.cmp(&other) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 2,
    }
}

impl Case {
    fn recorder(&self, plays: &[Lane]) -> Recorder {
        Recorder { plays: plays.to_vec(), best: self.best, taken: 0, recorded: RefCell::default() }
    }

    /// The ways to meet, times the other's range.
    fn weight(&self, own: usize, other: usize) -> f64 {
        let copies = |card: usize| f64::from(self.trick.copies[card]);
        let left = copies(other) - f64::from(u8::from(own == other));
        f64::from(self.ranges.other[other]) * copies(own) * left
    }

    /// The sum over the other's cards.
    fn over_all(&self, own: usize, of: Pairs<'_>) -> f64 {
        let cards = 0..LANES;
        cards.map(|other| self.weight(own, other) * of(own, other)).sum()
    }

    fn played(&self, own: usize, other: usize) -> f64 {
        f64::from(self.trick.played[class(own, other)])
    }

    fn staked(&self, own: usize, other: usize) -> f64 {
        f64::from(self.trick.staked[class(own, other)])
    }
}

/// Values here are sums of up to 16 cards by up to 8 times 8 copies.
fn near(found: f32, expected: f64, what: &str) {
    let found = f64::from(found);
    assert!((found - expected).abs() < 1e-3, "{what}: {found} and {expected}");
}

/// Checks the inputs of a decision in a lane, for the copies of a card, against the true values.
fn assert_inputs(case: &Case, inputs: &OwnDecision, [lane, card]: [usize; 2], expected: [f64; 2]) {
    // The common factor of all copies of the card is left out.
    let copies = case.trick.copies[card];
    let (_, values, _) = inputs;
    for (values, expected) in values.iter().zip(expected) {
        near(values[lane] * copies, expected, "an action's worth");
    }
}

/// A hand that is only passed on.
fn hand() -> RangeHand {
    RangeHand::new(Params::new(2, 1, 1).unwrap(), Payoffs::EARLY).unwrap()
}

fn check_leader(case: &Case) {
    let mut own = case.recorder(&case.leader);
    let mut other = Plays::of(&case.follower);
    let hand = hand();
    let root = hand.root();
    let at = At { game: &hand, public: &root, player: Player::ZERO, reach: &[] };
    let value = case.trick.value((LastChoices::All, true), &case.ranges, (&mut own, &mut other), &at, &at);
    assert!(other.0.is_empty() && own.taken == 2);
    let recorded = own.recorded.take();
    let inputs = |at: usize| recorded[at].as_ref().unwrap();
    let [challenges, answers] = &case.leader;
    let [accepts, offers @ ..] = &case.follower;
    let point = f64::from(case.trick.point);
    let their_point = f64::from(case.trick.their_point);
    for card in 0..LANES {
        let offered = case.over_all(card, &|own, other| {
            let taken = f64::from(accepts[other]);
            taken * case.staked(own, other) + (1.0 - taken) * point
        });
        let raised = |own: usize, other: usize| f64::from(offers[class(other, own)][own]);
        let at_stake = case.over_all(card, &|own, other| raised(own, other) * case.staked(own, other));
        let refused = case.over_all(card, &|own, other| raised(own, other) * their_point);
        let quiet = case.over_all(card, &|own, other| (1.0 - raised(own, other)) * case.played(own, other));
        let led = quiet + choose(case.best, answers[card], [at_stake, refused]);
        let expected = choose(case.best, challenges[card], [offered, led]);
        near(value[card], expected, "the lead");
        assert_inputs(case, inputs(0), [card, card], [offered, led]);
        assert_inputs(case, inputs(1), [card, card], [at_stake, refused]);
        let (own, quiet) = (case.ranges.own[card], 1.0 - challenges[card]);
        near(inputs(0).2[card], f64::from(own), "the range");
        near(inputs(1).2[card], f64::from(own * quiet), "the range that leads");
        assert_eq!((inputs(0).0, inputs(1).0), (case.leader[0], case.leader[1]));
    }
}

fn check_follower(case: &Case) {
    let mut own = case.recorder(&case.follower);
    let mut other = Plays::of(&case.leader);
    let hand = hand();
    let root = hand.root();
    let at = At { game: &hand, public: &root, player: Player::ONE, reach: &[] };
    let value = case.trick.value((LastChoices::All, false), &case.ranges, (&mut own, &mut other), &at, &at);
    assert!(other.0.is_empty() && own.taken == 4);
    let recorded = own.recorded.take();
    let inputs = |at: usize| recorded[at].as_ref().unwrap();
    let [challenges, answers] = &case.leader;
    let [accepts, offers @ ..] = &case.follower;
    let point = f64::from(case.trick.point);
    let their_point = f64::from(case.trick.their_point);
    let raised = |other: usize| f64::from(challenges[other]);
    let mut reaches = [[0.0; LANES]; 3];
    for card in 0..LANES {
        let accepted = case.over_all(card, &|own, other| raised(other) * case.staked(own, other));
        let refused = case.over_all(card, &|_, other| raised(other) * their_point);
        let mut expected = choose(case.best, accepts[card], [accepted, refused]);
        assert_inputs(case, inputs(0), [card, card], [accepted, refused]);
        near(inputs(0).2[card], f64::from(case.ranges.own[card]), "the range");
        for led in 0..LANES {
            let mass = case.weight(card, led) * (1.0 - raised(led));
            let taken = f64::from(answers[led]);
            let offered = mass * (taken * case.staked(card, led) + (1.0 - taken) * point);
            let quiet = mass * case.played(card, led);
            let class = class(card, led);
            expected += choose(case.best, offers[class][led], [offered, quiet]);
            assert_inputs(case, inputs(1 + class), [led, card], [offered, quiet]);
            let copies = f64::from(case.trick.copies[card]);
            reaches[class][led] += f64::from(case.ranges.own[card]) * copies;
        }
        near(value[card], expected, "the answer to the lead");
    }
    for (class, reach) in reaches.iter().enumerate() {
        for (lane, &reach) in reach.iter().enumerate() {
            near(inputs(1 + class).2[lane], reach, "the range of a class");
        }
        assert_eq!(inputs(1 + class).0, offers[class]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_forced_trick_is_worth_the_sum_over_all_pairs(case in cases()) {
        let value = case.trick.forced(&case.ranges);
        for (card, &value) in value.iter().enumerate() {
            let expected = case.over_all(card, &|own, other| case.played(own, other));
            near(value, expected, "forced");
        }
    }

    #[test]
    fn the_leader_is_told_the_sums_over_all_pairs(case in cases()) {
        check_leader(&case);
    }

    #[test]
    fn the_follower_is_told_the_sums_over_all_pairs(case in cases()) {
        check_follower(&case);
    }
}
