use super::*;

#[test]
fn payoffs_are_chances_in_their_order() {
    let found = payoffs("0.6, 0.3,0.5").unwrap();
    assert_eq!((found.win, found.lose, found.tie), (0.6, 0.3, 0.5));
    for wrong in ["", "0.5", "0.6,0.3", "1.1,0,0.5", "0.3,0.6,0.5", "a,b,c", "1,0,0.5,1"] {
        assert!(payoffs(wrong).unwrap_err().contains("0.56,0.44,0.5"), "{wrong}");
    }
}
