//! Rules that need more of the past than regrets and averages. The engine of compiled games alone has them.

/// A rule of the engine of compiled games ([`Cfr`](super::Cfr)).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TreeRule {
    /// The prediction at an information set is divided by 1 + alpha, where alpha^2 is the sum of squares of all errors
    /// of the prediction there, divided by that of all changes of regrets (equation 3 of arXiv 2503.12770).
    Asymmetry {
        /// The greatest alpha.
        most: f64,
    },
    /// A player pays for the distance of their realization plan to a reference, and plays every action with a least
    /// probability. The reference is the plan of some iterations ago (algorithm 1 and equation 3 of "Efficient
    /// Last-Iterate Convergence in Solving Extensive-Form Games").
    RewardTransformation {
        /// The weight of half the square of the distance, in the unit of utilities (mu).
        weight: f64,
        /// The least probability of an action in the first period (gamma); it is halved with every period.
        mixing: f64,
        /// The number of iterations after which the reference is renewed (T_u).
        period: u64,
    },
}

impl TreeRule {
    /// The number of numbers that are kept for each sequence, and for each information set.
    pub(super) fn memory(self) -> [usize; 2] {
        match self {
            TreeRule::Asymmetry { .. } => [1, 2],
            TreeRule::RewardTransformation { .. } => [0, 0],
        }
    }

    /// True if iteration `t` begins with a new reference.
    pub(super) fn renews(self, t: u64) -> bool {
        matches!(self, TreeRule::RewardTransformation { period, .. } if (t - 1).is_multiple_of(period))
    }
}

/// The least probability of an action that iteration `t` leaves.
pub(super) fn mixing_at(t: u64, mixing: f64, period: u64) -> f64 {
    mixing * 0.5_f64.powf(((t.max(1) - 1) / period) as f64)
}
