//! Policy files of every format version that was released are read for ever, and mean the same.
//!
//! `v1` and `v2` hold files as programs of their time wrote them. `rows.txt` has for each the number of its rows, and
//! a checksum over the number and the probabilities of every row. A new format version gets a folder with files that
//! the program then writes; a line of this list is never changed.

// The lint's exception for tests does not reach the functions that tests call.
#![allow(clippy::unwrap_used)]

use std::fmt::Write;
use std::fs;
use std::path::Path;

use cardsharp::contests::family_of;
use cardsharp::explicit::{FINGERPRINT, InfosetRows};
use cardsharp::policy::PolicyRows;
use cardsharp::policy::container::{FORMAT_VERSION, open_newest};

/// Every file with its rows and their checksum.
const KNOWN: &str = include_str!("rows.txt");

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/formats"))
}

fn rows_of(path: &Path) -> Box<dyn PolicyRows> {
    let reader = open_newest(path).unwrap().reader;
    let header = reader.header();
    if header.rules_fingerprint == FINGERPRINT {
        Box::new(InfosetRows::read(&reader).unwrap())
    } else {
        family_of(&header.game).unwrap().policies().unwrap().rows(path).unwrap()
    }
}

/// The line of a file: its name, its number of rows, and their checksum. Probabilities have 12 digits, because the last ones
/// are those of the machine.
fn line_of(name: &str) -> String {
    let rows = rows_of(&folder().join(name));
    let (weights, unvisited) = (rows.weights(), rows.unvisited());
    let (mut count, mut checksum) = (0, crc32fast::Hasher::new());
    let (mut shares, mut text) = (Vec::new(), String::new());
    rows.for_each(&mut |row| {
        count += 1;
        let visited = weights.probabilities(row, unvisited, &mut shares);
        text.clear();
        write!(text, "{} {visited}", row.number).unwrap();
        for (action, share) in row.actions.iter().zip(&shares) {
            write!(text, " {}={share:.12}", rows.actions()[*action as usize]).unwrap();
        }
        checksum.update(text.as_bytes());
    });
    format!("{name} {count} {:08x}", checksum.finalize())
}

/// The policy files of all versions.
fn files() -> Vec<String> {
    let mut files = Vec::new();
    for version in 1..=FORMAT_VERSION {
        let version = format!("v{version}");
        for entry in fs::read_dir(folder().join(&version)).unwrap() {
            let name = entry.unwrap().file_name();
            files.push(format!("{version}/{}", name.to_str().unwrap()));
        }
    }
    files.sort();
    files
}

#[test]
fn files_of_every_version_are_read_and_mean_the_same() {
    let found: Vec<String> = files().iter().map(|name| line_of(name)).collect();
    let known: Vec<&str> = KNOWN.lines().collect();
    assert_eq!(found, known);
}

#[test]
fn every_version_has_a_file_of_every_kind_of_game() {
    for version in 1..=FORMAT_VERSION {
        for kind in ["challenge", "dead-mans-draw", "explicit", "skullwhist", "tricky-eights"] {
            let name = format!("v{version}/{kind}.policy");
            let path = folder().join(&name);
            let bytes = fs::read(&path).unwrap();
            assert_eq!(bytes[8..12], version.to_le_bytes(), "{name}");
        }
    }
}
