use super::*;

#[test]
fn lines_are_limited_and_the_rest_counted() {
    let log = PeerLog::default();
    let start = Instant::now();
    let written = (0..1000).filter(|_| log.admit(start).is_some()).count();
    assert_eq!(written, LINES_PER_SECOND as usize);
    assert_eq!(log.admit(start + Duration::from_secs(1)), Some(980));
    assert_eq!(log.admit(start + Duration::from_secs(1)), Some(0));
}
