//! Small members as games with perfect recall.

use cardsharp_solvers::best_response::Exploitability;
use cardsharp_solvers::cfr::{Cfr, Preset};
use cardsharp_solvers::contract::{self, CheckOptions, Coverage};
use cardsharp_solvers::lp;
use cardsharp_solvers::tree::Tree;
use cardsharp_tricky_eights_bots::infosets::{ExactRound, TooManyDeals};
use cardsharp_tricky_eights_game::rules::Params;

const SMALL: &str = "tricky-eights(players=2,suits=2,ranks=3,pool=2)";
const SMALLER: &str = "tricky-eights(players=2,suits=2,ranks=3,pool=0)";

fn round(name: &str) -> ExactRound {
    ExactRound::new(name.parse().unwrap()).unwrap()
}

/// The contract holds, perfect recall included, and there are as many histories as the two
/// implementations of the rules count, and the deal before them.
#[test]
fn small_members_keep_the_contract_and_their_counts() {
    let members = [
        (SMALL, [90, 11_196, 2_592], vec![3_996, 4_608]),
        (SMALLER, [20, 1_214, 288], vec![434, 492]),
        ("tricky-eights(players=3,suits=3,ranks=2,pool=3)", [120, 19_488, 3_456], vec![3_588, 4_644, 5_832]),
    ];
    for (name, [deals, histories, ends], infosets) in members {
        let game = round(name);
        let report = contract::check(&game, &CheckOptions::default()).unwrap();
        assert_eq!(report.coverage, Coverage::Whole, "{name}");
        assert_eq!(game.deals() as u64, deals);
        assert_eq!(report.histories, histories + 1, "{name}");
        assert_eq!((report.terminals, report.chance_nodes), (ends, 1));
        assert_eq!(report.infosets, infosets, "{name}");
    }
}

/// The exploitability after 500 iterations of CFR.
fn solved(tree: &Tree) -> Exploitability {
    let mut solver = Cfr::new(tree, Preset::by_name("pcfr+").unwrap()).planned(500);
    solver.advance(500);
    solver.exploitability()
}

/// Counterfactual regret minimization converges to the value of linear programming.
#[test]
fn two_players_are_solved_as_any_game() {
    let game = round(SMALLER);
    let tree = Tree::compile(&game).unwrap();
    assert_eq!(tree.constant_sum(), Some(11.0));
    let exact = lp::solve(&tree).unwrap();
    assert!(exact.plan.exploitability(&tree).nash_conv() < 1e-6);
    let found = solved(&tree);
    assert!(found.nash_conv() < 1e-5, "{found:?}");
    assert!((found.values[0] - exact.value).abs() < 1e-5, "{found:?}");
}

/// The dealer takes first and leads. With few cards, that is worth far more than half of the 11
/// points. The linear program, which takes half a minute, gives 8.31111111112.
#[test]
fn the_dealer_of_six_cards_and_two_to_take_makes_374_points_in_45_rounds() {
    let game = round(SMALL);
    let tree = Tree::compile(&game).unwrap();
    let found = solved(&tree);
    assert!(found.nash_conv() < 1e-5, "{found:?}");
    assert!((found.values[0] - 374.0 / 45.0).abs() < 1e-5, "{found:?}");
}

#[test]
fn members_too_large_to_be_written_out_are_refused_at_once() {
    for game in [Params::CONTEST, "tricky-eights(players=2)".parse().unwrap()] {
        let refused = ExactRound::new(game).unwrap_err();
        assert_eq!(refused, TooManyDeals { game });
        assert!(refused.to_string().contains("fewer suits or ranks"));
    }
}
