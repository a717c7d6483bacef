//! Tables of text for people.

use std::ops::RangeBounds;

use comfy_table::{CellAlignment, Row, Table, presets};

/// A table with a header, without rows and without lines. The cells of the columns `numbers` are aligned to the right.
pub fn columns(header: impl Into<Row>, numbers: impl RangeBounds<usize>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header);
    for (index, column) in table.column_iter_mut().enumerate() {
        if numbers.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
