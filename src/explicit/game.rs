//! A game by its name on the command line, or from a file.

use std::fmt;
use std::io;
use std::path::Path;

use cardsharp_solvers::dyn_game::DynGame;
use cardsharp_solvers::efg::{EfgError, EfgGame, Written};
use cardsharp_solvers::games::{BadGameName, KnownGame};
use thiserror::Error;

use crate::contests;
use crate::contests::family_of;
use cardsharp_commands::quantities::bytes;
use cardsharp_contest::{MemberError, WrittenOut};

/// A game that fits in memory.
pub struct ExplicitGame {
    name: String,
    game: Kind,
}

enum Kind {
    /// From an .efg file.
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
    #[error("{text} is neither an .efg file nor a game: {source}")]
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

fn is_file(text: &str) -> bool {
    let path = Path::new(text);
    path.extension().is_some_and(|end| end == "efg") || path.is_file()
}

impl ExplicitGame {
    /// Opens a game: an .efg file, a game with known values by OpenSpiel's name and parameters, or a small
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
        let game: KnownGame = text.parse().map_err(|source| OpenError::Name {
            text: text.to_owned(),
            source,
        })?;
        Ok(ExplicitGame {
            name: game.to_string(),
            game: Kind::Known(game.game()),
        })
    }

    /// A game that the caller brings, which takes `bytes` of memory, about. It cannot be opened by its name.
    pub fn brought(name: impl Into<String>, game: WrittenOut, bytes: u64) -> ExplicitGame {
        ExplicitGame {
            name: name.into(),
            game: Kind::Brought(game, bytes),
        }
    }

    fn read(path: &str, allowed: u64) -> Result<ExplicitGame, OpenError> {
        let unread = |source| OpenError::Read {
            path: path.to_owned(),
            source,
        };
        let too_large = || OpenError::TooLarge {
            path: path.to_owned(),
            allowed,
        };
        let length = std::fs::metadata(path).map_err(unread)?.len();
        let left = allowed.checked_sub(length).ok_or_else(too_large)?;
        let bytes = std::fs::read(path).map_err(unread)?;
        let game = EfgGame::parse_within(&bytes, left).map_err(|source| match source {
            EfgError::TooLarge { .. } => too_large(),
            source => OpenError::File {
                path: path.to_owned(),
                source: Box::new(source),
            },
        })?;
        Ok(ExplicitGame {
            name: path.to_owned(),
            game: Kind::File(Box::new(game)),
        })
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
            let member = contest
                .family()
                .member(name)
                .map_err(|error| error.to_string())?;
            // The contest's own game keeps its plain name.
            return Ok(if name == contest.name() {
                name.to_owned()
            } else {
                member
            });
        }
        match name.parse::<KnownGame>() {
            Ok(_) => Ok(name.to_owned()),
            Err(error) => {
                let families: Vec<&str> = contests::all().map(|one| one.name()).collect();
                let families = families.join(", ");
                Err(format!(
                    "{error}, {families} with their parameters, and .efg files"
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

    /// The title: that of the .efg file, or the name if there is none.
    pub fn title(&self) -> String {
        match &self.game {
            Kind::File(game) if !game.title().is_empty() => game.title().to_owned(),
            _ => self.name(),
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

    /// Writes the game as an .efg file. A game that came from an .efg file keeps its title, comment and
    /// players' names.
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
}
