//! The table as Parquet, with the columns of the CSV. Rows are held in memory by the group.

use std::fs::File;
use std::io::{self, Write as _};
use std::sync::Arc;

use parquet::basic::{Compression, GzipLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::selected::{Selected, Written, buffered, print};
use crate::{NONE, PartKind};

/// The actions of a row group.
const GROUP: usize = 1 << 19;

/// Writes a record for each action of each row.
pub(super) fn write(file: &mut File, rows: &Selected<'_>) -> io::Result<Written> {
    let schema = parse_message_type(&schema(rows)).map_err(io::Error::other)?;
    let gzip = GzipLevel::try_new(1).map_err(io::Error::other)?;
    let properties = WriterProperties::builder().set_compression(Compression::GZIP(gzip));
    let properties = Arc::new(properties.build());
    let mut out = buffered(file);
    let writer = SerializedFileWriter::new(&mut out, Arc::new(schema), properties);
    let mut writer = writer.map_err(cause)?;
    let mut group = Group::new(rows);
    let written = rows.for_each(|row, shares, visited| {
        for (&action, &share) in row.actions.iter().zip(shares) {
            group.numbers.push(row.number as i64);
            for (values, &value) in group.parts.iter_mut().zip(row.parts) {
                values.push(value);
            }
            group.actions.push(i64::from(action));
            group.shares.push(share);
            group.visited.push(visited);
        }
        if group.numbers.len() >= GROUP {
            group.write(writer.next_row_group().map_err(cause)?)
        } else {
            Ok(())
        }
    })?;
    if !group.numbers.is_empty() {
        group.write(writer.next_row_group().map_err(cause)?)?;
    }
    writer.close().map_err(cause)?;
    out.flush()?;
    Ok(written)
}

fn schema(rows: &Selected<'_>) -> String {
    let column = |part: &crate::Part| match part.kind {
        PartKind::Number => format!("OPTIONAL INT64 {};", part.name),
        _ => format!("OPTIONAL BYTE_ARRAY {} (STRING);", part.name),
    };
    let parts: String = rows.rows.parts().iter().map(column).collect();
    format!(
        "message policy {{ REQUIRED INT64 {} (INTEGER(64,false)); {parts} REQUIRED BYTE_ARRAY action (STRING); \
         REQUIRED DOUBLE probability; REQUIRED BOOLEAN visited; }}",
        rows.number_name()
    )
}

/// The error of the system, if there is one below.
fn cause(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(inner) => *inner,
            Err(inner) => io::Error::other(inner),
        },
        error => io::Error::other(error),
    }
}

/// The records of a row group, column by column.
struct Group<'a> {
    rows: &'a Selected<'a>,
    /// The names of the labels of each part, and of the actions at the end.
    labels: Vec<Vec<ByteArray>>,
    numbers: Vec<i64>,
    parts: Vec<Vec<i64>>,
    actions: Vec<i64>,
    shares: Vec<f64>,
    visited: Vec<bool>,
}

impl<'a> Group<'a> {
    fn new(rows: &'a Selected<'a>) -> Group<'a> {
        let texts = |texts: &[String]| texts.iter().map(|text| text.as_str().into()).collect();
        let parts = rows.rows.parts();
        let of = |kind: &PartKind| match kind {
            PartKind::Label(labels) => texts(labels),
            _ => Vec::new(),
        };
        let labels = parts.iter().map(|part| of(&part.kind));
        Group {
            labels: labels.chain([texts(rows.rows.actions())]).collect(),
            parts: vec![Vec::new(); parts.len()],
            rows,
            numbers: Vec::new(),
            actions: Vec::new(),
            shares: Vec::new(),
            visited: Vec::new(),
        }
    }

    /// Writes the records, and forgets them.
    fn write<W: io::Write + Send>(&mut self, mut group: SerializedRowGroupWriter<'_, W>) -> io::Result<()> {
        column::<Int64Type, W>(&mut group, &self.numbers, None)?;
        let parts = self.rows.rows.parts().iter();
        for ((part, values), labels) in parts.zip(&self.parts).zip(&self.labels) {
            let there: Vec<i16> = values.iter().map(|&value| i16::from(value > NONE)).collect();
            let known = values.iter().filter(|&&value| value > NONE);
            match &part.kind {
                PartKind::Number => {
                    let known: Vec<i64> = known.copied().collect();
                    column::<Int64Type, W>(&mut group, &known, Some(&there))?;
                }
                PartKind::Label(_) => {
                    let known: Vec<_> = known.map(|&it| labels[it as usize].clone()).collect();
                    column::<ByteArrayType, W>(&mut group, &known, Some(&there))?;
                }
                PartKind::Packed(_) => {
                    let mut text = String::new();
                    let known = known.map(|&value| {
                        print(&part.kind, value, &mut text);
                        ByteArray::from(text.as_str())
                    });
                    column::<ByteArrayType, W>(&mut group, &known.collect::<Vec<_>>(), Some(&there))?;
                }
            }
        }
        let names = self.labels.last().map_or(&[][..], |names| names);
        let actions = self.actions.iter().map(|&action| names[action as usize].clone());
        column::<ByteArrayType, W>(&mut group, &actions.collect::<Vec<_>>(), None)?;
        column::<DoubleType, W>(&mut group, &self.shares, None)?;
        column::<BoolType, W>(&mut group, &self.visited, None)?;
        group.close().map_err(cause)?;
        self.numbers.clear();
        self.parts.iter_mut().for_each(Vec::clear);
        self.actions.clear();
        self.shares.clear();
        self.visited.clear();
        Ok(())
    }
}

/// Writes the next column of a row group.
fn column<T: DataType, W: io::Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    there: Option<&[i16]>,
) -> io::Result<()> {
    let missing = || io::Error::other("the columns of a row group are not those of its schema");
    let mut column = group.next_column().map_err(cause)?.ok_or_else(missing)?;
    column.typed::<T>().write_batch(values, there, None).map_err(cause)?;
    column.close().map_err(cause)
}
