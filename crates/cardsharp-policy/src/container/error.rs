use std::io;
use std::path::{Path, PathBuf};

use super::header::Kind;
use super::section::Element;

/// The error of writing or reading a file.
///
/// Each message contains the message of its cause. The cause is therefore no source of the error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ContainerError {
    /// A file cannot be used, or not be written.
    #[error("{path}: {fault}")]
    File {
        /// The file.
        path: PathBuf,
        /// The fault.
        fault: FileFault,
    },
    /// The file that was written reads back with other content.
    #[error("what was written does not read back ({0}); the old file is untouched, check the disk")]
    ReadBack(Box<ContainerError>),
    /// Neither the file nor its previous generation can be read.
    #[error("{newest}; and the previous generation: {previous}")]
    NoGeneration {
        /// The error of the file itself.
        newest: Box<ContainerError>,
        /// The error of its previous generation.
        previous: Box<ContainerError>,
    },
}

/// The fault of a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileFault {
    /// There is no such file.
    #[error("no such file{hint}")]
    Missing {
        /// A hint that the file's previous generation exists, or nothing.
        hint: &'static str,
    },
    /// The file does not begin with the bytes of a cardsharp file.
    #[error("not a cardsharp file; give a policy or a checkpoint written by cardsharp train")]
    NotCardsharp,
    /// The file was written in another format version.
    #[error(
        "format version {found} is not known here (this cardsharp reads versions up to {known}); \
         read it with the cardsharp that wrote it, or train again"
    )]
    UnknownVersion {
        /// The format version of the file.
        found: u32,
        /// The newest format version that can be read.
        known: u32,
    },
    /// The file's header is encoded with an unknown codec.
    #[error(
        "header codec {found} is not known here (this cardsharp reads {known}); \
         read it with the cardsharp that wrote it, or train again"
    )]
    UnknownCodec {
        /// The codec of the file.
        found: u32,
        /// The codec that can be read.
        known: u32,
    },
    /// The file's header does not match its checksum, or its content is invalid.
    #[error("damaged header ({detail}); use its previous generation or another copy")]
    DamagedHeader {
        /// A description of the damage.
        detail: String,
    },
    /// A section does not match its checksum, or its content is invalid.
    #[error("damaged section `{section}` ({detail}); use its previous generation or another copy")]
    DamagedSection {
        /// The section.
        section: String,
        /// A description of the damage.
        detail: String,
    },
    /// The file is shorter than it should be.
    #[error("truncated, {found} bytes of {expected}; use its previous generation or another copy")]
    Truncated {
        /// The least number of bytes that the file should have.
        expected: u64,
        /// The number of bytes that the file has.
        found: u64,
    },
    /// The file is longer than it should be.
    #[error("{found} bytes where its table accounts for {expected}; use its previous generation or another copy")]
    TrailingBytes {
        /// The number of bytes that the file should have.
        expected: u64,
        /// The number of bytes that the file has.
        found: u64,
    },
    /// The file is a checkpoint where a policy is wanted, or the other way round.
    #[error("a {found}, but a {wanted} is wanted here")]
    WrongKind {
        /// The kind of the file.
        found: Kind,
        /// The kind wanted.
        wanted: Kind,
    },
    /// The file is for another game, or for other parameters of the game.
    #[error("made for {found}, not for {wanted}; choose the file or the game accordingly")]
    WrongGame {
        /// The file's game.
        found: String,
        /// The game wanted.
        wanted: String,
    },
    /// The file is for another contest, or for a game of another kind.
    #[error(
        "this is a {kind} of {game}, and another game is wanted here; `cardsharp inspect` shows policies of all games"
    )]
    OtherContest {
        /// The kind of the file.
        kind: Kind,
        /// The game of the file.
        game: String,
    },
    /// The game has the same name, but its rules or the numbering of its tables have changed since.
    #[error(
        "made for other rules of {game} (fingerprint {found:016x}, now {wanted:016x}); \
         train again, or use the cardsharp that wrote it"
    )]
    WrongFingerprint {
        /// The game.
        game: String,
        /// The file's fingerprint.
        found: u64,
        /// The fingerprint wanted.
        wanted: u64,
    },
    /// A section that is needed is missing.
    #[error("no section `{section}`; it was written by another kind of run, train again")]
    MissingSection {
        /// The section.
        section: String,
    },
    /// A section holds numbers of another type.
    #[error("section `{section}` holds {found}, not {wanted}; train again")]
    WrongElement {
        /// The section.
        section: String,
        /// The type of the section's numbers.
        found: Element,
        /// The type wanted.
        wanted: Element,
    },
    /// A section has another length than the table that it is read into.
    #[error("section `{section}` holds {found} numbers, not {wanted}; it belongs to other parameters")]
    WrongCount {
        /// The section.
        section: String,
        /// The number of numbers in the section.
        found: u64,
        /// The number of numbers wanted.
        wanted: u64,
    },
    /// A compressed section would take more memory than is allowed.
    #[error(
        "section `{section}` takes {length} bytes uncompressed, allowed are {limit}; raise the limit if you trust the file"
    )]
    OverLimit {
        /// The section.
        section: String,
        /// The number of bytes that the section takes in memory.
        length: u64,
        /// The number of bytes allowed.
        limit: u64,
    },
    /// The memory for a section could not be allocated.
    #[error("no memory for section `{section}` of {length} bytes; use a machine with more")]
    OutOfMemory {
        /// The section.
        section: String,
        /// The number of bytes that the section takes in memory.
        length: u64,
    },
    /// Two sections to be written have the same name.
    #[error("two sections named `{section}`; give each its own name")]
    DuplicateSection {
        /// The name.
        section: String,
    },
    /// The header to be written is longer than the limit for reading.
    #[error("the header takes more than {limit} bytes; put the data into sections")]
    HeaderTooLarge {
        /// The number of bytes allowed.
        limit: usize,
    },
    /// The path to be written is that of something other than a regular file.
    #[error("not a regular file; choose another name")]
    NotAFile,
    /// The content to be written is invalid: it would be refused when it is read.
    #[error("not written, for {what}; the old file is untouched, train longer or from an earlier checkpoint")]
    Senseless {
        /// A description of the fault.
        what: &'static str,
    },
    /// There is no space on the disk for the file.
    #[error("no room to write {needed} bytes ({cause}); the old file is untouched, free some space or write elsewhere")]
    DiskFull {
        /// The number of bytes that the file takes.
        needed: u64,
        /// The error that the system returned.
        cause: io::Error,
    },
    /// Reading or writing failed for another reason.
    #[error("cannot {action}: {cause}")]
    Io {
        /// The operation that failed.
        action: &'static str,
        /// The error that the system returned.
        cause: io::Error,
    },
}

impl FileFault {
    /// The error that a file has this fault.
    pub fn at(self, path: &Path) -> ContainerError {
        ContainerError::File { path: path.to_owned(), fault: self }
    }
}

impl ContainerError {
    pub(super) fn io(path: &Path, action: &'static str, cause: io::Error) -> Self {
        FileFault::Io { action, cause }.at(path)
    }

    pub(super) fn header(path: &Path, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        FileFault::DamagedHeader { detail }.at(path)
    }

    pub(super) fn section(path: &Path, section: &str, detail: impl Into<String>) -> Self {
        let (section, detail) = (section.to_owned(), detail.into());
        FileFault::DamagedSection { section, detail }.at(path)
    }
}
