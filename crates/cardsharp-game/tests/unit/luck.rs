use super::*;

/// A race to one point. Outcome 0 is won by agent 0, outcome 1 by agent 1, and outcome 2 is played again.
fn one_point() -> Race {
    let next = vec![Next::Won(0), Next::Won(1), Next::Standing(0)];
    Race { next: vec![next], pools: vec![0], prior: vec![0.5] }
}

fn part(outcome: usize, luck: [f64; 3]) -> PartLuck {
    PartLuck { standing: 0, outcome: Some(outcome), luck: luck.to_vec() }
}

#[test]
fn values_follow_from_how_parts_ended() {
    let race = one_point();
    // 60 % for agent 0, 20 % for agent 1, and 20 % again: three quarters.
    let ends = |count: usize| (0..count).map(|number| part([0, 0, 0, 1, 2][number % 5], [0.0; 3])).collect::<Vec<_>>();
    let values = race.values(ends(5000).iter());
    assert!((values[0] - 0.75).abs() < 1e-3, "{values:?}");
    // A few parts say little, and a part that was not played to its end says nothing.
    assert_eq!(race.values(ends(ENOUGH - 1).iter()), race.prior);
    let mut open = ends(5000);
    open.iter_mut().for_each(|part| part.outcome = None);
    assert_eq!(race.values(open.iter()), race.prior);
}

#[test]
fn luck_is_worth_what_it_changes() {
    let race = one_point();
    let values = [0.75];
    assert_eq!([0, 1, 2].map(|outcome| race.worth(&values, 0, outcome)), [1.0, 0.0, 0.75]);
    let game = GameLuck { parts: vec![part(2, [-0.5, 0.25, 0.25]), part(0, [0.25, -0.25, 0.0])] };
    assert_eq!(race.luck(&values, &game), -0.5 + 0.25 * 0.75 + 0.25);
}
