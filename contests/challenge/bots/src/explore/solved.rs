//! A hand that is solved while the reader waits, as a play to be looked at.

use std::time::{Duration, Instant};

use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{RangeCfr, Reaches, Root, hand_values, total};

use super::locks::{NamedLock, is_in_last_trick};
use super::solution::Solution;
use cardsharp_challenge_game::rules::Params;
use cardsharp_challenge_solver::infosets::Payoffs;
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_challenge_solver::ranges::{LastTrick, RangeHand};
use cardsharp_challenge_solver::resolve::{Continued, ResolvedTricks};
use cardsharp_contest::explorer::ExploreError;
use cardsharp_contest::locked::{Lock, require_few};

/// The preset: the first to a NashConv of 1e-3 with three cards.
const PRESET: Preset = Preset::DCFR;
/// Iterations that its schedules take for the whole.
const PLANNED: u64 = 1000;
/// The largest memory of the solver: three cards of 13 ranks take 42 MiB.
const MAX_BYTES: u64 = 512 << 20;
/// The least number of iterations, whatever time they take.
const LEAST: u64 = 8;
/// The NashConv at which the solver stops.
const TARGET: f64 = 1e-5;

/// The play that is looked at.
pub enum Play {
    /// That of a policy.
    Policy(Box<TrainedPolicy>),
    /// That of a hand solved at once.
    Solved(Box<SolvedPlay>),
}

/// The solution of a hand, with the payoffs of a score.
pub struct SolvedPlay {
    /// The rules.
    pub(super) rules: Params,
    /// The value of each end of the hand.
    pub(super) payoffs: Payoffs,
    /// The chances of winning the game of leader and follower.
    pub(super) values: [f64; 2],
    /// The solver, its iterations and its NashConv, for people.
    pub(super) summary: String,
    /// The strategies of all tricks.
    pub(super) solution: Solution,
}

impl SolvedPlay {
    /// Solves a hand around locks, for about `time`.
    ///
    /// # Errors
    ///
    /// [`ExploreError`] if the hand is too large, or names the lock that is not possible.
    pub fn solve(rules: Params, payoffs: Payoffs, locks: &[Lock], time: Duration) -> Result<SolvedPlay, ExploreError> {
        let end = Instant::now() + time;
        require_few(locks)?;
        let mut hand = RangeHand::new(rules, payoffs).map_err(|error| ExploreError::Other(error.to_string()))?;
        // A decision of the last trick is one only card by card, which takes longer. A lock may leave any action there.
        let is_late = locks.iter().map(|lock| is_in_last_trick(&hand, lock)).collect::<Result<Vec<_>, _>>()?;
        if is_late.contains(&true) {
            hand = hand.with_last_trick(LastTrick::CardByCard);
        }
        let options = PRESET.planned(PLANNED).max_memory(MAX_BYTES);
        let mut solver = RangeCfr::new(hand.reduced(), options).map_err(|_| {
            let text = format!("{rules} takes more than {} MiB to be solved while you wait", MAX_BYTES >> 20);
            ExploreError::Other(text)
        })?;
        let mut locked = 0;
        for lock in locks {
            locked += NamedLock::of(hand.reduced(), lock)?.hold(&mut solver)?;
        }
        let mut next = LEAST;
        let found = loop {
            while solver.iterations() < next && (solver.iterations() < LEAST || Instant::now() < end) {
                solver.advance(1);
            }
            let found = solver.exploitability();
            if solver.iterations() < next || Instant::now() >= end || found.nash_conv() < TARGET {
                break found;
            }
            // A measure costs about as much as an iteration.
            next += (next / 3).max(1);
        };
        let what = match locked {
            0 => "solved".to_owned(),
            count => format!("{}, the rest solved again", hands_locked(count)),
        };
        let size = rules.hand_size();
        Ok(SolvedPlay {
            rules,
            payoffs,
            values: [0, 1].map(|player| found.values[player] + 0.5),
            summary: format!(
                "{what}: {} of {} iterations, NashConv {:.3e}",
                PRESET.name,
                solver.iterations(),
                found.nash_conv()
            ),
            solution: Solution::new(ResolvedTricks::of(&solver, size, size), hand),
        })
    }

    /// The same solution with locks, which are all of one player, and the best replies of the other.
    ///
    /// # Errors
    ///
    /// [`ExploreError`] names the lock that is not possible.
    pub fn replied(&self, locks: &[Lock]) -> Result<SolvedPlay, ExploreError> {
        require_few(locks)?;
        let hand = &self.solution.hand;
        let unsolved = || ExploreError::Other("nothing is locked that could be replied to".to_owned());
        let mut tricks = self.solution.tricks().ok_or_else(unsolved)?.clone();
        let (mut locked, mut players) = (0, Vec::new());
        for lock in locks {
            let named = NamedLock::of(hand, lock)?;
            locked += named.write(&mut tricks)?;
            players.push(named.player());
        }
        let Some(&player) = players.first() else {
            return Err(unsolved());
        };
        if players.iter().any(|&other| other != player) {
            let text = "both players have locks, so that nobody is left to reply: lock decisions of one".to_owned();
            return Err(ExploreError::Other(text));
        }
        let tricks = tricks.with_best_replies(hand, player.opponent());
        let Root { public, ranges } = Root::of(hand);
        let values = Player::BOTH.map(|player| {
            let reaches = Reaches::of(&ranges, player);
            let values = hand_values(hand, &public, player, reaches, Continued(&tricks), Continued(&tricks));
            total(&values, reaches.own) + 0.5
        });
        let summary = format!("{}, the other player's replies are best", hands_locked(locked));
        let solution = Solution::new(tricks, hand.clone());
        Ok(SolvedPlay { rules: self.rules, payoffs: self.payoffs, values, summary, solution })
    }
}

fn hands_locked(count: usize) -> String {
    match count {
        1 => "1 hand locked".to_owned(),
        count => format!("{count} hands locked"),
    }
}
