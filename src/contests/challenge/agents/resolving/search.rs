//! Solving beside the clock: on a thread of its own, which is not waited for longer than there is time.
//!
//! A solver looks at its deadline between two iterations. On a machine that is busy one iteration, or what
//! comes before the first, may take longer than the whole clock.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Instant;

use cardsharp_solvers::game::Player;

use super::{HandUnderWay, Setup};
use crate::contests::challenge::infosets::HandState;
use crate::contests::challenge::resolve::{Effort, Subject};

/// A position to be solved again.
pub(super) struct Work {
    pub(super) setup: Arc<Setup>,
    pub(super) state: HandState,
    pub(super) player: Player,
    pub(super) effort: Effort,
}

/// What came of it.
pub(super) struct Found {
    /// The hand, with what was found; none while it is still worked on.
    pub(super) hand: Option<HandUnderWay>,
    /// Iterations done, as far as known: none if what is left is too large to be solved.
    pub(super) iterations: Option<u64>,
}

impl Work {
    /// Solves.
    pub(super) fn run(&self, mut hand: HandUnderWay) -> Found {
        let subject = Subject {
            hand: &hand.ranges,
            strategy: &*self.setup.blueprint,
            class: hand.class,
            options: self.setup.options,
        };
        let solved = hand
            .plans
            .solve(subject, &self.state, self.player, self.effort);
        Found {
            hand: Some(hand),
            iterations: solved.ok(),
        }
    }
}

/// The hand under way, wherever it is.
#[derive(Default)]
pub(super) struct Search {
    hand: Option<HandUnderWay>,
    /// A search that was not ready in time.
    late: Option<Receiver<Found>>,
}

impl Search {
    /// The hand as it was kept, if there is one; none at all while a search that came too late is still
    /// at work.
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

    /// Solves on another thread, and waits for it no longer than until `latest`.
    pub(super) fn run_until(&mut self, latest: Instant, work: Work, hand: HandUnderWay) -> Found {
        let (sender, receiver) = channel();
        let begun = thread::Builder::new()
            .name("solves again".to_owned())
            // A player who has stopped listening needs no answer.
            .spawn(move || _ = sender.send(work.run(hand)));
        let patience = latest.saturating_duration_since(Instant::now());
        let late = match (begun, receiver.recv_timeout(patience)) {
            (_, Ok(found)) => return found,
            // No thread could be had, so that nobody will answer.
            (Err(_), Err(_)) => None,
            (Ok(_), Err(_)) => Some(receiver),
        };
        self.late = late;
        Found {
            hand: None,
            // It has taken so long that not one iteration counts.
            iterations: Some(0),
        }
    }
}
