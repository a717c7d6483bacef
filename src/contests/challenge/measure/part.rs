//! Parts of a measure, made apart and put together afterwards.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::whole::{Shard, Walked};
use crate::report::file::replace;

/// What a part is of: parts with another of these cannot be put together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// The game.
    pub game: String,
    /// CRC-32 of the policy file.
    pub crc32: u32,
    /// Its length.
    pub bytes: u64,
    /// The class of payoffs measured.
    pub class: u8,
}

/// A shard of a measure, as a file has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// What was measured.
    pub subject: Subject,
    /// Which shard this is.
    pub shard: Shard,
    /// Milliseconds it took.
    pub milliseconds: u64,
    /// What it found.
    pub walks: Vec<Walked>,
}

/// What a file holds.
#[derive(Serialize, Deserialize)]
struct Sealed<P> {
    /// CRC-32 of the part as it is written.
    seal: u32,
    part: P,
}

/// Why a part cannot be had.
#[derive(Debug, Error)]
pub enum PartError {
    /// The file cannot be read or written.
    #[error("cannot {what} {}: {source}", path.display())]
    Io {
        /// Read or write.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file is no part.
    #[error("{} is no part of a measure: {source}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// It is not what was written.
    #[error("{} is damaged: its checksum does not fit; measure the shard again", path.display())]
    Checksum {
        /// The file.
        path: PathBuf,
    },
    /// It is of another policy, score or game.
    #[error("{} is not of this policy at this score: measure the shard again", path.display())]
    Other {
        /// The file.
        path: PathBuf,
    },
}

fn read(path: &Path) -> Result<Vec<u8>, PartError> {
    std::fs::read(path).map_err(|source| PartError::Io {
        what: "read",
        path: path.to_owned(),
        source,
    })
}

impl Subject {
    /// Of the policy file `policy`, for `game`.
    ///
    /// # Errors
    ///
    /// [`PartError::Io`].
    pub fn of(game: &str, policy: &Path, class: u8) -> Result<Subject, PartError> {
        let bytes = read(policy)?;
        Ok(Subject {
            game: game.to_owned(),
            crc32: crc32fast::hash(&bytes),
            bytes: bytes.len() as u64,
            class,
        })
    }
}

impl Part {
    /// What its file is called: by what it is of, so that parts of different measures never meet.
    pub fn file_name(&self) -> String {
        let Part { subject, shard, .. } = self;
        format!(
            "{:08x}-{}-class-{}-shard-{}-of-{}.part.json",
            subject.crc32, subject.bytes, subject.class, shard.number, shard.of
        )
    }

    /// Writes it into `folder`, whole or not at all; returns where.
    ///
    /// # Errors
    ///
    /// [`PartError::Io`].
    pub fn write(&self, folder: &Path) -> Result<PathBuf, PartError> {
        let path = folder.join(self.file_name());
        let failed = |source| PartError::Io {
            what: "write",
            path: path.clone(),
            source,
        };
        let sealed = Sealed {
            seal: self.seal(),
            part: self,
        };
        let text = serde_json::to_vec(&sealed).map_err(|error| failed(error.into()))?;
        replace(&path, &text).map_err(failed)?;
        Ok(path)
    }

    /// Reads one that must be of `subject`.
    ///
    /// # Errors
    ///
    /// [`PartError`], with the file's name.
    pub fn read(path: &Path, subject: &Subject) -> Result<Part, PartError> {
        let text = read(path)?;
        let Sealed::<Part> { seal, part } =
            serde_json::from_slice(&text).map_err(|source| PartError::Damaged {
                path: path.to_owned(),
                source,
            })?;
        if part.seal() != seal {
            let path = path.to_owned();
            return Err(PartError::Checksum { path });
        }
        match part.subject == *subject {
            true => Ok(part),
            false => Err(PartError::Other {
                path: path.to_owned(),
            }),
        }
    }

    /// Numbers are written so that they are read as they were.
    fn seal(&self) -> u32 {
        serde_json::to_vec(self).map_or(0, |text| crc32fast::hash(&text))
    }
}
