use super::super::context::{ScoreSituation, Turn};
use super::*;

/// Two rules: the policy's, and another that is right where the other player needs one point.
#[test]
fn what_the_rule_depends_on_is_learned() {
    let mut learned = Contextual::new(&[0.5, 0.5]);
    let context = |score| Context { turn: Turn { stage: 0, leads: true }, score };
    for _ in 0..20 {
        learned.update(context(ScoreSituation::OtherLast), &[0.1, 0.9], 1.0);
        learned.update(context(ScoreSituation::Level), &[0.9, 0.1], 1.0);
    }
    assert!(learned.depends_on(Dependence::Score) > 0.99);
    assert!(learned.weights(context(ScoreSituation::OtherLast))[1] > 0.99);
    assert!(learned.weights(context(ScoreSituation::Level))[0] > 0.99);
    // The others were not seen.
    let unseen = learned.confident(context(ScoreSituation::OwnLast));
    assert!((learned.weights(context(ScoreSituation::OwnLast))[0] - 0.5).abs() < 0.01 && unseen[0] > 0.95);
    assert!(learned.fits(2) && !learned.fits(3));
}
