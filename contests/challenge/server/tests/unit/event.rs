use super::*;

#[test]
fn an_event_goes_on_in_the_phase_of_the_clock() {
    let hours = |hours: u64| Duration::from_secs(3600 * hours);
    let settings = EventSettings::new(Format::SingleElimination, Some(hours(3)), None);
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs();
    let phase = |ago: u64| EventClock::new(&settings, now - 3600 * ago).phase(Instant::now());
    assert!(matches!(phase(0), Phase::OpenPlay(end) if end - Instant::now() > hours(1)));
    assert!(matches!(phase(2), Phase::LastHour(end) if end - Instant::now() < hours(2)));
    assert_eq!(phase(3), Phase::Tournament);
    // The last hour is at most all of open play.
    let short = EventSettings::new(Format::RoundRobin, Some(hours(0)), None);
    assert_eq!(short.last_hour, hours(0));
}
