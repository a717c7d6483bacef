//! The nonces of Digest logins. The server makes them, they expire after some minutes, and no count
//! of a nonce is accepted twice.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::secrets::{keyed, same};

/// The lifetime of a nonce.
pub(super) const NONCE_LIFE: Duration = Duration::from_secs(300);
/// The most nonces with a successful login that are remembered.
const MAX_NONCES: usize = 4096;
/// The largest distance of an accepted count below the highest one, since clients send requests concurrently.
const WINDOW: u32 = 64;

/// The nonces. A nonce contains the time at which it was made and a proof that this server made it.
/// Unused nonces therefore take no memory.
#[derive(Debug, Default)]
pub(super) struct Nonces(Mutex<Spent>);

#[derive(Debug, Default)]
struct Spent {
    counts: HashMap<String, Counts>,
    /// Nonces made before this time are refused, because their counts were forgotten.
    floor: u64,
}

#[derive(Debug)]
struct Counts {
    made: u64,
    highest: u32,
    /// Bit `n` is the bit of the count `highest - n`.
    seen: u64,
}

impl Counts {
    /// True if `count` is new. It counts as used from then on.
    fn take(&mut self, count: u32) -> bool {
        if count > self.highest {
            let ahead = count - self.highest;
            self.seen = if ahead < WINDOW { self.seen << ahead } else { 0 } | 1;
            self.highest = count;
            return true;
        }
        let behind = self.highest - count;
        if behind >= WINDOW || self.seen >> behind & 1 == 1 {
            return false;
        }
        self.seen |= 1 << behind;
        true
    }
}

/// Milliseconds since the process began to count.
fn clock(now: Instant) -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let start = START.get_or_init(|| now);
    now.saturating_duration_since(*start).as_millis() as u64
}

fn proof(made: u64, random: &str) -> String {
    let tag = keyed("nonce", format!("{made}.{random}").as_bytes());
    hex::encode(&tag[..16])
}

impl Nonces {
    pub(super) fn make(&self, now: Instant) -> String {
        let made = clock(now);
        let random = hex::encode(rand::random::<[u8; 8]>());
        format!("{made}.{random}.{}", proof(made, &random))
    }

    /// True if this server made the nonce, it has not expired, and this count of it is new.
    pub(super) fn spend(&self, nonce: &str, count: u32, now: Instant) -> bool {
        let mut parts = nonce.split('.');
        let (Some(made), Some(random), Some(given), None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return false;
        };
        let Ok(made) = made.parse::<u64>() else {
            return false;
        };
        let age = clock(now).saturating_sub(made);
        if !same(given, &proof(made, random)) || u128::from(age) > NONCE_LIFE.as_millis() {
            return false;
        }
        let mut spent = self.spent();
        if made < spent.floor {
            return false;
        }
        if !spent.counts.contains_key(nonce) {
            spent.make_room(clock(now));
        }
        let counts = spent.counts.entry(nonce.to_owned());
        let counts = counts.or_insert(Counts { made, highest: 0, seen: 1 });
        counts.take(count)
    }

    fn spent(&self) -> MutexGuard<'_, Spent> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Spent {
    fn make_room(&mut self, now: u64) {
        if self.counts.len() < MAX_NONCES {
            return;
        }
        let life = NONCE_LIFE.as_millis() as u64;
        self.counts.retain(|_, counts| now.saturating_sub(counts.made) <= life);
        if self.counts.len() < MAX_NONCES {
            return;
        }
        // If the table is still full, the users of the older half must log in again.
        let mut made: Vec<u64> = self.counts.values().map(|counts| counts.made).collect();
        made.sort_unstable();
        self.floor = made[made.len() / 2] + 1;
        let floor = self.floor;
        self.counts.retain(|_, counts| counts.made >= floor);
    }
}

#[cfg(test)]
#[path = "../tests/unit/nonces.rs"]
mod tests;
