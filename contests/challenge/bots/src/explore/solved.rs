//! A hand that is solved while the reader waits, as a play to be looked at.

use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::range::RangeCfr;
use cardsharp_solvers::strategy::Strategy;
use rustc_hash::FxHashMap;

use super::moves::{Row, action_index, moves, number, walk};
use crate::agents::Source;
use cardsharp_challenge_game::rules::{Move, Params};
use cardsharp_challenge_solver::infosets::{HandGame, HandId, HandState, Payoffs, Stake};
use cardsharp_challenge_solver::policy::{HandStrategy, MAX_ACTIONS, TrainedPolicy};
use cardsharp_challenge_solver::ranges::{RangeHand, lock_hands};
use cardsharp_challenge_solver::resolve::{Continued, ResolvedHand, ResolvedTricks};
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
    /// The hand as a game of ranges.
    pub(super) hand: RangeHand,
    /// The strategies of all tricks.
    tricks: ResolvedHand,
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
            tricks: ResolvedTricks::of(&solver, size, size).into(),
            hand,
        })
    }

    /// The game for a strategy that is asked hand by hand.
    pub(super) fn game(&self) -> &HandGame {
        self.hand.game()
    }

    /// A player of walks over the hand, from before the last trick on: there the decisions of the last trick are one.
    pub(super) fn player(&self, state: &HandState) -> Option<(&RangeHand, Continued<'_>)> {
        let is_before = state.over + 1 < self.rules.hand_size();
        let tricks = self.tricks.first().filter(|_| is_before)?;
        Some((&self.hand, Continued(tricks)))
    }

    /// The decision of a hand of the player to move.
    pub(super) fn row(&self, state: &HandState, hand: HandId) -> Row {
        let mut state = *state;
        state.hands[state.to_move().index()] = hand;
        let actions = match state.stake {
            Stake::Offered(_) => 2,
            Stake::Open => self.hand.space().distinct(hand).len() + 1,
            Stake::Accepted => self.hand.space().distinct(hand).len(),
        };
        let mut shares: ArrayVec<f64, MAX_ACTIONS> = std::iter::repeat_n(0.0, actions).collect();
        self.probabilities(self.game(), &state, &mut shares);
        let source = Source::Own;
        Row { source, shares }
    }
}

impl Strategy<HandGame> for SolvedPlay {
    fn probabilities(&self, _game: &HandGame, state: &HandState, out: &mut [f64]) {
        let own = state.hands[state.to_move().index()];
        let found = self.tricks.shares(&self.hand, state).filter(|_| out.len() > 1);
        let Some(found) = found else {
            out.fill(1.0 / out.len() as f64);
            return;
        };
        out.fill(0.0);
        for chosen in moves(&self.hand, state) {
            let share = found.iter().find(|(action, _)| *action == number(&self.hand, chosen));
            let index = action_index(self.hand.space(), own, chosen);
            if let (Some((_, share)), Some(out)) = (share, index.and_then(|index| out.get_mut(index))) {
                *out = f64::from(*share);
            }
        }
    }
}

impl HandStrategy for SolvedPlay {
    /// A hand of few cards has few public actions, which are all in the number.
    fn public_part(&self, state: &HandState) -> Option<u64> {
        Some(state.history)
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
