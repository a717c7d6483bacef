use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use flate2::read::DeflateDecoder;
use lzma_rust2::XzReader;

use super::error::{ContainerError, FileFault};
use super::header::{Header, Kind};
use super::header_v1::HeaderV1;
use super::layout::{Placed, place, read_head};
use super::section::{Compression, Scalar, SectionEntry};
use super::{PREFIX, codec, previous_path};

/// The most bytes that [`Reader::section`] lets a compressed section take in memory.
pub const DEFAULT_INFLATED_LIMIT: u64 = 1 << 30;

/// The number of low bits of a fingerprint that give the version of the rules. The bits above them
/// name the kind of game.
const VERSION_BITS: u32 = 8;

/// The most memory of an .xz decoder. The preset that [`write`](super::write()) uses needs 8 MiB.
const MAX_XZ_KIBIBYTES: u32 = 64 << 10;

/// The number of bytes read at a time while a section is checked without being kept.
const CHUNK: usize = 1 << 18;

/// An open file whose header and section table have been checked. The sections are checked as they are read.
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    file: Mutex<File>,
    header: Header,
    table: Vec<Placed>,
}

impl Reader {
    /// Opens a file and checks its header and section table, but not the sections.
    ///
    /// # Errors
    ///
    /// The file is missing, is not a cardsharp file, is of an unknown version, is truncated or too
    /// long, or has a damaged header.
    pub fn open(path: &Path) -> Result<Self, ContainerError> {
        Self::open_named(path, path)
    }

    /// Opens the file `stored`. Errors name `path` instead.
    pub(super) fn open_named(stored: &Path, path: &Path) -> Result<Self, ContainerError> {
        let mut file = File::open(stored).map_err(|error| not_opened(path, error))?;
        let metadata = file.metadata().map_err(|error| ContainerError::io(path, "read it", error))?;
        if !metadata.is_file() {
            return Err(FileFault::NotAFile.at(path));
        }
        let length = metadata.len();
        let (version, encoded) = read_head(path, &mut file, length)?;
        let decoded: Result<(Header, Vec<SectionEntry>), String> = match version {
            1 => codec::decode(&encoded).map(|(old, entries): (HeaderV1, _)| (old.into(), entries)),
            _ => codec::decode(&encoded),
        };
        let (header, entries) = decoded.map_err(|detail| ContainerError::header(path, detail))?;
        let table = place(path, entries, (PREFIX + encoded.len()) as u64, length)?;
        Ok(Self { path: path.to_owned(), file: Mutex::new(file), header, table })
    }

    /// Opens a file and checks all of it, the sections too.
    ///
    /// # Errors
    ///
    /// As [`Self::open`] and [`Self::verify`].
    pub fn open_verified(path: &Path) -> Result<Self, ContainerError> {
        let reader = Self::open(path)?;
        reader.verify()?;
        Ok(reader)
    }

    /// The file that was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The header of the file.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The sections in their order in the file.
    pub fn sections(&self) -> impl Iterator<Item = &SectionEntry> {
        self.table.iter().map(|placed| &placed.entry)
    }

    /// Returns an error if the file is of another kind.
    pub fn require_kind(&self, wanted: Kind) -> Result<(), ContainerError> {
        if self.header.kind == wanted {
            return Ok(());
        }
        Err(FileFault::WrongKind { found: self.header.kind, wanted }.at(&self.path))
    }

    /// Returns an error if the file is of another game, or of other rules of this game.
    pub fn require_rules(&self, game: &str, fingerprint: u64) -> Result<(), ContainerError> {
        if self.header.game != game {
            return Err(
                FileFault::WrongGame { found: self.header.game.clone(), wanted: game.to_owned() }.at(&self.path)
            );
        }
        let kind_of_game = |fingerprint: u64| fingerprint >> VERSION_BITS;
        if kind_of_game(self.header.rules_fingerprint) != kind_of_game(fingerprint) {
            return Err(
                FileFault::OtherContest { kind: self.header.kind, game: self.header.game.clone() }.at(&self.path)
            );
        }
        if self.header.rules_fingerprint != fingerprint {
            return Err(FileFault::WrongFingerprint {
                game: game.to_owned(),
                found: self.header.rules_fingerprint,
                wanted: fingerprint,
            }
            .at(&self.path));
        }
        Ok(())
    }

