use super::*;

#[test]
fn quantiles_are_those_of_the_tables() {
    // NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.2.
    for (freedom, tabulated) in
        [(1.0, 12.706), (3.0, 3.182), (7.0, 2.365), (30.0, 2.042), (100.0, 1.984), (1e6, 1.960), (f64::INFINITY, 1.960)]
    {
        let quantile = quantile(freedom);
        assert!((quantile - tabulated).abs() < 5e-4, "{freedom}: {quantile}");
    }
}

#[test]
fn moments_give_what_the_draws_give() {
    let drawn = [0.5, 0.25, 1.0, 0.0, 0.125];
    let (sum, squares) = (drawn.iter().sum(), drawn.iter().map(|x| x * x).sum());
    let by_moments = StandardError::of_moments(5.0, sum, squares).half_width();
    assert!((by_moments - half_width(&drawn)).abs() < 1e-12);
    // By hand: s = 0.395285, t = 2.776445, n = 5.
    assert!((by_moments - 0.490811).abs() < 1e-5, "{by_moments}");
}

#[test]
fn a_sum_of_two_has_up_to_twice_the_degrees_of_freedom() {
    let one = StandardError::of(&[0.0, 1.0, 2.0, 3.0]);
    let sum = StandardError::of_sum(&[one, one]);
    assert!((sum.freedom - 6.0).abs() < 1e-12);
    let exact = StandardError::of(&[1.0; 4]);
    assert!((StandardError::of_sum(&[one, exact]).freedom - 3.0).abs() < 1e-12);
    assert_eq!(StandardError::of_sum(&[exact, exact]).half_width(), 0.0);
}

#[test]
fn fewer_than_two_draws_say_nothing() {
    assert_eq!(half_width(&[]), f64::INFINITY);
    assert_eq!(half_width(&[1.0]), f64::INFINITY);
    let one = StandardError::of(&[1.0]);
    assert_eq!(StandardError::of_sum(&[one, one]).half_width(), f64::INFINITY);
}
