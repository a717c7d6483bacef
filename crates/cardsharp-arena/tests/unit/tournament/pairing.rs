use super::*;

#[test]
fn points_are_the_share_of_the_others_beaten() {
    let played = |shares: &[f64]| Played {
        pairing: Pairing { stage: 0, agents: (0..shares.len()).collect() },
        shares: shares.to_vec(),
    };
    assert_eq!(played(&[0.75, 0.25]).points(), [1.0, 0.0]);
    assert_eq!(played(&[0.5, 0.5]).points(), [0.5, 0.5]);
    let four = played(&[0.5, 0.25, 0.25, 0.0]).points();
    assert_eq!(four, [1.0, 0.5, 0.5, 0.0]);
    assert!(played(&[0.5, 0.5]).is_tied() && !played(&[0.6, 0.4]).is_tied());
}
