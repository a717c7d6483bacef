//! Whole matches, event by event. Each is a file of requests and their events, which is played again.
//!
//! Two players with simple habits play. One stops at three cards, and the other at four. Of the offer of an effect,
//! they take the last card. With `GOLDEN=write` in the environment the files are written anew.

use std::fmt::Write as _;

use cardsharp_dead_mans_draw_game::rules::{
    Action, Chance, Dice, NoRandom, Position, RecordedEvent, Rules, Setup, State,
};
use cardsharp_dead_mans_draw_game::text::print_position;
use cardsharp_solvers::game::Player;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::table::line;

/// The habitual action of the player to move.
fn habit(state: &State, player: Player) -> Action {
    let enough = 3 + player.index();
    match *state.choices() {
        [Action::Draw, Action::EndTurn] if state.area().len() < enough => Action::Draw,
        [.., last] => last,
        [] => panic!("the match is over"),
    }
}

fn append(record: &mut String, events: &[RecordedEvent]) {
    for recorded in events {
        let whose = recorded.player.map_or("-".to_owned(), |player| player.to_string());
        writeln!(record, "    {whose}: {}", line(&recorded.event)).unwrap();
    }
}

fn play(rules: &Rules, chance: &mut impl Chance) -> String {
    let mut record = String::new();
    let mut events = Vec::new();
    let mut state = State::start(rules, &Setup::default(), chance, &mut events).unwrap();
    append(&mut record, &events);
    while let Some(player) = state.to_move() {
        let action = habit(&state, player);
        writeln!(record, "{player}> {action}").unwrap();
        events.clear();
        state.apply(action, chance, &mut events).unwrap();
        append(&mut record, &events);
    }
    let end = Position::of(&state);
    writeln!(record, "{}", print_position(&end, rules)).unwrap();
    record
}

fn check(name: &str, golden: &str, record: &str) {
    if std::env::var_os("GOLDEN").is_some_and(|wish| wish == "write") {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/");
        std::fs::write(format!("{folder}{name}"), record).unwrap();
        return;
    }
    assert_eq!(record, golden);
}

#[test]
fn a_match_under_norandom() {
    let golden = include_str!("../golden/norandom.txt");
    check("norandom.txt", golden, &play(&Rules::ARENA, &mut NoRandom));
}

#[test]
fn a_match_by_dice() {
    let golden = include_str!("../golden/dice.txt");
    let mut dice = Dice(ChaCha8Rng::seed_from_u64(4));
    check("dice.txt", golden, &play(&Rules::ARENA, &mut dice));
}

#[test]
fn a_match_of_the_document() {
    let golden = include_str!("../golden/document.txt");
    let mut dice = Dice(ChaCha8Rng::seed_from_u64(9));
    check("document.txt", golden, &play(&Rules::DOCUMENT, &mut dice));
}
