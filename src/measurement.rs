//! What a figure of a policy is: NashConv, or what stands for it where NashConv cannot be had.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The quantity that a measure estimates. Only one of them is a distance from equilibrium.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// NashConv: the sum over the players of what a best response gains. 0 is an equilibrium.
    #[default]
    NashConv,
    /// A lower bound of NashConv: what opponents gain who know the policy and need not play a best
    /// response.
    NashConvLowerBound,
    /// The loss against itself by the policy's own learnt value. A best response may gain more.
    SelfPlayLoss,
    /// The gain of one agent among copies of the policy, over the mean: the least that a best deviation
    /// gains.
    DeviationGain,
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Quantity::NashConv => "NashConv",
            Quantity::NashConvLowerBound => "NashConv, lower bound",
            Quantity::SelfPlayLoss => "self-play loss",
            Quantity::DeviationGain => "deviation gain",
        })
    }
}

impl Quantity {
    /// The quantity of a figure with this unit, in a binary header or a curve, which name the quantity in
    /// the unit alone.
    pub fn of_unit(unit: &str) -> Quantity {
        match () {
            () if unit.contains("learnt value") => Quantity::SelfPlayLoss,
            () if unit.contains("above parity") => Quantity::DeviationGain,
            () if unit.ends_with(", at least") => Quantity::NashConvLowerBound,
            () => Quantity::NashConv,
        }
    }

    /// True if it is NashConv itself.
    pub fn is_nash_conv(self) -> bool {
        self == Quantity::NashConv
    }
}
