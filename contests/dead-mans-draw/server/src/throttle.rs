//! The limit for clients that send very many requests. Such requests are not refused but delayed,
//! each a little longer than the last (measured on the arena).

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::ids::PlayerId;
use cardsharp_net::http::connections::network_of;

/// The requests a minute that one player at one address may send without delay.
pub const FREE_PER_PLAYER: u32 = 100;
/// The requests a minute without a login that one address may send without delay.
pub const FREE_PER_ADDRESS: u32 = 1000;
/// The delay that each further request adds.
pub const WAIT_STEP: Duration = Duration::from_millis(100);
/// The longest delay.
pub const LONGEST_WAIT: Duration = Duration::from_secs(10);

const MINUTE: Duration = Duration::from_secs(60);
/// The most senders that are counted separately. Further ones are counted together.
const MAX_COUNTED: usize = 16_384;

#[derive(Debug, Default)]
pub(super) struct Throttle {
    addresses: Mutex<Counter<IpAddr>>,
    players: Mutex<Counter<(PlayerId, IpAddr)>>,
}

impl Throttle {
    /// The delay of a request from `address` without a login.
    pub(super) fn address(&self, address: IpAddr, now: Instant) -> Duration {
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        wait(addresses.count(network_of(address), now), FREE_PER_ADDRESS)
    }

    /// The delay of a request of `player` from `address`.
    pub(super) fn player(&self, player: &PlayerId, address: IpAddr, now: Instant) -> Duration {
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        wait(players.count((player.clone(), network_of(address)), now), FREE_PER_PLAYER)
    }
}

fn wait(count: u32, free: u32) -> Duration {
    let steps = count.saturating_sub(free);
    WAIT_STEP.saturating_mul(steps).min(LONGEST_WAIT)
}

/// Counts of requests in windows of a minute, each from the sender's first request on.
#[derive(Debug)]
struct Counter<K> {
    windows: HashMap<K, Window>,
    others: Window,
}

#[derive(Clone, Copy, Debug)]
struct Window {
    since: Option<Instant>,
    count: u32,
}

const EMPTY: Window = Window { since: None, count: 0 };

impl<K> Default for Counter<K> {
    fn default() -> Self {
        Counter { windows: HashMap::new(), others: EMPTY }
    }
}

impl<K: Eq + Hash> Counter<K> {
    fn count(&mut self, key: K, now: Instant) -> u32 {
        if self.windows.len() >= MAX_COUNTED && !self.windows.contains_key(&key) {
            self.windows.retain(|_, window| !window.is_over(now));
        }
        let window = if self.windows.len() < MAX_COUNTED || self.windows.contains_key(&key) {
            self.windows.entry(key).or_insert(EMPTY)
        } else {
            &mut self.others
        };
        window.count(now)
    }
}

impl Window {
    fn is_over(&self, now: Instant) -> bool {
        self.since.is_none_or(|since| now.saturating_duration_since(since) >= MINUTE)
    }

    fn count(&mut self, now: Instant) -> u32 {
        if self.is_over(now) {
            *self = Window { since: Some(now), count: 0 };
        }
        self.count = self.count.saturating_add(1);
        self.count
    }
}

#[cfg(test)]
#[path = "../tests/unit/throttle.rs"]
mod tests;
