//! Solves on a thread of its own, and waits for it no longer than there is time.
//!
//! A solver checks its deadline between two iterations. On a busy machine one iteration, or the
//! work before the first, may take longer than the whole clock.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Instant;

use cardsharp_solvers::game::Player;

use super::hand_under_way::HandUnderWay;
use super::setup::Setup;
use cardsharp_challenge_solver::infosets::HandState;
use cardsharp_challenge_solver::resolve::{Effort, Subject};

/// A position to re-solve.
pub(super) struct SearchTask {
    pub(super) setup: Arc<Setup>,
    pub(super) state: HandState,
    pub(super) player: Player,
    pub(super) effort: Effort,
}

/// The result of a search.
pub(super) struct SearchResult {
    /// The hand, with the solution found; none while the search still runs.
    pub(super) hand: Option<HandUnderWay>,
    /// The number of iterations done, as far as known; none if the rest of the hand is too large to solve.
    pub(super) iterations: Option<u64>,
}

impl SearchTask {
    /// Re-solves the position.
    pub(super) fn run(&self, mut hand: HandUnderWay) -> SearchResult {
        let subject = Subject {
            hand: &hand.ranges,
            strategy: &*self.setup.policy,
            class: hand.class,
            options: self.setup.options,
        };
        let solved = hand.resolved.solve(subject, &self.state, self.player, self.effort);
        SearchResult { hand: Some(hand), iterations: solved.ok() }
    }
}

/// The hand under way, or the late search that has it.
#[derive(Default)]
pub(super) struct Search {
    hand: Option<HandUnderWay>,
    /// A search that was not ready in time.
    late: Option<Receiver<SearchResult>>,
}

impl Search {
    /// The hand that was kept, if there is one. The outer option is none while a late search still runs.
    pub(super) fn take_hand(&mut self) -> Option<Option<HandUnderWay>> {
        match self.late.as_ref().map(Receiver::try_recv) {
            Some(Err(TryRecvError::Empty)) => return None,
            Some(Ok(found)) => self.hand = found.hand,
            Some(Err(TryRecvError::Disconnected)) | None => {}
        }
        self.late = None;
        Some(self.hand.take())
    }

    /// Keeps the hand for the next decision.
    pub(super) fn keep(&mut self, hand: HandUnderWay) {
        self.hand = Some(hand);
    }

    /// Solves on another thread, and waits until `latest` at most.
    pub(super) fn run_until(&mut self, latest: Instant, task: SearchTask, hand: HandUnderWay) -> SearchResult {
        let (sender, receiver) = channel();
        let begun = thread::Builder::new()
            .name("solves again".to_owned())
            // A player who does not wait any more needs no answer.
            .spawn(move || _ = sender.send(task.run(hand)));
        let patience = latest.saturating_duration_since(Instant::now());
        let late = match (begun, receiver.recv_timeout(patience)) {
            (_, Ok(found)) => return found,
            // There is no thread, so there will be no answer.
            (Err(_), Err(_)) => None,
            (Ok(_), Err(_)) => Some(receiver),
        };
        self.late = late;
        SearchResult {
            hand: None,
            // It took so long that not one iteration counts.
            iterations: Some(0),
        }
    }
}
