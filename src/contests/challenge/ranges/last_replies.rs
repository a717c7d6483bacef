//! The replies in the last trick but one after an accepted challenge, all at once: the last cards are
//! forced, so that every reply has a closed form.
//!
//! Let c be the copies of each rank that nobody has shown before the reply, w the other's range over
//! the last cards, and W the product of both. A reply with rank f takes a copy, so that W falls by w at
//! f. An own last card l then meets what it would meet without the reply, less w at f: as a higher card
//! if l is below f, as an equal card or as a lower one. So the values after all replies of one outcome
//! differ from one vector in a single term.

use cardsharp_solvers::range::LANES;

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

    #[inline(always)]
    fn class(&self, reply: usize) -> usize {
        usize::from(reply >= self.led) + usize::from(reply > self.led)
    }

    #[inline(always)]
    fn own_in<const N: usize>(&self, range: &[f32], values: &mut [f32]) {
        let copies = lanes::<N>(&self.copies);
        let range = lanes::<N>(range);
        let mut weighted = [0.0; N];
        for lane in 0..N {
            weighted[lane] = range[lane] * copies[lane];
        }
        let met = Met::of(&range, &weighted);
        let mut worths = [[0.0; N]; 3];
        for (worths, outcomes) in worths.iter_mut().zip(self.outcomes) {
            *worths = met.worth(outcomes);
        }
        for (reply, values) in values.chunks_exact_mut(self.ranks).enumerate() {
            let ways = copies[reply % N];
            if ways == 0.0 {
                values.fill(0.0);
                continue;
            }
            let class = self.class(reply);
            let [lost, tied, won] = self.outcomes[class];
            let gone = range[reply % N];
            let mut worth = [0.0; N];
            for lane in 0..N {
                let less = if lane < reply { lost } else { won };
                worth[lane] = ways * copies[lane] * (worths[class][lane] - gone * less);
            }
            let here = reply % N;
            worth[here] = ways * (ways - 1.0) * (worths[class][here] - gone * tied);
            // A loop, since a call to copy so few values would be slower.
            for (value, worth) in values.iter_mut().zip(worth) {
                *value = worth;
            }
        }
    }

    #[inline(always)]
    fn other_in<const N: usize>(&self, split: &[f32], out: &mut [f32]) {
        let copies = lanes::<N>(&self.copies);
        let mut ranges = [[0.0; N]; 3];
        let mut weighted = [[0.0; N]; 3];
        // For each reply, the value of an own card of its rank: that has a copy less.
        let mut same = [0.0; N];
        for (reply, range) in split.chunks_exact(self.ranks).enumerate() {
            let ways = copies[reply % N];
            if ways == 0.0 {
                continue;
            }
            let here = reply % N;
            let range = lanes::<N>(range);
            let mut left = copies;
            left[here] -= 1.0;
            let class = self.class(reply);
            let [lost, tied, won] = self.outcomes[class];
            let mut parts = [0.0; N];
            for lane in 0..N {
                let reach = ways * range[lane];
                let mass = reach * left[lane];
                ranges[class][lane] += reach;
                weighted[class][lane] += mass;
                parts[lane] = mass * if lane < reply { won } else { lost };
            }
            let reach = ways * range[here];
            parts[here] = (reach * left[here] - reach) * tied;
            same[here] = total(&parts);
        }
        let mut sum = [0.0; N];
        for class in 0..3 {
            let worth = Met::of(&ranges[class], &weighted[class]).worth(self.outcomes[class]);
            for lane in 0..N {
                sum[lane] += worth[lane];
            }
        }
        for lane in 0..N {
            sum[lane] = copies[lane] * sum[lane] - same[lane];
        }
        for (out, sum) in out.iter_mut().zip(sum) {
            *out = sum;
        }
    }
}

/// The other's range, split for each own card into higher, equal and lower cards. Each part is
/// weighted by the ways to meet, divided by the copies of the own card.
struct Met<const N: usize>([[f32; N]; 3]);

