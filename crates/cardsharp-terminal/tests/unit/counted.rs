use super::*;

#[test]
fn one_is_singular() {
    assert_eq!(counted(1, "game"), "1 game");
    assert_eq!(counted(2, "game"), "2 games");
    assert_eq!(counted(0, "match"), "0 matches");
}
