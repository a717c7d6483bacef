//! The result of a measurement.

use serde::Serialize;

use super::gain::SeatReport;
use crate::infosets::HandGame;
use cardsharp_policy::container::{Measured, NotANumber, require_numbers};
use cardsharp_policy::measurement::Quantity;

/// The unit of every figure here.
pub const UNIT: &str = "game-win probability for one hand";

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
    /// Both seats; none if only NashConv was asked for.
    pub seats: Vec<SeatReport>,
    /// The time that it took, in seconds.
    pub seconds: f64,
}

impl Report {
    /// The same, if all figures are numbers. The interval of one hand is infinite, which is no error.
    ///
    /// # Errors
    ///
    /// [`NotANumber`].
    pub fn checked(self) -> Result<Report, NotANumber> {
        let parts = |seat: &SeatReport| -> f64 { seat.by_first_decision.iter().map(|(_, gain)| gain).sum() };
        require_numbers([self.nash_conv])?;
        require_numbers(self.seats.iter().flat_map(|seat| [seat.gain, parts(seat)]))?;
        if self.half_width.is_nan() { Err(NotANumber) } else { Ok(self) }
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
    pub(super) fn exact(game: &HandGame, nash_conv: f64, seats: Vec<SeatReport>, seconds: f64) -> Report {
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
