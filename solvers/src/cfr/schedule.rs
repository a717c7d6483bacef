//! Numbers that change from iteration to iteration.

/// A number that may change from the first iteration to the last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Schedule {
    /// The same number in all iterations.
    Constant(f64),
    /// A straight line from the beginning to the iteration planned as the last, and constant from then on.
    Linear {
        /// The value at the beginning.
        from: f64,
        /// The value at the end.
        to: f64,
    },
    /// The first value divided by 1 + (t - 1) / `half` in iteration t.
    Hyperbolic {
        /// The value in the first iteration.
        from: f64,
        /// The number of iterations in which it is halved.
        half: f64,
    },
}

impl Schedule {
    /// The value at `iteration`, with `planned` iterations in all.
    pub fn at(self, iteration: u64, planned: u64) -> f64 {
        match self {
            Schedule::Constant(value) => value,
            Schedule::Linear { from, to } => {
                let share = iteration.min(planned) as f64 / planned.max(1) as f64;
                from + (to - from) * share
            }
            Schedule::Hyperbolic { from, half } => from / (1.0 + iteration.saturating_sub(1) as f64 / half),
        }
    }

    /// True if the value depends on the number of iterations that is planned.
    pub fn needs_plan(self) -> bool {
        matches!(self, Schedule::Linear { .. })
    }
}
