//! The rows that are written, for all formats.

use std::io::{self, BufWriter, Write};

use serde::Serialize;

use crate::{PartKind, PolicyRows, Row};

/// The counts of an exported table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Written {
    /// Rows: information sets with a choice.
    pub rows: u64,
    /// Rows that were visited in training.
    pub visited: u64,
    /// Actions of all rows.
    pub actions: u64,
}

/// A writer with a buffer that is large enough for a stream of short rows.
pub(super) fn buffered<W: Write>(file: W) -> BufWriter<W> {
    BufWriter::with_capacity(1 << 18, file)
}

/// The rows that are written.
pub(super) struct Selected<'a> {
    pub(super) rows: &'a dyn PolicyRows,
    pub(super) visited: bool,
}

impl Selected<'_> {
    /// Calls `each` with every row, its probabilities, and whether it was visited. After an error no more rows
    /// are passed.
    pub(super) fn for_each(
        &self,
        mut each: impl FnMut(&Row<'_>, &[f64], bool) -> io::Result<()>,
    ) -> io::Result<Written> {
        let (weights, unvisited) = (self.rows.weights(), self.rows.unvisited());
        let (mut shares, mut written) = (Vec::new(), Written::default());
        let mut outcome = Ok(());
        self.rows.for_each(&mut |row| {
            if outcome.is_err() {
                return;
            }
            let visited = weights.probabilities(row, unvisited, &mut shares);
            if self.visited && !visited {
                return;
            }
            written.rows += 1;
            written.visited += u64::from(visited);
            written.actions += row.actions.len() as u64;
            outcome = each(row, &shares, visited);
        });
        outcome.map(|()| written)
    }

    /// The name of the column with the number of a row.
    pub(super) fn number_name(&self) -> &'static str {
        if self.rows.has_keys() { "key" } else { "row" }
    }
}

/// Writes the value of a part as text; nothing if a row does not have it.
pub(super) fn print(kind: &PartKind, value: i64, out: &mut String) {
    use std::fmt::Write as _;
    out.clear();
    if value < 0 {
        return;
    }
    match kind {
        PartKind::Number => {
            // Writing to a string cannot fail.
            let _ = write!(out, "{value}");
        }
        PartKind::Label(labels) => out.push_str(labels.get(value as usize).map_or("", |it| it)),
        PartKind::Packed(print) => out.push_str(&print(value)),
    }
}
