//! Extensive-form files: files that are read, files that are refused with their place, and files that are written.

mod damage;
mod forest;
mod strategic;
mod written;

use cardsharp_solvers::best_response::exploitability;
use cardsharp_solvers::built::BuiltNode;
use cardsharp_solvers::efg::{EfgError, EfgGame};
use cardsharp_solvers::game::{Fraction, Game, Player, Turn};
use cardsharp_solvers::strategy::Uniform;

const EXAMPLES: [(&str, &str); 6] = [
    ("driver", include_str!("../../../data/efg/absent_minded_driver.efg")),
    ("bargaining", include_str!("../../../data/efg/bargaining.efg")),
    ("bayesian", include_str!("../../../data/efg/bayesian.efg")),
    ("entry", include_str!("../../../data/efg/entry_deterrence.efg")),
    ("prisoners", include_str!("../../../data/efg/prisoners_dilemma.efg")),
    ("signalling", include_str!("../../../data/efg/signalling.efg")),
];

/// Every form in one file: unusual line breaks, quotes, unicode, missing names, references, numbers
/// of every kind, an outcome before the end and one of probability 0.
const FORMS: &str = r#"
EFG 2 D "Every \"form\" ♠" { "Änne" "" "C" } "a comment,
over two lines, with a backslash \ in it"
c"deal"7"cards"{"♥"1/4 "" .25"never"0 "x"5e-1}3{-1,1e1 0.5}
  p "" 2 40 "" { "" "call \"it\"" "call \"it\"" } 0
    t "" 8 "named" { 1 -2/3, +.5 }
    t "" 0
    t "" 3
  p "same player, other set" 2 0 { "only" } 9 "" {0,0,0,}
    c "" 8 "" { "sure" 1 } 0 t "" 8 "named" { 1.0, -4/6 5E-1 }
  t "never" 4 { 1000 1000 1000 }
  c "" 7
  3
    t "" 4
    p "" 2 40 0 t "" 8 t "" 0 t "" 0
    p "below" 1 1 "" { "l" "r" } 0
      t "" 0
      c "" 8 0 t "" 0
    t "" 8
"#;

