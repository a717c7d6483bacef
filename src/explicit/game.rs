//! A game by its name on the command line, or from a file.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use cardsharp_files::replace_by;
use cardsharp_solvers::dyn_game::DynGame;
use cardsharp_solvers::efg::{EfgError, EfgGame, Written};
use cardsharp_solvers::games::{BadGameName, KnownGame};
use thiserror::Error;

use crate::contests;
use crate::contests::family_of;
use cardsharp_commands::quantities::bytes;
use cardsharp_contest::{MemberError, WrittenOut};
use cardsharp_options::nearest;

/// A game that fits in memory.
pub struct ExplicitGame {
    name: String,
    game: Kind,
}

enum Kind {
    /// From a file of Gambit.
    File(Box<EfgGame>),
    /// A game with known values, or a small member of a contest's family.
    Known(WrittenOut),
    /// A game that the caller brought, and the bytes that it takes.
    Brought(WrittenOut, u64),
}

impl fmt::Debug for ExplicitGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ExplicitGame").field(&self.name).finish()
    }
}

/// The error of opening a game.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The file cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// The system's error.
        source: io::Error,
    },
    /// The file holds no game.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// The fault, and where it is.
        source: Box<EfgError>,
    },
    /// The file needs more memory than allowed.
    #[error(
        "reading {path} needs more memory than the {} that --max-memory allows: allow more, or choose something smaller",
        bytes(*.allowed)
    )]
    TooLarge {
        /// The file.
        path: String,
        /// The bytes allowed.
        allowed: u64,
    },
    /// The text is neither the path of a file nor the name of a game.
    #[error("{text} is neither a file of Gambit (.efg or .nfg) nor a game: {source}{}", likeliest(text))]
    Name {
        /// The text.
        text: String,
        /// The fault of the text as a name.
        source: BadGameName,
    },
    /// The text names no member of the contest's family, or one that is too large.
    #[error(transparent)]
    Member(#[from] MemberError),
}

impl OpenError {
    /// True if the name is wrong, and not the content of a file.
    pub fn is_name(&self) -> bool {
        use OpenError::{File, Read, TooLarge};
        !matches!(self, Read { .. } | File { .. } | TooLarge { .. })
    }
}

/// True for the path of a file: one that ends as Gambit's files do, and anything that can be opened, such as a
/// pipe. A folder may have the name of a game.
fn is_file(text: &str) -> bool {
    let path = Path::new(text);
    let ends = path.extension().is_some_and(|end| end == "efg" || end == "nfg");
    ends || path.metadata().is_ok_and(|there| !there.is_dir())
}

/// The question whether a misspelt name was meant to be that of a contest; nothing if none is like it.
fn likeliest(text: &str) -> String {
    let name = text.split('(').next().unwrap_or(text);
    let contests = contests::all().map(|contest| contest.name());
    // The known games ask for themselves.
    let meant = nearest(name, contests).filter(|_| nearest(name, KnownGame::families()).is_none());
    meant.map_or_else(String::new, |one| format!("; did you mean `{one}`?"))
}

/// The system's reason that a text with a folder in it, which is no name of a game, cannot be read as a file.
fn unreadable(text: &str) -> Option<io::Error> {
    let in_folder = text.contains(std::path::is_separator);
    in_folder.then(|| fs::read(text).err()).flatten()
}

impl ExplicitGame {
    /// Opens a game: a file of Gambit (.efg or .nfg), a game with known values by OpenSpiel's name and parameters, or a small
    /// member of a contest's family. Examples: `leduc_poker`, `challenge(ranks=R,copies=K,hand_size=N)`.
    ///
    /// # Errors
    ///
    /// [`OpenError`] names the file or the game, and its fault.
    pub fn open(text: &str) -> Result<ExplicitGame, OpenError> {
        ExplicitGame::open_within(text, u64::MAX)
    }

    /// Opens a game as [`ExplicitGame::open`] does. A file and the game in it may take `allowed` bytes of
    /// memory, about.
    ///
    /// # Errors
    ///
    /// [`OpenError`] names the file or the game, and its fault.
    pub fn open_within(text: &str, allowed: u64) -> Result<ExplicitGame, OpenError> {
        if is_file(text) {
            return ExplicitGame::read(text, allowed);
        }
        if let Some(contest) = family_of(text) {
            return Ok(ExplicitGame {
                name: contest.family().member(text)?,
                game: Kind::Known(contest.family().written_out(text)?),
            });
        }
        let game: KnownGame = text.parse().map_err(|source| match unreadable(text) {
            Some(source) => OpenError::Read { path: text.to_owned(), source },
            None => OpenError::Name { text: text.to_owned(), source },
        })?;
        Ok(ExplicitGame { name: game.to_string(), game: Kind::Known(game.game()) })
    }

    /// A game that the caller brings, which takes `bytes` of memory, about. It cannot be opened by its name.
    pub fn brought(name: impl Into<String>, game: WrittenOut, bytes: u64) -> ExplicitGame {
        ExplicitGame { name: name.into(), game: Kind::Brought(game, bytes) }
    }

