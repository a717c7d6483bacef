//! An outside agent with its name and its failure.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::{OutsideAgent, OutsideFailure, OutsidePlayer};

/// The consequence of an agent's failure, which is an error or an action that is not legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnFailure {
    /// The agent leaves all its games and is not asked again. A game in this process is abandoned, which ends the
    /// match or tournament; a client leaves the server. This is the default.
    #[default]
    Leave,
    /// The agent loses the game, and is asked again in the next one. An agent that has failed twenty times is not asked
    /// any more: it loses its games at once.
    Forfeit,
    /// The first legal action is played, and the agent is asked again at the next request.
    PlayOn,
}

/// An outside agent. Clones share the agent and its failure, and two are equal if they share them.
#[derive(Clone)]
pub struct Outside {
    agent: Arc<dyn OutsideAgent>,
    on_failure: OnFailure,
    failed: Arc<Failed>,
}

/// The first failure of an agent.
#[derive(Default)]
struct Failed {
    /// True once there is one: a request is answered without a lock.
    any: AtomicBool,
    /// The number of failures, which [`Outside::take_failure`] leaves.
    count: AtomicU64,
    first: Mutex<Option<OutsideFailure>>,
}

impl Outside {
    /// The agent, with this consequence of a failure.
    pub fn new(agent: Arc<dyn OutsideAgent>, on_failure: OnFailure) -> Outside {
        Outside { agent, on_failure, failed: Arc::default() }
    }

    /// The same agent with another consequence of a failure.
    pub(crate) fn failing(self, on_failure: OnFailure) -> Outside {
        Outside { on_failure, ..self }
    }

    /// Makes the player of one seat in one game: [`OutsideAgent::player`].
    pub fn player(&self, seed: u64) -> Box<dyn OutsidePlayer> {
        self.agent.player(seed)
    }

    /// The consequence of a failure.
    pub fn on_failure(&self) -> OnFailure {
        self.on_failure
    }

    /// True if the agent has failed.
    pub fn has_failed(&self) -> bool {
        self.failed.any.load(Ordering::Acquire)
    }

    /// The number of failures so far.
    pub fn failures(&self) -> u64 {
        self.failed.count.load(Ordering::Relaxed)
    }

    /// Takes the first failure. The agent may then be asked again.
    pub fn take_failure(&self) -> Option<OutsideFailure> {
        let mut first = self.failed.first.lock().unwrap_or_else(PoisonError::into_inner);
        self.failed.any.store(false, Ordering::Release);
        first.take()
    }

    /// Keeps the failure, if it is the first.
    pub(super) fn fail(&self, failure: OutsideFailure) {
        let mut first = self.failed.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(failure);
        self.failed.count.fetch_add(1, Ordering::Relaxed);
        self.failed.any.store(true, Ordering::Release);
    }
}

impl PartialEq for Outside {
    fn eq(&self, other: &Outside) -> bool {
        Arc::ptr_eq(&self.agent, &other.agent) && Arc::ptr_eq(&self.failed, &other.failed)
    }
}

impl Eq for Outside {}

impl fmt::Debug for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outside")
            .field("on_failure", &self.on_failure)
            .field("has_failed", &self.has_failed())
            .finish_non_exhaustive()
    }
}
