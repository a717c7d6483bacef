use super::*;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn noted(by: By, kind: Kind, otherwise: f64) -> Notes {
    let mut notes = Notes::default();
    notes.note(Note { by, kind, otherwise });
    notes
}

#[test]
fn what_loses_is_stopped_and_what_wins_goes_on() {
    let mut account = Account::default();
    let accepted = noted(By::Response, Kind::Accept, 0.45);
    // Five losses in a row may be bad luck.
    for _ in 0..5 {
        assert!(account.allows(By::Response, Kind::Accept, 0.0));
        account.record(&accepted, 0.0, 0.0);
    }
    account.record(&accepted, 0.0, 0.0);
    assert!(!account.allows(By::Response, Kind::Accept, 0.0));
    assert!(account.allows(By::Response, Kind::Offer, 0.0), "kinds are separate");
    assert!(account.allows(By::Policy, Kind::Accept, 0.0), "who chose is separate");
    assert!(account.allows(By::Response, Kind::Accept, 0.06), "a budget for each hand");
    for _ in 0..100 {
        account.record(&accepted, 1.0, 1.0);
    }
    assert!(account.allows(By::Response, Kind::Accept, 0.0));
    // Earlier winnings do not pay for losses without end.
    for _ in 0..60 {
        account.record(&accepted, 0.0, 0.0);
    }
    assert!(!account.allows(By::Response, Kind::Accept, 0.0));
}

#[test]
fn a_bluff_of_the_policy_that_is_called_every_time_is_not_played_the_hundredth_time() {
    let mut account = Account::default();
    let bluffed = noted(By::Policy, Kind::of(Move::Offer, 0.1), 0.45);
    let played = (0..100).take_while(|_| {
        let allowed = account.allows(By::Policy, Kind::Bluff, 0.002);
        account.record(&bluffed, 0.0, 0.0);
        allowed
    });
    assert!(played.count() < 20);
    assert!(account.allows(By::Policy, Kind::of(Move::Offer, 0.9), 0.002));
}

/// A player who believes to win nine of ten games, and wins half of them, goes back to the policy within some games.
#[test]
fn a_response_that_wins_less_than_forecast_is_stopped_and_one_that_does_not_goes_on() {
    let stopped_after = |chance: f64, seed| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut account = Account::default();
        let played = (0..500).take_while(|_| {
            account.record(&Notes::default(), f64::from(u8::from(rng.random_bool(chance))), 0.9);
            account.allows_response(0.002)
        });
        played.count()
    };
    assert!((0..100).all(|seed| stopped_after(0.5, seed) < 120));
    let stopped = (0..100).filter(|&seed| stopped_after(0.9, seed) < 500).count();
    assert!(stopped < 10, "{stopped} of 100");
}

#[test]
fn what_wins_a_little_is_not_stopped_by_bad_luck() {
    let accepted = noted(By::Response, Kind::Accept, 0.47);
    let mut stopped = 0;
    for seed in 0..200 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut account = Account::default();
        let goes_on = (0..300).all(|_| {
            account.record(&accepted, f64::from(u8::from(rng.random_bool(0.5))), 0.5);
            account.allows(By::Response, Kind::Accept, 0.0)
        });
        stopped += u64::from(!goes_on);
    }
    // Without regard to luck it would be nine of ten.
    assert!(stopped < 40, "{stopped} of 200");
}

#[test]
fn the_first_action_of_a_kind_counts() {
    let mut notes = noted(By::Response, Kind::Offer, 0.5);
    notes.note(Note { by: By::Response, kind: Kind::Offer, otherwise: 0.9 });
    let mut account = Account::default();
    account.record(&notes, 0.5, 0.5);
    assert_eq!(account, Account { hands: 1, ..Account::default() });
}

#[test]
fn an_account_of_before_begins_anew() {
    let old = r#"{"won":[0.0,-8.5,0.1,0.0],"squares":[0.0,16.0,0.2,0.0],"hands":700}"#;
    let read: Account = serde_json::from_str(old).unwrap();
    assert_eq!(read, Account { hands: 700, ..Account::default() });
}