    fn read(path: &str, allowed: u64) -> Result<ExplicitGame, OpenError> {
        let unread = |source| OpenError::Read { path: path.to_owned(), source };
        let too_large = || OpenError::TooLarge { path: path.to_owned(), allowed };
        let mut bytes = Vec::new();
        // The length of a pipe is not known before it ends.
        let file = File::open(path).map_err(unread)?;
        let mut file = file.take(allowed.saturating_add(1));
        file.read_to_end(&mut bytes).map_err(unread)?;
        let left = allowed.checked_sub(bytes.len() as u64);
        let left = left.ok_or_else(too_large)?;
        let game = EfgGame::parse_within(&bytes, left).map_err(|source| match source {
            EfgError::TooLarge { .. } => too_large(),
            source => OpenError::File { path: path.to_owned(), source: Box::new(source) },
        })?;
        Ok(ExplicitGame { name: path.to_owned(), game: Kind::File(Box::new(game)) })
    }

    /// Checks `text` as the name of a game or of a file, without opening it. The game may be too large, and
    /// the file may hold anything.
    ///
    /// # Errors
    ///
    /// The fault, in words.
    pub fn checked_name(text: &str) -> Result<String, String> {
        let name = text.trim();
        if is_file(name) {
            return Ok(name.to_owned());
        }
        if let Some(contest) = family_of(name) {
            let member = contest.family().member(name).map_err(|error| error.to_string())?;
            // The contest's own game keeps its plain name.
            return Ok(if name == contest.name() { name.to_owned() } else { member });
        }
        match name.parse::<KnownGame>() {
            Ok(_) => Ok(name.to_owned()),
            Err(_) if unreadable(name).is_some() => Ok(name.to_owned()),
            Err(error) => {
                let families: Vec<&str> = contests::all().map(|one| one.name()).collect();
                let families = families.join(", ");
                Err(format!(
                    "{error}, {families} with their parameters, and files of Gambit (.efg, .nfg){}",
                    likeliest(name)
                ))
            }
        }
    }

    /// The name; [`ExplicitGame::open`] opens the game again by it, unless the caller brought the game.
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// True if [`ExplicitGame::open`] opens the game again by its name.
    pub fn has_reopening_name(&self) -> bool {
        !matches!(self.game, Kind::Brought(..))
    }

    /// The bytes of memory that the game itself takes, about. Only a stored game takes much: one from a file,
    /// or one that the caller brought.
    pub fn bytes(&self) -> u64 {
        match &self.game {
            Kind::File(game) => game.bytes(),
            Kind::Known(_) => 0,
            Kind::Brought(_, bytes) => *bytes,
        }
    }

    /// A note on a file that was not read word by word; `None` if there is nothing to say.
    pub fn note(&self) -> Option<String> {
        let Kind::File(game) = &self.game else {
            return None;
        };
        let rounded = game.rounded()?;
        let others = match rounded.count {
            1 => String::new(),
            count => format!(", and of {} more,", count - 1),
        };
        Some(format!(
            "{}: {}: the probabilities of this chance node{others} sum to 1 only to within 1e-9, and were divided by \
             their sum",
            self.name, rounded.at
        ))
    }

    /// The title: that of the file, or the name if there is none.
    pub fn title(&self) -> String {
        match &self.game {
            Kind::File(game) if !game.title().is_empty() => game.title().to_owned(),
            _ => self.name(),
        }
    }

    /// The names of the players, if the game is from a file.
    pub fn player_names(&self) -> Option<&[String]> {
        match &self.game {
            Kind::File(game) => Some(game.player_names()),
            _ => None,
        }
    }

    /// The games with known values whose figures are published.
    pub fn published() -> impl Iterator<Item = Result<ExplicitGame, OpenError>> {
        KnownGame::PUBLISHED.into_iter().map(ExplicitGame::open)
    }

    /// The game itself.
    pub fn game(&self) -> &dyn DynGame {
        match &self.game {
            Kind::File(game) => &**game,
            Kind::Known(game) | Kind::Brought(game, _) => &**game,
        }
    }

    /// Writes the game as an .efg file. A game that came from a file keeps its title, comment and players' names.
    ///
    /// # Errors
    ///
    /// Those of [`cardsharp_solvers::efg::write`].
    pub fn write_efg(&self, out: &mut impl io::Write) -> Result<Written, EfgError> {
        match &self.game {
            Kind::File(game) => game.write(out),
            Kind::Known(game) | Kind::Brought(game, _) => game.write_efg(&self.name, out),
        }
    }

    /// Replaces a file by what [`ExplicitGame::write_efg`] writes, in one step.
    ///
    /// # Errors
    ///
    /// Those of [`ExplicitGame::write_efg`], and of the file.
    pub fn save_efg(&self, path: &Path) -> Result<Written, EfgError> {
        replace_by(path, |file| {
            let mut out = BufWriter::new(file);
            let written = self.write_efg(&mut out)?;
            out.flush()?;
            Ok(written)
        })
    }
}
