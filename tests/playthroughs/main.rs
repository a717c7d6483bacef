//! Playthroughs: a whole game of every contest and of every known game as text, kept beside this file.
//!
//! The texts are written again in memory and compared, so that a change of rules, observations, names or records is
//! seen line by line. A contest or a known game without a text fails. The idea is OpenSpiel's.

// The lint's exception for tests does not reach the functions that tests call.
#![allow(clippy::unwrap_used)]

mod contest_games;
mod known_games;
mod results;
mod text;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// The variable that has the files written instead of compared.
const WRITE: &str = "CARDSHARP_WRITE_PLAYTHROUGHS";

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs"))
}

/// The name of a game's file: `liars_dice(numdice=1,dice_sides=4)` is `liars_dice_numdice_1_dice_sides_4.txt`.
fn file_of(game: &str) -> String {
    let parts = game.split(['(', ')', '=', ',']);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    format!("{}.txt", parts.join("_"))
}

/// The text of every game by the name of its file.
fn playthroughs() -> BTreeMap<String, String> {
    let contests =
        cardsharp::contests::all().map(|contest| (contest.name().to_owned(), contest_games::playthrough(contest)));
    let known = known_games::all().into_iter().map(|game| (game.to_string(), known_games::playthrough(&game)));
    let named = contests.chain(known);
    named.map(|(game, text)| (file_of(&game), text)).collect()
}

/// The first line in which a file is not what the game gives; `None` if they are the same.
fn difference(file: &str, game: &str) -> Option<String> {
    // Without the ends of lines, which a checkout on another system may change.
    let (file, game): (Vec<&str>, Vec<&str>) = (file.lines().collect(), game.lines().collect());
    let lines = file.len().max(game.len());
    let at = (0..lines).find(|&at| file.get(at) != game.get(at))?;
    let line = |lines: &[&str]| lines.get(at).map_or("no line", |line| *line).to_owned();
    let (number, file, game) = (at + 1, line(&file), line(&game));
    Some(format!("line {number}\n  in the file: {file}\n  in the game: {game}"))
}

#[test]
fn every_game_is_played_as_in_its_file() {
    let writes = std::env::var_os(WRITE).is_some_and(|value| value == "1");
    let mut faults = Vec::new();
    for (name, text) in playthroughs() {
        let path = folder().join(&name);
        if writes {
            fs::write(&path, &text).unwrap();
            continue;
        }
        match fs::read_to_string(&path) {
            Ok(file) => faults.extend(difference(&file, &text).map(|at| format!("{name}, {at}"))),
            Err(error) => faults.push(format!("{name} cannot be read: {error}")),
        }
    }
    assert!(
        faults.is_empty(),
        "{}\nIf the change is meant, write the files again and look at the difference:\n\
         {WRITE}=1 cargo test --test playthroughs",
        faults.join("\n")
    );
}

#[test]
fn every_file_is_of_a_game() {
    let games = playthroughs();
    for entry in fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_text = name.ends_with(".txt");
        assert!(!is_text || games.contains_key(&name), "{name} is of no game: remove it");
    }
}

#[test]
fn the_first_difference_is_named() {
    assert_eq!(difference("a\r\nb\r\n", "a\nb\n"), None);
    let found = difference("a\nb\n", "a\nc\n").unwrap();
    assert_eq!(found, "line 2\n  in the file: b\n  in the game: c");
    let found = difference("a\n", "a\nc\n").unwrap();
    assert_eq!(found, "line 2\n  in the file: no line\n  in the game: c");
}
