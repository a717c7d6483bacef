//! Regret-based pruning: the actions that a preset leaves out, and the regrets that it catches up
//! on later.
//!
//! N. Brown, T. Sandholm, "Regret-based pruning in extensive-form games", NIPS 2015. An action of
//! negative regret is not played. So nothing depends on the sequences below it until its regret is
//! positive again. The missed regrets are then computed in one go, from the sum of the other
//! player's plans in the meantime: values are linear in that sum. The paper plays a best response
//! to that sum below the action; here the strategy below it is the one that was left there.

use std::ops::Range;

use super::Pruning;
use super::learn_open::CatchUp;
use super::rule::Rule;
use super::update::Learner;
use crate::tree::{Coverage, InfosetValues, Part, Sweep, Treeplex, Unit};

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
    closed: Vec<u64>,
    /// For each information set, 1 divided by the number of its open actions; 0 if it has none.
    uniform: Vec<f64>,
    open: Chosen,
    rest: Chosen,
    /// The weight of the latest iteration, relative to the one before the first.
    weight: f64,
    /// The sum of the other player's plans, each times the weight of its iteration.
    since: Vec<f64>,
    /// The same sum of the values of open information sets.
    earned: Vec<f64>,
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

/// The open decisions of a player, or of a part.
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
    pub(super) fn open(&self) -> Open<'_> {
        Open {
            chosen: &self.open,
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

    /// Adds the other player's plan of the iteration that begins.
    pub(super) fn remember(&mut self, rule: &Rule<f64>, other: &Learner, plex: &Treeplex) {
        self.weight /= rule.discounts[1];
        let mut add = |range: Range<usize>| {
            for (sum, reach) in self.since[range.clone()]
                .iter_mut()
                .zip(&other.reach[range])
            {
                *sum += self.weight * reach;
            }
        };
        match &other.closed {
            // The reach is 0 elsewhere.
            Some(closed) => {
                add(0..1);
                for &unit in &closed.open.units {
                    add(plex.units[unit as usize].range());
                }
            }
            None => add(0..other.reach.len()),
        }
    }
}

impl Learner {
    /// Chooses the sequences to leave out. `others` is the number of the other player's sequences.
    pub(super) fn prune(&mut self, plex: &Treeplex, pruning: Pruning, others: usize) {
        let mut closed = vec![0; plex.sequences];
        let mut uniform = vec![0.0; plex.keys.len()];
        for unit in &plex.units {
            let (width, first) = (usize::from(unit.width), unit.first_infoset as usize);
            let (before, closed) = closed.split_at_mut(unit.range().start);
            let regrets = &self.regrets[unit.range()];
            let strategy = &self.strategy[unit.range()];
            for row in 0..width {
                let after = before[plex.parents[first + row] as usize] != 0;
                let actions = || (row..regrets.len()).step_by(width);
                let positive: f64 = actions().map(|action| regrets[action].max(0.0)).sum();
                let mut open = 0.0;
                for action in actions() {
                    let hopeless = regrets[action] < -pruning.below * positive;
                    if after || (hopeless && strategy[action] <= 0.0) {
                        closed[action] = u64::MAX;
                    } else {
                        open += 1.0;
                    }
                }
                uniform[first + row] = if after { 0.0 } else { 1.0 / open };
            }
        }
        self.closed = Some(Closed {
            open: Chosen::of(plex, |sequence| closed[sequence] == 0),
            rest: Chosen::of(plex, |sequence| closed[sequence] != 0),
            closed,
            uniform,
            weight: 1.0,
            since: vec![0.0; others],
            earned: vec![0.0; plex.keys.len()],
        });
    }

    /// Adds the regrets of the closed sequences since they were closed.
    pub(super) fn catch_up(
        &mut self,
        closed: &Closed,
        plex: &Treeplex,
        values: &mut [f64],
        scratch: &mut [f64],
    ) {
        let sweep = Sweep {
            plex,
            others: &[&closed.since],
        };
        let mut infosets = InfosetValues { values, first: 0 };
        let mut step = CatchUp {
            regrets: &mut self.regrets,
            strategy: &self.strategy,
            closed: &closed.closed,
            parents: &plex.parents,
            earned: &closed.earned,
            weight: closed.weight,
        };
        for (number, part) in plex.parts.iter().enumerate().rev() {
            let rest = Open {
                chosen: &closed.rest,
                part: number,
                ..closed.open()
            };
            sweep.part(part, rest, &mut infosets, scratch, &mut step);
        }
    }
}
