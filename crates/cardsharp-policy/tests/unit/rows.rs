use super::*;

#[test]
fn weights_become_probabilities_and_an_unvisited_row_is_played_as_its_policy_says() {
    let row = |first| Row { number: 0, first, parts: &[], actions: &[0, 1] };
    let weights = Weights::U8(&[255, 85, 0, 0]);
    let mut out = Vec::new();
    assert!(weights.probabilities(&row(0), Unvisited::First, &mut out));
    assert_eq!(out, [0.75, 0.25]);
    assert!(!weights.probabilities(&row(2), Unvisited::First, &mut out));
    assert_eq!(out, [1.0, 0.0]);
    assert!(!weights.probabilities(&row(2), Unvisited::Uniform, &mut out));
    assert_eq!(out, [0.5, 0.5]);
    assert!(!weights.probabilities(&row(9), Unvisited::Uniform, &mut out));
}
