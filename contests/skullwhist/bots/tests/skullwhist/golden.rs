//! Whole games, move by move. With `GOLDEN=write` in the environment the files are written anew.

use std::fmt::Write as _;

use cardsharp_skullwhist_game::rules::{Deal, Move, SkullWhist, State, TRUMP, Turn};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Bids the number of trumps held, leads the last card held, and answers with the first card that is legal.
fn habit(state: &State) -> Option<Move> {
    match state.turn() {
        Turn::Over => None,
        Turn::Bid(player) => Some(Move::Bid(state.hand(player).of_suit(TRUMP).len().max(1))),
        Turn::Play(_) => {
            let cards = state.playable();
            let card = if state.led().is_some() { cards.first() } else { cards.last() };
            card.map(Move::Play)
        }
    }
}

fn play(mut state: State) -> String {
    let mut record = format!("{state}\n");
    while let Some(chosen) = habit(&state) {
        let player = match state.turn() {
            Turn::Bid(player) | Turn::Play(player) => player,
            Turn::Over => unreachable!(),
        };
        state.apply(chosen).unwrap();
        writeln!(record, "{player}> {chosen}\n{state}").unwrap();
    }
    let [zero, one] = state.scores();
    writeln!(record, "scores {zero} {one}").unwrap();
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

fn dealt(game: SkullWhist, seed: u64) -> State {
    State::new(&Deal::random(game, &mut ChaCha8Rng::seed_from_u64(seed)))
}

#[test]
fn a_game_of_the_contest() {
    let golden = include_str!("../golden/contest.txt");
    check("contest.txt", golden, &play(dealt(SkullWhist::CONTEST, 2)));
}

#[test]
fn a_game_of_a_small_member() {
    let golden = include_str!("../golden/small.txt");
    let game = SkullWhist::new(3, 5, 6).unwrap();
    check("small.txt", golden, &play(dealt(game, 3)));
}

#[test]
fn a_game_with_a_bid_that_never_comes() {
    let golden = include_str!("../golden/missing_bid.txt");
    let mut state = dealt(SkullWhist::CONTEST, 5);
    let player = state.to_play().unwrap();
    state.bid(player, 4).unwrap();
    let mut record = format!("{state}\n");
    while let Some(player) = state.to_play() {
        let card = state.playable().first().unwrap();
        state.play(player, card).unwrap();
        writeln!(record, "{player}> {card}\n{state}").unwrap();
    }
    let [zero, one] = state.scores();
    writeln!(record, "scores {zero} {one}").unwrap();
    check("missing_bid.txt", golden, &record);
}
