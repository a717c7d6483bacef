//! The open connections of a web service, counted by holder, so that no holder can take all of them.
//!
//! A connection counts for its address until a player logs in on it, and from then on for that login. Behind a proxy
//! all connections come from one address. There, a player can hold as many connections as a login may, and no more.
//!
//! An address of IPv6 counts for its network of 64 bits. A request is under way once all of it is there, so a body that
//! does not come keeps no place.
//!
//! A holder who opens one connection too many loses the connection that has been idle longest. So a client
//! that never closes its connections shuts out no client, not even itself. A new connection is refused only
//! if every connection of the holder has a request under way.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use thiserror::Error;
use tokio::sync::Notify;

/// Limit of all connections.
pub const MAX_CONNECTIONS: usize = 2048;
/// Limit of connections without a login from one [network](network_of).
pub const MAX_OF_ADDRESS: usize = 512;
/// Limit of connections of one login.
pub const MAX_OF_LOGIN: usize = 128;

/// Too many connections of one holder have a request under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} connections have requests under way: wait for their answers before you open another")]
pub struct TooManyConnections(pub usize);

/// The network that an address counts for: itself, or the first 64 bits of IPv6, in which one host has as many
/// addresses as it likes.
pub fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(whole) => {
            let [a, b, c, d, ..] = whole.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        v4 => v4,
    }
}

/// The holder that a connection counts for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Holder {
    Address(IpAddr),
    Login(Arc<str>),
}

/// All connections of a service.
#[derive(Debug, Default)]
pub struct Connections(Mutex<Ledger>);

#[derive(Debug, Default)]
struct Ledger {
    open: BTreeMap<u64, Entry>,
    /// Counts connections and requests. A lower number is older.
    clock: u64,
}

#[derive(Debug)]
struct Entry {
    holder: Holder,
    /// Number of requests under way.
    requests: usize,
    /// The clock at the end of the last request, or at the beginning of the connection.
    idle_since: u64,
    evicted: Arc<Notify>,
}

/// An open connection. It counts until it is dropped.
#[derive(Debug)]
pub struct Connection {
    /// IP address of the client.
    pub address: IpAddr,
    number: u64,
    evicted: Arc<Notify>,
    all: Arc<Connections>,
}

impl Connections {
    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a new connection. An idle connection may be evicted for it.
    ///
    /// # Errors
    ///
    /// The limit is reached, and no connection is idle.
    pub fn admit(self: Arc<Self>, address: IpAddr) -> Result<Connection, TooManyConnections> {
        let evicted = Arc::new(Notify::new());
        let mut ledger = self.ledger();
        let holder = Holder::Address(network_of(address));
        ledger.make_room(&holder, MAX_OF_ADDRESS)?;
        if ledger.open.len() >= MAX_CONNECTIONS && !ledger.evict_from_heaviest() {
            return Err(TooManyConnections(MAX_CONNECTIONS));
        }
        let number = ledger.tick();
        let entry = Entry { holder, requests: 0, idle_since: number, evicted: evicted.clone() };
        ledger.open.insert(number, entry);
        drop(ledger);
        Ok(Connection { address, number, evicted, all: self })
    }

    /// Evicts the connection that has been idle longest, of the holder with most connections. Returns false
    /// if none is idle.
    pub fn evict_one(&self) -> bool {
        self.ledger().evict_from_heaviest()
    }
}

impl Ledger {
    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    /// Makes room for one more connection of a holder with a limit of `most`.
    fn make_room(&mut self, holder: &Holder, most: usize) -> Result<(), TooManyConnections> {
        let held = self.open.values().filter(|entry| entry.holder == *holder);
        if held.count() < most || self.evict(|entry| entry.holder == *holder) {
            return Ok(());
        }
        Err(TooManyConnections(most))
    }

    /// Evicts the connection that has been idle longest among those that satisfy `may`. Returns false if none is idle.
    fn evict(&mut self, may: impl Fn(&Entry) -> bool) -> bool {
        let idle = self.open.iter().filter(|(_, entry)| entry.requests == 0);
        let idle = idle.filter(|(_, entry)| may(entry));
        let oldest = idle.min_by_key(|(_, entry)| entry.idle_since);
        let number = oldest.map(|(number, _)| *number);
        match number.and_then(|number| self.open.remove(&number)) {
            Some(entry) => {
                entry.evicted.notify_one();
                true
            }
            None => false,
        }
    }

    fn evict_from_heaviest(&mut self) -> bool {
        let mut held: HashMap<&Holder, (usize, bool)> = HashMap::new();
        for entry in self.open.values() {
            let (count, idle) = held.entry(&entry.holder).or_default();
            *count += 1;
            *idle |= entry.requests == 0;
        }
        let with_idle = held.into_iter().filter(|(_, (_, idle))| *idle);
        let heaviest = with_idle.max_by_key(|(_, (count, _))| *count);
        let heaviest = heaviest.map(|(holder, _)| holder.clone());
        heaviest.is_some_and(|holder| self.evict(|entry| entry.holder == holder))
    }
}

impl Connection {
    /// Waits until this connection is evicted.
    pub async fn evicted(&self) {
        self.evicted.notified().await;
    }

    /// Registers a request. It is under way until the returned value is dropped. Returns `None` if the
    /// connection has been evicted.
    pub fn begin(self: &Arc<Self>) -> Option<Underway> {
        let mut ledger = self.all.ledger();
        ledger.open.get_mut(&self.number)?.requests += 1;
        drop(ledger);
        Some(Underway(self.clone()))
    }

    /// Counts the connection for the player who has logged in on it. A proxy may send requests of several
    /// players over one connection, which then counts for the last one.
    ///
    /// # Errors
    ///
    /// The login has reached its limit, and all its connections have a request under way.
    pub fn count_for(&self, login: &str) -> Result<(), TooManyConnections> {
        let mut ledger = self.all.ledger();
        let holder = Holder::Login(login.into());
        let Some(entry) = ledger.open.get(&self.number) else {
            return Ok(());
        };
        if entry.holder == holder {
            return Ok(());
        }
        ledger.make_room(&holder, MAX_OF_LOGIN)?;
        if let Some(entry) = ledger.open.get_mut(&self.number) {
            entry.holder = holder;
        }
        Ok(())
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.all.ledger().open.remove(&self.number);
    }
}

/// A request under way. Its connection is not idle until this is dropped.
#[derive(Debug)]
pub struct Underway(Arc<Connection>);

impl Drop for Underway {
    fn drop(&mut self) {
        let mut ledger = self.0.all.ledger();
        let now = ledger.tick();
        if let Some(entry) = ledger.open.get_mut(&self.0.number) {
            entry.requests -= 1;
            entry.idle_since = now;
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/http/connections.rs"]
mod tests;
