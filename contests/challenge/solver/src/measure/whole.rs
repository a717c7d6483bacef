//! NashConv from all own hands at once. For each seat and each first move it is one walk over the
//! public tree with vectors of hands.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{BestResponder, RangeGame, total};
use rayon::prelude::*;

use super::gain::{FirstDecision, SeatReport};
use super::report::Report;
use super::split_hand::SplitHand;
use super::walk_result::{Question, Unmergeable, WalkResult, complete};
use crate::infosets::HandGame;
use crate::policy::HandStrategy;
use crate::ranges::FixedStrategy;
use crate::ranges::RangeHand;
use cardsharp_game::shard::Shard;

use Question::{FollowerBest, LeaderBest, LeaderFollows};

/// The measured strategy and its game.
pub struct Whole<'a> {
    game: &'a HandGame,
    strategy: &'a dyn HandStrategy,
    class: u8,
    extent: Extent,
    ranges: RangeHand,
}

/// The figures of an exact measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// NashConv, and the gain in each seat by the first decision.
    BySeat,
    /// NashConv alone. One player's utility is the other's loss, so that the value of the strategy itself
    /// cancels out of the sum over both seats. The walks that find it take a third of the time.
    Total,
}

/// The leader's first moves: each rank, and the challenge.
fn first_moves(game: &HandGame) -> usize {
    usize::from(game.rules().ranks()) + 1
}

/// All walks. Those after a challenge take longest, so they come first.
pub(super) fn all_walks(game: &HandGame, extent: Extent) -> impl Iterator<Item = (Question, usize)> + use<> {
    let questions = match extent {
        Extent::BySeat => &[LeaderBest, LeaderFollows, FollowerBest][..],
        Extent::Total => &[LeaderBest, FollowerBest],
    };
    let actions = (0..first_moves(game)).rev();
    actions.flat_map(|action| questions.iter().map(move |&one| (one, action)))
}

/// The number of walks of a shard.
pub fn walks(game: &HandGame, extent: Extent, shard: Shard) -> usize {
    shard.every(all_walks(game, extent)).count()
}

impl<'a> Whole<'a> {
    /// A strategy for a class of payoffs. None if hands cannot be measured at once, because the
    /// shoe cannot deal every hand of ranks.
    pub fn new(game: &'a HandGame, strategy: &'a dyn HandStrategy, class: u8, extent: Extent) -> Option<Whole<'a>> {
        let payoffs = game.payoffs()[usize::from(class)];
        game.rules().deals_every_hand().then_some(())?;
        Some(Whole { game, strategy, class, extent, ranges: RangeHand::new(game.rules(), payoffs).ok()? })
    }

    /// Does the walks of a shard on the threads of the current rayon pool, and calls `done` after each.
    ///
    /// # Errors
    ///
    /// The first error of `done`, which ends the walks.
    pub fn walk_all<E: Send>(
        &self,
        shard: Shard,
        done: &(dyn Fn() -> Result<(), E> + Sync),
    ) -> Result<Vec<WalkResult>, E> {
        let parts: Vec<(Question, usize)> = shard.every(all_walks(self.game, self.extent)).collect();
        parts
            .into_par_iter()
            .map(|(question, action)| {
                let walked = self.walk(question, action);
                done().map(|()| walked)
            })
            .collect()
    }

    /// The report from all walks in any order, which took `seconds`.
    ///
    /// # Errors
    ///
    /// [`Unmergeable`] if the walks are not exactly those of the measurement.
    pub fn report(&self, walked: &[WalkResult], seconds: f64) -> Result<Report, Unmergeable> {
        let hands = |question, action| hands_after(&self.ranges, question, action);
        let found = complete(walked, all_walks(self.game, self.extent), hands)?;
        let (nash_conv, seats) = match self.extent {
            Extent::BySeat => {
                let seats = self.seats(&found);
                (seats.iter().map(|seat| seat.gain).sum(), seats)
            }
            Extent::Total => (best_responses(&self.split_hand(), &found), Vec::new()),
        };
        Ok(Report::exact(self.game, nash_conv, seats, seconds))
    }
}

