//! The weights with which two ranges meet where a hand ends before its last card.

use super::lanes::{lanes, total, write};
use crate::infosets::{HandId, HandSpace};
use cardsharp_challenge_game::rules::{Cards, Rank};

/// The decomposition of each hand into smaller ones.
///
/// Let c be the unseen copies of each rank, and (c)_a = c!/(c-a)!, as a product over all ranks. Two
/// hands a and b meet with the weight (c)_(a+b) = (c)_b (c-b)_a. The ways to choose a from the
/// cards that b leaves follow by inclusion and exclusion over the shared cards J: (c-b)_a = (c)_a
/// sum_J (-1)^|J| C(a,J) C(b,J) / C(c,J), with J over the hands contained in a. The sums M_J of
/// (c)_b C(b,J) w_b over the other's range, one for every J, therefore serve all hands a.
#[derive(Debug)]
pub(super) struct Couplings {
    /// For each hand: the hand without its highest card, the rank of that card (0 for the empty
    /// hand), and the number of cards of that rank that are left.
    built: Vec<(u16, u8, u8)>,
    /// The index of the first part of each hand, and the end.
    first: Vec<u32>,
    /// The hands contained in each hand, with the empty one and the hand itself, and C(hand, part).
    parts: Vec<(u16, f32)>,
    /// By number of cards: the number of hands with fewer cards.
    smaller: Vec<usize>,
}

impl Couplings {
    pub(super) fn new(space: &HandSpace) -> Couplings {
        let mut couplings =
            Couplings { built: Vec::with_capacity(space.len()), first: vec![0], parts: Vec::new(), smaller: vec![0] };
        for size in 0..=usize::from(space.rules().hand_size()) {
            for hand in space.of_size(size) {
                couplings.built.push(match space.distinct(hand).last() {
                    None => (0, 0, 0),
                    Some(&rank) => {
                        let left = space.without(hand, rank);
                        (left.index() as u16, rank, count(space.cards(left), rank))
                    }
                });
                couplings.add_parts(space, hand);
            }
            couplings.smaller.push(couplings.built.len());
        }
        couplings
    }

    fn add_parts(&mut self, space: &HandSpace, hand: HandId) {
        let cards = space.cards(hand);
        let mut parts = vec![(HandId::EMPTY, 1.0)];
        for rank in cards.distinct() {
            let held = cards.count(rank);
            let before = std::mem::take(&mut parts);
            for (part, ways) in before {
                let mut part = part;
                let mut ways = ways;
                parts.push((part, ways));
                for taken in 1..=held {
                    part = space.with(part, rank.value());
                    ways *= f64::from(held + 1 - taken) / f64::from(taken);
                    parts.push((part, ways));
                }
            }
        }
        let parts = parts.into_iter();
        self.parts.extend(parts.map(|(part, ways)| (part.index() as u16, ways as f32)));
        self.first.push(self.parts.len() as u32);
    }

    /// The length of scratch space that [`Couplings::meet`] needs for hands of up to `size` cards.
    pub(super) fn scratch(&self, size: usize) -> usize {
        3 * self.smaller[size + 1]
    }

    /// The number of ranks: that of hands of one card.
    fn ranks(&self) -> usize {
        self.smaller[2] - self.smaller[1]
    }

    fn parts(&self, hand: usize) -> &[(u16, f32)] {
        &self.parts[self.first[hand] as usize..self.first[hand + 1] as usize]
    }

    /// For each hand of `size` cards, writes the ways to draw its cards in order from the `left` ones.
    /// `scratch` is as long as for [`Couplings::meet`].
    pub(super) fn draws(&self, left: Cards, size: usize, out: &mut [f32], scratch: &mut [f32]) {
        let count = self.smaller[size + 1];
        let (falling, choose) = scratch.split_at_mut(count);
        self.powers(left, falling, &mut choose[..count]);
        out.copy_from_slice(&falling[self.smaller[size]..]);
    }

    /// For each hand of `own` cards, writes the sum over the hands of `others` cards of their weight times the weight
    /// of the meeting, all times `value`. `range` has the weights of the others' hands, and `left` the unseen copies.
    #[inline(always)]
    pub(super) fn meet(
        &self,
        left: Cards,
        [own, others]: [usize; 2],
        range: &[f32],
        value: f32,
        out: &mut [f32],
        scratch: &mut [f32],
    ) {
        match [own, others] {
            [1, 1] => return one_card_each(left, range, value, out),
            [2, 1] if self.ranks() <= 8 => return two_cards_own::<8>(left, range, value, out),
            [2, 1] => return two_cards_own::<16>(left, range, value, out),
            [1, 2] if self.ranks() <= 8 => return two_cards_other::<8>(left, range, value, out),
            [1, 2] => return two_cards_other::<16>(left, range, value, out),
            _ => {}
        }
        let most = own.max(others);
        let count = self.smaller[most + 1];
        let (falling, scratch) = scratch.split_at_mut(count);
        let (choose, sums) = scratch.split_at_mut(count);
        self.powers(left, falling, choose);
        // The shared cards are at most as many as either hand has.
        let shared = self.smaller[own.min(others) + 1];
        let sums = &mut sums[..shared];
        sums.fill(0.0);
        let theirs = self.smaller[others]..self.smaller[others + 1];
        for (hand, &weight) in theirs.zip(range) {
            let weight = weight * falling[hand];
            if weight == 0.0 {
                continue;
            }
            for &(part, ways) in self.parts(hand) {
                if let Some(sum) = sums.get_mut(usize::from(part)) {
                    *sum += ways * weight;
                }
            }
        }
        for (part, sum) in sums.iter_mut().enumerate() {
            // Terms without enough copies are zero.
            *sum = match choose[part] {
                0.0 => 0.0,
                ways => *sum / ways,
            };
        }
        let mine = self.smaller[own]..self.smaller[own + 1];
        for (hand, out) in mine.zip(out) {
            let mut total = 0.0;
            for &(part, ways) in self.parts(hand) {
                if let Some(sum) = sums.get(usize::from(part)) {
                    total += ways * sum;
                }
            }
            *out = value * falling[hand] * total;
        }
    }

