//! Numbers written with the digits that are known.

/// The largest number of digits after the decimal point.
const MAX_DECIMALS: usize = 4;

/// A number and its possible error, written with the digits that are known. This follows the rule of the Particle Data
/// Group. `error` keeps two digits if they are below 36, and one otherwise. `value` has no digit beyond those of
/// `error`. `error` is rounded up, so that it is never too small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownDigits {
    /// The number.
    pub value: String,
    /// The possible error, after the sign ±; or an interval, where the number cannot be anything within the error.
    pub error: String,
}

impl KnownDigits {
    /// Writes `value`, whose possible error is `error`.
    pub fn of(value: f64, error: f64) -> KnownDigits {
        let decimals = decimals(error);
        let parts = 10f64.powi(decimals as i32);
        let error = (error * parts).ceil() / parts;
        KnownDigits { value: format!("{value:.decimals$}"), error: format!("± {error:.decimals$}") }
    }
}

impl KnownDigits {
    /// Writes a probability: with the interval where the error goes beyond 0 or 1.
    pub fn of_probability(value: f64, error: f64) -> KnownDigits {
        let (low, high) = (value - error, value + error);
        let known = KnownDigits::of(value, error);
        if low >= 0.0 && high <= 1.0 {
            return known;
        }
        let decimals = decimals(error);
        let parts = 10f64.powi(decimals as i32);
        let (low, high) = ((low.max(0.0) * parts).floor() / parts, (high.min(1.0) * parts).ceil() / parts);
        KnownDigits { error: format!("({low:.decimals$}–{high:.decimals$})"), ..known }
    }
}

impl std::fmt::Display for KnownDigits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.value, self.error)
    }
}

/// The number of digits after the decimal point that an error leaves known.
fn decimals(error: f64) -> usize {
    let mut unit = 1.0;
    let mut decimals = 0;
    // Two digits are kept up to 3.5 units, which are 35 of the next smaller unit.
    while decimals < MAX_DECIMALS && error < 3.55 * unit {
        unit /= 10.0;
        decimals += 1;
    }
    decimals
}

#[cfg(test)]
#[path = "../../tests/unit/report/uncertainty.rs"]
mod tests;