impl<const N: usize> Met<N> {
    /// `range` has the weights of the other's cards, `weighted` the same times their copies.
    #[inline(always)]
    fn of(range: &[f32; N], weighted: &[f32; N]) -> Met<N> {
        let all = total(weighted);
        let [mut higher, mut equal, mut lower] = [[0.0; N]; 3];
        for (row, &weight) in weighted.iter().enumerate() {
            for (lane, sum) in lower.iter_mut().enumerate() {
                *sum += if lane > row { weight } else { 0.0 };
            }
        }
        for lane in 0..N {
            higher[lane] = all - lower[lane] - weighted[lane];
            equal[lane] = weighted[lane] - range[lane];
        }
        Met([higher, equal, lower])
    }

    /// The values of `outcomes` against them.
    #[inline(always)]
    fn worth(&self, [lost, tied, won]: [f32; 3]) -> [f32; N] {
        let Met([higher, equal, lower]) = self;
        let mut worth = [0.0; N];
        for lane in 0..N {
            worth[lane] = higher[lane] * lost + equal[lane] * tied + lower[lane] * won;
        }
        worth
    }
}

#[inline(always)]
fn lanes<const N: usize>(range: &[f32]) -> [f32; N] {
    let mut lanes = [0.0; N];
    for (lane, reach) in lanes.iter_mut().zip(range) {
        *lane = *reach;
    }
    lanes
}

#[inline(always)]
fn total<const N: usize>(lanes: &[f32; N]) -> f32 {
    let mut sums = [0.0; 4];
    for values in lanes.chunks_exact(4) {
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum += value;
        }
    }
    (sums[0] + sums[2]) + (sums[1] + sums[3])
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    impl LastReplies {
        fn random(ranks: usize, rng: &mut impl Rng) -> LastReplies {
            let mut copies = [0.0; LANES];
            copies[..ranks].fill_with(|| f32::from(rng.random_range(0..=8_u8)));
            let outcomes = [(); 3].map(|()| [(); 3].map(|()| rng.random_range(-1.0..1.0)));
            LastReplies {
                ranks,
                led: rng.random_range(0..ranks),
                copies,
                outcomes,
            }
        }

        /// The value of an own last card after a reply, as a sum over the other's last cards.
        fn plain(&self, reply: usize, card: usize, range: &[f32]) -> f64 {
            let left =
                |rank: usize| f64::from(self.copies[rank]) - f64::from(u8::from(rank == reply));
            let outcomes = self.outcomes[self.class(reply)];
            let worth = range.iter().enumerate().map(|(other, &weight)| {
                let class = usize::from(card >= other) + usize::from(card > other);
                let met = left(other) - f64::from(u8::from(card == other));
                f64::from(weight) * left(card) * met * f64::from(outcomes[class])
            });
            f64::from(self.copies[reply]) * worth.sum::<f64>()
        }
    }

    fn range(count: usize, rng: &mut impl Rng) -> Vec<f32> {
        let weights = std::iter::repeat_with(|| rng.random_range(-0.3_f32..1.0).max(0.0));
        weights.take(count).collect()
    }

    fn assert_near(found: f32, expected: f64) {
        // Sums of up to 13 replies and 13 cards, each by up to 8 times 8 times 8 copies.
        let off = (f64::from(found) - expected).abs();
        assert!(off < 0.02, "{found} and {expected}");
    }

    #[test]
    fn all_replies_at_once_have_the_values_of_each_alone() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for round in 0..400 {
            let ranks = 2 + round % 12;
            let replies = LastReplies::random(ranks, &mut rng);
            let led = range(ranks, &mut rng);
            let mut values = vec![f32::NAN; ranks * ranks];
            replies.own(&led, &mut values);
            let split = range(ranks * ranks, &mut rng);
            let mut sums = vec![f32::NAN; ranks];
            replies.other(&split, &mut sums);
            for card in 0..ranks {
                for reply in 0..ranks {
                    let expected = replies.plain(reply, card, &led);
                    assert_near(values[reply * ranks + card], expected);
                }
                let after = |reply: usize| {
                    let range = &split[reply * ranks..(reply + 1) * ranks];
                    replies.plain(reply, card, range)
                };
                assert_near(sums[card], (0..ranks).map(after).sum());
            }
        }
    }
}
