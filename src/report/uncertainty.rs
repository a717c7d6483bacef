//! How many digits of a number are known.

/// Digits after the point that are ever shown.
const MOST_DECIMALS: usize = 4;

/// A number with how far it may be off, written with the digits that are known: after the rule of the
/// Particle Data Group, `error` keeps two digits where they are below 36, one elsewhere, and `value` has no
/// digit beyond. `error` is rounded up, so that it is never told too small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownDigits {
    /// The number.
    pub value: String,
    /// How far it may be off, after the sign ±.
    pub error: String,
}

impl KnownDigits {
    /// Writes `value`, which may be off by `error`.
    pub fn of(value: f64, error: f64) -> KnownDigits {
        let decimals = decimals(error);
        let parts = 10f64.powi(decimals as i32);
        let error = (error * parts).ceil() / parts;
        KnownDigits {
            value: format!("{value:.decimals$}"),
            error: format!("± {error:.decimals$}"),
        }
    }
}

impl std::fmt::Display for KnownDigits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.value, self.error)
    }
}

/// Digits after the point that an error leaves known.
fn decimals(error: f64) -> usize {
    let mut unit = 1.0;
    let mut decimals = 0;
    // Two digits are kept up to 3.5 units, which are 35 of the next smaller one.
    while decimals < MOST_DECIMALS && error < 3.55 * unit {
        unit /= 10.0;
        decimals += 1;
    }
    decimals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_digit_is_shown_that_is_not_known() {
        for (value, error, written) in [
            (0.491_34, 0.123, "0.49 ± 0.13"),
            (0.491_34, 0.0797, "0.49 ± 0.08"),
            (0.491_34, 0.404_75, "0.5 ± 0.5"),
            (0.491_34, 0.000_12, "0.4913 ± 0.0002"),
            (0.491_34, 0.0, "0.4913 ± 0.0000"),
            (0.491_34, 0.012, "0.491 ± 0.012"),
        ] {
            assert_eq!(KnownDigits::of(value, error).to_string(), written);
        }
    }
}
