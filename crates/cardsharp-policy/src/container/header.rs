use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::measurement::Quantity;
use cardsharp_game::interval::Estimate;

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A strategy to play and to measure.
    Policy,
    /// The whole state of a solver. A run that is resumed from it goes on as if it had not been interrupted.
    Checkpoint,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Policy => "policy",
            Kind::Checkpoint => "checkpoint",
        })
    }
}

/// The origin of a file and of its strategy. The numbers themselves are in the sections.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The kind of the file.
    pub kind: Kind,
    /// The game with its parameters, such as `challenge(ranks=13,copies=8,hand_size=5)`.
    pub game: String,
    /// The fingerprint of the rules. Its first seven bytes name the contest or the kind of game.
    /// Its last byte changes when the rules or the numbering of the tables change.
    pub rules_fingerprint: u64,
    /// Name of the information sets. It is empty if the game has only one choice of them.
    pub infosets: String,
    /// Name of the solver's preset.
    pub solver: String,
    /// Further parameters by name, such as the score that the strategy was trained for.
    pub parameters: BTreeMap<String, String>,
    /// Seed of the run.
    pub seed: u64,
    /// The number of iterations done.
    pub iterations: u64,
    /// The last measurement of the strategy, if there is one.
    pub measured: Option<Measured>,
    /// Version of cardsharp that wrote the file.
    pub made_by: String,
}

impl Header {
    /// A header with this version of cardsharp. The fields that are not given are empty.
    pub fn new(kind: Kind, game: impl Into<String>, rules_fingerprint: u64) -> Self {
        Self {
            kind,
            game: game.into(),
            rules_fingerprint,
            infosets: String::new(),
            solver: String::new(),
            parameters: BTreeMap::new(),
            seed: 0,
            iterations: 0,
            measured: None,
            made_by: concat!("cardsharp ", env!("CARGO_PKG_VERSION")).to_owned(),
        }
    }
}

/// A measured figure of a policy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The quantity that was measured.
    pub quantity: Quantity,
    /// Its value.
    pub value: f64,
    /// Half the width of its 95 % confidence interval; 0 if it is exact.
    pub half_width: f64,
    /// The unit of both, such as `game-win probability`.
    pub unit: String,
    /// The sample size: own hands in each seat, matches, deals or rounds; 0 if the figure is exact.
    pub hands: u64,
}

/// The error of a measurement whose value is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the measure came to what is not a number, and so did the strategy that was measured: train it \
     again from an earlier checkpoint, or with another solver"
)]
pub struct NotANumber;

/// Refuses the values of a measurement if one of them is not finite.
///
/// # Errors
///
/// [`NotANumber`].
pub fn require_numbers(figures: impl IntoIterator<Item = f64>) -> Result<(), NotANumber> {
    if figures.into_iter().all(|figure| figure.is_finite()) { Ok(()) } else { Err(NotANumber) }
}

impl Measured {
    /// Returns the measure if its value is a finite number. The half-width of a single sample is
    /// infinite, which is accepted.
    ///
    /// # Errors
    ///
    /// [`NotANumber`].
    pub fn checked(self) -> Result<Measured, NotANumber> {
        require_numbers([self.value])?;
        if self.half_width.is_nan() { Err(NotANumber) } else { Ok(self) }
    }

    /// The value, if it is a NashConv.
    pub fn nash_conv(&self) -> Option<f64> {
        self.quantity.is_nash_conv().then_some(self.value)
    }

    /// An exact NashConv.
    pub fn exact(value: f64, unit: &str) -> Measured {
        Measured { quantity: Quantity::NashConv, value, half_width: 0.0, unit: unit.to_owned(), hands: 0 }
    }

    /// A quantity that was estimated from samples.
    pub fn sampled(quantity: Quantity, estimate: Estimate, unit: &str) -> Measured {
        Measured {
            quantity,
            value: estimate.mean,
            half_width: estimate.half_width,
            unit: unit.to_owned(),
            hands: estimate.samples as u64,
        }
    }
}
