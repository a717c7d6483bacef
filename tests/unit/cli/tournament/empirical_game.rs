//! Empirical games whose equilibria and regrets are known.

use super::*;

/// The game with these shares above a half, for rows before columns, which have this standard error.
fn solved(above: &[&[f64]], error: f64) -> EmpiricalGame {
    let count = above.len();
    let payoff = |row: usize, column: usize| match row.cmp(&column) {
        std::cmp::Ordering::Less => (above[row][column], error),
        std::cmp::Ordering::Equal => (0.0, 0.0),
        std::cmp::Ordering::Greater => (-above[column][row], error),
    };
    let rows = (0..count).map(|row| (0..count).map(|column| payoff(row, column)).collect());
    let names = (0..count).map(|agent| format!("agent {agent}")).collect();
    EmpiricalGame::solved(&Payoffs(rows.collect()), names, 7).unwrap()
}

fn probabilities(game: &EmpiricalGame) -> Vec<f64> {
    game.agents.iter().map(|choice| choice.probability).collect()
}

/// Rock, paper and scissors for unequal stakes: each is chosen as often as the other two fight for.
#[test]
fn a_cycle_is_played_by_its_stakes() {
    let (paper, scissors, over_paper) = (0.1, 0.2, 0.4);
    let game = solved(&[&[0.0, -paper, scissors], &[0.0, 0.0, -over_paper], &[0.0; 3]], 0.0);
    let sum = paper + scissors + over_paper;
    let wanted = [over_paper / sum, scissors / sum, paper / sum];
    for (found, wanted) in probabilities(&game).into_iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-9, "{game:?}");
    }
    assert!(game.agents.iter().all(|choice| (choice.share - 0.5).abs() < 1e-9), "{game:?}");
    assert!(game.regret.high < 1e-9, "{game:?}");
}

/// The gain of a change to an agent who wins 5 % less, ten in standard error, is that of a normal number cut at 0.
#[test]
fn the_regret_is_that_of_what_could_have_been_seen() {
    let game = solved(&[&[0.0, 0.05], &[0.0; 2]], 0.1);
    assert!((probabilities(&game)[0] - 1.0).abs() < 1e-9, "{game:?}");
    assert!((game.agents[1].share - 0.45).abs() < 1e-9, "{game:?}");
    assert!((game.regret.mean - 0.0198).abs() < 0.004, "{game:?}");
    assert!((game.regret.high - 0.1145).abs() < 0.012, "{game:?}");
    let line = game.line();
    assert!(line.contains("agent 0 100.0 %;") && !line.contains("agent 1"), "{line}");
}
