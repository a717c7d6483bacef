use super::*;

fn host(text: &str) -> IpAddr {
    text.parse().unwrap()
}

#[test]
fn an_early_attempt_starts_the_five_seconds_again() {
    let mut rule = HammeringRule::new(HAMMERING_WAIT);
    let start = Instant::now();
    let at = |seconds: f64| start + Duration::from_secs_f64(seconds);
    let one = host("127.0.0.1");
    assert!(rule.admits(one, start));
    assert!(rule.admits(host("127.0.0.2"), at(0.1)), "per address");
    assert!(!rule.admits(one, at(4.9)));
    assert!(!rule.admits(one, at(9.8)), "4.9 s after the refused attempt");
    assert!(rule.admits(one, at(14.8)));
    assert!(!rule.admits(one, at(15.0)));
}

#[test]
fn hammering_from_many_addresses_does_not_grow_without_end() {
    let mut rule = HammeringRule::new(HAMMERING_WAIT);
    let start = Instant::now();
    for index in 0..100_000u32 {
        let now = start + Duration::from_millis(u64::from(index) * 10);
        rule.admits(IpAddr::from((0x7f00_0000 + index).to_be_bytes()), now);
    }
    assert!(rule.last_attempt.len() <= HammeringRule::TIDY_ABOVE + 1);
}

#[test]
fn loopback_addresses_are_teams_and_others_are_not() {
    let team = |text| Teams::Loopback.identify(host(text));
    assert_eq!(team("127.0.0.1"), Identity::Team(TeamId(1)));
    assert_eq!(team("127.0.1.2"), Identity::Team(TeamId(258)));
    assert_eq!(team("::ffff:127.0.0.3"), Identity::Team(TeamId(3)));
    assert_eq!(team("::1"), Identity::Team(TeamId(1 << 24)));
    assert_eq!(team("10.2.88.12"), Identity::Unknown);
    assert_eq!(Teams::Open.identify(host("10.2.88.12")), Identity::Anyone);
    for address in ["127.0.0.1", "127.0.1.2", "127.255.255.255", "::1"] {
        let Identity::Team(id) = team(address) else { panic!("{address}") };
        assert_eq!(Teams::Loopback.name(id).as_deref(), Some(address));
    }
}

#[test]
fn table_is_read_and_its_errors_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("teams.json");
    let read = |text: &str| {
        std::fs::write(&path, text).unwrap();
        Teams::from_file(&path)
    };
    let good = r#"{"teams": [{"id": 7, "name": "us", "hosts": ["10.2.88.12", "::1"]}]}"#;
    let teams = read(good).unwrap();
    assert_eq!(teams.identify(host("10.2.88.12")), Identity::Team(TeamId(7)));
    assert_eq!(teams.label(TeamId(7)), "us (team 7)");
    assert_eq!(teams.label(TeamId(8)), "team 8");
    assert_eq!(teams.identify(host("127.0.0.1")), Identity::Unknown);
    let fails = |text: &str| read(text).unwrap_err();
    assert!(matches!(fails("{}"), TeamsError::Malformed { .. }));
    let entry = |id, host| format!(r#"{{"id": {id}, "hosts": ["{host}"]}}"#);
    let two = |a, b| format!(r#"{{"teams": [{a}, {b}]}}"#);
    let bad = two(entry(0, "10.0.0.1"), entry(2, "10.0.0.2"));
    assert!(matches!(fails(&bad), TeamsError::BadId(0)));
    let bad = two(entry(2, "10.0.0.1"), entry(2, "10.0.0.2"));
    assert!(matches!(fails(&bad), TeamsError::IdTwice(2)));
    let bad = two(entry(1, "10.0.0.1"), entry(2, "10.0.0.1"));
    assert!(matches!(fails(&bad), TeamsError::HostTwice(_)));
    let gone = Teams::from_file(&folder.path().join("none.json"));
    assert!(matches!(gone, Err(TeamsError::Unreadable { .. })));
}
