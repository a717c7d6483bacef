//! NashConv from all own hands, or from a sample of them.

use std::collections::BTreeMap;

use cardsharp_solvers::game::Player;
use cardsharp_solvers::strategy::Uniform;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::Serialize;

use super::gain::{Gain, SeatReport};
use super::respond::respond;
use super::whole::{Whole, walks};
use crate::contests::challenge::infosets::{HandGame, HandId};
use crate::contests::challenge::policy::HandStrategy;
use crate::interval::half_width;
use crate::measurement::Quantity;
use crate::policy::container::{Measured, NotANumber, require_numbers};
use crate::shard::Shard;

/// The unit of every figure here.
pub const UNIT: &str = "game-win probability for one hand";

/// The options of a measurement.
#[derive(Clone, Copy, Debug)]
pub struct MeasureOptions {
    /// The number of own hands sampled for each seat, as the shoe deals them; none takes every
    /// hand.
    pub hands: Option<usize>,
    /// The seed of the sampling.
    pub seed: u64,
    /// Class of payoffs.
    pub class: u8,
}

/// The distance of a strategy from equilibrium.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The sum over both seats of the gains of best responses.
    pub nash_conv: f64,
    /// Half of it: the gain of a best response that has either seat equally often.
    pub exploitability: f64,
    /// The unit of both.
    pub unit: &'static str,
    /// Half the width of the 95 % confidence interval of `nash_conv`; 0 if all hands were measured.
    pub half_width: f64,
    /// The number of own hands measured in each seat.
    pub hands: usize,
    /// Both seats.
    pub seats: Vec<SeatReport>,
    /// The time that it took, in seconds.
    pub seconds: f64,
}

/// The number of calls of `done` in [`measure`].
pub fn steps(game: &HandGame, options: MeasureOptions) -> usize {
    match options.hands {
        None if Whole::new(game, &Uniform, options.class).is_some() => walks(game, Shard::WHOLE),
        _ => 2 * own_hands(game, options).len(),
    }
}

/// Measures `strategy`: all hands at once, or the sampled hands one by one. Calls `done` [`steps`]
/// times.
pub fn measure(
    game: &HandGame,
    strategy: &(impl HandStrategy + ?Sized),
    options: MeasureOptions,
    done: &(dyn Fn() + Sync),
) -> Report {
    let begin = std::time::Instant::now();
    let whole = match options.hands {
        None => Whole::new(game, strategy, options.class),
        Some(_) => None,
    };
    let seats = whole.and_then(|whole| whole.seats(&whole.walk_all(Shard::WHOLE, done)).ok());
    match seats {
        Some(seats) => Report::exact(game, seats, begin.elapsed().as_secs_f64()),
        None => measure_by_hand(game, strategy, options, done),
    }
}

impl Report {
    /// The same, if all figures are numbers. The interval of one hand is infinite, which is no
    /// error.
    ///
    /// # Errors
    ///
    /// [`NotANumber`].
    pub fn checked(self) -> Result<Report, NotANumber> {
        let parts = |seat: &SeatReport| -> f64 {
            seat.by_first_decision.iter().map(|(_, gain)| gain).sum()
        };
        require_numbers([self.nash_conv])?;
        require_numbers(self.seats.iter().flat_map(|seat| [seat.gain, parts(seat)]))?;
        match self.half_width.is_nan() {
            true => Err(NotANumber),
            false => Ok(self),
        }
    }

    /// The figures for the header of a file.
    pub fn measured(&self) -> Measured {
        Measured {
            quantity: Quantity::NashConv,
            value: self.nash_conv,
            half_width: self.half_width,
            unit: UNIT.to_owned(),
            hands: self.hands as u64,
        }
    }

    /// The report of a measurement of all hands.
    pub fn exact(game: &HandGame, seats: Vec<SeatReport>, seconds: f64) -> Report {
        let nash_conv: f64 = seats.iter().map(|seat| seat.gain).sum();
        Report {
            nash_conv,
            exploitability: nash_conv / 2.0,
            unit: UNIT,
            half_width: 0.0,
            hands: game.space().count(usize::from(game.rules().hand_size())),
            seats,
            seconds,
        }
    }
}

/// The same measurement hand by hand in all cases, with a call of `done` after each. It is much
/// slower, and in double precision.
pub fn measure_by_hand(
    game: &HandGame,
    strategy: &(impl HandStrategy + ?Sized),
    options: MeasureOptions,
    done: &(dyn Fn() + Sync),
) -> Report {
    let begin = std::time::Instant::now();
    let weighted = own_hands(game, options);
    let seats = ["leader", "follower"];
    let sampled = options.hands.is_some();
    // Both seats have the same hands, so that one draw is a hand with its gains in both seats.
    let mut sums = vec![0.0; weighted.len()];
    let seats: Vec<SeatReport> = [Player::ZERO, Player::ONE]
        .into_iter()
        .zip(seats)
        .map(|(player, seat)| {
            let gains: Vec<(f64, Gain)> = weighted
                .par_iter()
                .map(|&(hand, weight)| {
                    let gain = respond(game, strategy, options.class, player, hand);
                    done();
                    (weight, gain)
                })
                .collect();
            for (both, (_, gain)) in sums.iter_mut().zip(&gains) {
                *both += gain.gain();
            }
            seat_report(seat, &gains, sampled)
        })
        .collect();
    let nash_conv: f64 = seats.iter().map(|seat| seat.gain).sum();
    Report {
        nash_conv,
        exploitability: nash_conv / 2.0,
        unit: UNIT,
        half_width: match sampled {
            true => half_width(&sums),
            false => 0.0,
        },
        hands: weighted.len(),
        seats,
        seconds: begin.elapsed().as_secs_f64(),
    }
}

/// The hands to measure with their weights, which sum to 1.
fn own_hands(game: &HandGame, options: MeasureOptions) -> Vec<(HandId, f64)> {
    match options.hands {
        None => {
            let size = usize::from(game.rules().hand_size());
            let all = game.all_ways(0);
            let hands = game.space().of_size(size);
            hands
                .map(|hand| (hand, game.ways(hand, HandId::EMPTY) / all))
                .collect()
        }
        Some(count) => {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(options.seed);
            let weight = 1.0 / count as f64;
            (0..count)
                .map(|_| (game.sample_deal(&mut rng)[0], weight))
                .collect()
        }
    }
}

fn seat_report(seat: &'static str, gains: &[(f64, Gain)], sampled: bool) -> SeatReport {
    let mean: f64 = gains
        .iter()
        .map(|(weight, gain)| weight * gain.gain())
        .sum();
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
