//! The payoffs of terminal histories, by sequences.

use std::collections::HashMap;

use super::layout::Layout;
use super::walk::Sequence;
use super::{Block, Entry, Run, Treeplex};

/// The least number of payoffs of a block. Fewer are stored one by one.
const MIN_DENSE: usize = 6;
/// A block needs at least one payoff in this many cells.
const MIN_FILLED: usize = 3;

/// One player's payoff at some terminal histories.
struct Payoff {
    piece: u32,
    row: u32,
    /// The other player's piece and sequence.
    other: (u32, u32),
    value: f64,
}

/// The terminal histories, one after the other, with one entry for each player.
pub(super) struct Leaves {
    /// The last sequence of each player.
    pub(super) sequences: Vec<Sequence>,
    /// The probability of chance times the utility of each player, as a difference from the base.
    pub(super) weighted: Vec<f64>,
}

/// Adds the children and payoffs to every treeplex.
pub(super) fn attach(layouts: Vec<Layout>, mut leaves: Leaves) -> Vec<Treeplex> {
    let players = layouts.len();
    for (index, sequence) in leaves.sequences.iter_mut().enumerate() {
        *sequence = layouts[index % players].renumbered[*sequence as usize];
    }
    let mut plexes: Vec<Treeplex> = layouts.into_iter().map(|layout| layout.plex).collect();
    let pieces: Vec<Vec<u32>> = plexes.iter().map(Treeplex::piece_of_sequence).collect();
    for player in 0..players {
        let plex = &mut plexes[player];
        plex.attach_children(&pieces[player]);
        if players == 2 {
            let payoffs = pair_payoffs(&leaves, player, &pieces);
            plex.attach_blocks(payoffs);
        } else {
            plex.attach_entries(&leaves, player, players, &pieces[player]);
        }
    }
    plexes
}

/// The payoffs of one of two players, sorted by pieces. Those of one pair of sequences are added up.
fn pair_payoffs(leaves: &Leaves, player: usize, pieces: &[Vec<u32>]) -> Vec<Payoff> {
    let ends = leaves.sequences.chunks_exact(2).zip(leaves.weighted.chunks_exact(2));
    let mut payoffs: Vec<Payoff> = ends
        .map(|(sequences, weighted)| {
            let (own, other) = (sequences[player], sequences[1 - player]);
            Payoff {
                piece: pieces[player][own as usize],
                row: own,
                other: (pieces[1 - player][other as usize], other),
                value: weighted[player],
            }
        })
        .collect();
    // The order is that of blocks, column by column. A stable sort keeps the order of every sum.
    payoffs.sort_by_key(|payoff| (payoff.piece, payoff.other, payoff.row));
    payoffs.dedup_by(|next, kept| {
        let same = (next.row, next.other) == (kept.row, kept.other);
        if same {
            kept.value += next.value;
        }
        same
    });
    payoffs
}

impl Treeplex {
    /// The payoffs of one of two players: own sequence, the other player's sequence, and the
    /// utility times the probability of chance. Each pair of sequences appears once.
    #[cfg(feature = "lp")]
    pub(crate) fn pair_payoffs(&self) -> Vec<(u32, u32, f64)> {
        let mut found = Vec::new();
        for pair in self.pieces.windows(2) {
            let first = pair[0].first_sequence;
            for number in pair[0].first_entry as usize..pair[1].first_entry as usize {
                let entry = self.entries[number];
                found.push((first + entry.row, self.columns[number], entry.payoff));
            }
            for block in &self.blocks[pair[0].first_block as usize..pair[1].first_block as usize] {
                let rows = u32::from(block.rows);
                for cell in 0..rows * u32::from(block.columns) {
                    let value = self.matrices[(block.matrix + cell) as usize];
                    if value != 0.0 {
                        let own = first + u32::from(block.row) + cell % rows;
                        found.push((own, block.column + cell / rows, block.factor * value));
                    }
                }
            }
        }
        found
    }

    fn piece_of_sequence(&self) -> Vec<u32> {
        let mut pieces = vec![0; self.sequences];
        for (number, piece) in self.pieces.iter().enumerate() {
            let first = piece.first_sequence as usize;
            pieces[first..first + piece.rows as usize].fill(number as u32);
        }
        pieces
    }

