use super::*;

#[test]
fn every_context_has_its_rule() {
    let prior: f64 = Dependence::ALL.into_iter().map(Dependence::prior).sum();
    assert!((prior - 1.0).abs() < 1e-12);
    for dependence in Dependence::ALL {
        let contexts = Turn::all().flat_map(|turn| ScoreSituation::ALL.map(|score| Context { turn, score }));
        let met: std::collections::BTreeSet<usize> = contexts.map(|context| dependence.rule(context)).collect();
        assert_eq!(met, (0..dependence.rules()).collect(), "{dependence:?}");
    }
}

#[test]
fn the_situation_is_that_of_the_player() {
    assert_eq!(ScoreSituation::of(9, 9), ScoreSituation::BothLast);
    assert_eq!(ScoreSituation::of(9, 3), ScoreSituation::OwnLast);
    assert_eq!(ScoreSituation::of(8, 9), ScoreSituation::OtherLast);
    assert_eq!(ScoreSituation::of(8, 3), ScoreSituation::Ahead);
    assert_eq!(ScoreSituation::of(0, 0), ScoreSituation::Level);
    assert_eq!(ScoreSituation::of(2, 3), ScoreSituation::Behind);
}
