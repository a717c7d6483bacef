//! Written files, which must be read as the same game.

use std::collections::{HashMap, HashSet};

use cardsharp_solvers::best_response::exploitability;
use cardsharp_solvers::efg::{self, EfgGame};
use cardsharp_solvers::game::{Fraction, Game, InfosetKey, Player, Turn};
use cardsharp_solvers::games::Kuhn;
use cardsharp_solvers::strategy::Uniform;
use proptest::prelude::*;

use super::forest::{Payoffs, Tree, grown};

use super::{EXAMPLES, FORMS, parse};

/// A random game of one to four players.
fn tree() -> impl Strategy<Value = Tree> {
    let payoffs = prop_oneof![Just(Payoffs::Wild), Just(Payoffs::Tame)];
    (any::<u64>(), 1..=4_usize, 0..=6_usize, payoffs)
        .prop_map(|(seed, players, depth, payoffs)| grown(seed, players, depth, payoffs))
}

pub(super) fn written<G: Game>(game: &G) -> String {
    let mut out = Vec::new();
    if let Err(error) = efg::write(game, "a title", &mut out) {
        panic!("{error}");
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[test]
fn kuhn_written_and_read_is_kuhn() {
    let text = written(&Kuhn::TWO);
    let game = parse(&text);
    assert_eq!(written(&game), text);
    assert_eq!((game.nodes(), game.infosets(Player::ZERO), game.infosets(Player::ONE)), (58, 6, 6));
    assert_eq!(game.utility_bounds(), (-2.0, 2.0));
    game.check_perfect_recall().unwrap();
    let root = game.root();
    let third = Fraction { numerator: 1, denominator: 3 };
    assert!((0..3).all(|index| game.chance_fraction(&root, index) == Some(third)));
    assert_same_play(&Kuhn::TWO, &game);
}

fn assert_same_play<A: Game, B: Game>(first: &A, second: &B) {
    // Chances are written with an error of 1e-15, which large payoffs that cancel make as much larger.
    let (low, high) = first.utility_bounds();
    let scale = 1.0 + low.abs().max(high.abs());
    let first = exploitability(first, &Uniform);
    let second = exploitability(second, &Uniform);
    let figures = first.values.iter().chain(&first.best_responses);
    for (a, b) in figures.zip(second.values.iter().chain(&second.best_responses)) {
        assert!((a - b).abs() <= 1e-12 * scale, "{first:?} {second:?}");
    }
}

#[test]
fn the_file_of_kuhn_is_this_one() {
    let text = written(&Kuhn::TWO);
    let lines: Vec<_> = text.lines().take(8).collect();
    assert_eq!(
        lines,
        [
            r#"EFG 2 R "a title" { "Player 1" "Player 2" }"#,
            r#""""#,
            "",
            r#"c "" 1 "" { "0" 1/3 "1" 1/3 "2" 1/3 } 0"#,
            r#"c "" 2 "" { "1" 1/2 "2" 1/2 } 0"#,
            r#"p "" 1 1 "0" { "pass" "bet" } 0"#,
            r#"p "" 2 1 "1p" { "pass" "bet" } 0"#,
            r#"t "" 1 "" { -1, 1 }"#,
        ]
    );
}

#[test]
fn what_was_read_is_written_with_its_names_and_loads_anywhere() {
    for text in EXAMPLES.map(|(_, text)| text).into_iter().chain([FORMS]) {
        let game = parse(text);
        let mut first = Vec::new();
        let size = game.write(&mut first).unwrap();
        assert_eq!(size.nodes, game.nodes() as u64);
        // No program reads more than printable ASCII, and OpenSpiel reads no escaped quote.
        assert!(first.iter().all(|byte| byte.is_ascii_graphic() || b" \n".contains(byte)));
        assert!(!first.windows(2).any(|pair| pair == b"\\\""));
        let read = EfgGame::parse_bytes(&first).unwrap();
        let mut second = Vec::new();
        read.write(&mut second).unwrap();
        assert_eq!(String::from_utf8(first).unwrap(), String::from_utf8(second).unwrap());
        if game.check_perfect_recall().is_ok() {
            assert_same_play(&game, &read);
        }
    }
    let mut out = Vec::new();
    parse(FORMS).write(&mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.starts_with("EFG 2 R \"Every 'form' \\u{2660}\" { \"\\u{c4}nne\" \"Player 2\" \"C\" }"));
    assert!(text.contains("{ \"1\" \"call 'it'\" \"call 'it'_2\" }"), "{text}");
}

/// Two players guess a coin. Every fault of a game can be switched on.
#[derive(Clone, Copy, Default)]
struct Coin {
    payoff: f64,
    heads: f64,
    mixed_up: bool,
}

impl Game for Coin {
    type State = (u8, u8);

    fn root(&self) -> (u8, u8) {
        (0, 0)
    }

    fn turn(&self, state: &(u8, u8)) -> Turn {
        match state.0 {
            0 => Turn::Chance { outcomes: 2 },
            1 => Turn::Decision { player: Player::new(state.1 & u8::from(self.mixed_up)), actions: 2 },
            _ => Turn::Terminal,
        }
    }

    fn child(&self, state: &(u8, u8), index: usize) -> (u8, u8) {
        (state.0 + 1, index as u8)
    }

    fn chance_probability(&self, _: &(u8, u8), index: usize) -> f64 {
        [self.heads, 0.5][index]
    }

    fn utility(&self, _: &(u8, u8), player: Player) -> f64 {
        [0.0, self.payoff][player.index()]
    }

    fn utility_bounds(&self) -> (f64, f64) {
        (0.0, self.payoff)
    }

    fn infoset(&self, _: &(u8, u8)) -> InfosetKey {
        InfosetKey(0)
    }
}

#[test]
fn a_game_that_breaks_its_contract_is_not_written() {
    let fine = Coin { payoff: 1.0, heads: 0.5, mixed_up: false };
    let message = |game: Coin| efg::write(&game, "", &mut Vec::new()).unwrap_err().to_string();
    parse(&written(&fine));
    let broken = Coin { payoff: f64::NAN, ..fine };
    assert_eq!(message(broken), "node /0/0: the payoff NaN of player 2 cannot be written");
    let broken = Coin { heads: 0.4, ..fine };
    assert_eq!(message(broken), "node /: the chance probabilities are not positive numbers that sum to 1");
    let broken = Coin { mixed_up: true, ..fine };
    assert!(message(broken).starts_with("node /1: its information set has another player"));
}

/// Walks both games in parallel.
fn assert_same_tree(tree: &Tree, game: &EfgGame) {
    let mut open = vec![(tree.root(), game.root())];
    let mut keys = HashMap::new();
    while let Some((mine, theirs)) = open.pop() {
        let turn = tree.turn(&mine);
        assert_eq!(turn, game.turn(&theirs));
        let children = match turn {
            Turn::Terminal => {
                for player in (0..tree.players()).map(|player| Player::new(player as u8)) {
                    assert_eq!(tree.utility(&mine, player), game.utility(&theirs, player));
                }
                0
            }
            Turn::Chance { outcomes } => {
                for index in 0..outcomes {
                    let written = tree.chance_probability(&mine, index);
                    let read = game.chance_probability(&theirs, index);
                    assert!((written - read).abs() < 1e-15, "{written} {read}");
                }
                outcomes
            }
            Turn::Decision { actions, .. } => {
                let key = game.infoset(&theirs);
                assert_eq!(*keys.entry(tree.infoset(&mine)).or_insert(key), key);
                actions
            }
        };
        open.extend((0..children).map(|index| (tree.child(&mine, index), game.child(&theirs, index))));
    }
    let distinct: HashSet<_> = keys.values().collect();
    assert_eq!(distinct.len(), keys.len());
    assert_eq!(tree.utility_bounds(), game.utility_bounds());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_games_survive_the_way_out_and_in(tree in tree()) {
        let text = written(&tree);
        let game = parse(&text);
        assert_same_tree(&tree, &game);
        prop_assert!(game.check_perfect_recall().is_ok());
        assert_same_play(&tree, &game);
        prop_assert_eq!(written(&game), text);
    }

    #[test]
    fn any_text_after_a_header_is_refused_or_a_game(words in prop::collection::vec(
        prop::sample::select(vec![
            "c", "p", "t", "\"\"", "\"a\"", "{", "}", "0", "1", "2", "1/2", "-1", ",", "{ \"a\" 1 }", "{ 1 1 }",
        ]), 0..40))
    {
        let text = format!("EFG 2 R \"\" {{ \"a\" \"b\" }} {}", words.join(" "));
        if let Ok(game) = EfgGame::parse(&text) {
            prop_assert_eq!(written(&parse(&written(&game))), written(&game));
        }
    }
}
