use super::*;

fn texts(probabilities: &[f64]) -> Vec<String> {
    let exact = exact(None, probabilities).unwrap();
    assert!(sums_to_one(&exact));
    exact.into_iter().map(text).collect()
}

#[test]
fn floats_become_the_simplest_fractions_that_sum_to_one() {
    assert_eq!(texts(&[1.0]), ["1"]);
    assert_eq!(texts(&[0.1, 0.2, 0.7]), ["1/10", "1/5", "7/10"]);
    assert_eq!(texts(&[1.0 / 3.0, 2.0 / 3.0]), ["1/3", "2/3"]);
    assert_eq!(texts(&[1.0 / 52.0, 51.0 / 52.0]), ["1/52", "51/52"]);
}

#[test]
fn floats_that_are_no_fractions_are_normalised_and_written_as_decimals() {
    let (root, other) = (0.5_f64.sqrt(), 0.03_f64.sqrt());
    let roots = [root, other, 1.0 - root - other];
    let tiny = [1e-30, 0.618_033_988_749_894_9, 0.381_966_011_250_105_1];
    for (floats, allowed) in [(roots, 1e-16), (tiny, 2e-16)] {
        for (text, float) in texts(&floats).iter().zip(floats) {
            assert!(text.starts_with("0.") && text.len() <= 65, "{text}");
            assert!((text.parse::<f64>().unwrap() - float).abs() <= allowed, "{text} {float}");
        }
    }
}

#[test]
fn given_fractions_stay_and_long_ones_are_written_as_decimals_that_end() {
    let of = |numerator, denominator| Fraction { numerator, denominator };
    let given = vec![of(2, 1 << 40), of((1 << 40) - 2, 1 << 40)];
    let given = exact(Some(given), &[0.5, 0.5]).unwrap();
    assert_eq!(text(given[0]), "0.000000000001818989403545856475830078125");
    assert_eq!(text(of(1, 50_000_000_000)), "0.00000000002");
    assert_eq!(text(of(1, 3_000_000_000)), "1/3000000000");
    assert_eq!(text(of(4, 6)), "2/3");
}

#[test]
fn what_does_not_sum_to_one_is_refused() {
    let of = |numerator, denominator| Fraction { numerator, denominator };
    for floats in [&[0.5, 0.4][..], &[1.5, -0.5], &[f64::NAN, 1.0], &[1.0, 0.0], &[]] {
        assert!(exact(None, floats).is_none(), "{floats:?}");
    }
    for given in [vec![of(1, 2), of(1, 3)], vec![of(1, 0)], vec![of(0, 1), of(1, 1)]] {
        assert!(exact(Some(given), &[0.5, 0.5]).is_none());
    }
}
