//! The accounts that may log in: the table of players.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use tokio::sync::watch;

use super::ids::PlayerId;
use super::secrets::{SecretError, Secrets, keyed};
use cardsharp_dead_mans_draw_game::wire::{DUMMY_ID, DUMMY_PASSWORD, PlayerRecord, Role, sanitize};

/// The players of a server without a table: the example of the contest's document, a second player
/// and an admin. Each has an id, a name and a password. These passwords are public.
pub const PRACTICE_PLAYERS: [(&str, &str, &str, Role); 3] = [
    ("636438380ee778617e6e5be8", "first", "playerpass", Role::Player),
    ("636438380ee778617e6e5be9", "second", "playerpass", Role::Player),
    ("admin", "admin", "adminpass", Role::Admin),
];

/// The longest id, in characters.
const ID_LENGTH: usize = 64;

/// One entry of the table of players, as `cardsharp credentials` writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountEntry {
    /// The id that the player logs in with: letters, digits, `.`, `-`, `_` and `@`. The arena's ids
    /// are 24 hexadecimal digits.
    pub id: String,
    /// The name that is shown; the id if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The team's e-mail address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The role, which gives the player's rights.
    #[serde(default)]
    pub role: Role,
    /// The Argon2 hash of the password, for Basic.
    pub password: String,
    /// HA1, for Digest: the MD5 of `id:realm:password`. Anybody who has it can log in by Digest, as
    /// with the password. Without it, the player can log in by Basic only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

/// The file of the table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AccountsFile {
    players: Vec<AccountEntry>,
}

/// The reason why a table of players cannot be used.
#[derive(Debug, Error)]
pub enum AccountsError {
    /// The file cannot be read.
    #[error("the table of players {path} cannot be read: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error that the system returned.
        source: std::io::Error,
    },
    /// The file is not JSON of the right form.
    #[error("the table of players {path} is not {{\"players\": [{{\"id\": .., \"password\": ..}}]}}: {source}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The error of reading it.
        source: serde_json::Error,
    },
    /// An id contains a character that is not allowed, or has a wrong length.
    #[error("`{0}` cannot be an id: write 1 to 64 letters, digits, dots, dashes, underscores or @")]
    BadId(String),
    /// An id is there twice, or is that of the dummy.
    #[error("the id {0} is taken: give every player another, and leave out the dummy")]
    IdTwice(String),
    /// A secret of a player is invalid.
    #[error("player {id}: {source}")]
    Secret {
        /// The player.
        id: String,
        /// The fault of the secret.
        source: SecretError,
    },
}

/// An account that may log in.
#[derive(Debug)]
pub(super) struct Account {
    pub(super) id: PlayerId,
    pub(super) name: String,
    pub(super) email: Option<String>,
    pub(super) role: Role,
    pub(super) secrets: Arc<Secrets>,
    /// A counter that increases when there is a new match for this account to see.
    pub(super) updates: watch::Sender<u64>,
}

impl Account {
    fn new(id: &str, name: &str, role: Role, secrets: Secrets) -> Account {
        Account {
            id: id.into(),
            name: name.to_owned(),
            email: None,
            role,
            secrets: Arc::new(secrets),
            updates: watch::Sender::new(0),
        }
    }

    pub(super) fn is_admin(&self) -> bool {
        self.role == Role::Admin
    }

    pub(super) fn is_dummy(&self) -> bool {
        &*self.id == DUMMY_ID
    }

    pub(super) fn record(&self) -> PlayerRecord {
        PlayerRecord { id: self.id.to_string(), name: self.name.clone(), email: self.email.clone() }
    }

    pub(super) fn notify(&self) {
        self.updates.send_modify(|count| *count = count.wrapping_add(1));
    }
}

/// All accounts that may log in, the dummy included.
#[derive(Clone, Debug)]
pub struct Accounts {
    by_id: HashMap<PlayerId, Arc<Account>>,
    /// The ids in the order of the table.
    order: Vec<PlayerId>,
}

impl Accounts {
    /// The accounts of a server with the dummy alone.
    fn dummy() -> Accounts {
        let mut accounts = Accounts { by_id: HashMap::new(), order: Vec::new() };
        let secrets = Secrets::known(DUMMY_ID, DUMMY_PASSWORD);
        accounts.add(Account::new(DUMMY_ID, "dummy", Role::Player, secrets));
        accounts
    }

    /// The accounts of [`PRACTICE_PLAYERS`] and the dummy. They are only for servers that nobody else can reach.
    pub fn practice() -> Accounts {
        let mut accounts = Accounts::dummy();
        for (id, name, password, role) in PRACTICE_PLAYERS {
            let secrets = Secrets::known(id, password);
            accounts.add(Account::new(id, name, role, secrets));
        }
        accounts
    }

