//! NashConv from all own hands, or from a sample of them.

use std::collections::BTreeMap;
use std::convert::Infallible;

use cardsharp_solvers::game::Player;
use cardsharp_solvers::strategy::Uniform;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::gain::{Gain, SeatReport};
use super::report::{Report, UNIT};
use super::respond::respond;
use super::whole::{Extent, Whole, walks};
use crate::infosets::{HandGame, HandId};
use crate::policy::HandStrategy;
use cardsharp_game::interval::half_width;
use cardsharp_game::shard::Shard;

/// The options of a measurement.
#[derive(Clone, Copy, Debug)]
pub struct MeasureOptions {
    /// The number of own hands sampled for each seat, as the shoe deals them; none takes every hand.
    pub hands: Option<usize>,
    /// The seed of the sampling.
    pub seed: u64,
    /// Class of payoffs.
    pub class: u8,
    /// The extent, if all hands are measured at once. Hand by hand, seats cost nothing.
    pub extent: Extent,
}

/// The number of calls of `done` in [`measure`].
pub fn steps(game: &HandGame, options: MeasureOptions) -> usize {
    let MeasureOptions { class, extent, .. } = options;
    match options.hands {
        None if Whole::new(game, &Uniform, class, extent).is_some() => walks(game, extent, Shard::WHOLE),
        _ => 2 * own_hands(game, options).len(),
    }
}

/// Measures `strategy`: all hands at once, or the sampled hands one by one. Calls `done` [`steps`] times.
pub fn measure(
    game: &HandGame,
    strategy: &dyn HandStrategy,
    options: MeasureOptions,
    done: &(dyn Fn() + Sync),
) -> Report {
    let Ok(report) = try_measure(game, strategy, options, &never_failing(done));
    report
}

/// Does the same as [`measure`], and ends at the first error of `done`.
///
/// # Errors
///
/// The error of `done`.
pub fn try_measure<E: Send>(
    game: &HandGame,
    strategy: &dyn HandStrategy,
    options: MeasureOptions,
    done: &(dyn Fn() -> Result<(), E> + Sync),
) -> Result<Report, E> {
    let begin = std::time::Instant::now();
    let whole = match options.hands {
        None => Whole::new(game, strategy, options.class, options.extent),
        Some(_) => None,
    };
    if let Some(whole) = whole {
        let walked = whole.walk_all(Shard::WHOLE, done)?;
        if let Ok(report) = whole.report(&walked, begin.elapsed().as_secs_f64()) {
            return Ok(report);
        }
    }
    by_hand(game, strategy, options, done)
}

/// The same measurement hand by hand in all cases, with a call of `done` after each. It is much
/// slower, and in double precision.
pub fn measure_by_hand(
    game: &HandGame,
    strategy: &dyn HandStrategy,
    options: MeasureOptions,
    done: &(dyn Fn() + Sync),
) -> Report {
    let Ok(report) = by_hand(game, strategy, options, &never_failing(done));
    report
}

fn never_failing(done: &(dyn Fn() + Sync)) -> impl Fn() -> Result<(), Infallible> + Sync {
    || {
        done();
        Ok(())
    }
}

fn by_hand<E: Send>(
    game: &HandGame,
    strategy: &dyn HandStrategy,
    options: MeasureOptions,
    done: &(dyn Fn() -> Result<(), E> + Sync),
) -> Result<Report, E> {
    let begin = std::time::Instant::now();
    let weighted = own_hands(game, options);
    let sampled = options.hands.is_some();
    // Both seats have the same hands, so that one draw is a hand with its gains in both seats.
    let mut sums = vec![0.0; weighted.len()];
    let mut seats = Vec::new();
    for (player, seat) in [(Player::ZERO, "leader"), (Player::ONE, "follower")] {
        let gains = weighted.par_iter().map(|&(hand, weight)| {
            let gain = respond(game, strategy, options.class, player, hand);
            done().map(|()| (weight, gain))
        });
        let gains: Vec<(f64, Gain)> = gains.collect::<Result<_, E>>()?;
        for (both, (_, gain)) in sums.iter_mut().zip(&gains) {
            *both += gain.gain();
        }
        seats.push(seat_report(seat, &gains, sampled));
    }
    let nash_conv: f64 = seats.iter().map(|seat| seat.gain).sum();
    Ok(Report {
        nash_conv,
        exploitability: nash_conv / 2.0,
        unit: UNIT,
        half_width: if sampled { half_width(&sums) } else { 0.0 },
        hands: weighted.len(),
        seats,
        seconds: begin.elapsed().as_secs_f64(),
    })
}

/// The hands to measure with their weights, which sum to 1.
fn own_hands(game: &HandGame, options: MeasureOptions) -> Vec<(HandId, f64)> {
    match options.hands {
        None => {
            let size = usize::from(game.rules().hand_size());
            let all = game.all_ways(0);
            let hands = game.space().of_size(size);
            hands.map(|hand| (hand, game.ways(hand, HandId::EMPTY) / all)).collect()
        }
        Some(count) => {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(options.seed);
            let weight = 1.0 / count as f64;
            (0..count).map(|_| (game.sample_deal(&mut rng)[0], weight)).collect()
        }
    }
}

fn seat_report(seat: &'static str, gains: &[(f64, Gain)], sampled: bool) -> SeatReport {
    let mean: f64 = gains.iter().map(|(weight, gain)| weight * gain.gain()).sum();
    let mut by_first = BTreeMap::new();
    for (weight, gain) in gains {
        for &(decision, share) in &gain.by_first {
            *by_first.entry(decision).or_insert(0.0) += weight * share;
        }
    }
    let mut by_first_decision: Vec<_> = by_first.into_iter().collect();
    by_first_decision.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    SeatReport {
        seat,
        gain: mean,
        half_width: if sampled {
            let gains: Vec<f64> = gains.iter().map(|(_, gain)| gain.gain()).collect();
            half_width(&gains)
        } else {
            0.0
        },
        by_first_decision,
    }
}