    /// Finds the child information sets of each piece.
    fn attach_children(&mut self, pieces: &[u32]) {
        let mut children: Vec<(u32, u32, u32)> = self
            .parents
            .iter()
            .enumerate()
            .map(|(infoset, &parent)| (pieces[parent as usize], infoset as u32, parent))
            .collect();
        children.sort_unstable();
        let mut rest = &children[..];
        for number in 0..self.pieces.len() {
            self.pieces[number].first_run = self.runs.len() as u32;
            let first = self.pieces[number].first_sequence;
            while let Some(&(piece, infoset, parent)) = rest.first() {
                if piece as usize != number {
                    break;
                }
                let consecutive = |&(index, child): &(usize, &(u32, u32, u32))| {
                    let step = index as u32;
                    *child == (piece, infoset + step, parent + step)
                };
                let rows = rest.iter().enumerate().take_while(consecutive).count();
                self.runs.push(Run { infoset, row: (parent - first) as u16, rows: rows as u16 });
                rest = &rest[rows..];
            }
        }
    }

    /// Stores the payoffs against one other player, sorted by pieces.
    fn attach_blocks(&mut self, payoffs: Vec<Payoff>) {
        let mut matrices = HashMap::new();
        let mut rest = &payoffs[..];
        for number in 0..self.pieces.len() {
            self.pieces[number].first_block = self.blocks.len() as u32;
            self.pieces[number].first_entry = self.entries.len() as u32;
            while let Some(next) = rest.first() {
                if next.piece as usize != number {
                    break;
                }
                let same = |payoff: &&Payoff| (payoff.piece, payoff.other.0) == (next.piece, next.other.0);
                let count = rest.iter().take_while(same).count();
                let (pair, later) = rest.split_at(count);
                self.attach_pair(pair, &mut matrices);
                rest = later;
            }
        }
    }

    /// Stores the payoffs of one piece against one piece of the other player.
    fn attach_pair(&mut self, pair: &[Payoff], matrices: &mut HashMap<Vec<u64>, u32>) {
        let piece = self.pieces[pair[0].piece as usize];
        let bounds = |of: &dyn Fn(&Payoff) -> u32| {
            let (least, most) =
                pair.iter().fold((u32::MAX, 0), |(least, most), payoff| (least.min(of(payoff)), most.max(of(payoff))));
            (least, (most - least + 1) as usize)
        };
        let (row, rows) = bounds(&|payoff| payoff.row);
        let (column, columns) = bounds(&|payoff| payoff.other.1);
        let dense = pair.len() >= MIN_DENSE && pair.len() * MIN_FILLED >= rows * columns;
        if !dense {
            for payoff in pair.iter().filter(|payoff| payoff.value != 0.0) {
                self.entries.push(Entry { payoff: payoff.value, row: payoff.row - piece.first_sequence });
                self.columns.push(payoff.other.1);
            }
            return;
        }
        let Some(factor) = pair.iter().map(|payoff| payoff.value.abs()).find(|&v| v > 0.0) else {
            return;
        };
        let mut matrix = vec![0.0; rows * columns];
        for payoff in pair {
            let index = (payoff.other.1 - column) as usize * rows + (payoff.row - row) as usize;
            matrix[index] = payoff.value / factor;
        }
        let bits = matrix.iter().map(|value: &f64| value.to_bits()).collect();
        let stored = &mut self.matrices;
        let matrix = *matrices.entry(bits).or_insert_with(|| {
            let first = stored.len() as u32;
            stored.extend(matrix);
            first
        });
        self.blocks.push(Block {
            factor,
            matrix,
            column,
            columns: columns as u16,
            row: (row - piece.first_sequence) as u16,
            rows: rows as u16,
        });
    }

    /// Stores the payoffs against any number of other players. Those of the same sequences are added up.
    fn attach_entries(&mut self, leaves: &Leaves, player: usize, players: usize, pieces: &[u32]) {
        let end = |leaf: usize| &leaves.sequences[leaf * players..(leaf + 1) * players];
        let mut order: Vec<usize> = (0..leaves.sequences.len() / players).collect();
        order.sort_by_key(|&leaf| (end(leaf)[player], end(leaf), leaf));
        let mut next = order.chunk_by(|&one, &other| end(one) == end(other)).peekable();
        for number in 0..self.pieces.len() {
            self.pieces[number].first_block = self.blocks.len() as u32;
            self.pieces[number].first_entry = self.entries.len() as u32;
            let here = |same: &&[usize]| pieces[end(same[0])[player] as usize] as usize == number;
            while let Some(same) = next.next_if(here) {
                let sequences = end(same[0]);
                let weighted = |leaf: &usize| leaves.weighted[leaf * players + player];
                self.entries.push(Entry {
                    payoff: same.iter().map(weighted).sum(),
                    row: sequences[player] - self.pieces[number].first_sequence,
                });
                let others = sequences.iter().enumerate();
                let others = others.filter(|&(other, _)| other != player);
                self.columns.extend(others.map(|(_, &sequence)| sequence));
            }
        }
    }
}
