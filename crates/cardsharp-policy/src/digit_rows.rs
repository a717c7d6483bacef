//! Rows whose numbers have digits: each kind of decision is a block, and each part of an information set is a
//! digit of the row's number in its block.

use std::ops::Range;

use super::rows::{NONE, Part, PolicyRows, Row, SEGMENT, Unvisited, Weights, segment_range};
use super::table::StrategyTable;

/// Returns the actions of a row from its digits, as indices of [`PolicyRows::actions`].
pub type ActionsOf = fn(&[i64], &mut Vec<u32>);

/// A block of rows of one kind of decision.
pub struct DigitBlock {
    /// The kind, as an index of the labels of the first part.
    pub decision: i64,
    /// The first cell of the block.
    pub first: u64,
    /// The cells of a row.
    pub width: u64,
    /// The digits, the most significant first: the part of each, and the number of its values.
    pub digits: Vec<(usize, u64)>,
    /// The actions of a row.
    pub actions: ActionsOf,
}

/// The numbering of rows in blocks of digits.
pub struct DigitLayout {
    /// The parts. The first one is the kind of decision.
    pub parts: Vec<Part>,
    /// The names of the actions.
    pub actions: Vec<String>,
    /// The blocks in the order of their cells.
    pub blocks: Vec<DigitBlock>,
}

/// The rows of a policy in blocks of digits.
pub struct DigitRows {
    /// The strategy, in which every row is stored.
    pub table: StrategyTable,
    /// The numbering of its rows.
    pub layout: DigitLayout,
    /// The play at a row that was never visited.
    pub unvisited: Unvisited,
}

impl PolicyRows for DigitRows {
    fn parts(&self) -> &[Part] {
        &self.layout.parts
    }

    fn actions(&self) -> &[String] {
        &self.layout.actions
    }

    fn weights(&self) -> Weights<'_> {
        self.table.weights()
    }

    fn unvisited(&self) -> Unvisited {
        self.unvisited
    }

    fn segments(&self) -> usize {
        self.layout.blocks.iter().map(DigitBlock::segments).sum()
    }

    fn for_each_of(&self, mut segment: usize, each: &mut dyn FnMut(&Row<'_>)) {
        for block in &self.layout.blocks {
            if let Some(beyond) = segment.checked_sub(block.segments()) {
                segment = beyond;
                continue;
            }
            let numbers = segment_range(segment, block.rows() as usize);
            return block.for_each(numbers, self.layout.parts.len(), each);
        }
    }
}

impl DigitBlock {
    /// The number of rows.
    pub fn rows(&self) -> u64 {
        self.digits.iter().map(|&(_, of)| of).product()
    }

    fn segments(&self) -> usize {
        (self.rows() as usize).div_ceil(SEGMENT)
    }

    fn for_each(&self, numbers: Range<usize>, parts: usize, each: &mut dyn FnMut(&Row<'_>)) {
        let (mut values, mut actions) = (vec![NONE; parts], Vec::new());
        let mut digits = vec![0; self.digits.len()];
        values[0] = self.decision;
        for number in numbers.start as u64..numbers.end as u64 {
            let mut left = number;
            for (&(part, of), digit) in self.digits.iter().zip(&mut digits).rev() {
                *digit = (left % of) as i64;
                values[part] = *digit;
                left /= of;
            }
            actions.clear();
            (self.actions)(&digits, &mut actions);
            let first = self.first + number * self.width;
            if actions.len() > 1 {
                each(&Row { number: first, first: first as usize, parts: &values, actions: &actions });
            }
        }
    }
}

/// The names of the buckets between rising `edges`. A bucket contains its upper edge and not its lower one.
pub fn bucket_names(edges: &[f64]) -> Vec<String> {
    let from = edges.iter().map(|edge| format!("{edge}<")).rev();
    let from: Vec<String> = from.chain([String::new()]).collect();
    let to = edges.iter().map(|edge| format!("<={edge}"));
    let to: Vec<String> = to.chain([String::new()]).collect();
    let from = from.into_iter().rev();
    from.zip(to).map(|(from, to)| format!("{from}x{to}")).collect()
}

#[cfg(test)]
#[path = "../tests/unit/digit_rows.rs"]
mod tests;
