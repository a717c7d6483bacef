//! Strategic games (.nfg) and what else other programs write.

use cardsharp_solvers::built::BuiltNode;
use cardsharp_solvers::efg::EfgGame;
use cardsharp_solvers::game::{Fraction, Game, Player, Turn};
use cardsharp_solvers::tree::Tree;

/// The same game in both versions of the format, with names or counts of strategies.
const SELTEN: [&str; 3] = [
    r#"NFG 1 R "Selten (IJGT, 75), Figure 2, normal form" { "Player 1" "Player 2" }
    { { "1" "2" "3" } { "1" "2" } } "a comment"
    { { "" 1, 1 } { "" 0, 2 } { "same" 0 2 } { "" 1, 1, } { "" 0, 3 } { "" 2, 0 } }
    1 2 3 4 5 6"#,
    r#"NFG 1 R "Selten (IJGT, 75), Figure 2, normal form" { "Player 1" "Player 2" } { 3 2 }
    1 1 0 2 0 2 1 1 0 3 2 0"#,
    r#"NFG 1 D "Selten (IJGT, 75), Figure 2, normal form" { "Player 1" "Player 2" }
    { { "" "" "" } 2 } "" 1, 1, 0, 2, 0, 2, 1.0, 1, 0, 3, 4/2, 0"#,
];

fn gets(game: &EfgGame, strategies: &[usize]) -> Vec<f64> {
    let walk = |state: BuiltNode, strategy: &usize| game.child(&state, *strategy);
    let end = strategies.iter().fold(game.root(), walk);
    assert_eq!(game.turn(&end), Turn::Terminal);
    let players = (0..game.players() as u8).map(Player::new);
    players.map(|player| game.utility(&end, player)).collect()
}

#[test]
fn all_versions_of_the_format_give_the_same_game() {
    for text in SELTEN {
        let game = EfgGame::parse(text).unwrap();
        assert_eq!(game.title(), "Selten (IJGT, 75), Figure 2, normal form");
        // The first player's strategy changes fastest.
        assert_eq!(gets(&game, &[0, 0]), [1.0, 1.0]);
        assert_eq!(gets(&game, &[1, 0]), [0.0, 2.0]);
        assert_eq!(gets(&game, &[1, 1]), [0.0, 3.0]);
        assert_eq!(gets(&game, &[2, 1]), [2.0, 0.0]);
        let tree = Tree::compile(&game).unwrap();
        assert_eq!((tree.histories(), tree.infosets_by_player()), (10, vec![1, 1]));
        assert_eq!(game.action_name(&game.root(), 2), "3");
    }
}

#[test]
fn rock_paper_scissors_is_a_game_of_two_information_sets() {
    let text = std::fs::read_to_string("tests/cases/rock-paper-scissors.nfg").unwrap();
    let game = EfgGame::parse(&text).unwrap();
    for (own, row) in [[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]].iter().enumerate() {
        for (other, &win) in row.iter().enumerate() {
            assert_eq!(gets(&game, &[own, other]), [win, -win], "{own} {other}");
        }
    }
    let tree = Tree::compile(&game).unwrap();
    assert_eq!(tree.infosets_by_player(), [1, 1]);
    // Written as an extensive game, it is the same game.
    let mut written = Vec::new();
    game.write(&mut written).unwrap();
    let again = Tree::compile(&EfgGame::parse_bytes(&written).unwrap()).unwrap();
    assert_eq!(again.fingerprint(), tree.fingerprint());
}

#[test]
fn any_number_of_players_chooses_without_seeing_the_others() {
    let players = ["\"A\" ", "\"B\" ", "\"C\" "].concat();
    let cells = (0..12).map(|cell| format!("{cell} {} {} ", -cell, 100 + cell));
    let text = format!("NFG 1 R \"\" {{ {players} }} {{ 2 3 2 }} {}", cells.collect::<String>());
    let game = EfgGame::parse(&text).unwrap();
    for (cell, strategies) in [(0, [0, 0, 0]), (1, [1, 0, 0]), (2, [0, 1, 0]), (11, [1, 2, 1])] {
        let cell = f64::from(cell);
        assert_eq!(gets(&game, &strategies), [cell, -cell, 100.0 + cell]);
    }
    assert_eq!(Tree::compile(&game).unwrap().infosets_by_player(), [1, 1, 1]);
}

#[test]
fn faults_of_strategic_games_are_named_with_their_place() {
    let head = "NFG 1 R \"\" { \"A\" \"B\" } ";
    for (rest, fault) in [
        ("{ 2 2 } 1 2 3 4 5 6", "3 outcomes for 4 combinations"),
        ("{ 2 2 } 1 2 3 4 5 6 7", "1 payoffs for 2 players"),
        ("{ 2 2 2 } 1 2", "strategies for 3 players"),
        ("{ 2 0 } 1 2", "at least one"),
        ("{ 1000000000000 1000000000000 } 1 2", "1 outcomes for 1000000000000000000000000"),
        ("{ { \"l\" } 1 } { { \"\" 1 2 } } 2", "outcome 2 is not described"),
        ("{ { \"l\" } 1 } { { \"\" 1 } } 1", "1 payoffs for 2 players"),
        ("{ 1 1 } x", "expected a payoff"),
        ("{ 1 1", "the file ends here"),
    ] {
        let error = EfgGame::parse(&format!("{head}{rest}")).unwrap_err().to_string();
        assert!(error.starts_with("line 1, column") && error.contains(fault), "{rest}: {error}");
    }
    let error = EfgGame::parse("GAME 1").unwrap_err().to_string();
    assert!(error.contains("'EFG' or 'NFG'"), "{error}");
}

#[test]
fn thirds_written_as_decimals_are_taken_for_thirds() {
    let text = std::fs::read_to_string("tests/cases/float-thirds.efg").unwrap();
    let game = EfgGame::parse(&text).unwrap();
    let rounded = game.rounded().unwrap();
    assert_eq!((rounded.at.line, rounded.at.column, rounded.count), (3, 82, 1));
    let third = Fraction { numerator: 1, denominator: 3 };
    for index in 0..3 {
        assert_eq!(game.chance_fraction(&game.root(), index), Some(third));
        assert_eq!(game.chance_probability(&game.root(), index), 1.0 / 3.0);
    }
    let exact = text.replace("0.3333333333333333", "1/3");
    let exact = EfgGame::parse(&exact).unwrap();
    assert_eq!(exact.rounded(), None);
    let fingerprint = |game| Tree::compile(game).unwrap().fingerprint();
    assert_eq!(fingerprint(&exact), fingerprint(&game));
    // More than rounding is a fault as before.
    let error = EfgGame::parse(&text.replace("0.3333333333333333", "0.33333333")).unwrap_err();
    assert!(error.to_string().contains("not 1 to within 1e-9"), "{error}");
}
