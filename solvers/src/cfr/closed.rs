//! The sequences that pruning leaves out, and the rest.

use std::ops::Range;

use super::rule::Rule;
use crate::tree::{Coverage, Part, Treeplex, Unit};

/// The work of the iterations so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// The number of sequences (an action at an information set) whose values were computed,
    /// catching up included.
    pub sequences: u64,
    /// The same number if nothing had been left out.
    pub of_sequences: u64,
    /// The number of units (up to 64 information sets) that were swept, catching up included.
    pub units: u64,
    /// The same number if nothing had been left out.
    pub of_units: u64,
}

impl Swept {
    pub(super) fn count(&mut self, plex: &Treeplex, closed: Option<&Closed>) {
        let (units, sequences) = (plex.units.len() as u64, plex.sequences as u64 - 1);
        self.of_units += units;
        self.of_sequences += sequences;
        self.units += closed.map_or(units, |closed| closed.open.len() as u64);
        self.sequences += closed.map_or(sequences, |closed| closed.open.sequences);
    }

    pub(super) fn count_rest(&mut self, closed: &Closed) {
        self.units += closed.rest.len() as u64;
        self.sequences += closed.rest.sequences;
    }
}

/// The closed sequences, which are left out, and the sums needed to catch up on them.
#[derive(Clone, Debug)]
pub(super) struct Closed {
    /// A mask for each sequence: all ones if it is closed, by itself or because a sequence that
    /// leads to it is closed; otherwise all zeros.
    pub(super) closed: Vec<u64>,
    /// For each information set, 1 divided by the number of its open actions; 0 if it has none.
    uniform: Vec<f64>,
    open: Chosen,
    rest: Chosen,
    /// The weight of the latest iteration, relative to the one before the first.
    pub(super) weight: f64,
    /// The sum of the other player's plans, each times the weight of its iteration.
    pub(super) since: Vec<f64>,
    /// The same sum of the values of open information sets.
    pub(super) earned: Vec<f64>,
}

/// Some pieces, and the units that contain at least one of them.
#[derive(Clone, Debug)]
struct Chosen {
    pieces: Vec<bool>,
    /// The units part by part, and the range of each part.
    units: Vec<u32>,
    parts: Vec<Range<usize>>,
    /// The number of sequences of the pieces.
    sequences: u64,
}

/// Some decisions of a player, or of a part: the open ones, or the rest.
#[derive(Clone, Copy)]
pub(super) struct Open<'a> {
    chosen: &'a Chosen,
    part: usize,
    /// A mask for each sequence: all ones if it is closed, otherwise all zeros.
    pub(super) closed: &'a [u64],
    /// For each information set, the probability of an open action under uniform play.
    pub(super) uniform: &'a [f64],
    /// The weight of the iteration.
    pub(super) weight: f64,
}

impl<'a> Open<'a> {
    pub(super) fn part(self, part: usize) -> Open<'a> {
        Open { part, ..self }
    }
}

impl Coverage for Open<'_> {
    #[inline(always)]
    fn units<'p>(self, plex: &'p Treeplex, _: &Part) -> impl DoubleEndedIterator<Item = &'p Unit> {
        let range = self.chosen.parts[self.part].clone();
        let units = self.chosen.units[range].iter();
        units.map(|&unit| &plex.units[unit as usize])
    }

    #[inline(always)]
    fn has(self, piece: usize) -> bool {
        self.chosen.pieces[piece]
    }
}

impl Chosen {
    /// The pieces that contain a wanted sequence.
    fn of(plex: &Treeplex, wanted: impl Fn(usize) -> bool) -> Chosen {
        let mut chosen = Chosen {
            pieces: vec![false; plex.pieces.len()],
            units: Vec::new(),
            parts: Vec::new(),
            sequences: 0,
        };
        for part in &plex.parts {
            let begin = chosen.units.len();
            for number in part.units.clone() {
                let unit = &plex.units[number];
                let first = unit.first_piece as usize;
                let mut any = false;
                for piece in first..first + unit.actions as usize * usize::from(unit.pieces) {
                    let (sequence, rows) =
                        (plex.pieces[piece].first_sequence, plex.pieces[piece].rows);
                    if (sequence..sequence + rows).any(|sequence| wanted(sequence as usize)) {
                        chosen.pieces[piece] = true;
                        chosen.sequences += u64::from(rows);
                        any = true;
                    }
                }
                if any {
                    chosen.units.push(number as u32);
                }
            }
            chosen.parts.push(begin..chosen.units.len());
        }
        chosen
    }

    fn len(&self) -> usize {
        self.units.len()
    }
}

impl Closed {
    /// Closes the sequences of the mask `closed`. `others` is the number of the other player's
    /// sequences.
    pub(super) fn new(
        plex: &Treeplex,
        closed: Vec<u64>,
        uniform: Vec<f64>,
        others: usize,
    ) -> Closed {
        Closed {
            open: Chosen::of(plex, |sequence| closed[sequence] == 0),
            rest: Chosen::of(plex, |sequence| closed[sequence] != 0),
            closed,
            uniform,
            weight: 1.0,
            since: vec![0.0; others],
            earned: vec![0.0; plex.keys.len()],
        }
    }

    pub(super) fn open(&self) -> Open<'_> {
        self.decisions(&self.open)
    }

    /// The decisions with closed sequences.
    pub(super) fn rest(&self) -> Open<'_> {
        self.decisions(&self.rest)
    }

    fn decisions<'a>(&'a self, chosen: &'a Chosen) -> Open<'a> {
        Open {
            chosen,
            part: 0,
            closed: &self.closed,
            uniform: &self.uniform,
            weight: self.weight,
        }
    }

    /// The open decisions, and the values that they have earned.
    pub(super) fn split(&mut self) -> (Open<'_>, &mut [f64]) {
        let open = Open {
            chosen: &self.open,
            part: 0,
            closed: &self.closed,
            uniform: &self.uniform,
            weight: self.weight,
        };
        (open, &mut self.earned)
    }

    /// Adds the other player's plan of the iteration that begins. `closed` are that player's closed
    /// sequences.
    pub(super) fn remember(
        &mut self,
        rule: &Rule<f64>,
        reach: &[f64],
        closed: Option<&Closed>,
        plex: &Treeplex,
    ) {
        self.weight /= rule.discounts[1];
        let mut add = |range: Range<usize>| {
            for (sum, reach) in self.since[range.clone()].iter_mut().zip(&reach[range]) {
                *sum += self.weight * reach;
            }
        };
        match closed {
            // The reach is 0 elsewhere.
            Some(closed) => {
                add(0..1);
                for &unit in &closed.open.units {
                    add(plex.units[unit as usize].range());
                }
            }
            None => add(0..reach.len()),
        }
    }
}
