//! The values of a position's actions against exact recursion over all deals, on a small member of
//! the family; and `cardsharp inspect`, through the binary.

use assert_cmd::Command;
use cardsharp::contests::challenge::infosets::{HandGame, HandId, HandState, Payoffs};
use cardsharp::contests::challenge::measure::{Belief, evaluate};
use cardsharp::contests::challenge::rules::{Cards, Params, Rank};
use cardsharp_solvers::game::{Game, Player, Turn};
use cardsharp_solvers::strategy::{Strategy, distribution};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;

const UNEVEN: Payoffs = Payoffs { win: 0.7, lose: 0.35, tie: 0.45 };

fn game() -> HandGame {
    HandGame::new(Params::new(4, 3, 2).unwrap(), vec![UNEVEN])
}

/// An arbitrary strategy: a hash of the information set, every action taken sometimes.
struct Scrambled;

impl Strategy<HandGame> for Scrambled {
    fn probabilities(&self, game: &HandGame, state: &HandState, out: &mut [f64]) {
        let mut bits = game.infoset(state).0 ^ 77;
        for share in out.iter_mut() {
            bits = (bits ^ (bits >> 31)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            *share = (1 + (bits >> 40) % 9) as f64;
        }
        let sum: f64 = out.iter().sum();
        out.iter_mut().for_each(|share| *share /= sum);
    }
}

fn expected(game: &HandGame, state: &HandState, me: Player) -> f64 {
    match game.turn(state) {
        Turn::Terminal => game.utility(state, me),
        _ => distribution(game, &Scrambled, state)
            .iter()
            .enumerate()
            .map(|(action, share)| share * expected(game, &game.act(state, action), me))
            .sum(),
    }
}

/// Finds every history that the player to move cannot distinguish from `seen`, among all deals,
/// each with its probability without the player's own choices.
fn alike(game: &HandGame, seen: &HandState) -> Vec<(HandState, f64)> {
    let mut found = Vec::new();
    let mut open = vec![(game.root(), 1.0)];
    while let Some((state, reach)) = open.pop() {
        let me = seen.to_move();
        match game.turn(&state) {
            Turn::Chance { outcomes } => open.extend((0..outcomes).map(|outcome| {
                let chance = game.chance_probability(&state, outcome);
                (game.child(&state, outcome), reach * chance)
            })),
            Turn::Decision { player, .. } => {
                let own = |state: &HandState| (state.hands[me.index()], state.played[me.index()]);
                if player == me && state.history == seen.history && own(&state) == own(seen) {
                    found.push((state, reach));
                    continue;
                }
                for (action, share) in distribution(game, &Scrambled, &state).iter().enumerate() {
                    let share = if player == me { 1.0 } else { *share };
                    open.push((game.act(&state, action), reach * share));
                }
            }
            Turn::Terminal => {}
        }
    }
    found
}

fn hand(game: &HandGame, ranks: [u8; 2]) -> HandId {
    let cards = ranks.map(|rank| Rank::new(rank).unwrap());
    let cards = cards.into_iter().fold(Cards::EMPTY, Cards::with);
    game.space().id(cards).unwrap()
}

/// The state after these actions from these hands.
fn state(game: &HandGame, hands: [[u8; 2]; 2], actions: &[usize]) -> HandState {
    let dealt = HandState::dealt(hands.map(|ranks| hand(game, ranks)), 0);
    let act = |state, action: &usize| game.act(&state, *action);
    actions.iter().fold(dealt, act)
}

#[test]
fn values_are_those_of_exact_recursion() {
    let game = game();
    let positions = [
        ("to lead", state(&game, [[1, 3], [2, 3]], &[])),
        ("to follow", state(&game, [[1, 3], [2, 3]], &[1])),
        ("to answer the leader", state(&game, [[1, 3], [2, 4]], &[2])),
        ("own card on the table", state(&game, [[1, 3], [2, 4]], &[0, 2])),
        ("second trick", state(&game, [[1, 3], [3, 4]], &[1, 0])),
        ("after a challenge", state(&game, [[1, 4], [2, 2]], &[0, 1, 0])),
    ];
    for (name, position) in positions {
        let found = evaluate(&game, &Scrambled, &position, Cards::EMPTY, 40_000, 5).unwrap();
        assert_eq!(found.belief, Belief::Strategy, "{name}");
        let alike = alike(&game, &position);
        assert_eq!(found.hands, alike.len(), "{name}");
        let all: f64 = alike.iter().map(|(_, reach)| reach).sum();
        let me = position.to_move();
        for (action, sampled) in found.actions.iter().enumerate() {
            let value = |(state, reach): &(HandState, f64)| reach * expected(&game, &game.act(state, action), me);
            let exact = alike.iter().map(value).sum::<f64>() / all;
            assert!(
                (sampled.mean - exact).abs() <= 2.0 * sampled.half_width + 1e-9,
                "{name}, action {action}: {sampled:?} is not {exact}"
            );
        }
    }
}

#[test]
fn what_is_not_known_is_weighted_by_the_shoe_and_said() {
    let game = game();
    let mut position = state(&game, [[1, 3], [3, 4]], &[1, 0]);
    position.history = 0;
    let found = evaluate(&game, &Scrambled, &position, Cards::EMPTY, 10, 5).unwrap();
    assert_eq!(found.belief, Belief::HistoryUnknown);
    // The player's own three, the three that the opponent played to it, and one more are gone. No three is left.
    let three = Cards::EMPTY.with(Rank::new(3).unwrap());
    let fewer = evaluate(&game, &Scrambled, &position, three, 10, 5).unwrap();
    assert_eq!((found.hands, fewer.hands), (4, 3));
}

fn cardsharp(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("cardsharp").unwrap();
    command.args(arguments);
    command
}

#[test]
fn a_file_and_a_position_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("small.policy");
    let path = policy.to_str().unwrap();
    cardsharp(&["train", "challenge(ranks=4,copies=4,hand_size=5)", "--quiet"])
        .args(["--iterations", "3000", "--hands", "0", "--score", "3,4"])
        .args(["--out", path])
        .assert()
        .success();
    let json = |arguments: &[&str]| -> Value {
        let mut command = cardsharp(&["inspect", path, "--json"]);
        let output = command.args(arguments).assert().success();
        serde_json::from_slice(&output.get_output().stdout).unwrap()
    };
    let file = json(&[]);
    assert_eq!(file["header"]["iterations"], 3000);
    assert_eq!(file["classes"], 1);
    assert!(file["rows"].as_u64().unwrap() > 1000);
    let sections = file["sections"].as_array().unwrap();
    assert!(sections.iter().any(|section| section["name"] == "strategy"));

    let position = json(&["hand=4,3,3,1 table=2 played=4*-1 led=yes score=3-4"]);
    assert_eq!(position["belief"], "history_unknown", "he who wins leads");
    let position = json(&["hand=4,3,3,1 table=2 played=1*-4 led=yes score=3-4", "--samples", "500"]);
    let actions = position["actions"].as_array().unwrap();
    assert_eq!(actions.len(), 4);
    let sum = |key: &str| -> f64 { actions.iter().map(|action| action[key].as_f64().unwrap()).sum() };
    assert!((sum("probability") - 1.0).abs() < 1e-9);
    assert!(sum("value") > 0.5 && sum("half_width") > 0.0);
    assert_eq!(position["source"], "own");

    let show = |position: &str| cardsharp(&["inspect", path, position]).assert();
    show("hand=4,3,3,1 table=2 played=1*-4 led=yes")
        .success()
        .stdout(contains("20000 play-outs").and(contains("opponent's hands")));
    // Four tricks to none: decided.
    show("hand=1 tricks=4-0 challenge=closed").success().stdout(contains("no values"));
    show("hand=9").failure().stderr(contains("none of challenge(ranks=4"));
}
