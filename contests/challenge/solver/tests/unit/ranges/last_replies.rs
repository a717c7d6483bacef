use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

impl LastReplies {
    fn random(ranks: usize, rng: &mut impl Rng) -> LastReplies {
        let mut copies = [0.0; LANES];
        copies[..ranks].fill_with(|| f32::from(rng.random_range(0..=8_u8)));
        let outcomes = [(); 3].map(|()| [(); 3].map(|()| rng.random_range(-1.0..1.0)));
        LastReplies { ranks, led: rng.random_range(0..ranks), copies, outcomes }
    }

    /// The value of an own last card after a reply, as a sum over the other's last cards.
    fn plain(&self, reply: usize, card: usize, range: &[f32]) -> f64 {
        let left = |rank: usize| f64::from(self.copies[rank]) - f64::from(u8::from(rank == reply));
        let outcomes = self.outcomes[class_of(reply, self.led)];
        let value = range.iter().enumerate().map(|(other, &weight)| {
            let class = class_of(card, other);
            let met = left(other) - f64::from(u8::from(card == other));
            f64::from(weight) * left(card) * met * f64::from(outcomes[class])
        });
        f64::from(self.copies[reply]) * value.sum::<f64>()
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
