use super::*;

#[test]
fn a_run_that_goes_on_shows_no_pace_before_its_first_iteration() {
    let line = ProgressLine {
        bar: ProgressBar::hidden(),
        limits: Limits { iterations: Some(10), ..Limits::default() },
        quantity: Quantity::ValueError,
        quiet: true,
    };
    let mut progress = Progress { iterations: 4, nodes: 0, seconds: 200.0, rate: 0.0, nash_conv: None };
    assert_eq!(line.line(&progress), "4 iterations");
    progress.rate = 0.02;
    assert_eq!(line.line(&progress), "4 iterations, 50 s each, 300 s left");
}

#[test]
fn a_slow_pace_is_said_in_seconds() {
    assert_eq!(pace(0.0), "0 a second");
    assert_eq!(pace(1.0 / 47.3), "47 s each");
    assert_eq!(pace(1234.4), "1234 a second");
}
