//! Tables for people.

use std::ops::RangeBounds;

use comfy_table::{CellAlignment, Row, Table, presets};

/// A table without lines that has no rows yet. What stands in the columns `numbers` is aligned to the
/// right.
pub fn columns(header: impl Into<Row>, numbers: impl RangeBounds<usize>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header);
    for (place, column) in table.column_iter_mut().enumerate() {
        if numbers.contains(&place) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
