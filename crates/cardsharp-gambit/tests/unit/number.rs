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
    for text in
        ["", "-", ".", "1/0", "1/", "/2", "1/2/3", "1/-2", "--1", "1.2.3", "1e", "e5", "1.5/2", "12a", "1_000", "١"]
    {
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
    for value in [0.1, 1.0 / 3.0, 1e-300, 1.7976931348623157e308, 5e-324, 2.2250738585072014e-308, -123456.789] {
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