    /// Checks every section without keeping it.
    ///
    /// # Errors
    ///
    /// An error that names the first damaged section.
    pub fn verify(&self) -> Result<(), ContainerError> {
        let mut chunk = vec![0; CHUNK];
        for placed in &self.table {
            let mut file = self.seek_to(placed)?;
            let mut crc = crc32fast::Hasher::new();
            let mut left = placed.entry.stored;
            while left > 0 {
                let take = left.min(CHUNK as u64) as usize;
                file.read_exact(&mut chunk[..take]).map_err(|error| self.not_read(placed, error))?;
                crc.update(&chunk[..take]);
                left -= take as u64;
            }
            self.check_crc(placed, crc.finalize())?;
        }
        Ok(())
    }

    /// Reads a section directly into its vector. A compressed section may take [`DEFAULT_INFLATED_LIMIT`] bytes.
    ///
    /// # Errors
    ///
    /// The section is missing, damaged, of another type, or takes more memory than there is or than the limit allows.
    pub fn section<T: Scalar>(&self, name: &str) -> Result<Vec<T>, ContainerError> {
        self.section_within(name, DEFAULT_INFLATED_LIMIT)
    }

    /// As [`Self::section`], but a compressed section may take `limit` bytes.
    pub fn section_within<T: Scalar>(&self, name: &str, limit: u64) -> Result<Vec<T>, ContainerError> {
        let placed = self.find::<T>(name)?;
        let length = placed.entry.length().unwrap_or(u64::MAX);
        if placed.entry.compression != Compression::None && length > limit {
            return Err(FileFault::OverLimit { section: name.to_owned(), length, limit }.at(&self.path));
        }
        let out_of_memory = || FileFault::OutOfMemory { section: name.to_owned(), length }.at(&self.path);
        let count = usize::try_from(placed.entry.count).map_err(|_| out_of_memory())?;
        let mut values: Vec<T> = Vec::new();
        values.try_reserve_exact(count).map_err(|_| out_of_memory())?;
        values.resize(count, T::zeroed());
        self.fill(placed, bytemuck::cast_slice_mut(&mut values))?;
        Ok(values)
    }

    /// Reads a section into a table that exists already.
    ///
    /// # Errors
    ///
    /// As [`Self::section`], and if the table has another length. After an error the content of the table is undefined.
    pub fn read_into<T: Scalar>(&self, name: &str, table: &mut [T]) -> Result<(), ContainerError> {
        let placed = self.find::<T>(name)?;
        if placed.entry.count != table.len() as u64 {
            return Err(FileFault::WrongCount {
                section: name.to_owned(),
                found: placed.entry.count,
                wanted: table.len() as u64,
            }
            .at(&self.path));
        }
        self.fill(placed, bytemuck::cast_slice_mut(table))
    }

    fn find<T: Scalar>(&self, name: &str) -> Result<&Placed, ContainerError> {
        let placed = self
            .table
            .iter()
            .find(|placed| placed.entry.name == name)
            .ok_or_else(|| FileFault::MissingSection { section: name.to_owned() }.at(&self.path))?;
        if placed.entry.element != T::ELEMENT {
            return Err(FileFault::WrongElement {
                section: name.to_owned(),
                found: placed.entry.element,
                wanted: T::ELEMENT,
            }
            .at(&self.path));
        }
        Ok(placed)
    }

    /// Fills `bytes`, whose length is that of the section in memory.
    fn fill(&self, placed: &Placed, bytes: &mut [u8]) -> Result<(), ContainerError> {
        let mut file = self.seek_to(placed)?;
        match placed.entry.compression {
            Compression::None => {
                file.read_exact(bytes).map_err(|error| self.not_read(placed, error))?;
                self.check_crc(placed, crc32fast::hash(bytes))
            }
            Compression::Deflate | Compression::Xz => {
                let stored = Summed::new((&mut *file).take(placed.entry.stored));
                let (mut stored, inflated) = inflate(&placed.entry, stored, bytes);
                io::copy(&mut stored, &mut io::sink()).map_err(|error| self.not_read(placed, error))?;
                // The checksum is checked first. Damage to the stored bytes is the likelier cause, and its
                // message is simpler.
                self.check_crc(placed, stored.crc.finalize())?;
                match inflated {
                    Ok(true) => Ok(()),
                    Ok(false) => Err(self.damaged(placed, "more data than its table says")),
                    Err(error) => Err(self.damaged(placed, error.to_string())),
                }
            }
        }
    }

