use super::*;

#[test]
fn pauses_grow_and_attempts_come_to_an_end() {
    let stop = AtomicBool::new(false);
    let mut pace = Backoff::new(&stop, Duration::from_millis(30), Some(3));
    let began = Instant::now();
    assert_eq!(pace.failed(None), Ok(()));
    assert_eq!(pace.failed(Some(Duration::from_secs(9))), Ok(()));
    assert!(began.elapsed() >= Duration::from_millis(30));
    assert_eq!(pace.failed(None), Err(NoMore::GaveUp { attempts: 3 }));
    pace.answered();
    assert_eq!(pace.failed(None), Ok(()));
    stop.store(true, Ordering::Relaxed);
    assert_eq!(pace.failed(None), Err(NoMore::Stopped));
    assert_eq!(pace.hold(Instant::now()), Err(NoMore::Stopped));
}

#[test]
fn answers_at_once_are_asked_for_ever_more_slowly() {
    let stop = AtomicBool::new(false);
    let mut pace = Backoff::new(&stop, Duration::ZERO, None);
    let began = Instant::now();
    for _ in 0..4 {
        pace.hold(Instant::now()).unwrap();
    }
    assert!(began.elapsed() >= FIRST_HOLD * 15);
    pace.moved();
    assert_eq!(pace.hold, FIRST_HOLD);
    let long_ago = Instant::now().checked_sub(KEPT_WAITING).unwrap();
    pace.hold(long_ago).unwrap();
    assert_eq!(pace.hold, FIRST_HOLD);
}
