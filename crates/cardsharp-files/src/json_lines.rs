//! Append-only files of JSON Lines that survive a crash between two lines.
//!
//! Every line is one JSON object whose last member is `crc32`: the CRC-32 of the bytes before it, in eight hexadecimal
//! digits. Lines of older files have no checksum. Such lines are accepted up to the first line that has one.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// The bytes between an object's other members and its checksum.
const BEFORE_SUM: &[u8] = b",\"crc32\":\"";
/// The number of digits of a checksum.
const SUM_LENGTH: usize = 8;
/// The bytes after a checksum.
const AFTER_SUM: &[u8] = b"\"}";

/// A file that is open for appending lines.
#[derive(Debug)]
pub struct JsonLines {
    file: File,
    /// True if the last line has no line break, because of a crash or a full disk.
    torn: bool,
}

impl JsonLines {
    /// Appends at the end of `file`, which must be open for reading and appending.
    ///
    /// # Errors
    ///
    /// The end of the file cannot be read.
    pub fn at_end_of(mut file: File) -> io::Result<JsonLines> {
        let torn = ends_torn(&mut file)?;
        Ok(JsonLines { file, torn })
    }

    /// Appends one line for each value and hands all of them to the operating system at once. Each value must
    /// serialize to an object. An unfinished line before them is ended first, so that only that line is lost.
    ///
    /// # Errors
    ///
    /// The lines could not be written, or only some of them. The next append ends a line that was left unfinished.
    pub fn append<'v, T: Serialize + 'v>(&mut self, values: impl IntoIterator<Item = &'v T>) -> io::Result<()> {
        let mut bytes = Vec::new();
        if self.torn {
            bytes.push(b'\n');
        }
        for value in values {
            bytes.append(&mut line_of(value)?);
            bytes.push(b'\n');
        }
        self.torn = true;
        self.file.write_all(&bytes)?;
        self.torn = false;
        self.file.flush()
    }
}

/// A line that is skipped.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line} is left out: {fault}")]
pub struct BadLine {
    /// The line's number, from 1.
    pub line: usize,
    /// The fault of the line.
    pub fault: LineFault,
}

/// The fault of a line that is skipped.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LineFault {
    /// The line has no line break: the process was killed while writing it, or the disk was full.
    #[error("it is torn")]
    Torn,
    /// The checksum does not match the bytes, or is missing although an earlier line has one.
    #[error("it was torn by a crash or changed since it was written, for its checksum does not fit")]
    Changed,
    /// The line is intact but holds no value of the expected type.
    #[error("it cannot be read ({0})")]
    Unreadable(String),
}

/// Reads the lines of `source` from its start. Each line goes to `visit` with its number, from 1. Empty lines
/// are skipped.
///
/// # Errors
///
/// The source cannot be read.
pub fn read<T: DeserializeOwned>(
    source: impl Read,
    mut visit: impl FnMut(usize, Result<T, BadLine>),
) -> io::Result<()> {
    read_lines(source, |number, _, line| visit(number, line))
}

/// Reads the lines of `source` as [`read`] does. Each line goes to `visit` with the offset of its first byte.
///
/// # Errors
///
/// The source cannot be read.
pub fn read_at<T: DeserializeOwned>(
    source: impl Read,
    mut visit: impl FnMut(u64, Result<T, BadLine>),
) -> io::Result<()> {
    read_lines(source, |_, offset, line| visit(offset, line))
}

fn read_lines<T: DeserializeOwned>(
    source: impl Read,
    mut visit: impl FnMut(usize, u64, Result<T, BadLine>),
) -> io::Result<()> {
    let mut checksums = Checksums::default();
    for line in RawLines::after(source, 0, 0) {
        let RawLine { number, offset, mut bytes, torn } = line?;
        let line = checksums.parse(&mut bytes, torn);
        let line = line.map_err(|fault| BadLine { line: number, fault });
        visit(number, offset, line);
    }
    Ok(())
}

/// A line that is not empty, as it is in the file.
#[derive(Clone, Debug)]
pub(crate) struct RawLine {
    /// Its number, from 1.
    pub(crate) number: usize,
    /// The offset of its first byte.
    pub(crate) offset: u64,
    /// Its bytes, without white space at the end.
    pub(crate) bytes: Vec<u8>,
    /// True if it has no line break.
    pub(crate) torn: bool,
}

/// The lines of a source that are not empty.
#[derive(Debug)]
pub(crate) struct RawLines<R> {
    reader: BufReader<R>,
    number: usize,
    offset: u64,
}

