//! The arrays of a compiled game.

use std::ops::Range;

use crate::game::InfosetKey;

/// The greatest number of rows of a piece.
pub(super) const PIECE_ROWS: usize = 16;
/// The greatest number of information sets in a unit.
pub(crate) const UNIT_WIDTH: usize = 64;

/// The decisions of one player in sequence form.
#[derive(Debug, Default)]
pub(crate) struct Treeplex {
    /// The number of sequences, the empty one included.
    pub(crate) sequences: usize,
    /// The key of each information set.
    pub(crate) keys: Vec<InfosetKey>,
    /// The parent sequence of each information set.
    pub(crate) parents: Vec<u32>,
    /// The units, ordered so that within a part every unit comes after those that lead to it.
    pub(crate) units: Vec<Unit>,
    /// The parts. Part 0 comes before all others; no sequence leads from one of the others to another.
    pub(crate) parts: Vec<Part>,
    /// The pieces: rows of sequences that are swept together. Piece 0 is the empty sequence alone.
    /// The pieces of a unit follow action by action. One more marks the end.
    pub(crate) pieces: Vec<Piece>,
    /// The child information sets of pieces.
    pub(crate) runs: Vec<Run>,
    /// The dense payoffs of pieces.
    pub(crate) blocks: Vec<Block>,
    /// The matrices of the blocks.
    pub(crate) matrices: Vec<f64>,
    /// The other payoffs of pieces, one by one.
    pub(crate) entries: Vec<Entry>,
    /// The other players' sequences of each entry, `players - 1` per entry.
    pub(crate) columns: Vec<u32>,
}

/// Information sets that are swept together. Their sequences are numbered action by action.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    pub(crate) first_infoset: u32,
    pub(crate) first_sequence: u32,
    pub(crate) first_piece: u32,
    /// The number of pieces of each action.
    pub(crate) pieces: u16,
    /// The number of information sets.
    pub(crate) width: u16,
    pub(crate) actions: u32,
}

impl Unit {
    /// The sequences of the unit.
    #[inline(always)]
    pub(crate) fn range(&self) -> Range<usize> {
        let first = self.first_sequence as usize;
        first..first + usize::from(self.width) * self.actions as usize
    }
}

/// A range of units, with their information sets and sequences.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    pub(crate) units: Range<usize>,
    pub(crate) infosets: Range<usize>,
    pub(crate) sequences: Range<usize>,
}

/// Consecutive sequences of one action at information sets with one public past.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) first_sequence: u32,
    pub(crate) rows: u32,
    pub(crate) first_run: u32,
    pub(crate) first_block: u32,
    pub(crate) first_entry: u32,
}

/// Information sets that are children of consecutive rows, one for each row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) infoset: u32,
    pub(crate) row: u16,
    pub(crate) rows: u16,
}

/// A dense matrix of payoffs, stored column by column, times a factor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) factor: f64,
    pub(crate) matrix: u32,
    /// The first sequence of the other player.
    pub(crate) column: u32,
    pub(crate) columns: u16,
    pub(crate) row: u16,
    pub(crate) rows: u16,
}

/// One payoff, in one row of a piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) payoff: f64,
    pub(crate) row: u32,
}

impl Treeplex {
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.keys[..])
            + size_of_val(&self.parents[..])
            + size_of_val(&self.units[..])
            + size_of_val(&self.pieces[..])
            + size_of_val(&self.runs[..])
            + size_of_val(&self.blocks[..])
            + size_of_val(&self.matrices[..])
            + size_of_val(&self.entries[..])
            + size_of_val(&self.columns[..])
    }
}

impl Unit {
    /// The sequence of an action at an information set of the unit.
    pub(crate) fn sequence(&self, infoset: usize, action: usize) -> usize {
        let row = infoset - self.first_infoset as usize;
        self.first_sequence as usize + action * usize::from(self.width) + row
    }
}

impl Treeplex {
    /// The unit of an information set.
    pub(crate) fn unit_of(&self, infoset: usize) -> &Unit {
        let after = self.units.partition_point(|unit| unit.first_infoset as usize <= infoset);
        &self.units[after - 1]
    }

    /// The number of sequences of the largest unit.
    pub(crate) fn widest_unit(&self) -> usize {
        let sizes = self.units.iter();
        let sizes = sizes.map(|unit| usize::from(unit.width) * unit.actions as usize);
        sizes.max().unwrap_or(0)
    }
}
