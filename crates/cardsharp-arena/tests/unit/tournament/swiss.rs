use super::*;

/// The agent with the lower number wins every match.
fn play(agents: usize, seats: usize, stages: usize) -> Vec<Played> {
    let mut played = Vec::new();
    loop {
        let next = next_stage(agents, seats, stages, &played);
        if next.is_empty() {
            return played;
        }
        let lowest_first = (0..seats).map(|index| 1.0 / (index + 1) as f64);
        let shares: Vec<f64> = lowest_first.collect();
        played.extend(next.into_iter().map(|pairing| Played { pairing, shares: shares.clone() }));
    }
}

#[test]
fn nobody_meets_twice_and_the_better_ones_come_out_first() {
    for agents in 4..20 {
        let stages = usize::ilog2(agents) as usize + 1;
        let played = play(agents, 2, stages);
        assert_eq!(played.len(), stages * (agents / 2));
        let met: HashSet<_> = played.iter().map(|one| &one.pairing.agents).collect();
        assert_eq!(met.len(), played.len(), "{agents} agents");
        let points = Points::after(agents, &played, true);
        assert_eq!(points.order()[0], 0);
        assert!(points.byes.iter().all(|&byes| byes <= 1), "{points:?}");
        assert_eq!(points.byes.iter().sum::<usize>(), stages * (agents % 2));
    }
}

#[test]
fn tables_of_four_are_filled() {
    let played = play(10, 4, 3);
    assert_eq!(played.len(), 3 * 2);
    assert!(played.iter().all(|one| one.pairing.agents.len() == 4));
    assert_eq!(Points::after(10, &played, true).byes.iter().sum::<usize>(), 6);
}

#[test]
fn pairs_meet_again_when_all_have_met() {
    assert_eq!(play(2, 2, 3).len(), 3);
    assert_eq!(play(3, 2, 5).len(), 5);
}
