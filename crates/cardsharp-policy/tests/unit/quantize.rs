use super::*;

#[test]
fn the_likeliest_action_is_full_and_rare_ones_go() {
    let mut row = [9; 4];
    quantize(&[0.5, 0.25, 0.245, 0.005], 0.01, &mut row);
    assert_eq!(row, [255, 128, 125, 0]);
    // Even with a high limit, one action is left.
    quantize(&[0.3, 0.4, 0.3, 0.0], 0.9, &mut row);
    assert_eq!(row, [0, 255, 0, 0]);
}
