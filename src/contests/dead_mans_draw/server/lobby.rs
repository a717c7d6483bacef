//! All matches of a server, and the accounts that may see them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use tokio::sync::watch;

use super::accounts::Account;
use super::game::{Creation, Game};
use super::ids::{MatchId, PlayerId};

/// The number of matches kept in memory. If there are more, the oldest of those that are over is
/// forgotten.
pub const MAX_MATCHES: usize = 20_000;
/// The most matches in progress of one player who is not an admin.
pub const MAX_OF_ONE: usize = 1_000;

/// A match in the lobby.
#[derive(Debug)]
pub(super) struct Table {
    /// The number of the match, in the order of creation.
    pub(super) number: u64,
    pub(super) creation: Arc<Creation>,
    game: Mutex<Game>,
    /// The seat of the player to move, or [`NOBODY`]. A list reads this instead of waiting for the
    /// game's lock.
    to_move: AtomicUsize,
    /// A counter that increases with every move.
    pub(super) changed: watch::Sender<u64>,
}

impl Table {
    pub(super) fn game(&self) -> MutexGuard<'_, Game> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn is_over(&self) -> bool {
        self.to_move.load(Ordering::Acquire) == NOBODY
    }

    /// The player to move; none once the match is over.
    pub(super) fn to_move(&self) -> Option<&PlayerId> {
        self.creation
            .seats
            .get(self.to_move.load(Ordering::Acquire))
    }

    /// Stores the player to move. `game` is the table's own, which is locked.
    pub(super) fn note_turn(&self, game: &Game) {
        self.to_move.store(seat_to_move(game), Ordering::Release);
    }

    /// True if `account` may see the match: its players, its creator and admins may.
    pub(super) fn is_open_to(&self, account: &Account) -> bool {
        let id = &account.id;
        account.is_admin() || self.creation.has_seat(id) || self.creation.by == *id
    }
}

/// The seat that stands for no player.
const NOBODY: usize = usize::MAX;

fn seat_to_move(game: &Game) -> usize {
    game.state.to_move().map_or(NOBODY, |player| player.index())
}

/// The reason why there is no room for another match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// This player has too many matches.
    OfOne,
    /// There are too many matches in all.
    All,
}

#[derive(Debug, Default)]
pub(super) struct Lobby(RwLock<Tables>);

#[derive(Debug, Default)]
struct Tables {
    next: u64,
    by_number: BTreeMap<u64, Arc<Table>>,
    by_id: HashMap<MatchId, Arc<Table>>,
    /// The matches in progress of each player.
    going_on: HashMap<PlayerId, BTreeSet<u64>>,
    over: BTreeSet<u64>,
}

impl Lobby {
    fn read(&self) -> std::sync::RwLockReadGuard<'_, Tables> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> std::sync::RwLockWriteGuard<'_, Tables> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks that there is room for a match that `by` creates.
    pub(super) fn has_room(&self, by: &Account) -> Result<(), Full> {
        let tables = self.read();
        let own = tables.going_on.get(&by.id).map_or(0, BTreeSet::len);
        if !by.is_admin() && own >= MAX_OF_ONE {
            return Err(Full::OfOne);
        }
        match tables.by_number.len() >= MAX_MATCHES && tables.over.is_empty() {
            true => Err(Full::All),
            false => Ok(()),
        }
    }

    /// Adds a match. If there are too many, forgets the oldest of those that are over.
    pub(super) fn add(&self, game: Game) -> Arc<Table> {
        let mut tables = self.write();
        if tables.by_number.len() >= MAX_MATCHES
            && let Some(oldest) = tables.over.pop_first()
            && let Some(table) = tables.by_number.remove(&oldest)
        {
            tables.by_id.remove(&table.creation.id);
        }
        let number = tables.next;
        tables.next += 1;
        let table = Arc::new(Table {
            number,
            creation: game.creation.clone(),
            to_move: AtomicUsize::new(seat_to_move(&game)),
            game: Mutex::new(game),
            changed: watch::Sender::new(0),
        });
        tables.by_number.insert(number, table.clone());
        tables.by_id.insert(table.creation.id, table.clone());
        if table.is_over() {
            tables.over.insert(number);
        } else {
            for who in concerned(&table.creation) {
                tables.going_on.entry(who).or_default().insert(number);
            }
        }
        table
    }

    /// Records that a match is over.
    pub(super) fn over(&self, table: &Table) {
        let mut tables = self.write();
        tables.over.insert(table.number);
        for who in concerned(&table.creation) {
            if let Some(numbers) = tables.going_on.get_mut(&who) {
                numbers.remove(&table.number);
                if numbers.is_empty() {
                    tables.going_on.remove(&who);
                }
            }
        }
    }

    pub(super) fn find(&self, id: MatchId) -> Option<Arc<Table>> {
        self.read().by_id.get(&id).cloned()
    }

    /// The slice of the matches that `account` may see and that `wanted` accepts. With `active`,
    /// only the matches in which `account` has to act.
    pub(super) fn list(
        &self,
        account: &Account,
        active: bool,
        slice: Slice,
        wanted: impl Fn(&Table) -> bool,
    ) -> Vec<Arc<Table>> {
        let tables = self.read();
        let fits = |table: &&Arc<Table>| table.is_open_to(account) && wanted(table);
        if active {
            let numbers = tables.going_on.get(&account.id).into_iter().flatten();
            let going_on = numbers.filter_map(|number| tables.by_number.get(number));
            let active = going_on.filter(|table| table.to_move() == Some(&account.id));
            return slice.of(active.filter(fits));
        }
        slice.of(tables.by_number.values().filter(fits))
    }

    /// Every match in progress.
    pub(super) fn going_on(&self) -> Vec<Arc<Table>> {
        self.all(|table| !table.is_over())
    }

    /// Every match that is over and not forgotten.
    pub(super) fn over_so_far(&self) -> Vec<Arc<Table>> {
        self.all(Table::is_over)
    }

    fn all(&self, wanted: impl Fn(&Table) -> bool) -> Vec<Arc<Table>> {
        let tables = self.read();
        let tables = tables.by_number.values();
        tables.filter(|table| wanted(table)).cloned().collect()
    }
}

/// A slice of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice {
    pub(super) oldest_first: bool,
    /// The number of the match after which the slice begins.
    pub(super) after: Option<u64>,
    /// The largest number of matches; none takes all.
    pub(super) most: Option<usize>,
}

impl Slice {
    fn of<'a>(self, tables: impl DoubleEndedIterator<Item = &'a Arc<Table>>) -> Vec<Arc<Table>> {
        let most = self.most.unwrap_or(usize::MAX);
        let follows = |table: &&Arc<Table>| {
            let number = table.number;
            self.after.is_none_or(|after| match self.oldest_first {
                true => number > after,
                false => number < after,
            })
        };
        let tables = tables.filter(follows);
        match self.oldest_first {
            true => tables.take(most).cloned().collect(),
            false => tables.rev().take(most).cloned().collect(),
        }
    }
}

/// The players and the creator of a match, each once.
pub(super) fn concerned(creation: &Creation) -> Vec<PlayerId> {
    let [zero, one] = &creation.seats;
    let mut who = vec![creation.by.clone(), zero.clone(), one.clone()];
    who.sort();
    who.dedup();
    who
}
