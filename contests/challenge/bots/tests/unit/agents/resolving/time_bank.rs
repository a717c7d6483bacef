use super::*;

const KINDS: [Kind; 4] = [Kind::Lead, Kind::Follow, Kind::LastButOne, Kind::Last];

#[test]
fn the_bank_never_runs_dry() {
    for stakes in [0.01, 0.12, 1.0] {
        // Any number of decisions, without time added.
        for kind in KINDS {
            let mut bank = TimeBank::default();
            let mut remaining = Duration::from_secs(2);
            for _ in 0..1000 {
                let Some(allowance) = bank.allowance(kind, remaining, stakes) else {
                    break;
                };
                assert!(allowance <= remaining / 2, "{kind:?}");
                remaining -= allowance;
            }
            assert!(remaining >= RESERVE, "{kind:?}: {remaining:?}");
        }
    }
}

#[test]
fn nothing_is_begun_that_cannot_be_done() {
    let mut bank = TimeBank::default();
    let full = Duration::from_secs(2);
    assert!(bank.allowance(Kind::Lead, full, 0.12).is_some());
    bank.learn(Kind::Lead, Duration::from_secs(12), 4);
    assert_eq!(bank.allowance(Kind::Lead, full, 0.12), None);
    // It begins again after a while.
    assert!((0..100).any(|_| bank.allowance(Kind::Lead, full, 0.12).is_some()));
    let mut slow = TimeBank::on_machine(Duration::from_secs(3), 3);
    assert_eq!(slow.allowance(Kind::Lead, full, 0.12), None);
    assert!(slow.allowance(Kind::Last, full, 0.12).is_some());
    assert!(bank.allowance(Kind::Follow, full, 0.12).is_some());
    assert_eq!(bank.allowance(Kind::Last, RESERVE, 0.12), None);
}

#[test]
fn dearer_decisions_get_more() {
    let full = Duration::from_secs(2);
    let of = |kind, stakes| TimeBank::default().allowance(kind, full, stakes).unwrap();
    let in_order = KINDS.map(|kind| of(kind, 0.12));
    assert!(in_order.is_sorted_by(|one, next| one > next), "{in_order:?}");
    assert!(of(Kind::Lead, 0.3) > of(Kind::Lead, 0.12));
    assert!(of(Kind::Lead, 0.12) > of(Kind::Lead, 0.02));
}
