//! The table as comma-separated values.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::selected::{Selected, Written, buffered, print};

/// Writes a line for each action of each row, compressed if the name of the file ends in `.gz`.
pub(super) fn write(path: &Path, file: &mut File, rows: &Selected<'_>) -> io::Result<Written> {
    if path.extension().is_none_or(|end| end != "gz") {
        return lines(&mut buffered(file), rows);
    }
    let mut encoder = GzEncoder::new(buffered(file), Compression::fast());
    let written = lines(&mut encoder, rows)?;
    encoder.finish()?.flush()?;
    Ok(written)
}

fn lines(out: &mut impl Write, rows: &Selected<'_>) -> io::Result<Written> {
    let mut out = csv::Writer::from_writer(out);
    let parts = rows.rows.parts();
    let names = parts.iter().map(|part| part.name);
    let columns = [rows.number_name()].into_iter().chain(names);
    out.write_record(columns.chain(["action", "probability", "visited"]))?;
    let actions = rows.rows.actions();
    let (mut fields, mut text) = (csv::ByteRecord::new(), String::new());
    let written = rows.for_each(|row, shares, visited| {
        fields.clear();
        fields.push_field(row.number.to_string().as_bytes());
        for (part, &value) in parts.iter().zip(row.parts) {
            print(&part.kind, value, &mut text);
            fields.push_field(text.as_bytes());
        }
        let begin = fields.len();
        for (&action, share) in row.actions.iter().zip(shares) {
            fields.truncate(begin);
            fields.push_field(actions[action as usize].as_bytes());
            fields.push_field(share.to_string().as_bytes());
            fields.push_field(if visited { b"1" } else { b"0" });
            out.write_byte_record(&fields)?;
        }
        Ok(())
    })?;
    out.flush()?;
    Ok(written)
}
