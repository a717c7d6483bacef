//! Numbers and times between bounds, for serde's `deserialize_with`.

use std::str::FromStr;
use std::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// A number, or the choice to leave it out.
pub trait Number: Sized {
    /// True if the number must be whole.
    const WHOLE: bool;

    /// The value nearest to `number`, which is within the bounds of the option.
    fn of(number: f64) -> Self;
}

macro_rules! number {
    ($whole:literal: $($number:ty),*) => {$(
        impl Number for $number {
            const WHOLE: bool = $whole;

            fn of(number: f64) -> Self {
                number as Self
            }
        }
    )*};
}

number!(true: u8, u32, u64, usize);
number!(false: f32, f64);

impl<T: Number> Number for Option<T> {
    const WHOLE: bool = T::WHOLE;

    fn of(number: f64) -> Self {
        Some(T::of(number))
    }
}

/// A number from `LEAST` to `MOST`. `1e6` is a whole number too.
///
/// # Errors
///
/// The error names the bounds.
pub fn within<'de, const LEAST: i64, const MOST: i64, T: Number, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let kind = if T::WHOLE { "whole number" } else { "number" };
    let number = bounded(deserializer, LEAST as f64, MOST as f64, kind, T::WHOLE)?;
    Ok(T::of(number))
}

/// A time in milliseconds, from 1 to 600,000.
///
/// # Errors
///
/// The error names the bounds.
pub fn milliseconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let time = bounded(deserializer, 1.0, 600_000.0, "number", false)?;
    Ok(Some(Duration::from_secs_f64(time / 1e3)))
}

/// A time in seconds, from 0.01 to `MOST`.
///
/// # Errors
///
/// The error names the bounds.
pub fn seconds<'de, const MOST: u32, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let time = bounded(deserializer, 0.01, f64::from(MOST), "number", false)?;
    Ok(Some(Duration::from_secs_f64(time)))
}

fn bounded<'de, D: Deserializer<'de>>(
    deserializer: D,
    least: f64,
    most: f64,
    kind: &str,
    whole: bool,
) -> Result<f64, D::Error> {
    let text = String::deserialize(deserializer)?;
    let valid = |number: &f64| (least..=most).contains(number) && !(whole && number.fract() != 0.0);
    let number = f64::from_str(&text).ok().filter(valid);
    number.ok_or_else(|| D::Error::custom(format!("a {kind} from {least} to {most}")))
}
