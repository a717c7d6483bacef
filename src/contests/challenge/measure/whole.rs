//! NashConv from all own hands at once: one walk over the public tree with vectors of hands for each
//! seat and each first move.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{BestResponder, RangeGame, Reaches, worth};
use rayon::prelude::*;

use super::block::HandStrategy;
use super::gain::{FirstDecision, SeatReport};
use super::table_ranges::Follows;
use crate::contests::challenge::infosets::{HandGame, HandState};
use crate::contests::challenge::ranges::RangeHand;

/// What a walk is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// What the leader gets by his best response.
    LeaderBest,
    /// What he gets by following the strategy. The follower gets the rest.
    LeaderFollows,
    /// What the follower gets by his best response.
    FollowerBest,
}

use Question::{FollowerBest, LeaderBest, LeaderFollows};

/// What one walk, after one first move of the leader's, finds for every hand of the player asked
/// about.
struct Found {
    question: Question,
    action: usize,
    worths: Vec<f32>,
}

/// The strategy measured, and the game it is measured in.
struct Whole<'a, S: ?Sized> {
    game: &'a HandGame,
    strategy: &'a S,
    class: u8,
    ranges: RangeHand,
}

/// Whether all hands of `game` can be measured at once: every hand of its ranks must be one that the
/// shoe can deal, or the two number the hands differently.
pub(super) fn can_be_whole(game: &HandGame) -> bool {
    game.rules().copies() >= game.rules().hand_size()
}

/// The leader's first moves: each rank, and the challenge.
fn first_moves(game: &HandGame) -> usize {
    usize::from(game.rules().ranks()) + 1
}

/// How many walks it takes.
pub(super) fn walks(game: &HandGame) -> usize {
    3 * first_moves(game)
}

/// What a best response gains in both seats; `done` is called after each walk.
pub(super) fn measure_whole<S: HandStrategy + ?Sized>(
    game: &HandGame,
    strategy: &S,
    class: u8,
    ranges: RangeHand,
    done: &(dyn Fn() + Sync),
) -> Vec<SeatReport> {
    let whole = Whole {
        game,
        strategy,
        class,
        ranges,
    };
    // Those after a challenge take longest, so that they come first.
    let actions = (0..first_moves(game)).rev();
    let parts: Vec<(Question, usize)> = actions
        .flat_map(|action| [LeaderBest, LeaderFollows, FollowerBest].map(|one| (one, action)))
        .collect();
    let found: Vec<Found> = parts
        .into_par_iter()
        .map(|(question, action)| {
            let found = whole.walk(question, action);
            done();
            found
        })
        .collect();
    whole.report(&found)
}

impl<S: HandStrategy + ?Sized> Whole<'_, S> {
    fn prior(&self, player: Player) -> Vec<f32> {
        let mut prior = vec![0.0; self.ranges.hands(&self.ranges.root(), player)];
        self.ranges.prior(player, &mut prior);
        prior
    }

    fn follows(&self) -> Follows<'_, S> {
        Follows::new(self.game, self.strategy, self.class)
    }

    /// The leader's strategy at the root, cell by cell.
    fn root_strategy(&self, root: &HandState) -> Vec<f32> {
        self.follows().cells(&self.ranges, root)
    }

    fn walk(&self, question: Question, action: usize) -> Found {
        let root = self.ranges.root();
        let shape = self.ranges.shape(&root);
        let strategy = self.root_strategy(&root);
        let mut led = vec![0.0; shape.cells()];
        shape.split_reach(&strategy, &self.prior(Player::ZERO), &mut led);
        let leader = &led[shape.range(action)];
        let follower = &self.prior(Player::ONE)[..];
        let child = self.ranges.act(&root, action);
        let seat = match question {
            LeaderBest | LeaderFollows => Player::ZERO,
            FollowerBest => Player::ONE,
        };
        let [own, other] = match seat {
            Player::ZERO => [leader, follower],
            _ => [follower, leader],
        };
        let (ranges, reaches) = (&self.ranges, Reaches { own, other });
        let other = self.follows();
        let mut worths = match question {
            LeaderFollows => worth(ranges, &child, seat, reaches, self.follows(), other),
            _ => worth(ranges, &child, seat, reaches, BestResponder, other),
        };
        let weight = self.ranges.weight(&root, action);
        worths.iter_mut().for_each(|worth| *worth *= weight);
        Found {
            question,
            action,
            worths,
        }
    }

    fn report(&self, found: &[Found]) -> Vec<SeatReport> {
        let root = self.ranges.root();
        let shape = self.ranges.shape(&root);
        let strategy = self.root_strategy(&root);
        let of = |question| {
            let those = move |one: &&Found| one.question == question;
            found.iter().filter(those)
        };
        let weights = [Player::ZERO, Player::ONE].map(|player| self.prior(player));
        let mut values = vec![0.0; shape.hands()];
        let mut followers = vec![0.0; first_moves(self.game)];
        for part in of(LeaderFollows) {
            for (cell, &value) in shape.range(part.action).zip(&part.worths) {
                let hand = shape.hand_of(cell);
                let value = f64::from(strategy[cell]) * f64::from(value);
                values[hand] += value;
                // What the one loses the other gets.
                followers[part.action] += f64::from(weights[0][hand]) * value;
            }
        }
        let mut best = vec![(f32::NEG_INFINITY, 0); shape.hands()];
        for part in of(LeaderBest) {
            for (cell, &worth) in shape.range(part.action).zip(&part.worths) {
                let best = &mut best[shape.hand_of(cell)];
                if worth > best.0 {
                    *best = (worth, part.action);
                }
            }
        }
        let mut leaders = vec![0.0; first_moves(self.game)];
        for ((&(best, action), value), &weight) in best.iter().zip(values).zip(&weights[0]) {
            leaders[action] += f64::from(weight) * (f64::from(best) - value);
        }
        for part in of(FollowerBest) {
            let worths = part.worths.iter().zip(&weights[1]);
            followers[part.action] += worths
                .map(|(&worth, &weight)| f64::from(worth) * f64::from(weight))
                .sum::<f64>();
        }
        let ranks = usize::from(self.game.rules().ranks());
        let rank = |action: usize| (action < ranks).then_some(action as u8 + 1);
        let leads = |action| rank(action).map_or(FirstDecision::Challenges, FirstDecision::Leads);
        let faces =
            |action| rank(action).map_or(FirstDecision::FacesChallenge, FirstDecision::Faces);
        vec![
            seat_report("leader", leaders, leads),
            seat_report("follower", followers, faces),
        ]
    }
}

fn seat_report(
    seat: &'static str,
    gains: Vec<f64>,
    name: impl Fn(usize) -> FirstDecision,
) -> SeatReport {
    let gain = gains.iter().sum();
    let mut by_first_decision: Vec<_> = gains
        .into_iter()
        .enumerate()
        .map(|(action, gain)| (name(action), gain))
        .collect();
    by_first_decision.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    SeatReport {
        seat,
        gain,
        half_width: 0.0,
        by_first_decision,
    }
}
