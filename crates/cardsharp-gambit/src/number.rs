//! Exact numbers: whole numbers, decimals, fractions, powers of ten.

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{Pow, ToPrimitive, Zero};

use crate::error::{EfgError, Position};
use crate::lexer::shortened;

/// The greatest length of a number and the greatest power of ten. The longest exact decimal of an
/// `f64` has fewer than 1,100 digits. Without a limit `1e999999999` would fill the memory.
const MAX_DIGITS: usize = 1200;

/// The greatest number of bits of a sum's denominator.
const MAX_BITS: u64 = 1 << 14;

/// Reads a number exactly.
pub(crate) fn parse(text: &str, at: Position) -> Result<BigRational, EfgError> {
    if text.len() > MAX_DIGITS {
        return Err(too_long(at));
    }
    let bad = || EfgError::BadNumber {
        at,
        text: shortened(text),
    };
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let size = match unsigned.split_once('/') {
        Some((above, below)) => {
            let (above, below) = (digits(above), digits(below));
            let (above, below) = above.zip(below).ok_or_else(bad)?;
            if below.is_zero() {
                return Err(bad());
            }
            reduced(above, below)
        }
        None => decimal(unsigned, at, bad)?,
    };
    Ok(if text.starts_with('-') { -size } else { size })
}

/// A fraction in lowest terms. It uses machine words if both parts fit, which is nearly always.
fn reduced(above: BigInt, below: BigInt) -> BigRational {
    match above.to_i64().zip(below.to_i64()) {
        Some((above, below)) => {
            let (above, below) = Ratio::new(above, below).into_raw();
            BigRational::new_raw(above.into(), below.into())
        }
        None => BigRational::new(above, below),
    }
}

fn too_long(at: Position) -> EfgError {
    EfgError::NumberTooLong { at, limit: MAX_DIGITS }
}

fn digits(text: &str) -> Option<BigInt> {
    let all = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    all.then(|| text.parse().ok()).flatten()
}

fn decimal(text: &str, at: Position, bad: impl Fn() -> EfgError) -> Result<BigRational, EfgError> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, places) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let value = digits(&format!("{whole}{places}")).ok_or_else(&bad)?;
    let size = digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)).ok_or_else(&bad)?;
    let size = size.to_usize().filter(|&size| size <= MAX_DIGITS);
    let size = size.ok_or_else(|| too_long(at))? as i64;
    let exponent = if exponent.starts_with('-') { -size } else { size };
    let shift = exponent - places.len() as i64;
    let power = BigInt::from(10_u8).pow(shift.unsigned_abs());
    Ok(if shift < 0 {
        reduced(value, power)
    } else {
        BigRational::from(value * power)
    })
}

/// What `rounded`, the `f64` nearest to `exact`, lacks to it.
pub(crate) fn remainder(exact: &BigRational, rounded: f64) -> f64 {
    /// Whole numbers up to this many bits are `f64`s.
    const MANTISSA: u64 = 53;
    if exact.is_integer() && exact.numer().bits() <= MANTISSA {
        return 0.0;
    }
    let Some(rounded) = BigRational::from_float(rounded) else {
        return 0.0;
    };
    // Not reduced to lowest terms, which takes long for fractions of many digits.
    let above = exact.numer() * rounded.denom() - rounded.numer() * exact.denom();
    let lacking = BigRational::new_raw(above, exact.denom() * rounded.denom());
    lacking.to_f64().unwrap_or(0.0)
}

/// Reads a count: a whole number, not negative.
pub(crate) fn whole(text: &str, at: Position) -> Result<u64, EfgError> {
    let unsigned = text.strip_prefix('+').unwrap_or(text);
    let all = unsigned.bytes().all(|byte| byte.is_ascii_digit());
    match unsigned.parse() {
        Ok(number) if all => Ok(number),
        _ => Err(EfgError::Unexpected {
            at,
            expected: "a whole number that is not negative",
            found: shortened(text),
        }),
    }
}

/// Adds, and refuses a sum that only a hostile file can have.
pub(crate) fn add(sum: &mut BigRational, term: &BigRational, at: Position) -> Result<(), EfgError> {
    *sum += term;
    if sum.denom().bits() > MAX_BITS {
        return Err(EfgError::FractionTooLong { at, limit: MAX_BITS });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Position = Position { line: 1, column: 1 };

    fn fraction(above: i64, below: i64) -> BigRational {
        BigRational::new(above.into(), below.into())
    }

    #[test]
    fn every_form_of_number_is_read_exactly() {
        for (text, above, below) in [
            ("0", 0, 1),
            ("-0", 0, 1),
            ("+7", 7, 1),
            ("-3/6", -1, 2),
            ("0.1", 1, 10),
            (".25", 1, 4),
            ("-.5", -1, 2),
            ("5.", 5, 1),
            ("1.5e3", 1500, 1),
            ("15E-1", 3, 2),
            ("-2.50e+0", -5, 2),
        ] {
            assert_eq!(parse(text, AT).unwrap(), fraction(above, below), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in [
            "", "-", ".", "1/0", "1/", "/2", "1/2/3", "1/-2", "--1", "1.2.3", "1e", "e5", "1.5/2", "12a", "1_000", "١",
        ] {
            let error = parse(text, AT).unwrap_err();
            assert!(matches!(error, EfgError::BadNumber { .. }), "{text}: {error}");
        }
        for text in ["1e999999999999999999999", "1e-5000", &"9".repeat(5000)] {
            let error = parse(text, AT).unwrap_err();
            assert!(matches!(error, EfgError::NumberTooLong { .. }), "{error}");
        }
    }

    #[test]
    fn the_shortest_decimal_of_a_float_reads_as_that_float() {
        for value in [
            0.1,
            1.0 / 3.0,
            1e-300,
            1.7976931348623157e308,
            5e-324,
            2.2250738585072014e-308,
            -123456.789,
        ] {
            let read = parse(&format!("{value:e}"), AT).unwrap();
            assert_eq!(read.to_f64(), Some(value), "{value:e}");
        }
    }

    #[test]
    fn a_float_and_its_remainder_hold_twice_the_digits() {
        for (text, lacking) in [
            ("0.5", 0.0),
            ("-9007199254740992", 0.0),
            ("9007199254740993", 1.0),
            ("-100000000000000000003", -3.0),
            ("0.1", -1.0 / (18_014_398_509_481_984.0 * 10.0)),
        ] {
            let exact = parse(text, AT).unwrap();
            let rounded = exact.to_f64().unwrap();
            let found = remainder(&exact, rounded);
            assert!((found - lacking).abs() <= 1e-3 * lacking.abs(), "{text}: {found:e}");
        }
    }

    #[test]
    fn counts_are_whole_and_not_negative() {
        assert_eq!(whole("12", AT).unwrap(), 12);
        for text in ["-1", "1.0", "1/1", "99999999999999999999", "+", "++1", "1e3"] {
            assert!(whole(text, AT).is_err(), "{text}");
        }
    }
}
