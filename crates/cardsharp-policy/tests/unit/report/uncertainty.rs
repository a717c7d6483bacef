use super::*;

#[test]
fn a_probability_is_within_0_and_1_with_its_error() {
    for (value, error, written) in [
        (0.491_34, 0.123, "0.49 ± 0.13"),
        (0.98, 0.37, "1.0 (0.6–1.0)"),
        (0.031, 0.24, "0.03 (0.00–0.28)"),
        (0.5, 0.9, "0.5 (0.0–1.0)"),
    ] {
        assert_eq!(KnownDigits::of_probability(value, error).to_string(), written);
    }
}

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
