//! The replies in the last trick but one after an accepted challenge, all at once: the last cards are
//! forced, so that every reply has a closed form.
//!
//! Let c be the copies of each rank that nobody has shown before the reply, w the other's range over the last cards,
//! and W the product of both. A reply with rank f takes a copy, so that W falls by w at f. An own last card l then
//! meets what it would meet without the reply, less w at f: as a higher card if l is below f, as an equal card or as a
//! lower one. So the values after all replies of one outcome differ from one vector in a single term.
//!
//! Most hands need no choice: a reply can be worth at least as much as the other one whatever the
//! leader's last card is ([`FreeReplies`]).
//!
//! Rows of cells, one for each last card, are read and written with all lanes (`lanes`). Those past the
//! last rank belong to the next row. They have no copies, so what is read there counts for nothing, and
//! rows are written from the first to the last.

use std::ops::Range;

use cardsharp_solvers::range::LANES;

use super::lanes::{below, lanes, total, write};

/// The number of cells of all replies.
pub(super) const CELLS: usize = LANES * LANES;

/// The replies that are left to the follower, after one card led and with one number of tricks, once
/// dominated ones are gone. A hand with a choice has two cells: to reply with its lower card, and then
/// those to reply with its higher card.
#[derive(Debug, Default)]
pub(super) struct FreeReplies {
    /// The hand of each cell.
    pub(super) moved: Vec<u16>,
    /// One half for a hand with a choice, 0 for another.
    pub(super) uniform: Vec<f32>,
    /// The index of each cell among the replies of all hands.
    cells: Vec<u16>,
    /// The hands without a choice, each with the index of its reply.
    fixed: Vec<(u16, u16)>,
}

impl FreeReplies {
    /// `hands` has the number of each hand by its reply and the card left. `outcomes` are those of
    /// [`LastReplies`], for the follower.
    pub(super) fn new(hands: &[u16], ranks: usize, led: usize, outcomes: [[f32; 3]; 3]) -> FreeReplies {
        let mut replies = FreeReplies { uniform: vec![0.0; ranks * (ranks + 1) / 2], ..FreeReplies::default() };
        let mut higher = Vec::new();
        for (low, high) in (0..ranks).flat_map(|low| (low..ranks).map(move |high| (low, high))) {
            let with = |reply: usize, left: usize| (reply * ranks + left) as u16;
            let hand = hands[usize::from(with(low, high))];
            let [lower, upper] = [low, high].map(|reply| outcomes[class_of(reply, led)]);
            // The leader's last card is above both, equal to the higher, between them, and so on.
            let met = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)];
            let is_best =
                |compares: fn(&f32, &f32) -> bool| met.iter().all(|&(high, low)| compares(&lower[high], &upper[low]));
            if low == high || is_best(f32::ge) {
                replies.fixed.push((hand, with(low, high)));
            } else if is_best(f32::le) {
                replies.fixed.push((hand, with(high, low)));
            } else {
                replies.uniform[usize::from(hand)] = 0.5;
                replies.moved.push(hand);
                replies.cells.push(with(low, high));
                higher.push(with(high, low));
            }
        }
        replies.moved.extend_from_within(..);
        replies.cells.extend(higher);
        replies
    }

    /// Writes to `values` and `fixed` the values of the cells and of the hands without a choice, from
    /// those of all replies.
    #[inline(always)]
    pub(super) fn select(&self, all: &[f32; CELLS], [values, fixed]: [&mut [f32]; 2]) {
        for (value, &cell) in values.iter_mut().zip(&self.cells) {
            *value = all[usize::from(cell) % CELLS];
        }
        for &(hand, cell) in &self.fixed {
            fixed[usize::from(hand)] = all[usize::from(cell) % CELLS];
        }
    }

    /// The reach of all replies, from the reach of the hands and of the cells.
    #[inline(always)]
    pub(super) fn spread(&self, [reach, split]: [&[f32]; 2]) -> [f32; CELLS] {
        let mut all = [0.0; CELLS];
        for (&reach, &cell) in split.iter().zip(&self.cells) {
            all[usize::from(cell) % CELLS] = reach;
        }
        for &(hand, cell) in &self.fixed {
            all[usize::from(cell) % CELLS] = reach[usize::from(hand)];
        }
        all
    }
}

/// 0 for a lower card than the other, 1 for an equal one, 2 for a higher one.
fn class_of(card: usize, other: usize) -> usize {
    usize::from(card >= other) + usize::from(card > other)
}

