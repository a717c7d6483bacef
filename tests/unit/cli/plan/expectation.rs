use super::*;

#[test]
fn a_time_among_the_flags_is_the_time_of_a_task() {
    let of = |line: &str| {
        let flags: Vec<String> = line.split(' ').map(str::to_owned).collect();
        time_limit(&flags)
    };
    assert_eq!(of("--score 0,0 --time 90s --hands 0"), Some(90.0));
    assert_eq!(of("--time-per-score=2m"), Some(120.0));
    assert_eq!(of("--iterations 10 --time"), None);
    assert_eq!(of("--iterations 10"), None);
}
