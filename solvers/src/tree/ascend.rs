//! The sweep from the last decisions to the first, which computes counterfactual values unit by unit.

use super::{Block, PIECE_ROWS, Part, Piece, Treeplex, Unit};

/// The computation at a unit once the values of its actions are known.
pub(crate) trait Step {
    /// Receives the value of each sequence of the unit, action by action, which it may change, and writes
    /// the value of each information set to `out`.
    fn unit(&mut self, unit: &Unit, values: &mut [f64], out: &mut [f64]);
}

/// One player's decisions, swept against the others' realization plans.
#[derive(Clone, Copy)]
pub(crate) struct Sweep<'a> {
    pub(crate) plex: &'a Treeplex,
    /// The realization plans of the other players, in their order.
    pub(crate) others: &'a [&'a [f64]],
}

/// The values of information sets, from number `first` on.
pub(crate) struct InfosetValues<'a> {
    pub(crate) values: &'a mut [f64],
    pub(crate) first: usize,
}

impl Sweep<'_> {
    /// Sweeps a part. Children outside the part must have their values already. `scratch` has room
    /// for the sequences of any unit.
    ///
    /// The width of the vectors does not change the result: every sum is taken in the same order,
    /// and products are rounded before they are added.
    pub(crate) fn part<S: Step>(
        self,
        part: &Part,
        infosets: &mut InfosetValues<'_>,
        scratch: &mut [f64],
        step: &mut S,
    ) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the feature that the function needs.
            unsafe { self.part_avx2(part, infosets, scratch, step) };
            return;
        }
        self.part_on_any(part, infosets, scratch, step);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn part_avx2<S: Step>(self, part: &Part, infosets: &mut InfosetValues<'_>, scratch: &mut [f64], step: &mut S) {
        self.part_on_any(part, infosets, scratch, step);
    }

    #[inline(always)]
    fn part_on_any<S: Step>(self, part: &Part, infosets: &mut InfosetValues<'_>, scratch: &mut [f64], step: &mut S) {
        for unit in self.plex.units[part.units.clone()].iter().rev() {
            let (width, actions) = (usize::from(unit.width), unit.actions as usize);
            let values = &mut scratch[..width * actions];
            values.fill(0.0);
            let first = unit.first_piece as usize;
            let pieces = actions * usize::from(unit.pieces);
            let mut left = &mut values[..];
            for pair in self.plex.pieces[first..=first + pieces].windows(2) {
                let (rows, later) = left.split_at_mut(pair[0].rows as usize);
                self.children([&pair[0], &pair[1]], infosets, rows);
                self.payoffs([&pair[0], &pair[1]], rows);
                left = later;
            }
            let index = unit.first_infoset as usize - infosets.first;
            let out = &mut infosets.values[index..index + width];
            step.unit(unit, values, out);
        }
    }

    /// The value of the game to the player, once all parts have been swept.
    pub(crate) fn root(self, infosets: &InfosetValues<'_>) -> f64 {
        let mut row = [0.0];
        let pieces = [&self.plex.pieces[0], &self.plex.pieces[1]];
        self.children(pieces, infosets, &mut row);
        self.payoffs(pieces, &mut row);
        row[0]
    }

    /// The expected utility of the player with the realization plan `own`, times the plan's weight
    /// at the empty sequence.
    pub(crate) fn expected(self, own: &[f64]) -> f64 {
        let mut value = 0.0;
        self.for_each_piece(|first, rows| {
            value += rows.iter().zip(&own[first..]).map(|(row, own)| row * own).sum::<f64>();
        });
        value
    }

    /// Calls `each` with the first sequence of every piece, and with what the ends right after its sequences pay to the player
    /// who plays them.
    #[inline(always)]
    pub(crate) fn for_each_piece(self, mut each: impl FnMut(usize, &[f64])) {
        let mut rows = [0.0; PIECE_ROWS];
        for pair in self.plex.pieces.windows(2) {
            let rows = &mut rows[..pair[0].rows as usize];
            rows.fill(0.0);
            self.payoffs([&pair[0], &pair[1]], rows);
            each(pair[0].first_sequence as usize, rows);
        }
    }

    #[inline(always)]
    fn children(self, [piece, next]: [&Piece; 2], infosets: &InfosetValues<'_>, rows: &mut [f64]) {
        let runs = piece.first_run as usize..next.first_run as usize;
        for run in &self.plex.runs[runs] {
            let first = run.infoset as usize - infosets.first;
            let values = &infosets.values[first..first + usize::from(run.rows)];
            let row = usize::from(run.row);
            for (row, value) in rows[row..].iter_mut().zip(values) {
                *row += value;
            }
        }
    }

    #[inline(always)]
    fn payoffs(self, [piece, next]: [&Piece; 2], rows: &mut [f64]) {
        let blocks = piece.first_block as usize..next.first_block as usize;
        for block in &self.plex.blocks[blocks] {
            self.block(block, rows);
        }
        let entries = piece.first_entry as usize..next.first_entry as usize;
        let others = self.others.len();
        if others == 1 {
            let columns = &self.plex.columns[entries.clone()];
            for (entry, &column) in self.plex.entries[entries].iter().zip(columns) {
                rows[entry.row as usize] += entry.payoff * self.others[0][column as usize];
            }
            return;
        }
        for number in entries {
            let entry = self.plex.entries[number];
            let columns = &self.plex.columns[number * others..(number + 1) * others];
            let plans = columns.iter().zip(self.others);
            let reach = plans.fold(1.0, |reach, (&column, plan)| reach * plan[column as usize]);
            rows[entry.row as usize] += entry.payoff * reach;
        }
    }

    #[inline(always)]
    fn block(self, block: &Block, rows: &mut [f64]) {
        let (height, columns) = (usize::from(block.rows), usize::from(block.columns));
        let first = block.matrix as usize;
        let matrix = &self.plex.matrices[first..first + height * columns];
        let column = block.column as usize;
        let plan = &self.others[0][column..column + columns];
        let row = usize::from(block.row);
        let rows = &mut rows[row..row + height];
        // A fixed height keeps the sums in registers.
        match height {
            1 => multiply::<1>(matrix, plan, block.factor, rows),
            2 => multiply::<2>(matrix, plan, block.factor, rows),
            3 => multiply::<3>(matrix, plan, block.factor, rows),
            4 => multiply::<4>(matrix, plan, block.factor, rows),
            5 => multiply::<5>(matrix, plan, block.factor, rows),
            6 => multiply::<6>(matrix, plan, block.factor, rows),
            7 => multiply::<7>(matrix, plan, block.factor, rows),
            8 => multiply::<8>(matrix, plan, block.factor, rows),
            9 => multiply::<9>(matrix, plan, block.factor, rows),
            10 => multiply::<10>(matrix, plan, block.factor, rows),
            11 => multiply::<11>(matrix, plan, block.factor, rows),
            12 => multiply::<12>(matrix, plan, block.factor, rows),
            13 => multiply::<13>(matrix, plan, block.factor, rows),
            14 => multiply::<14>(matrix, plan, block.factor, rows),
            15 => multiply::<15>(matrix, plan, block.factor, rows),
            _ => multiply::<16>(matrix, plan, block.factor, rows),
        }
    }
}

/// Adds the product of the matrix, the plan and the factor. The matrix has `R` rows and is stored column by column.
#[inline(always)]
fn multiply<const R: usize>(matrix: &[f64], plan: &[f64], factor: f64, rows: &mut [f64]) {
    let mut sums = [0.0; R];
    for (column, reach) in matrix.as_chunks::<R>().0.iter().zip(plan) {
        for (sum, payoff) in sums.iter_mut().zip(column) {
            *sum += payoff * reach;
        }
    }
    for (row, sum) in rows.iter_mut().zip(sums) {
        *row += factor * sum;
    }
}
