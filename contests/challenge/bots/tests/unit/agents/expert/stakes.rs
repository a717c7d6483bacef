use super::*;

#[test]
fn an_even_score_is_an_even_game_and_a_point_is_worth_having() {
    for own in 0..10 {
        for theirs in 0..10 {
            let stakes = Stakes::at(own, theirs);
            assert!(stakes.down < stakes.same && stakes.same < stakes.up);
            let mirrored = Stakes::at(theirs, own).swapped();
            assert!((mirrored.up - stakes.up).abs() < 1e-12);
        }
        assert!((Stakes::at(own, own).same - 0.5).abs() < 1e-12);
        assert_eq!((Stakes::at(9, own).up, Stakes::at(own, 9).down), (1.0, 0.0));
    }
}