impl<R: Read> RawLines<R> {
    /// The lines of a source that comes after this number of lines and bytes.
    pub(crate) fn after(source: R, number: usize, offset: u64) -> RawLines<R> {
        RawLines { reader: BufReader::new(source), number, offset }
    }

    /// The offset of the next line.
    #[cfg(feature = "store")]
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }
}

impl<R: Read> Iterator for RawLines<R> {
    type Item = io::Result<RawLine>;

    fn next(&mut self) -> Option<io::Result<RawLine>> {
        loop {
            let mut bytes = Vec::new();
            match self.reader.read_until(b'\n', &mut bytes) {
                Ok(0) => return None,
                Ok(_) => {}
                Err(error) => return Some(Err(error)),
            }
            let (number, offset) = (self.number + 1, self.offset);
            self.number = number;
            self.offset += bytes.len() as u64;
            let torn = !bytes.ends_with(b"\n");
            bytes.truncate(bytes.trim_ascii_end().len());
            if !bytes.is_empty() {
                return Some(Ok(RawLine { number, offset, bytes, torn }));
            }
        }
    }
}

/// Checks the checksums of successive lines.
#[derive(Debug, Default)]
pub(crate) struct Checksums {
    /// True if an earlier line had a checksum.
    summed: bool,
}

impl Checksums {
    /// Checks lines after others. `summed` is true if one of these had a checksum.
    #[cfg(feature = "store")]
    pub(crate) fn after(summed: bool) -> Checksums {
        Checksums { summed }
    }

    /// Parses the next line, and removes its checksum.
    pub(crate) fn parse<T: DeserializeOwned>(&mut self, line: &mut Vec<u8>, torn: bool) -> Result<T, LineFault> {
        match take_sum(line) {
            Sum::Right => self.summed = true,
            Sum::Wrong if !torn => return Err(LineFault::Changed),
            Sum::Missing if self.summed && !torn => return Err(LineFault::Changed),
            Sum::Wrong => return Err(LineFault::Torn),
            Sum::Missing if self.summed => return Err(LineFault::Torn),
            Sum::Missing => {}
        }
        serde_json::from_slice(line)
            .map_err(|error| if torn { LineFault::Torn } else { LineFault::Unreadable(error.to_string()) })
    }
}

/// The line of a value, which must serialize to an object, with its checksum and without a line break.
pub(crate) fn line_of(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    close_with_sum(&mut line)?;
    Ok(line)
}

/// Adds the checksum as the last member of the object in `line`.
fn close_with_sum(line: &mut Vec<u8>) -> io::Result<()> {
    if !line.starts_with(b"{\"") || line.pop() != Some(b'}') {
        let what = "only objects with members are kept as lines";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    }
    let sum = crc32fast::hash(line);
    line.extend_from_slice(BEFORE_SUM);
    write!(line, "{sum:08x}")?;
    line.extend_from_slice(AFTER_SUM);
    Ok(())
}

/// The state of a line's checksum.
enum Sum {
    Right,
    Wrong,
    Missing,
}

/// Removes the checksum from the end of an object.
fn take_sum(line: &mut Vec<u8>) -> Sum {
    let length = BEFORE_SUM.len() + SUM_LENGTH + AFTER_SUM.len();
    let Some(begin) = line.len().checked_sub(length) else {
        return Sum::Missing;
    };
    let (content, end) = line.split_at(begin);
    let (before, end) = end.split_at(BEFORE_SUM.len());
    let (sum, after) = end.split_at(SUM_LENGTH);
    let fits =
        before == BEFORE_SUM && after == AFTER_SUM && sum == format!("{:08x}", crc32fast::hash(content)).as_bytes();
    // A line with a damaged checksum still counts as one that had a checksum.
    let like = |found: &[u8], wanted: &[u8]| {
        let pairs = found.iter().zip(wanted);
        pairs.filter(|(found, wanted)| found == wanted).count()
    };
    let had_one = 2 * like(before, BEFORE_SUM) > BEFORE_SUM.len();
    match (fits, had_one) {
        (true, _) => {
            line.truncate(begin);
            line.push(b'}');
            Sum::Right
        }
        (false, true) => Sum::Wrong,
        (false, false) => Sum::Missing,
    }
}

fn ends_torn(file: &mut File) -> io::Result<bool> {
    if file.seek(SeekFrom::End(0))? == 0 {
        return Ok(false);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

#[cfg(test)]
#[path = "../tests/unit/json_lines.rs"]
mod tests;