    /// The file, positioned at the beginning of a section. The zeros before the section have been checked.
    fn seek_to(&self, placed: &Placed) -> Result<MutexGuard<'_, File>, ContainerError> {
        // A thread that panicked may have left another position in the file. This is harmless,
        // because every read seeks first.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let mut padding = [0; 64];
        let padding = &mut padding[..placed.padding as usize];
        file.seek(SeekFrom::Start(placed.start - placed.padding))
            .and_then(|_| file.read_exact(padding))
            .map_err(|error| self.not_read(placed, error))?;
        if padding.iter().any(|&byte| byte != 0) {
            return Err(self.damaged(placed, "the bytes before it are not zero"));
        }
        Ok(file)
    }

    fn check_crc(&self, placed: &Placed, found: u32) -> Result<(), ContainerError> {
        if placed.entry.crc == found { Ok(()) } else { Err(self.damaged(placed, "checksum mismatch")) }
    }

    fn damaged(&self, placed: &Placed, detail: impl Into<String>) -> ContainerError {
        ContainerError::section(&self.path, &placed.entry.name, detail)
    }

    fn not_read(&self, placed: &Placed, error: io::Error) -> ContainerError {
        match error.kind() {
            ErrorKind::UnexpectedEof => self.damaged(placed, "the file was cut while it was read"),
            _ => ContainerError::io(&self.path, "read it", error),
        }
    }
}

/// Fills `bytes` from a compressed section. Returns the source, not always read to its end, and true if the section
/// ends where it should.
fn inflate<R: Read>(entry: &SectionEntry, stored: R, bytes: &mut [u8]) -> (R, io::Result<bool>) {
    fn fill(decoder: &mut impl Read, bytes: &mut [u8]) -> io::Result<bool> {
        decoder.read_exact(bytes)?;
        Ok(decoder.read(&mut [0])? == 0)
    }
    if entry.compression == Compression::Xz {
        let mut decoder = XzReader::new_mem_limit(BufReader::new(stored), false, MAX_XZ_KIBIBYTES);
        let ends = fill(&mut decoder, bytes);
        let mut rest = decoder.into_inner();
        let ends = ends.and_then(|ends| Ok(ends && rest.read(&mut [0])? == 0));
        return (rest.into_inner(), ends);
    }
    let mut decoder = DeflateDecoder::new(stored);
    let ends = fill(&mut decoder, bytes).map(|ends| ends && decoder.total_in() == entry.stored);
    (decoder.into_inner(), ends)
}

/// A reader that sums the bytes it passes on.
struct Summed<R> {
    inner: R,
    crc: crc32fast::Hasher,
}

impl<R> Summed<R> {
    fn new(inner: R) -> Self {
        Self { inner, crc: crc32fast::Hasher::new() }
    }
}

impl<R: Read> Read for Summed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.crc.update(&buffer[..read]);
        Ok(read)
    }
}

fn not_opened(path: &Path, error: io::Error) -> ContainerError {
    if error.kind() != ErrorKind::NotFound {
        return ContainerError::io(path, "open it", error);
    }
    FileFault::Missing {
        hint: if previous_path(path).exists() {
            "; its previous generation, the same name with .previous after it, is there"
        } else {
            ""
        },
    }
    .at(path)
}

/// The newest generation of a file that can be read.
#[derive(Debug)]
pub struct Newest {
    /// The generation, checked to the last byte.
    pub reader: Reader,
    /// The error of the newest generation, if `reader` is the previous one. Report it to the user.
    pub instead_of: Option<ContainerError>,
}

/// Opens a file and checks all of it. If the file is missing or damaged, opens its previous generation.
///
/// # Errors
///
/// The error of the file if there is no previous generation, otherwise the errors of both. A file of another format
/// version or with another codec is refused, and the previous generation is not tried: the file is not damaged.
pub fn open_newest(path: &Path) -> Result<Newest, ContainerError> {
    let newest = match Reader::open_verified(path) {
        Ok(reader) => {
            return Ok(Newest { reader, instead_of: None });
        }
        Err(
            error @ ContainerError::File {
                fault: FileFault::UnknownVersion { .. } | FileFault::UnknownCodec { .. },
                ..
            },
        ) => {
            return Err(error);
        }
        Err(error) => error,
    };
    match Reader::open_verified(&previous_path(path)) {
        Ok(reader) => Ok(Newest { reader, instead_of: Some(newest) }),
        Err(ContainerError::File { fault: FileFault::Missing { .. }, .. }) => Err(newest),
        Err(previous) => Err(ContainerError::NoGeneration { newest: Box::new(newest), previous: Box::new(previous) }),
    }
}
