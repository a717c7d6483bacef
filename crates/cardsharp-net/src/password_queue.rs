//! The queue of passwords that are to be hashed. Each hash takes memory and a core, so few are computed at a
//! time, and the queue has a limit.
//!
//! Turns go around the [networks](network_of) that wait. If the queue is full, the network with most places in it
//! gives way. So many wrong passwords from one address keep nobody else from logging in.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use thiserror::Error;
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::http::connections::network_of;

/// Number of passwords hashed at a time. Each takes 19 MiB and a core.
pub const HASHED_AT_A_TIME: usize = 2;
/// Limit of passwords in the queue, those being hashed included.
pub const MAX_QUEUED: usize = 128;
/// Limit of networks whose last turn is remembered.
const MAX_NETWORKS: usize = 4096;
/// Time limit of waiting in the queue.
const TURN_WAIT: Duration = Duration::from_secs(10);

/// The queue is full, or the wait was too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("too many logins at once: come back in some seconds")]
pub struct Busy;

/// The queue of passwords to hash.
#[derive(Clone, Debug, Default)]
pub struct PasswordQueue(Arc<Mutex<Ledger>>);

#[derive(Debug, Default)]
struct Ledger {
    /// Those that wait, in the order in which they came.
    waiting: Vec<(IpAddr, oneshot::Sender<Turn>)>,
    hashed: usize,
    /// The number of turns so far, and the last one of each network.
    turns: u64,
    last_turns: HashMap<IpAddr, u64>,
}

/// The right to hash a password. It is free again once this is dropped.
#[derive(Debug)]
struct Turn(PasswordQueue);

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.ledger().hashed -= 1;
        self.0.give_turns();
    }
}

impl PasswordQueue {
    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of passwords in the queue, those being hashed included.
    pub fn queued(&self) -> usize {
        let mut ledger = self.ledger();
        ledger.forget_those_gone();
        ledger.waiting.len() + ledger.hashed
    }

    /// Waits for a turn of the client at this address and runs `work`, which hashes a password, on a thread for
    /// blocking work. A caller that stops waiting before its turn frees its place. A hash that has begun keeps its
    /// turn until it ends, even if its caller stops waiting.
    ///
    /// # Errors
    ///
    /// [`Busy`] if the queue is full, the turn does not come in time, or others had fewer places.
    pub async fn run<T: Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Busy> {
        let (turn, given) = oneshot::channel();
        self.ledger().admit(network_of(address), turn)?;
        self.give_turns();
        // The sender is dropped if others have fewer places.
        let turn = timeout(TURN_WAIT, given).await;
        let turn = turn.map_err(|_| Busy)?.map_err(|_| Busy)?;
        let hashed = spawn_blocking(move || {
            let _held = turn;
            work()
        });
        hashed.await.map_err(|_| Busy)
    }

    /// Gives the turns that are free.
    fn give_turns(&self) {
        loop {
            let next = self.ledger().next();
            // A turn that nobody takes is free again when it is dropped, not before the lock is.
            let Some(next) = next else { return };
            let _ = next.send(Turn(self.clone()));
        }
    }
}

impl Ledger {
    /// Forgets callers that have stopped waiting.
    fn forget_those_gone(&mut self) {
        self.waiting.retain(|(_, turn)| !turn.is_closed());
    }

    fn places_of(&self, network: IpAddr) -> usize {
        self.waiting.iter().filter(|(other, _)| *other == network).count()
    }

    fn admit(&mut self, network: IpAddr, turn: oneshot::Sender<Turn>) -> Result<(), Busy> {
        self.forget_those_gone();
        if self.waiting.len() + self.hashed >= MAX_QUEUED {
            let networks = self.waiting.iter().map(|&(network, _)| network);
            let heaviest = networks.max_by_key(|&network| self.places_of(network)).ok_or(Busy)?;
            if self.places_of(heaviest) <= self.places_of(network) + 1 {
                return Err(Busy);
            }
            let newest = self.waiting.iter().rposition(|(other, _)| *other == heaviest);
            newest.map(|newest| self.waiting.remove(newest));
        }
        self.waiting.push((network, turn));
        Ok(())
    }

    /// Takes out the caller whose network has waited longest for a turn, if one is free.
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        self.forget_those_gone();
        let idle = self.waiting.is_empty() && self.hashed == 0;
        if idle || self.last_turns.len() > MAX_NETWORKS {
            self.last_turns.clear();
        }
        if self.hashed >= HASHED_AT_A_TIME {
            return None;
        }
        let last_turn = |network: &IpAddr| self.last_turns.get(network).copied().unwrap_or(0);
        let waiting = self.waiting.iter().enumerate();
        let (next, _) = waiting.min_by_key(|(_, (network, _))| last_turn(network))?;
        let (network, turn) = self.waiting.remove(next);
        self.turns += 1;
        self.last_turns.insert(network, self.turns);
        self.hashed += 1;
        Some(turn)
    }
}
