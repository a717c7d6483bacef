//! The file in which a client keeps its session and its running game, for the next client of the
//! same account. A new login would forfeit the game.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::tracker::TrackerNotes;
use cardsharp_system::files::{for_its_owner, make_private};
use cardsharp_terminal::sanitize::sanitize;

/// The largest number of bytes that are read.
const MAX_BYTES: u64 = 64 * 1024;

/// The contents of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SavedSession {
    /// The session, which is valid for everybody who has it.
    pub(super) session: String,
    /// The number of the account.
    pub(super) id: u64,
    /// The running game.
    pub(super) game: Option<SavedGame>,
}

/// A game up to the present.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SavedGame {
    /// Its number.
    pub(super) id: u64,
    /// The number of the other's account.
    pub(super) opponent: u64,
    /// A bid that was sent, and may have arrived.
    pub(super) bid: Option<u8>,
    /// The moves and the information up to now.
    #[serde(rename = "follow")]
    pub(super) tracker: TrackerNotes,
}

/// The file. Without one, nothing is saved.
#[derive(Debug)]
pub(super) struct SessionFile {
    /// Locked, so that no two clients continue one session.
    file: Option<File>,
    path: PathBuf,
}

impl SessionFile {
    /// The file of the account `name` on the server at `base`, beside the password's file.
    pub(super) fn open(password_file: &Path, name: &str, base: &str) -> SessionFile {
        let path = path(password_file, name, base);
        let file = open_locked(&path).map_err(|error| {
            tracing::warn!(
                "the session cannot be kept in {}, so that a restart will forfeit a running game: {error}",
                path.display()
            );
        });
        let file = file.ok();
        SessionFile { file, path }
    }

    /// The state that the last client has saved.
    pub(super) fn read(&mut self) -> Option<SavedSession> {
        let mut text = String::new();
        let file = self.file.as_mut()?;
        let read = file.take(MAX_BYTES).read_to_string(&mut text);
        // The text after the first line is from a longer line before.
        let line = text.lines().next().filter(|line| !line.is_empty())?;
        let saved = serde_json::from_str(line).ok();
        if read.is_err() || saved.is_none() {
            tracing::warn!("{} holds no session and is written anew", self.path.display());
        }
        saved
    }

    /// Replaces the saved state.
    pub(super) fn write(&mut self, saved: &SavedSession) {
        let Some(file) = &mut self.file else { return };
        if let Err(error) = replace(file, saved) {
            tracing::warn!("{} cannot be written: {error}", self.path.display());
            self.file = None;
        }
    }
}

/// `PASSWORD_FILE.NAME@HOST_PORT.session`
fn path(password_file: &Path, name: &str, base: &str) -> PathBuf {
    let host = base.split_once("://").map_or(base, |(_, host)| host);
    let plain = |text: &str| -> String {
        let fits = |character: char| character.is_ascii_alphanumeric() || "-_.".contains(character);
        text.chars().map(|character| if fits(character) { character } else { '_' }).collect()
    };
    let mut path = password_file.as_os_str().to_owned();
    path.push(format!(".{}@{}.session", plain(&sanitize(name)), plain(&sanitize(host))));
    path.into()
}

fn open_locked(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let file = for_its_owner(&mut options).open(path)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(io::Error::other("another client with this name has it"));
        }
        Err(TryLockError::Error(error)) => return Err(error),
    }
    make_private(&file)?;
    Ok(file)
}

/// Writes in place, since a file that replaces another would not have its lock.
fn replace(file: &mut File, saved: &SavedSession) -> io::Result<()> {
    let mut line = serde_json::to_vec(saved)?;
    line.push(b'\n');
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&line)?;
    file.set_len(line.len() as u64)
}
