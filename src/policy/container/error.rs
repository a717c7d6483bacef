use std::io;
use std::path::{Path, PathBuf};

use super::header::Kind;
use super::section::Element;

/// Why a file could not be written or read.
///
/// The messages are whole: they contain their cause, which is therefore no source besides.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ContainerError {
    /// There is no such file.
    #[error("{path}: no such file{hint}")]
    Missing {
        /// The file.
        path: PathBuf,
        /// That its previous generation is there, or nothing.
        hint: &'static str,
    },
    /// It begins otherwise than every cardsharp file.
    #[error(
        "{path}: not a cardsharp file; give a policy or a checkpoint written by cardsharp train"
    )]
    NotCardsharp {
        /// The file.
        path: PathBuf,
    },
    /// It was written in another format.
    #[error(
        "{path}: format version {found} is not known here (this cardsharp reads {known}); \
         read it with the cardsharp that wrote it, or train again"
    )]
    UnknownVersion {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The format that is read.
        known: u32,
    },
    /// Its header is encoded in an unknown way.
    #[error(
        "{path}: header codec {found} is not known here (this cardsharp reads {known}); \
         read it with the cardsharp that wrote it, or train again"
    )]
    UnknownCodec {
        /// The file.
        path: PathBuf,
        /// Its codec.
        found: u32,
        /// The codec that is read.
        known: u32,
    },
    /// Its header does not match its checksum, or makes no sense.
    #[error("{path}: damaged header ({detail}); use its previous generation or another copy")]
    DamagedHeader {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        detail: String,
    },
    /// A section does not match its checksum, or makes no sense.
    #[error(
        "{path}: damaged section `{section}` ({detail}); use its previous generation or another copy"
    )]
    DamagedSection {
        /// The file.
        path: PathBuf,
        /// The section.
        section: String,
        /// What is wrong.
        detail: String,
    },
    /// It ends before its end.
    #[error(
        "{path}: truncated, {found} bytes of {expected}; use its previous generation or another copy"
    )]
    Truncated {
        /// The file.
        path: PathBuf,
        /// Bytes it should have at least.
        expected: u64,
        /// Bytes it has.
        found: u64,
    },
    /// It goes on after its end.
    #[error(
        "{path}: {found} bytes where its table accounts for {expected}; use its previous generation or another copy"
    )]
    TrailingBytes {
        /// The file.
        path: PathBuf,
        /// Bytes it should have.
        expected: u64,
        /// Bytes it has.
        found: u64,
    },
    /// It is a checkpoint where a policy is wanted, or the other way round.
    #[error("{path}: a {found}, but a {wanted} is wanted here")]
    WrongKind {
        /// The file.
        path: PathBuf,
        /// What it is.
        found: Kind,
        /// What is wanted.
        wanted: Kind,
    },
    /// It is for another game or for other parameters of it.
    #[error("{path}: made for {found}, not for {wanted}; choose the file or the game accordingly")]
    WrongGame {
        /// The file.
        path: PathBuf,
        /// The file's game.
        found: String,
        /// The game wanted.
        wanted: String,
    },
    /// It is for another contest, or for a game of another kind.
    #[error(
        "{path}: this is a {kind} of {game}, and another game is wanted here; `cardsharp inspect` shows policies of all games"
    )]
    OtherContest {
        /// The file.
        path: PathBuf,
        /// What it is.
        kind: Kind,
        /// Its game.
        game: String,
    },
    /// The game is the same by name, but its rules or table numbering have changed since.
    #[error(
        "{path}: made for other rules of {game} (fingerprint {found:016x}, now {wanted:016x}); \
         train again, or use the cardsharp that wrote it"
    )]
    WrongFingerprint {
        /// The file.
        path: PathBuf,
        /// The game.
        game: String,
        /// The file's fingerprint.
        found: u64,
        /// The fingerprint wanted.
        wanted: u64,
    },
    /// A section that is needed is not there.
    #[error("{path}: no section `{section}`; it was written by another kind of run, train again")]
    MissingSection {
        /// The file.
        path: PathBuf,
        /// The section.
        section: String,
    },
    /// A section holds numbers of another type.
    #[error("{path}: section `{section}` holds {found}, not {wanted}; train again")]
    WrongElement {
        /// The file.
        path: PathBuf,
        /// The section.
        section: String,
        /// What it holds.
        found: Element,
        /// What is wanted.
        wanted: Element,
    },
    /// A section has another length than the table it is read into.
    #[error(
        "{path}: section `{section}` holds {found} numbers, not {wanted}; it belongs to other parameters"
    )]
    WrongCount {
        /// The file.
        path: PathBuf,
        /// The section.
        section: String,
        /// Numbers it holds.
        found: u64,
        /// Numbers wanted.
        wanted: u64,
    },
    /// A compressed section would take more memory than allowed.
    #[error(
        "{path}: section `{section}` takes {length} bytes uncompressed, allowed are {limit}; raise the limit if you trust the file"
    )]
    OverLimit {
        /// The file.
        path: PathBuf,
        /// The section.
        section: String,
        /// Bytes it takes.
        length: u64,
        /// Bytes allowed.
        limit: u64,
    },
    /// The memory for a section could not be had.
    #[error("{path}: no memory for section `{section}` of {length} bytes; use a machine with more")]
    OutOfMemory {
        /// The file.
        path: PathBuf,
        /// The section.
        section: String,
        /// Bytes it takes.
        length: u64,
    },
    /// Two sections to be written have the same name.
    #[error("{path}: two sections named `{section}`; give each its own name")]
    DuplicateSection {
        /// The file.
        path: PathBuf,
        /// The name.
        section: String,
    },
    /// The header to be written is longer than can be read back.
    #[error("{path}: the header takes more than {limit} bytes; put the data into sections")]
    HeaderTooLarge {
        /// The file.
        path: PathBuf,
        /// Bytes allowed.
        limit: usize,
    },
    /// There is something else than a file under the name to be written.
    #[error("{path}: not a regular file; choose another name")]
    NotAFile {
        /// The name.
        path: PathBuf,
    },
    /// What was to be written makes no sense, and would be refused when it is read.
    #[error(
        "{path}: not written, for {what}; the old file is untouched, train longer or from an earlier checkpoint"
    )]
    Senseless {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: &'static str,
    },
    /// There is no room for the file.
    #[error(
        "{path}: no room to write {needed} bytes ({cause}); the old file is untouched, free some space or write elsewhere"
    )]
    DiskFull {
        /// The file.
        path: PathBuf,
        /// Bytes it takes.
        needed: u64,
        /// What the system said.
        cause: io::Error,
    },
    /// What was written did not read back the same.
    #[error(
        "{path}: what was written does not read back ({cause}); the old file is untouched, check the disk"
    )]
    ReadBack {
        /// The file.
        path: PathBuf,
        /// How it failed.
        cause: Box<ContainerError>,
    },
    /// Neither the file nor its previous generation can be read.
    #[error("{newest}; and the previous generation: {previous}")]
    NoGeneration {
        /// What is wrong with the file.
        newest: Box<ContainerError>,
        /// What is wrong with its previous generation.
        previous: Box<ContainerError>,
    },
    /// Reading or writing failed otherwise.
    #[error("{path}: cannot {action}: {cause}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// What the system said.
        cause: io::Error,
    },
}

impl ContainerError {
    pub(super) fn io(path: &Path, action: &'static str, cause: io::Error) -> Self {
        Self::Io {
            path: path.to_owned(),
            action,
            cause,
        }
    }

    pub(super) fn header(path: &Path, detail: impl Into<String>) -> Self {
        Self::DamagedHeader {
            path: path.to_owned(),
            detail: detail.into(),
        }
    }

    pub(super) fn section(path: &Path, section: &str, detail: impl Into<String>) -> Self {
        Self::DamagedSection {
            path: path.to_owned(),
            section: section.to_owned(),
            detail: detail.into(),
        }
    }
}