fn parse(text: &str) -> EfgGame {
    EfgGame::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn down(game: &EfgGame, path: &[usize]) -> BuiltNode {
    path.iter().fold(game.root(), |node, &index| game.child(&node, index))
}

fn payoffs(game: &EfgGame, path: &[usize]) -> Vec<f64> {
    let node = down(game, path);
    assert_eq!(game.turn(&node), Turn::Terminal);
    (0..game.players()).map(|player| game.utility(&node, Player::new(player as u8))).collect()
}

#[test]
fn every_form_of_the_format_is_read() {
    let game = parse(FORMS);
    assert_eq!(game.title(), "Every \"form\" ♠");
    assert_eq!(game.player_names(), ["Änne", "Player 2", "C"]);
    assert!(game.comment().contains("lines, with a backslash \\ in it"));
    // The branch of probability 0 is left out, in both places.
    let root = game.root();
    assert_eq!(game.turn(&root), Turn::Chance { outcomes: 3 });
    let names: Vec<_> = (0..3).map(|index| game.action_name(&root, index)).collect();
    assert_eq!(names, ["♥", "2", "x"]);
    let fraction = |node, index| {
        let Fraction { numerator, denominator } = game.chance_fraction(node, index).unwrap();
        (numerator, denominator)
    };
    assert_eq!([0, 1, 2].map(|index| fraction(&root, index)), [(1, 4), (1, 4), (1, 2)]);
    assert_eq!(game.turn(&down(&game, &[2])), Turn::Chance { outcomes: 3 });
    assert_eq!(fraction(&down(&game, &[1, 0]), 0), (1, 1));
    assert_eq!(game.chance_probability(&root, 2), 0.5);

    // Payoffs along the path add up: -1, 10, 0.5 at the root, and again at the second chance node.
    assert_eq!(payoffs(&game, &[0, 0]), [0.0, 28.0 / 3.0, 1.0]);
    assert_eq!(payoffs(&game, &[0, 1]), [-1.0, 10.0, 0.5]);
    assert_eq!(payoffs(&game, &[0, 2]), [-2.0, 20.0, 1.0]);
    assert_eq!(payoffs(&game, &[1, 0, 0]), [0.0, 28.0 / 3.0, 1.0]);
    // Outcome 4 is described below an outcome of probability 0, and used elsewhere.
    assert_eq!(payoffs(&game, &[2, 0]), [998.0, 1020.0, 1001.0]);
    assert_eq!(payoffs(&game, &[2, 1, 1]), [-2.0, 20.0, 1.0]);
    assert_eq!(payoffs(&game, &[2, 2]), [-1.0, 58.0 / 3.0, 1.5]);
    assert_eq!(game.utility_bounds(), (-2.0, 1020.0));

    let call = down(&game, &[0]);
    assert_eq!(game.turn(&call), Turn::Decision { player: Player::ONE, actions: 3 });
    assert_eq!(game.infoset(&call), game.infoset(&down(&game, &[2, 1])));
    assert_ne!(game.infoset(&call), game.infoset(&down(&game, &[1])));
    assert_eq!(game.infoset_name(&call), "(2,40)");
    assert_eq!(game.infoset_name(&down(&game, &[1])), "(2,0)");
    let names: Vec<_> = (0..3).map(|index| game.action_name(&call, index)).collect();
    assert_eq!(names, ["1", "call \"it\"", "call \"it\"_2"]);
    assert_eq!([0, 1, 2].map(|player| game.infosets(Player::new(player))), [1, 2, 0]);
}

#[test]
fn the_examples_are_the_games_their_comments_say() {
    let games = EXAMPLES.map(|(_, text)| parse(text));
    assert_eq!(games.each_ref().map(EfgGame::nodes), [5, 19, 29, 17, 7, 15]);
    for (game, (name, _)) in games.iter().zip(EXAMPLES) {
        assert!(!game.comment().is_empty(), "{name}");
        assert_eq!(game.check_perfect_recall().is_ok(), name != "driver", "{name}");
    }
    let [_, bargaining, bayesian, entry, prisoners, signalling] = &games;
    assert_eq!(payoffs(prisoners, &[0, 1]), [-10.0, 0.0]);
    assert_eq!(payoffs(bargaining, &[0, 1, 0]), [2.0 / 3.0, 2.0 / 3.0, 8.0 / 3.0]);
    // North stays out (5, 1, 0), South enters and is fought (0, 0, -1/2).
    assert_eq!(payoffs(entry, &[0, 1, 1]), [5.0, 1.0, -0.5]);
    assert_eq!(payoffs(signalling, &[1, 0, 1]), [-0.75, 0.5]);
    // By hand: all play uniformly, and Blue's value is 0.2 * 3/4 - 0.1 * 3/4 = 0.075.
    let measured = exploitability(bayesian, &Uniform);
    assert!((measured.values[0] - 0.075).abs() < 1e-12, "{measured:?}");
    assert!((measured.values[1] + 0.075).abs() < 1e-12, "{measured:?}");
}

#[test]
fn forgetting_an_own_action_or_an_own_set_is_imperfect_recall() {
    let forgets_action = r#"EFG 2 R "" { "a" } p "" 1 1 "first" { "l" "r" } 0
        p "" 1 2 "second" { "x" } 0 t "" 0 p "" 1 2 0 t "" 0"#;
    let remembers = forgets_action.replace("p \"\" 1 2 0", "p \"\" 1 3 \"third\" { \"x\" } 0");
    let error = parse(forgets_action).check_perfect_recall().unwrap_err();
    assert!(matches!(error, EfgError::ImperfectRecall { infoset } if infoset == "second"));
    parse(&remembers).check_perfect_recall().unwrap();
}
