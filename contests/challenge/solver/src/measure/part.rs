//! Parts of a measurement, made separately and merged afterwards.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::resolved::SubgameSample;
use super::walk_result::WalkResult;
use cardsharp_files::{SealError, SealedContent, replace, seal_of, sealed, unsealed};
use cardsharp_game::shard::Shard;

/// The subject of a part. Parts of different subjects cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// The game.
    pub game: String,
    /// CRC-32 of the policy file.
    pub crc32: u32,
    /// The length of the policy file.
    pub bytes: u64,
    /// The class of payoffs measured.
    pub class: u8,
    /// True if only NashConv is measured, and not the gain in each seat.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub total: bool,
    /// The re-solving, if the policy is measured with it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub resolved: Option<ResolvedSubject>,
}

/// The way in which a policy is solved again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResolvedSubject {
    /// All options, as `key=value,key=value`.
    pub options: String,
    /// The number of sampled public states and the seed, if not all are measured.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub sampled: Option<(usize, u64)>,
}

/// A shard of a measurement, in the form of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// The subject.
    pub subject: Subject,
    /// The number of the shard.
    pub shard: Shard,
    /// The time that it took, in milliseconds.
    pub milliseconds: u64,
    /// Its walks.
    pub walks: Vec<WalkResult>,
    /// The subgames of a sample.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub sample: Option<SubgameSample>,
}

impl SealedContent for Part {
    const KEY: &'static str = "part";
}

/// A reason why a part cannot be read or written.
#[derive(Debug, Error)]
pub enum PartError {
    /// The file cannot be read or written.
    #[error("cannot {what} {}: {source}", path.display())]
    Io {
        /// Read or write.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The file is no part.
    #[error("{} is no part of a measure: {source}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The error.
        source: serde_json::Error,
    },
    /// The contents differ from the part that was written.
    #[error("{} is damaged: its checksum does not fit; measure the shard again", path.display())]
    Checksum {
        /// The file.
        path: PathBuf,
    },
    /// The part is of another policy, score or game, or of another way to solve or measure it.
    #[error("{} is not of this policy at this score{how}: measure the shard again", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// The way, if either has one.
        how: &'static str,
    },
}

fn read(path: &Path) -> Result<Vec<u8>, PartError> {
    std::fs::read(path).map_err(|source| PartError::Io { what: "read", path: path.to_owned(), source })
}

impl Subject {
    /// The subject for the policy file `policy` and the game `game`, with the gains in both seats.
    ///
    /// # Errors
    ///
    /// [`PartError::Io`].
    pub fn of(game: &str, policy: &Path, class: u8, resolved: Option<ResolvedSubject>) -> Result<Subject, PartError> {
        let bytes = read(policy)?;
        Ok(Subject {
            game: game.to_owned(),
            crc32: crc32fast::hash(&bytes),
            bytes: bytes.len() as u64,
            class,
            total: false,
            resolved,
        })
    }

    /// The way to solve or measure a policy in which two subjects differ, in words; empty if they have none.
    fn difference(&self, other: &Subject) -> &'static str {
        if self.total != other.total {
            ", both with --total or both without"
        } else if self.resolved.is_some() || other.resolved.is_some() {
            ", solved again in this way"
        } else {
            ""
        }
    }
}

impl Part {
    /// The name of its file. It depends on the subject, so that parts of different measurements never mix.
    pub fn file_name(&self) -> String {
        let Part { subject, shard, .. } = self;
        let resolved = subject.resolved.as_ref().map(seal_of);
        let resolved = resolved.map_or_else(String::new, |seal| format!("-resolved-{seal:08x}"));
        let total = if subject.total { "-total" } else { "" };
        format!(
            "{:08x}-{}-class-{}{total}{resolved}-shard-{}-of-{}.part.json",
            subject.crc32, subject.bytes, subject.class, shard.number, shard.of
        )
    }

    /// Writes the part into `folder`, whole or not at all. Returns the path.
    ///
    /// # Errors
    ///
    /// [`PartError::Io`].
    pub fn write(&self, folder: &Path) -> Result<PathBuf, PartError> {
        let path = folder.join(self.file_name());
        let failed = |source| PartError::Io { what: "write", path: path.clone(), source };
        let text = sealed(self).map_err(|error| failed(error.into()))?;
        replace(&path, &text).map_err(failed)?;
        Ok(path)
    }

    /// Reads a part, which must be of `subject`.
    ///
    /// # Errors
    ///
    /// [`PartError`], with the name of the file.
    pub fn read(path: &Path, subject: &Subject) -> Result<Part, PartError> {
        let text = read(path)?;
        let part: Part = unsealed(&text).map_err(|fault| {
            let path = path.to_owned();
            match fault {
                SealError::Json(source) => PartError::Damaged { path, source },
                SealError::Checksum => PartError::Checksum { path },
            }
        })?;
        if part.subject == *subject {
            Ok(part)
        } else {
            Err(PartError::Other { path: path.to_owned(), how: subject.difference(&part.subject) })
        }
    }
}
