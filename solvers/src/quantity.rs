//! The quantity that a measurement of a strategy estimates: NashConv, or a substitute where NashConv cannot
//! be computed.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The quantity that a measurement estimates. Only NashConv is a distance from equilibrium.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// NashConv: the sum over the players of the gain of a best response. It is 0 at an equilibrium.
    #[default]
    NashConv,
    /// A lower bound of NashConv: the gain of opponents that know the policy but need not be best responses.
    NashConvLowerBound,
    /// NashConv of a policy that is solved again after its first decisions, if nothing is lost there.
    TrunkNashConv,
    /// The loss of the policy against itself, by its own learnt value function. A best response may gain more.
    SelfPlayLoss,
    /// The gain over the mean of one agent that plays among copies of the policy: a lower bound of the gain
    /// of a best deviation.
    DeviationGain,
    /// The root mean square error of learned values, on solved positions that they were not learned from.
    ValueError,
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Quantity::NashConv => "NashConv",
            Quantity::NashConvLowerBound => "NashConv, lower bound",
            Quantity::TrunkNashConv => "NashConv of the trunk",
            Quantity::SelfPlayLoss => "self-play loss",
            Quantity::DeviationGain => "deviation gain",
            Quantity::ValueError => "value error",
        })
    }
}

impl Quantity {
    /// True for NashConv alone.
    pub fn is_nash_conv(self) -> bool {
        self == Quantity::NashConv
    }
}