impl Whole<'_> {
    fn follows(&self) -> FixedStrategy<'_> {
        FixedStrategy::new(self.game, self.strategy, self.class)
    }

    fn split_hand(&self) -> SplitHand<'_> {
        let strategy = self.follows().cells(&self.ranges, &self.ranges.root());
        SplitHand::new(&self.ranges, strategy)
    }

    fn walk(&self, question: Question, action: usize) -> WalkResult {
        let first = self.split_hand();
        let (led, other) = (first.led(action), self.follows());
        let values = match question {
            LeaderBest => first.values(Player::ZERO, action, led, BestResponder, other),
            LeaderFollows => first.values(Player::ZERO, action, led, self.follows(), other),
            FollowerBest => first.values(Player::ONE, action, led, BestResponder, other),
        };
        WalkResult { question, action, values }
    }

    fn seats(&self, found: &[&WalkResult]) -> Vec<SeatReport> {
        let first = self.split_hand();
        let (layout, strategy) = (first.layout(), first.strategy());
        let weights = &first.root().ranges;
        let mut values = vec![0.0; layout.hands()];
        let mut followers = vec![0.0; first_moves(self.game)];
        for part in of(found, LeaderFollows) {
            for (cell, &value) in layout.range(part.action).zip(&part.values) {
                let hand = layout.hand_of(cell);
                let value = f64::from(strategy[cell]) * f64::from(value);
                values[hand] += value;
                // The loss of one player is the gain of the other.
                followers[part.action] += f64::from(weights[0][hand]) * value;
            }
        }
        let best = leaders_best(&first, found);
        let mut leaders = vec![0.0; first_moves(self.game)];
        for ((&(best, action), value), &weight) in best.iter().zip(values).zip(&weights[0]) {
            leaders[action] += f64::from(weight) * (f64::from(best) - value);
        }
        for part in of(found, FollowerBest) {
            followers[part.action] += total(&part.values, &weights[1]);
        }
        let ranks = usize::from(self.game.rules().ranks());
        let rank = |action: usize| (action < ranks).then_some(action as u8 + 1);
        let leads = |action| rank(action).map_or(FirstDecision::Challenges, FirstDecision::Leads);
        let faces = |action| rank(action).map_or(FirstDecision::FacesChallenge, FirstDecision::Faces);
        vec![seat_report("leader", leaders, leads), seat_report("follower", followers, faces)]
    }
}

/// The number of hands of the measured player after a first move.
pub(super) fn hands_after(ranges: &RangeHand, question: Question, action: usize) -> usize {
    let root = ranges.root();
    match question {
        LeaderBest | LeaderFollows => ranges.layout(&root).range(action).len(),
        FollowerBest => ranges.hands(&root, Player::ONE),
    }
}

/// The value of the leader's best response for each own hand, and the first action that has it.
fn leaders_best(first: &SplitHand<'_>, found: &[&WalkResult]) -> Vec<(f32, usize)> {
    let mut best = vec![&[][..]; first.layout().actions()];
    for part in of(found, LeaderBest) {
        best[part.action] = &part.values[..];
    }
    first.best(&best)
}

/// The sum of the values of both best responses.
pub(super) fn best_responses(first: &SplitHand<'_>, found: &[&WalkResult]) -> f64 {
    let [leader, follower] = &first.root().ranges;
    let best = leaders_best(first, found);
    let best: Vec<f32> = best.into_iter().map(|(best, _)| best).collect();
    let followers = of(found, FollowerBest).map(|part| total(&part.values, follower));
    total(&best, leader) + followers.sum::<f64>()
}

/// The results of the walks with one purpose.
fn of<'w>(found: &[&'w WalkResult], question: Question) -> impl Iterator<Item = &'w WalkResult> {
    let those = move |one: &&WalkResult| one.question == question;
    found.iter().copied().filter(those)
}

fn seat_report(seat: &'static str, gains: Vec<f64>, name: impl Fn(usize) -> FirstDecision) -> SeatReport {
    let gain = gains.iter().sum();
    let mut by_first_decision: Vec<_> =
        gains.into_iter().enumerate().map(|(action, gain)| (name(action), gain)).collect();
    by_first_decision.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    SeatReport { seat, gain, half_width: 0.0, by_first_decision }
}
