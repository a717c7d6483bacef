use super::*;

#[test]
fn the_sides_of_a_round_are_told_apart() {
    let report = |won| PlayReport { won, ..PlayReport::default() };
    let round = Round { player: &AgentSpec::named("x"), opponent: "y" };
    let won = result(&round, &report(6), [1, 6]);
    assert_eq!((won.rounds_won, won.games_won, won.games), (1, 6, 7));
    let lost = result(&round, &report(1), [1, 6]);
    assert_eq!((lost.rounds_won, lost.games_won, lost.games), (0, 1, 7));
}
