//! The positions of the sections in a file, checked against the length of the file.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::error::{ContainerError, FileFault};
use super::section::{Compression, SectionEntry};
use super::{FORMAT_VERSION, HEADER_LIMIT, MAGIC, PREFIX, aligned, codec};

/// A section and its position.
#[derive(Debug)]
pub(super) struct Placed {
    pub entry: SectionEntry,
    /// The number of zero bytes before the section.
    pub padding: u64,
    pub start: u64,
}

/// Reads and checks the bytes before the sections. Returns the format version and the encoded header.
pub(super) fn read_head(path: &Path, file: &mut File, length: u64) -> Result<(u32, Vec<u8>), ContainerError> {
    let truncated = |expected: u64| FileFault::Truncated { expected, found: length }.at(path);
    let failed = |error: io::Error| ContainerError::io(path, "read it", error);
    let mut magic = [0; MAGIC.len()];
    let begins = length.min(MAGIC.len() as u64) as usize;
    file.read_exact(&mut magic[..begins]).map_err(failed)?;
    if begins == 0 || magic[..begins] != MAGIC[..begins] {
        return Err(FileFault::NotCardsharp.at(path));
    }
    if length < PREFIX as u64 {
        return Err(truncated(PREFIX as u64));
    }
    let mut rest = [0; PREFIX - MAGIC.len()];
    file.read_exact(&mut rest).map_err(failed)?;
    let word = |at: usize| u32::from_le_bytes([rest[at], rest[at + 1], rest[at + 2], rest[at + 3]]);
    let (version, codec, crc, reserved) = (word(0), word(4), word(16), word(20));
    let encoded_length = u64::from(word(8)) | u64::from(word(12)) << 32;
    if encoded_length > HEADER_LIMIT as u64 || reserved != 0 {
        return Err(ContainerError::header(path, "senseless lengths"));
    }
    if length < PREFIX as u64 + encoded_length {
        return Err(truncated(PREFIX as u64 + encoded_length));
    }
    let mut encoded = vec![0; encoded_length as usize];
    file.read_exact(&mut encoded).map_err(failed)?;
    let mut sum = crc32fast::Hasher::new();
    sum.update(&rest[..16]);
    sum.update(&encoded);
    if sum.finalize() != crc {
        return Err(ContainerError::header(path, "checksum mismatch"));
    }
    // The version is checked after the checksum: a header that matches its checksum is not damaged but of
    // another format.
    if !(1..=FORMAT_VERSION).contains(&version) {
        return Err(FileFault::UnknownVersion { found: version, known: FORMAT_VERSION }.at(path));
    }
    if codec != codec::CODEC {
        return Err(FileFault::UnknownCodec { found: codec, known: codec::CODEC }.at(path));
    }
    Ok((version, encoded))
}

/// The positions of the sections, checked against each other and the length of the file.
pub(super) fn place(
    path: &Path,
    entries: Vec<SectionEntry>,
    head: u64,
    length: u64,
) -> Result<Vec<Placed>, ContainerError> {
    let senseless = |detail: &str| ContainerError::header(path, detail);
    let mut names = HashSet::new();
    let mut table = Vec::with_capacity(entries.len());
    let mut end = head;
    for entry in entries {
        if !names.insert(entry.name.clone()) {
            return Err(senseless("two sections of one name"));
        }
        let whole = entry.length().ok_or_else(|| senseless("a section longer than any file"))?;
        if entry.compression == Compression::None && whole != entry.stored {
            return Err(senseless("the lengths of a section disagree"));
        }
        let start = aligned(end).ok_or_else(|| senseless("sections longer than any file"))?;
        let padding = start - end;
        end = start.checked_add(entry.stored).ok_or_else(|| senseless("sections longer than any file"))?;
        table.push(Placed { entry, padding, start });
    }
    if end > length {
        return Err(FileFault::Truncated { expected: end, found: length }.at(path));
    }
    if end < length {
        return Err(FileFault::TrailingBytes { expected: end, found: length }.at(path));
    }
    Ok(table)
}
