//! Decisions of an endgame, where every hand has two actions.

use super::number::{Noise, Number};

/// The number of hands in the vectors of an endgame
/// ([`RangeGame::endgame`](super::RangeGame::endgame)). Places beyond the last hand have weight 0.
pub const LANES: usize = 16;

/// The smaller number of lanes that can be stored ([`RangeGame::lanes`](super::RangeGame::lanes)).
pub const HALF_LANES: usize = LANES / 2;

/// One number for each hand of an endgame.
pub type Lane = [f32; LANES];

/// The expected value of each hand of an endgame that plays the first of two actions with the probability `first`.
#[inline(always)]
pub fn pair_mean(first: &Lane, [one, other]: [&Lane; 2]) -> Lane {
    let mut out = [0.0; LANES];
    for lane in 0..LANES {
        out[lane] = first[lane] * one[lane] + (1.0 - first[lane]) * other[lane];
    }
    out
}

/// The probability of the first of two actions by regret matching. `source` has the cells of the first
/// action and then those of the second.
#[inline(always)]
pub(super) fn pair_matching<N: Number>(source: &[N]) -> Lane {
    if source.len() == LANES { pair_matching_of::<N, HALF_LANES>(source) } else { pair_matching_of::<N, LANES>(source) }
}

#[inline(always)]
fn pair_matching_of<N: Number, const COUNT: usize>(source: &[N]) -> Lane {
    let (firsts, seconds) = source.split_at(COUNT);
    let seconds = &seconds[..COUNT];
    let mut out = [0.5; LANES];
    for lane in 0..COUNT {
        let (one, other) = (firsts[lane].load(), seconds[lane].load());
        let (one, other) = (positive(one), positive(other));
        let sum = one + other;
        out[lane] = if sum > 0.0 { one / sum } else { 0.5 };
    }
    out
}

/// Adds `weight` times the reach of each action to `sums`. `first` is the probability of the first action.
#[inline(always)]
pub(super) fn add_up_pair<N: Number>(weight: f32, first: &Lane, reach: &Lane, sums: &mut [N], noise: Noise) {
    if sums.len() == LANES {
        add_up_pair_of::<N, HALF_LANES>(weight, first, reach, sums, noise);
    } else {
        add_up_pair_of::<N, LANES>(weight, first, reach, sums, noise);
    }
}

#[inline(always)]
fn add_up_pair_of<N: Number, const COUNT: usize>(
    weight: f32,
    first: &Lane,
    reach: &Lane,
    sums: &mut [N],
    noise: Noise,
) {
    let (firsts, seconds) = sums.split_at_mut(COUNT);
    let seconds = &mut seconds[..COUNT];
    for lane in 0..COUNT {
        let share = weight * reach[lane] * first[lane];
        firsts[lane] = N::store(firsts[lane].load() + share, noise.at(lane));
        let share = weight * reach[lane] * (1.0 - first[lane]);
        let random = noise.at(COUNT + lane);
        seconds[lane] = N::store(seconds[lane].load() + share, random);
    }
}

/// The value, or 0 if it is negative.
#[inline(always)]
pub(super) fn positive(value: f32) -> f32 {
    // `f32::max` would also have to handle NaN.
    if value > 0.0 { value } else { 0.0 }
}

#[inline(always)]
pub(super) fn larger(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}
