//! Administration of the database while no server uses it: accounts and exported games.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use thiserror::Error;
use tokio::time::Instant;

use super::bots::BotRecord;
use super::game::{Game, GameRecord};
use super::limits::MAX_PASSWORD;
use super::served::ExportedGame;
use super::tables::{Batch, DATABASE_FILE, FORM, read, write};
use cardsharp_files::store::{LOCK_PATIENCE, Store, StoreError};
use cardsharp_net::{AdminTask, SyncPolicy};
use cardsharp_net::{Password, PasswordError, password_hash};

/// A reason why a task cannot be done. The database is then unchanged.
#[derive(Debug, Error)]
pub enum AdminError {
    /// There is no database.
    #[error("there is no {DATABASE_FILE} in {0}: name the folder that `serve skullwhist --data` has")]
    NoDatabase(PathBuf),
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No bot has this name.
    #[error("there is no bot `{0}`: `list` shows those there are")]
    NoBot(String),
    /// The password is not available.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// No client could send the password.
    #[error("a password of SkullWhist has at most {MAX_PASSWORD} characters: choose a shorter one")]
    LongPassword,
    /// The password cannot be hashed.
    #[error(transparent)]
    Hashing(#[from] password_hash::HashingError),
    /// The output cannot be written.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
}

/// An account in the output of `list`.
#[derive(Serialize)]
struct ListedBot<'a> {
    id: u64,
    name: &'a str,
    removed: bool,
    /// The number of its games, the running one included.
    games: usize,
}

/// Does a task on the database in `folder`, and writes its results to `output`.
///
/// # Errors
///
/// The reason why it cannot be done.
pub fn administer(folder: &Path, task: &AdminTask, output: &mut dyn Write) -> Result<(), AdminError> {
    let path = folder.join(DATABASE_FILE);
    if !path.exists() {
        return Err(AdminError::NoDatabase(folder.to_owned()));
    }
    let database = Store::open_existing(&path, &FORM, SyncPolicy::Always, LOCK_PATIENCE)?;
    let contents = read(&database)?;
    let changed = match task {
        AdminTask::ListBots => return Ok(list(&contents, output)?),
        AdminTask::ExportGames => return export(&contents, &path, output),
        AdminTask::RemoveBot { name } => remove(contents, name)?,
        AdminTask::SetPassword { name, password_file } => {
            let password = Password::read(password_file)?;
            if password.reveal().chars().count() > MAX_PASSWORD {
                return Err(AdminError::LongPassword);
            }
            let (id, mut bot) = find(contents.bots, name)?;
            bot.set_password(password_hash::make(password.reveal())?);
            let bots = vec![(id, bot)];
            Batch { bots, ..Batch::default() }
        }
    };
    Ok(write(&database, &changed)?)
}

fn find(bots: Vec<(u64, BotRecord)>, name: &str) -> Result<(u64, BotRecord), AdminError> {
    let is_it = |(_, bot): &(u64, BotRecord)| !bot.is_removed() && bot.name() == name;
    let found = bots.into_iter().find(is_it);
    found.ok_or_else(|| AdminError::NoBot(name.to_owned()))
}

fn remove(contents: Batch, name: &str) -> Result<Batch, AdminError> {
    let (id, mut bot) = find(contents.bots, name)?;
    bot.remove();
    let forfeit = |(number, mut game): (u64, GameRecord)| game.forfeit(id).then_some((number, game));
    Ok(Batch {
        bots: vec![(id, bot)],
        games: contents.games.into_iter().filter_map(forfeit).collect(),
        ended: Vec::new(),
    })
}

fn list(contents: &Batch, output: &mut dyn Write) -> io::Result<()> {
    for (id, bot) in &contents.bots {
        let games = contents.games.iter();
        let line = ListedBot {
            id: *id,
            name: bot.name(),
            removed: bot.is_removed(),
            games: games.filter(|(_, game)| game.bots().contains(id)).count(),
        };
        serde_json::to_writer(&mut *output, &line)?;
        writeln!(output)?;
    }
    output.flush()
}

fn export(contents: &Batch, path: &Path, output: &mut dyn Write) -> Result<(), AdminError> {
    let name = |id: u64| {
        let index = usize::try_from(id.checked_sub(1)?).ok()?;
        Some(contents.bots.get(index)?.1.name().to_owned())
    };
    for (id, record) in &contents.games {
        let game = Game::replay(record, Instant::now());
        let game = game.ok_or_else(|| StoreError::senseless(path, "game", *id))?;
        let line = ExportedGame::of(*id, &game, name);
        serde_json::to_writer(&mut *output, &line).map_err(io::Error::from)?;
        writeln!(output)?;
    }
    Ok(output.flush()?)
}
