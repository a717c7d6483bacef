use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use flate2::write::DeflateEncoder;
use lzma_rust2::{DICT_SIZE_MIN, XzOptions, XzWriter};

use super::error::{ContainerError, FileFault};
use super::header::Header;
use super::read::Reader;
use super::section::{Compression, Section, SectionEntry};
use super::{FORMAT_VERSION, HEADER_LIMIT, MAGIC, PREFIX, aligned, codec, previous_path};
use cardsharp_files::temporary_file;
use cardsharp_system::files::sync_folder;

/// The preset of .xz streams: a dictionary of 8 MiB.
const XZ_PRESET: u32 = 6;

/// Writes a file. The file that it replaces is kept under [`previous_path`].
///
/// The new file is written beside the old one under a temporary name, synced and read back. Only
/// then is it renamed into place, so that a crash or an error at any moment loses neither file. On a file
/// system without hard links there is a moment at which only the previous generation exists: read a file
/// whose writing may have been interrupted with [`open_newest`](super::open_newest). If the old file is
/// damaged and the previous generation is intact, the previous generation is kept.
///
/// # Errors
///
/// [`FileFault::DiskFull`] if there is no space, [`ContainerError::ReadBack`] if the disk
/// returns other bytes than were written, and other errors of the file system. In each case the old
/// file is there, or is the previous generation.
pub fn write(path: &Path, header: &Header, sections: &[Section<'_>]) -> Result<(), ContainerError> {
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(FileFault::NotAFile.at(path));
    }
    let plan = Plan::new(path, header, sections)?;
    let folder = temporary_file::folder_of(path);
    let mut temporary = temporary_file::beside(path)
        .map_err(|error| ContainerError::io(path, "create a temporary file beside it", error))?;
    plan.write_to(temporary.as_file_mut())
        .and_then(|()| temporary.as_file().sync_all())
        .map_err(|error| plan.failure(path, error))?;
    let written = Reader::open_named(temporary.path(), path);
    written.and_then(|reader| reader.verify()).map_err(|cause| ContainerError::ReadBack(Box::new(cause)))?;
    keep_previous(path)?;
    temporary.persist(path).map_err(|error| ContainerError::io(path, "rename the new file into place", error.error))?;
    sync_folder(folder).map_err(|error| ContainerError::io(path, "sync its folder", error))
}

/// The content of the file, in order.
struct Plan<'a> {
    /// All bytes before the sections.
    head: Vec<u8>,
    sections: Vec<Stored<'a>>,
    total: u64,
}

/// The bytes of a section in the file.
enum Stored<'a> {
    Borrowed(&'a [&'a [u8]]),
    Compressed(Vec<u8>),
}

impl Stored<'_> {
    fn parts(&self) -> impl Iterator<Item = &[u8]> {
        let (parts, bytes): (&[&[u8]], Option<&[u8]>) = match self {
            Stored::Borrowed(parts) => (parts, None),
            Stored::Compressed(bytes) => (&[], Some(bytes)),
        };
        parts.iter().copied().chain(bytes)
    }
}

impl<'a> Plan<'a> {
    fn new(path: &Path, header: &Header, sections: &'a [Section<'a>]) -> Result<Self, ContainerError> {
        let mut names = HashSet::new();
        let mut table = Vec::with_capacity(sections.len());
        let mut stored = Vec::with_capacity(sections.len());
        for section in sections {
            if !names.insert(section.name) {
                return Err(FileFault::DuplicateSection { section: section.name.to_owned() }.at(path));
            }
            let bytes = match section.compression {
                Compression::None => Stored::Borrowed(&section.parts),
                Compression::Deflate | Compression::Xz => Stored::Compressed(
                    compress(section).map_err(|error| ContainerError::io(path, "compress a section", error))?,
                ),
            };
            let mut crc = crc32fast::Hasher::new();
            bytes.parts().for_each(|part| crc.update(part));
            table.push(SectionEntry {
                name: section.name.to_owned(),
                element: section.element,
                count: section.length() / section.element.size(),
                compression: section.compression,
                stored: bytes.parts().map(|part| part.len() as u64).sum(),
                crc: crc.finalize(),
            });
            stored.push(bytes);
        }
        let too_large = || FileFault::HeaderTooLarge { limit: HEADER_LIMIT }.at(path);
        let head = head(header, &table).ok_or_else(too_large)?;
        let mut total = head.len() as u64;
        for entry in &table {
            total = aligned(total).and_then(|start| start.checked_add(entry.stored)).ok_or_else(too_large)?;
        }
        Ok(Self { head, sections: stored, total })
    }

    fn write_to(&self, file: &mut File) -> io::Result<()> {
        file.write_all(&self.head)?;
        let mut offset = self.head.len() as u64;
        for section in &self.sections {
            let start = aligned(offset).ok_or(ErrorKind::FileTooLarge)?;
            file.write_all(&[0; 64][..(start - offset) as usize])?;
            offset = start;
            for part in section.parts() {
                file.write_all(part)?;
                offset += part.len() as u64;
            }
        }
        Ok(())
    }

    fn failure(&self, path: &Path, cause: io::Error) -> ContainerError {
        match cause.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                FileFault::DiskFull { needed: self.total, cause }.at(path)
            }
            _ => ContainerError::io(path, "write it", cause),
        }
    }
}

/// The bytes before the sections. `None` if the header is too long.
fn head(header: &Header, table: &Vec<SectionEntry>) -> Option<Vec<u8>> {
    let encoded = codec::encode(&(header, table))?;
    let mut head = Vec::with_capacity(PREFIX + encoded.len());
    head.extend_from_slice(&MAGIC);
    head.extend_from_slice(&FORMAT_VERSION.to_le_bytes());
    head.extend_from_slice(&codec::CODEC.to_le_bytes());
    head.extend_from_slice(&(encoded.len() as u64).to_le_bytes());
    let mut crc = crc32fast::Hasher::new();
    crc.update(&head[MAGIC.len()..]);
    crc.update(&encoded);
    head.extend_from_slice(&crc.finalize().to_le_bytes());
    head.extend_from_slice(&[0; 4]);
    head.extend_from_slice(&encoded);
    Some(head)
}

fn compress(section: &Section<'_>) -> io::Result<Vec<u8>> {
    fn put(encoder: &mut impl Write, parts: &[&[u8]]) -> io::Result<()> {
        parts.iter().try_for_each(|part| encoder.write_all(part))
    }
    if section.compression == Compression::Xz {
        let mut options = XzOptions::with_preset(XZ_PRESET);
        // The dictionary takes several times its size in memory, and one larger than the section is of no use.
        let whole = u32::try_from(section.length()).unwrap_or(u32::MAX);
        let dictionary = &mut options.lzma_options.dict_size;
        *dictionary = whole.clamp(DICT_SIZE_MIN, *dictionary);
        let mut encoder = XzWriter::new(Vec::new(), options)?;
        put(&mut encoder, &section.parts)?;
        return encoder.finish();
    }
    let mut encoder = DeflateEncoder::new(Vec::new(), flate2::Compression::default());
    put(&mut encoder, &section.parts)?;
    encoder.finish()
}

/// Makes the existing file the previous generation too, unless that would lose the last intact generation.
fn keep_previous(path: &Path) -> Result<(), ContainerError> {
    let previous = previous_path(path);
    if Reader::open_verified(path).is_err() && Reader::open_verified(&previous).is_ok() {
        return Ok(());
    }
    match temporary_file::keep_as(path, &previous) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(ContainerError::io(path, "keep it as the previous generation", error))
        }
        _ => Ok(()),
    }
}
