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

/// A walk: one seat after one first move of the leader's.
#[derive(Clone, Copy, Debug)]
struct Part {
    seat: Player,
    action: usize,
}

/// What one walk finds, hand by hand: by the best response, and by following the strategy.
struct Found {
    part: Part,
    best: Vec<f32>,
    value: Vec<f32>,
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

/// How many walks it takes.
pub(super) fn walks(game: &HandGame) -> usize {
    // Each rank and the challenge, both seats.
    2 * (usize::from(game.rules().ranks()) + 1)
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
    let actions = walks(game) / 2;
    let seats = [Player::ZERO, Player::ONE];
    let parts: Vec<Part> = seats
        .into_iter()
        .flat_map(|seat| (0..actions).map(move |action| Part { seat, action }))
        .collect();
    let found: Vec<Found> = parts
        .into_par_iter()
        .map(|part| {
            let found = whole.walk(part);
            done();
            found
        })
        .collect();
    let (leader, follower) = found.split_at(actions);
    vec![whole.leader(leader), whole.follower(follower)]
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

    fn walk(&self, part: Part) -> Found {
        let root = self.ranges.root();
        let shape = self.ranges.shape(&root);
        let strategy = self.root_strategy(&root);
        let mut prior = [Player::ZERO, Player::ONE].map(|player| self.prior(player));
        let mut led = vec![0.0; shape.cells()];
        shape.split_reach(&strategy, &prior[0], &mut led);
        prior[0] = led[shape.range(part.action)].to_vec();
        let child = self.ranges.act(&root, part.action);
        let weight = self.ranges.weight(&root, part.action);
        let reaches = Reaches {
            own: &prior[part.seat.index()],
            other: &prior[part.seat.opponent().index()],
        };
        let (ranges, seat) = (&self.ranges, part.seat);
        let mut best = worth(ranges, &child, seat, reaches, BestResponder, self.follows());
        let mut value = worth(
            ranges,
            &child,
            seat,
            reaches,
            self.follows(),
            self.follows(),
        );
        for worth in best.iter_mut().chain(&mut value) {
            *worth *= weight;
        }
        Found { part, best, value }
    }

    /// The leader's gain: he chooses the first move himself.
    fn leader(&self, found: &[Found]) -> SeatReport {
        let root = self.ranges.root();
        let shape = self.ranges.shape(&root);
        let strategy = self.root_strategy(&root);
        let hands = shape.hands();
        let mut best = vec![(f32::NEG_INFINITY, 0); hands];
        let mut value = vec![0.0; hands];
        for part in found {
            let range = shape.range(part.part.action);
            let worths = part.best.iter().zip(&part.value).zip(range.clone());
            for ((&by_best, &by_strategy), cell) in worths {
                let hand = shape.hand_of(cell);
                if by_best > best[hand].0 {
                    best[hand] = (by_best, part.part.action);
                }
                value[hand] += f64::from(strategy[cell]) * f64::from(by_strategy);
            }
        }
        let mut gains = vec![0.0; found.len()];
        let prior = self.prior(Player::ZERO);
        for ((&(best, action), value), weight) in best.iter().zip(value).zip(prior) {
            gains[action] += f64::from(weight) * (f64::from(best) - value);
        }
        let ranks = usize::from(self.game.rules().ranks());
        let name = |action: usize| match action {
            action if action < ranks => FirstDecision::Leads(action as u8 + 1),
            _ => FirstDecision::Challenges,
        };
        seat_report("leader", gains, name)
    }

    /// The follower's gain: he meets every first move.
    fn follower(&self, found: &[Found]) -> SeatReport {
        let prior = self.prior(Player::ONE);
        let gain = |part: &Found| -> f64 {
            let worths = part.best.iter().zip(&part.value).zip(&prior);
            worths
                .map(|((&best, &value), &weight)| {
                    f64::from(weight) * (f64::from(best) - f64::from(value))
                })
                .sum()
        };
        let ranks = usize::from(self.game.rules().ranks());
        let name = |action: usize| match action {
            action if action < ranks => FirstDecision::Faces(action as u8 + 1),
            _ => FirstDecision::FacesChallenge,
        };
        seat_report("follower", found.iter().map(gain).collect(), name)
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
