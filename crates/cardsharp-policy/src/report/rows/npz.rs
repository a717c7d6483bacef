//! The table as arrays of NumPy in a zip file. Each array is one pass over the rows, so that none is held in memory.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};

use zip::write::{SimpleFileOptions, ZipWriter};

use super::npy::{self, Kind};
use super::selected::{Selected, Written, buffered};
use crate::{PartKind, Row};

/// Writes the arrays `row` or `key`, `row_starts`, `actions`, `probabilities`, `visited`, one for each part, and
/// the names of labels.
pub(super) fn write(file: &mut File, rows: &Selected<'_>) -> io::Result<Written> {
    let parts = rows.rows.parts();
    let mut most = vec![0; parts.len()];
    let written = rows.for_each(|row, _, _| {
        for (most, &value) in most.iter_mut().zip(row.parts) {
            *most = value.max(*most);
        }
        Ok(())
    })?;
    let mut out = Archive { zip: ZipWriter::new(buffered(file)), rows };
    out.array(rows.number_name(), Kind::U64, written.rows, |out, row, _, _| out.write_all(&row.number.to_le_bytes()))?;
    out.starts(written)?;
    for (index, (part, &most)) in parts.iter().zip(&most).enumerate() {
        let kind = Kind::holding(most);
        out.array(part.name, kind, written.rows, |out, row, _, _| npy::signed(out, kind, row.parts[index]))?;
        if let PartKind::Label(labels) = &part.kind {
            out.names(part.name, labels)?;
        }
    }
    let actions = rows.rows.actions();
    let kind = Kind::holding(actions.len() as i64);
    out.array("actions", kind, written.actions, |out, row, _, _| {
        let mut actions = row.actions.iter();
        actions.try_for_each(|&action| npy::signed(out, kind, action.into()))
    })?;
    out.names("actions", actions)?;
    out.array("probabilities", Kind::F64, written.actions, |out, _, shares, _| {
        let mut shares = shares.iter();
        shares.try_for_each(|share| out.write_all(&share.to_le_bytes()))
    })?;
    out.array("visited", Kind::Bool, written.rows, |out, _, _, visited| out.write_all(&[u8::from(visited)]))?;
    for (name, numbers) in rows.rows.tables() {
        let out = out.begin(name)?;
        npy::header(out, Kind::Signed(8), numbers.len() as u64)?;
        numbers.iter().try_for_each(|&number| npy::signed(out, Kind::Signed(8), number))?;
    }
    out.zip.finish()?.flush()?;
    Ok(written)
}

/// The arrays of a file under way.
struct Archive<'a, W: Write + Seek> {
    zip: ZipWriter<W>,
    rows: &'a Selected<'a>,
}

impl<W: Write + Seek> Archive<'_, W> {
    fn begin(&mut self, name: &str) -> io::Result<&mut ZipWriter<W>> {
        // Arrays of large policies may exceed four gigabytes.
        let options = SimpleFileOptions::default().large_file(true).compression_level(Some(1));
        self.zip.start_file(format!("{name}.npy"), options)?;
        Ok(&mut self.zip)
    }

    /// An array of `count` numbers, to which `each` writes those of one row.
    fn array(
        &mut self,
        name: &str,
        kind: Kind,
        count: u64,
        mut each: impl FnMut(&mut dyn Write, &Row<'_>, &[f64], bool) -> io::Result<()>,
    ) -> io::Result<()> {
        let rows = self.rows;
        // Compression is slow in pieces of a few bytes.
        let mut out = BufWriter::with_capacity(1 << 16, self.begin(name)?);
        npy::header(&mut out, kind, count)?;
        rows.for_each(|row, shares, visited| each(&mut out, row, shares, visited))?;
        out.flush()
    }

    /// The index of the first action of each row, and the number of all actions.
    fn starts(&mut self, written: Written) -> io::Result<()> {
        let mut start = 0_i64;
        let kind = Kind::Signed(8);
        let rows = self.rows;
        let mut out = BufWriter::with_capacity(1 << 16, self.begin("row_starts")?);
        npy::header(&mut out, kind, written.rows + 1)?;
        npy::signed(&mut out, kind, 0)?;
        rows.for_each(|row, _, _| {
            start += row.actions.len() as i64;
            npy::signed(&mut out, kind, start)
        })?;
        out.flush()
    }

    fn names(&mut self, of: &str, names: &[String]) -> io::Result<()> {
        let mut out = BufWriter::with_capacity(1 << 16, self.begin(&format!("{of}_labels"))?);
        npy::texts(&mut out, names)?;
        out.flush()
    }
}
