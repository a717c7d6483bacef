//! Small members as games of which everything is known.

use cardsharp::contests::tricky_eights::infosets::{ExactRound, TooManyDeals};
use cardsharp::contests::tricky_eights::rules::TrickyEights;
use cardsharp_solvers::cfr::{Cfr, Preset};
use cardsharp_solvers::contract::{self, CheckOptions, Coverage};
use cardsharp_solvers::lp;
use cardsharp_solvers::tree::Tree;

const SMALL: &str = "tricky-eights(players=2,suits=2,ranks=3,pool=2)";

fn round(name: &str) -> ExactRound {
    ExactRound::new(name.parse().unwrap()).unwrap()
}

/// The contract holds, perfect recall included, and there are as many histories as the two
/// implementations of the rules count, and the deal before them.
#[test]
fn small_members_keep_the_contract_and_their_counts() {
    let members = [
        (SMALL, [90, 11_196, 2_592], vec![1350, 1662]),
        (
            "tricky-eights(players=2,suits=2,ranks=3,pool=0)",
            [20, 1_214, 288],
            vec![],
        ),
        (
            "tricky-eights(players=3,suits=3,ranks=2,pool=3)",
            [120, 19_488, 3_456],
            vec![],
        ),
    ];
    for (name, [deals, histories, ends], infosets) in members {
        let game = round(name);
        let report = contract::check(&game, &CheckOptions::default()).unwrap();
        assert_eq!(report.coverage, Coverage::Whole, "{name}");
        assert_eq!(game.deals(), deals);
        assert_eq!(report.histories, histories + 1, "{name}");
        assert_eq!((report.terminals, report.chance_nodes), (ends, 1));
        if !infosets.is_empty() {
            assert_eq!(report.infosets, infosets, "{name}");
        }
    }
}

/// Counterfactual regret minimization comes to what linear programming finds.
#[test]
fn two_players_are_solved_as_any_game() {
    let game = round(SMALL);
    let tree = Tree::compile(&game).unwrap();
    assert_eq!(tree.constant_sum(), Some(11.0));
    let exact = lp::solve(&tree).unwrap();
    assert!(exact.plan.exploitability(&tree).nash_conv() < 1e-4);
    let mut solver = Cfr::new(&tree, Preset::by_name("pcfr+").unwrap(), 500);
    solver.advance(500);
    let found = solver.exploitability();
    assert!(found.nash_conv() < 1e-3, "{found:?}");
    assert!((found.values[0] - exact.value).abs() < 1e-3, "{found:?}");
    // Who deals takes first and leads: among these few cards that is worth more than half.
    assert!(exact.value > 5.5, "{}", exact.value);
}

#[test]
fn members_too_large_to_be_written_out_are_refused_at_once() {
    for game in [
        TrickyEights::CONTEST,
        "tricky-eights(players=2)".parse().unwrap(),
    ] {
        let refused = ExactRound::new(game).unwrap_err();
        assert_eq!(refused, TooManyDeals { game });
        assert!(refused.to_string().contains("fewer suits or ranks"));
    }
}
