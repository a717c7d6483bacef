use super::*;

#[test]
fn waits_grow_by_a_tenth_of_a_second_and_end_with_the_minute() {
    let throttle = Throttle::default();
    let (player, address) = (PlayerId::from("p"), IpAddr::from([127, 0, 0, 1]));
    let now = Instant::now();
    let ask = |at| throttle.player(&player, address, at);
    for _ in 0..100 {
        assert_eq!(ask(now), Duration::ZERO);
    }
    assert_eq!(ask(now), Duration::from_millis(100));
    assert_eq!(ask(now), Duration::from_millis(200));
    let longest = (0..200).map(|_| ask(now)).max();
    assert_eq!(longest, Some(LONGEST_WAIT));
    assert_eq!(ask(now + MINUTE), Duration::ZERO);
    let other = IpAddr::from([127, 0, 0, 2]);
    assert_eq!(throttle.player(&player, other, now), Duration::ZERO);
}

#[test]
fn an_address_has_a_thousand() {
    let throttle = Throttle::default();
    let address = IpAddr::from([127, 0, 0, 1]);
    let now = Instant::now();
    let waits = (0..1001).map(|_| throttle.address(address, now));
    let waiting: Vec<_> = waits.filter(|wait| !wait.is_zero()).collect();
    assert_eq!(waiting, [WAIT_STEP]);
}

#[test]
fn strangers_without_number_are_counted_together() {
    let mut counter = Counter::default();
    let now = Instant::now();
    for key in 0..MAX_COUNTED {
        assert_eq!(counter.count(key, now), 1);
    }
    assert_eq!(counter.count(MAX_COUNTED, now), 1);
    assert_eq!(counter.count(MAX_COUNTED + 1, now), 2);
    assert_eq!(counter.count(0, now), 2);
    assert_eq!(counter.windows.len(), MAX_COUNTED);
    assert_eq!(counter.count(MAX_COUNTED, now + MINUTE), 1);
    assert_eq!(counter.windows.len(), 1);
}
