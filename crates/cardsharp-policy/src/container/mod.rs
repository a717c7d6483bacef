//! The file format of policies and checkpoints: a checked header, and named sections of plain numbers.
//!
//! All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 0..8 | magic, [`MAGIC`] |
//! | 8..12 | format version, u32 |
//! | 12..16 | codec of the header, u32 |
//! | 16..24 | length of the encoded header, u64 |
//! | 24..28 | CRC-32 of bytes 8..24 and the encoded header |
//! | 28..32 | zero |
//! | 32.. | the encoded header: [`Header`] and the section table |
//! | | the sections in the order of the table, each at the next multiple of 64, zeros between |
//!
//! The first 32 bytes mean the same in every format version. The file ends with its last section. Every length is
//! checked against the length of the file before anything is allocated. Every byte is covered by the magic, a CRC-32 or
//! the rule that it is zero, so a damaged file is refused with an error that names it.
//!
//! [`write()`](write()) replaces a file. A crash at any moment, or a full disk, leaves the old
//! generation readable, and [`open_newest`] finds it.
//!
//! ```
//! use cardsharp_policy::container::{self, Header, Kind, Reader, Section};
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("kuhn.policy");
//! let header = Header::new(Kind::Policy, "kuhn", 0x5eed);
//! let chances: Vec<f32> = vec![0.25, 0.75];
//! container::write(&path, &header, &[Section::new("chances", &chances)])?;
//!
//! let reader = Reader::open(&path)?;
//! reader.require_kind(Kind::Policy)?;
//! reader.require_rules("kuhn", 0x5eed)?;
//! assert_eq!(reader.section::<f32>("chances")?, chances);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::{Path, PathBuf};

mod codec;
mod error;
mod header;
mod header_v1;
mod layout;
mod read;
mod section;
mod write;

pub use error::{ContainerError, FileFault};
pub use header::{Header, Kind, Measured, NotANumber, require_numbers};
pub use read::{DEFAULT_INFLATED_LIMIT, Newest, Reader, open_newest};
pub use section::{Compression, Element, Scalar, Section, SectionEntry};
pub use write::write;

#[cfg(target_endian = "big")]
compile_error!("cardsharp files hold little-endian numbers as they lie in memory: big-endian hosts are not supported");

/// The first bytes of every file. The first byte is not ASCII. The line ends reveal a transfer that rewrote line ends.
pub const MAGIC: [u8; 8] = *b"\x89CSHP\r\n\x1a";

/// The format version that is written. Version 1, whose header does not name the measured quantity, is read too.
pub const FORMAT_VERSION: u32 = 2;

/// Sections start at multiples of this many bytes.
pub const ALIGNMENT: u64 = 64;

/// The longest encoded header that is written or read, in bytes.
pub const HEADER_LIMIT: usize = 1 << 20;

/// Bytes before the encoded header.
const PREFIX: usize = 32;

/// The path of the previous generation: the file's name with `.previous` after it.
pub fn previous_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".previous");
    PathBuf::from(name)
}

/// The first multiple of [`ALIGNMENT`] from `offset` on. `None` if it exceeds the range of `u64`.
fn aligned(offset: u64) -> Option<u64> {
    offset.checked_next_multiple_of(ALIGNMENT)
}
