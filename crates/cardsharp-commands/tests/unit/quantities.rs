use super::*;

#[test]
fn numbers_without_sense_are_refused() {
    for wrong in ["nan", "inf", "-1", "1e400s", "", "0"] {
        assert!(time(wrong).is_err(), "{wrong}");
        assert!(seconds(wrong).is_err(), "{wrong}");
        assert!(count(wrong).is_err(), "{wrong}");
        assert!(threads(wrong).is_err(), "{wrong}");
    }
    for wrong in ["nan", "inf", "-inf", "-1e-9", ""] {
        assert!(target(wrong).is_err(), "{wrong}");
    }
    assert!(threads("1025").is_err());
    assert_eq!((target("0"), target("1e-3")), (Ok(0.0), Ok(1e-3)));
    assert_eq!(time("1.5"), Ok(Duration::from_millis(1500)));
}
