//! The thinking time of a game: 2 s, 50 ms more for each of the first 100 good moves, and once used
//! up, used up for good.

use std::time::Duration;

use cardsharp_challenge_game::rules::Clock;

const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

#[test]
fn starts_with_two_seconds() {
    let clock = Clock::default();
    assert_eq!(clock.remaining(), ms(2000));
    assert!(!clock.is_exhausted());
}

#[test]
fn the_first_hundred_good_moves_earn_fifty_milliseconds_each() {
    let mut clock = Clock::default();
    for good in 1..=100 {
        assert!(clock.spend(ms(0)));
        clock.credit_good_move();
        assert_eq!(clock.remaining(), ms(2000 + 50 * good));
    }
    // 2 s and 100 * 50 ms: the most there is in a game.
    assert_eq!(clock.remaining(), ms(7000));
    clock.credit_good_move();
    assert_eq!(clock.remaining(), ms(7000));
}

#[test]
fn a_failed_move_earns_nothing_and_keeps_its_bonus_for_later() {
    let mut clock = Clock::default();
    for _ in 0..30 {
        assert!(clock.spend(ms(10)));
    }
    assert_eq!(clock.remaining(), ms(1700));
    for _ in 0..150 {
        clock.credit_good_move();
    }
    assert_eq!(clock.remaining(), ms(1700 + 5000));
}

#[test]
fn thinking_takes_time() {
    let mut clock = Clock::default();
    assert!(clock.spend(ms(1500)));
    assert_eq!(clock.remaining(), ms(500));
    clock.credit_good_move();
    assert!(clock.spend(ms(549)));
    assert_eq!(clock.remaining(), ms(1));
}

#[test]
fn once_used_up_is_used_up_for_good() {
    // All of it to the last nanosecond, or more than all.
    for thought in [ms(2000), ms(2001), Duration::MAX] {
        let mut clock = Clock::default();
        assert!(!clock.spend(thought));
        assert!(clock.is_exhausted());
        assert_eq!(clock.remaining(), ms(0));
        for _ in 0..3 {
            clock.credit_good_move();
        }
        assert_eq!(clock.remaining(), ms(0));
        assert!(!clock.spend(ms(0)));
        assert!(clock.is_exhausted());
    }
}

#[test]
fn one_nanosecond_left_is_not_used_up() {
    let mut clock = Clock::default();
    assert!(clock.spend(ms(2000) - Duration::from_nanos(1)));
    assert!(!clock.is_exhausted());
}
