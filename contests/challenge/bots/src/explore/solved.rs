//! A hand that is solved while the reader waits, as a play to be looked at.

use std::time::{Duration, Instant};

use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::range::RangeCfr;
use rustc_hash::FxHashMap;

use super::moves::{action_index, moves, number, walk};
use super::solution::Solution;
use cardsharp_challenge_game::rules::{Move, Params};
use cardsharp_challenge_solver::infosets::{HandId, Payoffs};
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_challenge_solver::ranges::{RangeHand, lock_hands};
use cardsharp_challenge_solver::resolve::ResolvedTricks;
use cardsharp_contest::explorer::{ExploreError, shortened};
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
        let hand = RangeHand::new(rules, payoffs).map_err(|error| ExploreError::Other(error.to_string()))?;
        let options = PRESET.planned(PLANNED).max_memory(MAX_BYTES);
        let mut solver = RangeCfr::new(hand.reduced(), options).map_err(|_| {
            let text = format!("{rules} takes more than {} MiB to be solved while you wait", MAX_BYTES >> 20);
            ExploreError::Other(text)
        })?;
        require_few(locks)?;
        let mut locked = 0;
        for lock in locks {
            locked += lock_named(&mut solver, lock)?;
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
            1 => "1 hand locked, the rest solved again".to_owned(),
            count => format!("{count} hands locked, the rest solved again"),
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
}

/// Locks the hands that a lock names; returns their number. A hand without any of the moves that have a weight stays free.
fn lock_named(solver: &mut RangeCfr<'_, RangeHand>, lock: &Lock) -> Result<usize, ExploreError> {
    let game = solver.game();
    let (state, actions) = walk(game, lock.place.steps.iter().map(String::as_str))?;
    let possible = moves(game, &state);
    if possible.is_empty() {
        return Err(ExploreError::NobodyActs);
    }
    let weights = lock.shares(possible.len())?;
    let weighted: Vec<(Move, f64)> = possible.into_iter().zip(weights).collect();
    let space = game.space();
    let sum = |hand: HandId| -> Option<f64> {
        let is_meant = lock.hand.as_ref().is_none_or(|name| *name == space.cards(hand).to_string());
        let own = weighted.iter().filter(|(chosen, _)| action_index(space, hand, *chosen).is_some());
        let sum: f64 = own.map(|(_, weight)| weight).sum();
        (is_meant && sum > 0.0).then_some(sum)
    };
    let cards = state.cards_left(state.to_move(), game.game().rules().hand_size());
    let sums: FxHashMap<HandId, f64> = space.of_size(cards).filter_map(|hand| Some((hand, sum(hand)?))).collect();
    if sums.is_empty() {
        return Err(ExploreError::Hand {
            hand: shortened(lock.hand.as_deref().unwrap_or("any hand")),
            wanted: "choose a hand of the list that has one of the actions with a weight".to_owned(),
        });
    }
    let locked = lock_hands(solver, &actions, &|action, hand| {
        let sum = sums.get(&hand)?;
        let share = weighted.iter().find(|(chosen, _)| number(game, *chosen) == action);
        Some(share.map_or(0.0, |(_, weight)| weight / sum))
    });
    locked.map_err(|error| ExploreError::Other(error.to_string()))?;
    Ok(sums.len())
}
