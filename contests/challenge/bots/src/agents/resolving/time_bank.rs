//! The time for a decision: most for the decisions that are worth most, and never all of the bank.

use std::time::Duration;

use cardsharp_solvers::game::Player;

use cardsharp_challenge_solver::infosets::HandState;

/// The kinds of decisions that take time, the most expensive first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The player leads, with three tricks left or more: the hand is still open.
    Lead,
    /// The player follows or answers, with three tricks left or more.
    Follow,
    /// Two tricks are left.
    LastButOne,
    /// One trick is left.
    Last,
}

impl Kind {
    pub(super) fn of(state: &HandState, player: Player, hand_size: u8) -> Kind {
        match hand_size - state.over {
            0 | 1 => Kind::Last,
            2 => Kind::LastButOne,
            _ if state.table == 0 && state.lead == player => Kind::Lead,
            _ => Kind::Follow,
        }
    }

    /// The share of the spendable time that one such decision may take, and its longest time. A hand with one of the
    /// first two kinds and one of the third takes about a third of the spendable time. That is a steady state: with 1.5
    /// s in the bank a hand takes about as much as the contest adds for seven moves, and with less it takes less.
    fn share(self) -> (f64, Duration) {
        match self {
            Kind::Lead => (0.35, Duration::from_millis(900)),
            Kind::Follow => (0.22, Duration::from_millis(400)),
            Kind::LastButOne => (0.05, Duration::from_millis(80)),
            Kind::Last => (0.02, Duration::from_millis(20)),
        }
    }
}

/// The time that is never spent: a short delay of the machine must not cost the game.
const RESERVE: Duration = Duration::from_millis(500);

/// The largest share of the spendable time for one decision, so that some is left for the next.
const MAX_AT_ONCE: f64 = 0.5;

/// The value of a point early in a game. If a point is worth more, so is time to think.
const USUAL_STAKES: f64 = 0.12;

/// The number of iterations that makes a search worth beginning.
const MIN_ITERATIONS: u32 = 4;

/// Allots time to decisions, and keeps the time that earlier ones needed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TimeBank {
    /// By kind: the time of the iterations that make a search worth beginning.
    needed: [Duration; 4],
}

impl TimeBank {
    /// A bank for a machine on which `iterations` iterations of the most expensive kind took
    /// `taken`. The public trees of the other kinds are smaller by at least the factors used here.
    pub(super) fn on_machine(taken: Duration, iterations: u32) -> TimeBank {
        let dearest = taken / iterations.max(1) * MIN_ITERATIONS;
        TimeBank { needed: [1, 8, 60, 400].map(|smaller| dearest / smaller) }
    }

    /// The time that a decision may take; none if there is no time for it. `stakes` is the value of
    /// the point of the hand.
    pub(super) fn allowance(&mut self, kind: Kind, remaining: Duration, stakes: f64) -> Option<Duration> {
        let (share, most) = kind.share();
        let dearness = (0.5 + 0.5 * stakes / USUAL_STAKES).clamp(0.75, 1.5);
        let part = (share * dearness).min(MAX_AT_ONCE);
        let allowed = self.spare(remaining).mul_f64(part).min(most);
        self.begin(kind, allowed)
    }

    /// The time for a decision with a fixed number of iterations; none if there is no time for it.
    pub(super) fn most(&mut self, kind: Kind, remaining: Duration) -> Option<Duration> {
        let allowed = self.spare(remaining).mul_f64(MAX_AT_ONCE);
        self.begin(kind, allowed)
    }

    /// The part of the time on the clock that may be spent.
    pub(super) fn spare(&self, remaining: Duration) -> Duration {
        remaining.saturating_sub(RESERVE)
    }

    /// Returns the time, if it is enough to begin.
    fn begin(&mut self, kind: Kind, allowed: Duration) -> Option<Duration> {
        let needed = &mut self.needed[kind as usize];
        if allowed.is_zero() || *needed > allowed {
            // The machine may have been delayed at that measurement.
            *needed = needed.mul_f64(0.95);
            return None;
        }
        Some(allowed)
    }

    /// Records the time that a decision took.
    pub(super) fn learn(&mut self, kind: Kind, taken: Duration, iterations: u64) {
        let each = taken / u32::try_from(iterations.max(1)).unwrap_or(u32::MAX);
        let needed = &mut self.needed[kind as usize];
        *needed = (*needed * 3 + each * MIN_ITERATIONS) / 4;
    }
}

#[cfg(test)]
#[path = "../../../tests/unit/agents/resolving/time_bank.rs"]
mod tests;
