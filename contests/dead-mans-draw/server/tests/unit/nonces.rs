use super::*;

#[test]
fn a_count_is_taken_once_in_any_order_within_the_window() {
    let nonces = Nonces::default();
    let now = Instant::now();
    let nonce = nonces.make(now);
    let spend = |count| nonces.spend(&nonce, count, now);
    assert!(spend(1) && !spend(1));
    assert!(spend(5) && spend(3) && !spend(3) && !spend(5));
    assert!(spend(200) && !spend(100) && spend(137) && !spend(136));
    assert!(!spend(0));
}

#[test]
fn nonces_of_others_and_old_ones_are_refused() {
    let nonces = Nonces::default();
    let now = Instant::now();
    let nonce = nonces.make(now);
    let mut forged = nonce.clone();
    forged.insert(0, '1');
    for odd in [&forged, "", "a.b.c", "1.2.3", &format!("{nonce}.x")] {
        assert!(!nonces.spend(odd, 1, now), "{odd}");
    }
    let late = now + NONCE_LIFE + Duration::from_secs(1);
    assert!(!nonces.spend(&nonce, 1, late));
    assert!(nonces.spend(&nonce, 1, now));
}

#[test]
fn the_table_stays_small_and_what_it_forgets_stays_spent() {
    let nonces = Nonces::default();
    let now = Instant::now();
    let first = nonces.make(now);
    assert!(nonces.spend(&first, 1, now));
    for later in 0..2 * MAX_NONCES as u64 {
        let then = now + Duration::from_millis(1 + later);
        let nonce = nonces.make(then);
        assert!(nonces.spend(&nonce, 1, then));
    }
    assert!(nonces.spent().counts.len() <= MAX_NONCES);
    assert!(!nonces.spend(&first, 1, now) && !nonces.spend(&first, 2, now));
}
