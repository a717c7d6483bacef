//! All matches of a server, and the accounts that may see them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use tokio::sync::watch;

use super::accounts::Account;
use super::game::{Creation, Game};
use super::ids::{MatchId, PlayerId};

/// The number of matches kept in memory. If there are more, the oldest of those that are over is forgotten.
pub const MAX_MATCHES: usize = 20_000;
/// The most matches in progress of one player who is not an admin.
pub const MAX_PER_PLAYER: usize = 1_000;

/// A match in the lobby.
#[derive(Debug)]
pub(super) struct LobbyMatch {
    /// The number of the match, in the order of creation.
    pub(super) number: u64,
    pub(super) creation: Arc<Creation>,
    game: Mutex<Game>,
    /// The seat of the player to move, or [`NOBODY`]. A list reads this instead of waiting for the game's lock.
    to_move: AtomicUsize,
    /// A counter that increases with every move.
    pub(super) changed: watch::Sender<u64>,
}

impl LobbyMatch {
    pub(super) fn game(&self) -> MutexGuard<'_, Game> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn is_over(&self) -> bool {
        self.to_move.load(Ordering::Acquire) == NOBODY
    }

    /// The player to move; none once the match is over.
    pub(super) fn to_move(&self) -> Option<&PlayerId> {
        self.creation.seats.get(self.to_move.load(Ordering::Acquire))
    }

    /// Stores the player to move. `game` is that of this match, and locked.
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
pub(super) enum LobbyFull {
    /// This player has too many matches.
    OfPlayer,
    /// There are too many matches in all.
    All,
}

#[derive(Debug, Default)]
pub(super) struct Lobby(RwLock<Matches>);

#[derive(Debug, Default)]
struct Matches {
    next: u64,
    by_number: BTreeMap<u64, Arc<LobbyMatch>>,
    by_id: HashMap<MatchId, Arc<LobbyMatch>>,
    /// The matches in progress of each player.
    going_on: HashMap<PlayerId, BTreeSet<u64>>,
    over: BTreeSet<u64>,
}

impl Lobby {
    fn read(&self) -> std::sync::RwLockReadGuard<'_, Matches> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> std::sync::RwLockWriteGuard<'_, Matches> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks that there is room for a match that `by` creates.
    pub(super) fn has_room(&self, by: &Account) -> Result<(), LobbyFull> {
        let matches = self.read();
        let own = matches.going_on.get(&by.id).map_or(0, BTreeSet::len);
        if !by.is_admin() && own >= MAX_PER_PLAYER {
            return Err(LobbyFull::OfPlayer);
        }
        if matches.by_number.len() >= MAX_MATCHES && matches.over.is_empty() { Err(LobbyFull::All) } else { Ok(()) }
    }

    /// Adds a match. If there are too many, forgets the oldest of those that are over.
    pub(super) fn add(&self, game: Game) -> Arc<LobbyMatch> {
        let mut matches = self.write();
        if matches.by_number.len() >= MAX_MATCHES
            && let Some(oldest) = matches.over.pop_first()
            && let Some(entry) = matches.by_number.remove(&oldest)
        {
            matches.by_id.remove(&entry.creation.id);
        }
        let number = matches.next;
        matches.next += 1;
        let entry = Arc::new(LobbyMatch {
            number,
            creation: game.creation.clone(),
            to_move: AtomicUsize::new(seat_to_move(&game)),
            game: Mutex::new(game),
            changed: watch::Sender::new(0),
        });
        matches.by_number.insert(number, entry.clone());
        matches.by_id.insert(entry.creation.id, entry.clone());
        if entry.is_over() {
            matches.over.insert(number);
        } else {
            for who in participants(&entry.creation) {
                matches.going_on.entry(who).or_default().insert(number);
            }
        }
        entry
    }

    /// Records that a match is over.
    pub(super) fn over(&self, entry: &LobbyMatch) {
        let mut matches = self.write();
        matches.over.insert(entry.number);
        for who in participants(&entry.creation) {
            if let Some(numbers) = matches.going_on.get_mut(&who) {
                numbers.remove(&entry.number);
                if numbers.is_empty() {
                    matches.going_on.remove(&who);
                }
            }
        }
    }

    pub(super) fn find(&self, id: MatchId) -> Option<Arc<LobbyMatch>> {
        self.read().by_id.get(&id).cloned()
    }

    /// The slice of the matches that `account` may see and that `wanted` accepts. With `active`,
    /// only the matches in which `account` has to act.
    pub(super) fn list(
        &self,
        account: &Account,
        active: bool,
        slice: Slice,
        wanted: impl Fn(&LobbyMatch) -> bool,
    ) -> Vec<Arc<LobbyMatch>> {
        let matches = self.read();
        let fits = |entry: &&Arc<LobbyMatch>| entry.is_open_to(account) && wanted(entry);
        if active {
            let numbers = matches.going_on.get(&account.id).into_iter().flatten();
            let going_on = numbers.filter_map(|number| matches.by_number.get(number));
            let active = going_on.filter(|entry| entry.to_move() == Some(&account.id));
            return slice.of(active.filter(fits));
        }
        slice.of(matches.by_number.values().filter(fits))
    }

    /// Every match in progress.
    pub(super) fn going_on(&self) -> Vec<Arc<LobbyMatch>> {
        self.all(|entry| !entry.is_over())
    }

    /// Every match that is over and not forgotten.
    pub(super) fn over_so_far(&self) -> Vec<Arc<LobbyMatch>> {
        self.all(LobbyMatch::is_over)
    }

    /// Every match that is not forgotten, newest first.
    pub(super) fn newest_first(&self) -> Vec<Arc<LobbyMatch>> {
        self.read().by_number.values().rev().cloned().collect()
    }

    fn all(&self, wanted: impl Fn(&LobbyMatch) -> bool) -> Vec<Arc<LobbyMatch>> {
        let matches = self.read();
        let matches = matches.by_number.values();
        matches.filter(|entry| wanted(entry)).cloned().collect()
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
    fn of<'a>(self, matches: impl DoubleEndedIterator<Item = &'a Arc<LobbyMatch>>) -> Vec<Arc<LobbyMatch>> {
        let most = self.most.unwrap_or(usize::MAX);
        let follows = |entry: &&Arc<LobbyMatch>| {
            let number = entry.number;
            self.after.is_none_or(|after| if self.oldest_first { number > after } else { number < after })
        };
        let matches = matches.filter(follows);
        if self.oldest_first {
            matches.take(most).cloned().collect()
        } else {
            matches.rev().take(most).cloned().collect()
        }
    }
}

/// The players and the creator of a match, each once.
pub(super) fn participants(creation: &Creation) -> Vec<PlayerId> {
    let [zero, one] = &creation.seats;
    let mut who = vec![creation.by.clone(), zero.clone(), one.clone()];
    who.sort();
    who.dedup();
    who
}
