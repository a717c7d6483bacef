use super::*;

/// Plays to the end; `shares` gives the result of a table.
fn play(
    agents: usize,
    seats: usize,
    lives: usize,
    mut shares: impl FnMut(&[usize]) -> Vec<f64>,
) -> (Vec<Played>, Bracket) {
    let mut played: Vec<Played> = Vec::new();
    loop {
        let bracket = Bracket::after(agents, seats, lives, &played);
        let next = bracket.next_stage();
        if next.is_empty() {
            return (played, bracket);
        }
        for pairing in next {
            let shares = shares(&pairing.agents);
            played.push(Played { pairing, shares });
        }
    }
}

/// The better seed wins.
fn by_seed(table: &[usize]) -> Vec<f64> {
    (0..table.len()).map(|index| 1.0 / (index + 1) as f64).collect()
}

#[test]
fn everybody_but_the_winner_loses_as_often_as_they_have_lives() {
    for agents in 2..40 {
        for lives in [1, 2] {
            let (played, bracket) = play(agents, 2, lives, by_seed);
            assert_eq!(played.len(), lives * (agents - 1), "{agents} agents, {lives} lives");
            assert!(bracket.lost[1..].iter().all(|&lost| lost == lives));
            assert_eq!(bracket.order(&played)[..2], [0, 1]);
        }
    }
}

#[test]
fn who_loses_once_can_still_win_with_two_lives() {
    // Seed 0 loses its first match, and wins all others.
    let mut first = true;
    let (played, bracket) = play(8, 2, 2, |table| {
        let upset = table[0] == 0 && std::mem::take(&mut first);
        if upset { vec![0.0, 1.0] } else { by_seed(table) }
    });
    assert_eq!(bracket.order(&played)[0], 0);
    assert_eq!(played.len(), 2 * 7 + 1, "the winner lost one match too");
}

#[test]
fn the_best_seed_meets_the_lowest() {
    let stage = Bracket::after(8, 2, 1, &[]).next_stage();
    let pairs: Vec<_> = stage.iter().map(|pairing| pairing.agents.clone()).collect();
    assert_eq!(pairs, [[0, 7], [1, 6], [2, 5], [3, 4]]);
    // With six, the two best sit out.
    let stage = Bracket::after(6, 2, 1, &[]).next_stage();
    let pairs: Vec<_> = stage.iter().map(|pairing| pairing.agents.clone()).collect();
    assert_eq!(pairs, [[2, 5], [3, 4]]);
}

#[test]
fn a_tie_is_played_again_and_then_goes_to_the_better_seed() {
    let (played, bracket) = play(4, 2, 1, |table| vec![0.5; table.len()]);
    // Both matches of the first stage four times, and the final four times.
    assert_eq!(played.len(), 3 * (1 + REPLAYS));
    assert_eq!(bracket.order(&played), [0, 1, 2, 3]);
    assert_eq!(bracket.byes, [0; 4], "a replay of others is no bye");
}

#[test]
fn tables_of_four_lead_to_a_table_of_four() {
    for (agents, lives) in (4..70).flat_map(|agents| [(agents, 1), (agents, 2)]) {
        let name = format!("{agents} agents, {lives} lives");
        let (played, bracket) = play(agents, 4, lives, by_seed);
        let last = played.last().unwrap();
        assert_eq!(last.pairing.agents.len(), 4, "{name}");
        assert!(bracket.alive().count() == 1 || bracket.ended, "{name}");
        assert_eq!(bracket.order(&played)[..2], [0, 1], "{name}");
        assert_eq!(last.pairing.agents[..2], [0, 1], "{name}");
        let tables = played.iter().filter(|one| one.pairing.stage == last.pairing.stage);
        assert_eq!(tables.count(), 1, "{name}");
    }
}
