use super::*;

#[test]
fn amounts_without_sense_are_refused() {
    for wrong in ["nan", "inf", "-1", "1e400s", "", "0", "900TiB"] {
        assert!(amount(wrong).is_err(), "{wrong}");
    }
    assert_eq!(amount("1MiB"), Ok(1 << 20));
}
