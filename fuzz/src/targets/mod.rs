//! The parsers, by what they read.
//!
//! | file | content |
//! |---|---|
//! | `wire` | the protocols of Challenge, Tricky Eights and SkullWhist |
//! | `arena` | the protocol of Dead Man's Draw |
//! | `text` | positions, and names of games and agents |
//! | `gambit` | games in the files of Gambit |
//! | `container` | policies and checkpoints |
//! | `sums` | such files with their checksums set right |
//! | `records` | journals, plans, weights of networks, and further files |

mod arena;
mod container;
mod gambit;
mod records;
mod sums;
mod text;
mod wire;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::Target;

/// All targets.
pub fn targets() -> &'static [Target] {
    const ALL: &[Target] = &[
        wire::CHALLENGE_FRAME,
        wire::TRICKY_EIGHTS_LINE,
        wire::SKULLWHIST_REQUEST,
        wire::SKULLWHIST_ANSWER,
        arena::ACTION,
        arena::QUERY,
        arena::LOGIN,
        arena::OBJECT,
        gambit::EFG,
        gambit::NFG,
        container::POLICY,
        container::CHECKPOINT,
        records::NETWORK,
        records::JOURNAL,
        records::GAME_RECORD,
        records::PLAN,
        records::TABLES,
        text::POSITION,
        text::GAME_NAME,
        text::AGENT_NAME,
    ];
    ALL
}

/// A file with these bytes, for a parser that opens a path.
struct Given {
    folder: TempDir,
    path: PathBuf,
}

impl Given {
    /// The file of this name in a folder of its own.
    ///
    /// # Panics
    ///
    /// The file cannot be written, so that nothing can be searched.
    fn new(name: &str, bytes: &[u8]) -> Given {
        let written = || -> io::Result<Given> {
            let folder = tempfile::tempdir()?;
            let path = folder.path().join(name);
            fs::write(&path, bytes)?;
            Ok(Given { folder, path })
        };
        match written() {
            Ok(given) => given,
            Err(error) => panic!("the input cannot be written: {error}"),
        }
    }

    fn path(&self) -> &Path {
        &self.path
    }

    fn folder(&self) -> &Path {
        self.folder.path()
    }
}