    /// For each hand: the ways to draw its cards in order, and the ways to draw them as a set, with
    /// the sign of inclusion and exclusion.
    #[inline(always)]
    fn powers(&self, left: Cards, falling: &mut [f32], choose: &mut [f32]) {
        let left = left.counts();
        falling[0] = 1.0;
        choose[0] = 1.0;
        for hand in 1..falling.len() {
            let (before, rank, held) = self.built[hand];
            let before = usize::from(before);
            let copies = left[usize::from(rank - 1) & 15].saturating_sub(u32::from(held)) as f32;
            falling[hand] = falling[before] * copies;
            choose[hand] = -choose[before] * copies / f32::from(held + 1);
        }
    }
}

/// The unseen copies of each rank.
#[inline(always)]
fn copies<const N: usize>(left: Cards) -> [f32; N] {
    let mut copies = [0.0; N];
    for (lane, count) in copies.iter_mut().zip(left.counts()) {
        *lane = count as f32;
    }
    copies
}

/// [`Couplings::meet`] if each player has one card, which excludes only its own copy. It runs as
/// often as the rest of the tree in total.
#[inline(always)]
fn one_card_each(left: Cards, range: &[f32], value: f32, out: &mut [f32]) {
    let copies = copies::<16>(left);
    let weights = lanes::<16>(range);
    let mut met = [0.0; 16];
    for lane in 0..16 {
        met[lane] = weights[lane] * copies[lane];
    }
    let all = total(&met);
    let mut values = [0.0; 16];
    for lane in 0..16 {
        values[lane] = value * copies[lane] * (all - weights[lane]);
    }
    write(&values, out);
}

/// [`Couplings::meet`] if the player has two cards and the other one: each of the two excludes one copy
/// of its own. Hands of two cards are numbered by their lower card, then by the higher one, so that a lower card has a
/// run of them. All lanes of a run are written, and the run after it overwrites those that are too many.
#[inline(always)]
fn two_cards_own<const N: usize>(left: Cards, range: &[f32], value: f32, out: &mut [f32]) {
    let ranks = range.len();
    let copies = copies::<N>(left);
    let weights = lanes::<N>(range);
    let mut met = [0.0; N];
    for lane in 0..N {
        met[lane] = weights[lane] * copies[lane];
    }
    let all = total(&met);
    // Lanes past the last, so that a run may begin at any rank.
    let mut padded = [[0.0; 32]; 2];
    write(&copies, &mut padded[0]);
    write(&weights, &mut padded[1]);
    let mut first = 0;
    for low in 0..ranks {
        let [high_copies, high_weights] = padded.each_ref().map(|row| lanes::<N>(&row[low..]));
        let factor = value * copies[low % N];
        let mut values = [0.0; N];
        for lane in 0..N {
            let copies = high_copies[lane] - if lane == 0 { 1.0 } else { 0.0 };
            values[lane] = factor * copies * (all - weights[low % N] - high_weights[lane]);
        }
        write(&values, &mut out[first..]);
        first += ranks - low;
    }
}

/// [`Couplings::meet`] if the player has one card and the other two. All lanes of a run of the other's
/// hands are read, and those past its end have no copies.
#[inline(always)]
fn two_cards_other<const N: usize>(left: Cards, range: &[f32], value: f32, out: &mut [f32]) {
    let ranks = out.len();
    let copies = copies::<N>(left);
    let mut first = 0;
    // The weight of the hands with a card of each rank, counted twice if both cards are.
    let mut with = [0.0; N];
    let mut all = 0.0;
    for low in 0..ranks {
        // The lane of a hand is its higher card, so that the run begins at the lane of the lower one.
        let run = lanes::<N>(&range[first - low..]);
        let mut met = [0.0; N];
        for lane in 0..N {
            let higher = if lane >= low { copies[lane] } else { 0.0 };
            let left = higher - if lane == low { 1.0 } else { 0.0 };
            met[lane] = copies[low % N] * left * run[lane];
            with[lane] += met[lane];
        }
        let here = total(&met);
        with[low % N] += here;
        all += here;
        first += ranks - low;
    }
    let mut values = [0.0; N];
    for lane in 0..N {
        values[lane] = value * (copies[lane] * all - with[lane]);
    }
    write(&values, out);
}

fn count(cards: Cards, rank: u8) -> u8 {
    Rank::new(rank).map_or(0, |rank| cards.count(rank))
}

#[cfg(test)]
#[path = "../../tests/unit/ranges/couplings.rs"]
mod tests;
