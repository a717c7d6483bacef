//! What a preset that prunes leaves out until it decides anew.
//!
//! N. Brown, T. Sandholm, "Regret-based pruning in extensive-form games", NIPS 2015: an action of
//! negative regret is not played, so that nothing hangs on what follows on it until the regret is
//! positive again; what was missed is made up for in one go, by the sum of the other player's plans
//! meanwhile, in which values are linear. There a best response to that sum takes the place of
//! the strategy below the action; here the strategy that was left there does.

use std::ops::Range;

use super::Pruning;
use super::learn_open::CatchUp;
use super::rule::Rule;
use super::update::Learner;
use crate::tree::{Coverage, InfosetValues, Part, Sweep, Treeplex, Unit};

/// Work of the iterations so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// Sequences (an action at an information set) whose values were worked out, making up included.
    pub sequences: u64,
    /// How many there would have been if nothing were left out.
    pub of_sequences: u64,
    /// Units (up to 64 information sets) that were swept, making up included.
    pub units: u64,
    /// How many there would have been if nothing were left out.
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

/// What is left out, and what is needed to make up for it.
#[derive(Clone, Debug)]
pub(super) struct Closed {
    /// Of each sequence: all ones if it is left out, by itself or because what leads to it is; otherwise
    /// all zeros.
    closed: Vec<u64>,
    /// Of each information set: 1 by the number of its open actions; 0 if there are none.
    uniform: Vec<f64>,
    open: Chosen,
    rest: Chosen,
    /// The weight of the latest iteration, where that of the one before the first is 1.
    weight: f64,
    /// The other player's plans times the weights of the iterations, added up.
    since: Vec<f64>,
    /// The values of information sets likewise, where they are open.
    earned: Vec<f64>,
}

/// Some pieces, and the units that have one of them.
#[derive(Clone, Debug)]
struct Chosen {
    pieces: Vec<bool>,
    /// Part by part, and where those of each part are.
    units: Vec<u32>,
    parts: Vec<Range<usize>>,
    /// Sequences of the pieces.
    sequences: u64,
}

/// What is open of a player's decisions, or of a part.
#[derive(Clone, Copy)]
pub(super) struct Open<'a> {
    chosen: &'a Chosen,
    part: usize,
    /// Of each sequence: all ones if it is closed, otherwise all zeros.
    pub(super) closed: &'a [u64],
    /// Of each information set what an open action has where all have alike.
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
    /// The pieces with a sequence that is wanted.
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

    /// What is open, and what it has earned.
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

    /// Keeps the plan that the other player has in the iteration that begins.
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
            // Elsewhere the reach is 0.
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
    /// Decides what to leave out; `others` are the sequences of the other player.
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

    /// Learns of what was left out what there would have been to learn.
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