/// All replies of the follower, for one player.
pub(super) struct LastReplies {
    pub(super) ranks: usize,
    /// The lane of the card led.
    pub(super) led: usize,
    /// The copies of each rank that nobody has shown before the reply.
    pub(super) copies: [f32; LANES],
    /// For a reply that is lower than the card led, equal to it or higher: the values of losing,
    /// tying or winning the last trick. They are equal if the reply decides the hand.
    pub(super) outcomes: [[f32; 3]; 3],
}

impl LastReplies {
    /// Writes the value of each of the follower's replies and last cards. `range` has the weights
    /// of the leader's last cards.
    #[inline(always)]
    pub(super) fn own(&self, range: &[f32], values: &mut [f32]) {
        match self.ranks {
            0..=8 => self.own_in::<8>(range, values),
            _ => self.own_in::<LANES>(range, values),
        }
    }

    /// Writes the value of each of the leader's last cards. `split` has the weights of the
    /// follower's replies and last cards.
    #[inline(always)]
    pub(super) fn other(&self, split: &[f32], out: &mut [f32]) {
        match self.ranks {
            0..=8 => self.other_in::<8>(split, out),
            _ => self.other_in::<LANES>(split, out),
        }
    }

    /// The replies that are lower than the card led, equal to it or higher, with their outcomes.
    #[inline(always)]
    fn classes(&self) -> [(Range<usize>, [f32; 3]); 3] {
        let [lower, equal, higher] = self.outcomes;
        let led = self.led;
        [(0..led, lower), (led..led + 1, equal), (led + 1..self.ranks, higher)]
    }

    #[inline(always)]
    fn own_in<const N: usize>(&self, range: &[f32], values: &mut [f32]) {
        let copies = lanes::<N>(&self.copies);
        let range = lanes::<N>(range);
        let mut weighted = [0.0; N];
        for lane in 0..N {
            weighted[lane] = range[lane] * copies[lane];
        }
        let lower = below(&weighted);
        let all = total(&weighted);
        for (replies, [lost, tied, won]) in self.classes() {
            // The value of an own last card, divided by its copies, if the reply took no copy.
            let mut before = [0.0; N];
            for lane in 0..N {
                let higher = all - lower[lane] - weighted[lane];
                let equal = weighted[lane] - range[lane];
                before[lane] = higher * lost + equal * tied + lower[lane] * won;
            }
            for reply in replies {
                let here = reply % N;
                let (ways, gone) = (copies[here], range[here]);
                let mut value = [0.0; N];
                for lane in 0..N {
                    let less = if lane < reply { lost } else { won };
                    value[lane] = ways * copies[lane] * (before[lane] - gone * less);
                }
                let first = reply * self.ranks;
                write(&value, &mut values[first..]);
                values[first + reply] = ways * (ways - 1.0) * (before[here] - gone * tied);
            }
        }
    }

    #[inline(always)]
    fn other_in<const N: usize>(&self, split: &[f32], out: &mut [f32]) {
        let copies = lanes::<N>(&self.copies);
        // For each reply, the value of an own card of its rank: that has a copy less.
        let mut same = [0.0; N];
        // The value of an own last card, divided by its copies, is a sum over the other's last cards:
        // some count for every own card, some for equal cards only, some for higher own cards only.
        let [mut every, mut equal, mut higher] = [[0.0; N]; 3];
        for (replies, [lost, tied, won]) in self.classes() {
            let mut range = [0.0; N];
            // The part of the range whose last card has the rank of the reply.
            let mut twice = [0.0; N];
            for reply in replies {
                let here = reply % N;
                let cells = &split[reply * self.ranks..];
                let ways = copies[here];
                let row = lanes::<N>(cells);
                let mut parts = [0.0; N];
                for lane in 0..N {
                    let reach = ways * row[lane];
                    range[lane] += reach;
                    let value = if lane < reply { won } else { lost };
                    let value = if lane == reply { 0.0 } else { value };
                    parts[lane] = reach * copies[lane] * value;
                }
                let reach = ways * cells[reply];
                twice[here] = reach;
                same[here] = total(&parts) + reach * (ways - 2.0) * tied;
            }
            for lane in 0..N {
                let weighted = range[lane] * copies[lane] - twice[lane];
                every[lane] += lost * weighted;
                equal[lane] += tied * (weighted - range[lane]) - lost * weighted;
                higher[lane] += (won - lost) * weighted;
            }
        }
        let (all, lower) = (total(&every), below(&higher));
        let mut value = [0.0; N];
        for lane in 0..N {
            value[lane] = copies[lane] * (all + equal[lane] + lower[lane]) - same[lane];
        }
        write(&value, out);
    }
}

#[cfg(test)]
#[path = "../../tests/unit/ranges/last_replies.rs"]
mod tests;
