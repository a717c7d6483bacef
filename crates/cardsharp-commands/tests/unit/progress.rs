use super::*;

#[test]
fn the_time_left_follows_the_mean_rate() {
    let minute = Duration::from_secs(60);
    assert_eq!(left(minute, 0, Some(12)), "? left");
    assert_eq!(left(minute, 2, None), "? left");
    assert_eq!(left(minute, 4, Some(8)), "2m left");
    assert_eq!(left(minute, 4, Some(0)), "0s left");
}

#[test]
fn a_line_is_due_every_few_seconds_if_it_is_new() {
    let plain = PlainLines::new();
    let begun = plain.0.lock().unwrap().at;
    let drawn = |text: &str, seconds: u64| {
        plain.write_str(text).unwrap();
        let now = begun + Duration::from_secs(seconds);
        plain.0.lock().unwrap().due(now)
    };
    assert_eq!(drawn("1/9   ", 1), None);
    assert_eq!(drawn("2/9   ", 4), Some("2/9".to_owned()));
    assert_eq!(drawn("3/9", 5), None);
    assert_eq!(drawn("2/9", 9), None);
    assert_eq!(drawn("4/9", 10), Some("4/9".to_owned()));
    assert_eq!(drawn("", 20), None);
}
