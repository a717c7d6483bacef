//! `cardsharp tree`: the tree of a game as a picture or a table.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::binary::run;

const SIGNALLING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/efg/signalling.efg");
const ALL_SCORES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/challenge/all-scores.policy");

fn drawn(folder: &Path, line: &[&str]) -> Vec<u8> {
    let out = line.last().unwrap();
    let output = run(folder, &[&["tree"], line].concat());
    assert!(output.status.success(), "{output:?}");
    fs::read(folder.join(out)).unwrap()
}

#[test]
fn a_picture_has_the_title_and_the_players_of_the_file_and_the_values() {
    let folder = tempfile::tempdir().unwrap();
    let svg = drawn(folder.path(), &[SIGNALLING, "--out", "tree.svg"]);
    let svg = String::from_utf8(svg).unwrap();
    // The able take a degree, which is what the firm is paid for: 7/8 of the good jobs make the others indifferent.
    for text in
        ["Signalling with a costly degree", ">Worker<", ">Firm<", "sees a degree", "good job 0.875", "2.250, 1.875"]
    {
        assert!(svg.contains(text), "{text} in {svg}");
    }
    // It stands alone: nothing is loaded, and nothing is a link.
    assert!(svg.starts_with("<svg") && !svg.contains("href") && svg.contains("<title id=\"title\">"));
    let png = drawn(folder.path(), &[SIGNALLING, "--levels", "2", "--out", "tree.png"]);
    assert!(png.starts_with(b"\x89PNG") && png.len() > 5000);
}

/// The value of a node is the mean of its children, and the value of Kuhn poker is -1/18.
#[test]
fn a_table_has_every_node_with_probabilities_that_make_its_values() {
    let folder = tempfile::tempdir().unwrap();
    let table = drawn(folder.path(), &["kuhn", "--levels", "9", "--out", "tree.csv"]);
    let mut nodes: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    let mut rows = csv::Reader::from_reader(&table[..]);
    assert_eq!(&rows.headers().unwrap()[5], "value of player 0");
    for row in rows.records() {
        let row = row.unwrap();
        let number = |at: usize| row[at].parse::<f64>().unwrap();
        assert_eq!(number(5), -number(6));
        nodes.insert(row[0].to_owned(), (number(4), number(5)));
    }
    // The deals of two cards of three, and nine histories after each; the root, and the first cards.
    assert_eq!(nodes.len(), 1 + 3 + 6 * 9);
    assert!((nodes[""].1 + 1.0 / 18.0).abs() < 1e-5);
    let mut means: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for (path, (share, value)) in nodes.iter().filter(|(path, _)| !path.is_empty()) {
        let before = path.rsplit_once(' ').map_or("", |(before, _)| before);
        let mean = means.entry(before).or_default();
        *mean = (mean.0 + share, mean.1 + share * value);
    }
    for (path, (sum, mean)) in means {
        assert!((sum - 1.0).abs() < 1e-9 && (mean - nodes[path].1).abs() < 1e-9, "{path}");
    }
}

#[test]
fn what_cannot_be_drawn_is_refused_with_the_way_out() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("kept.svg"), "mine").unwrap();
    for (line, what) in [
        (&["kuhn", "--out", "kept.svg"][..], "--force"),
        (&["kuhn", "--out", "tree.jpg"], "tree.jpg"),
        (&["kuhn", "7", "--out", "tree.svg"], "step 1, `7`, is not possible"),
        (&[ALL_SCORES, "--out", "tree.svg"], "too many deals"),
        (&["none.efg", "--out", "tree.svg"], "none.efg"),
    ] {
        let output = run(folder.path(), &[&["tree"], line].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(what), "{line:?}: {said}");
    }
    assert_eq!(fs::read(folder.path().join("kept.svg")).unwrap(), b"mine");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