    /// The accounts of these entries and the dummy.
    ///
    /// # Errors
    ///
    /// The error of the first entry that cannot be used.
    pub fn new(entries: Vec<AccountEntry>) -> Result<Accounts, AccountsError> {
        let mut accounts = Accounts::dummy();
        for entry in entries {
            check_id(&entry.id)?;
            if accounts.by_id.contains_key(entry.id.as_str()) {
                return Err(AccountsError::IdTwice(entry.id));
            }
            let secrets = Secrets::stored(&entry.password, entry.digest.as_deref());
            let secrets = secrets.map_err(|source| AccountsError::Secret { id: entry.id.clone(), source })?;
            let name = entry.name.as_deref().unwrap_or(&entry.id);
            let mut account = Account::new(&entry.id, name, entry.role, secrets);
            account.email = entry.email;
            accounts.add(account);
        }
        Ok(accounts)
    }

    /// Reads a table of players, a JSON file `{"players": [..]}` of [`AccountEntry`].
    ///
    /// # Errors
    ///
    /// The fault of the file or of an entry.
    pub fn from_file(path: &Path) -> Result<Accounts, AccountsError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| AccountsError::Unreadable { path: path.to_owned(), source })?;
        let file: AccountsFile =
            serde_json::from_str(&text).map_err(|source| AccountsError::Malformed { path: path.to_owned(), source })?;
        Accounts::new(file.players)
    }

    fn add(&mut self, account: Account) {
        self.order.push(account.id.clone());
        self.by_id.insert(account.id.clone(), Arc::new(account));
    }

    pub(super) fn find(&self, id: &str) -> Option<&Arc<Account>> {
        self.by_id.get(id)
    }

    /// The secrets that a password is checked against if its id does not exist. They are always the same for one id:
    /// those of some player, since the cost of a check depends on the hash in the table.
    pub(super) fn stand_in(&self, id: &str) -> Arc<Secrets> {
        let hashed = || {
            let all = self.by_id.values().map(|account| &account.secrets);
            all.filter(|secrets| secrets.has_hash())
        };
        let mark = keyed("stand-in", id.as_bytes());
        let mark = usize::from(mark[0]) << 8 | usize::from(mark[1]);
        let chosen = hashed().nth(mark % hashed().count().max(1));
        let nobodys = || Arc::new(Secrets::known(DUMMY_ID, DUMMY_PASSWORD));
        chosen.cloned().unwrap_or_else(nobodys)
    }

    /// The entrants of a tournament, in the order of the table: the players, without admins and the dummy.
    pub(super) fn entrants(&self) -> Vec<PlayerId> {
        let ids = self.order.iter();
        let plays = |id: &&PlayerId| {
            let account = self.find(id);
            account.is_some_and(|account| !account.is_admin() && !account.is_dummy())
        };
        ids.filter(plays).cloned().collect()
    }

    /// The accounts whose name has this text in it, in any case of the letters.
    pub(super) fn named_like(&self, text: &str) -> HashSet<PlayerId> {
        let text = text.to_lowercase();
        let accounts = self.by_id.values();
        let like = accounts.filter(|account| account.name.to_lowercase().contains(&text));
        like.map(|account| account.id.clone()).collect()
    }

    pub(super) fn admins(&self) -> impl Iterator<Item = &Arc<Account>> {
        self.by_id.values().filter(|account| account.is_admin())
    }

    /// The records of all accounts, by id.
    pub(super) fn records(&self) -> Vec<PlayerRecord> {
        let mut records: Vec<_> = self.by_id.values().map(|account| account.record()).collect();
        records.sort_by(|one, other| one.id.cmp(&other.id));
        records
    }

    /// The name that is shown for an id. For an account that has left the table, it is the id.
    pub(super) fn name_of(&self, id: &str) -> String {
        self.find(id).map_or_else(|| id.to_owned(), |account| account.name.clone())
    }
}

/// Checks that `id` can be used to log in.
///
/// # Errors
///
/// [`AccountsError::BadId`].
pub(super) fn check_id(id: &str) -> Result<(), AccountsError> {
    let fits = |character: char| character.is_ascii_alphanumeric() || ".-_@".contains(character);
    if id.is_empty() || id.len() > ID_LENGTH || !id.chars().all(fits) {
        return Err(AccountsError::BadId(sanitize(id)));
    }
    Ok(())
}

#[cfg(test)]
#[path = "../tests/unit/accounts.rs"]
mod tests;
