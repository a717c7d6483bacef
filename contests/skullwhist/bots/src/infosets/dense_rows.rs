//! Rows that are numbered in advance, block by block.

use cardsharp_solvers::sampled::RowKey;

/// A number with an upper limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digit {
    /// The number.
    pub(super) value: u64,
    /// The limit, which is greater than the number.
    pub(super) of: u64,
}

impl Digit {
    /// The digit of a truth value.
    pub(super) fn flag(value: bool) -> Digit {
        Digit { value: u64::from(value), of: 2 }
    }

    /// The digit of a number; all numbers from `of - 1` on are equal.
    pub(super) fn up_to(value: u64, of: u64) -> Digit {
        Digit { value: value.min(of - 1), of }
    }

    /// The number of limits, in rising order, that `value` exceeds.
    pub(super) fn passed(value: f64, limits: &[f64]) -> Digit {
        Digit { value: limits.iter().filter(|&&limit| value > limit).count() as u64, of: limits.len() as u64 + 1 }
    }
}

/// Rows of one kind, with the same digits. `first` is the first cell, and each row has `width` cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    first: u64,
    rows: u64,
    width: u64,
}

impl Block {
    /// Rows of `width` cells after another block. Their digits' sizes have the product `rows`.
    pub(super) fn after(before: Option<Block>, rows: u64, width: u64) -> Block {
        Block { first: before.map_or(0, Block::end), rows, width }
    }

    /// The first cell.
    pub(super) fn first(self) -> u64 {
        self.first
    }

    /// The cells of a row.
    pub(super) fn width(self) -> u64 {
        self.width
    }

    /// The cell after the last.
    pub(super) fn end(self) -> u64 {
        self.first + self.rows * self.width
    }

    /// The row with these digits. Digits with more rows than the block would give a row of another block.
    pub(super) fn row(self, digits: &[Digit]) -> RowKey {
        let append = |row: u64, digit: &Digit| row * digit.of + digit.value;
        let row = digits.iter().fold(0, append);
        debug_assert_eq!(digits.iter().map(|digit| digit.of).product::<u64>(), self.rows);
        RowKey(self.first + row * self.width)
    }

    /// Calls `each` with the first cell of every row and its width.
    pub(super) fn for_each_row(self, each: &mut dyn FnMut(u64, usize)) {
        for row in 0..self.rows {
            each(self.first + row * self.width, self.width as usize);
        }
    }
}
