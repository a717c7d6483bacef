//! `cardsharp inspect` shows every policy, and every command names the game of a policy.

use std::path::Path;

use cardsharp::policy::container;

use crate::binary::{TINY, object, run, train};
use crate::objects::assert_keys;

fn trained(folder: &Path, line: &str) {
    let words: Vec<&str> = line.split(' ').collect();
    let output = run(folder, &[&["train"][..], &words, &["--quiet"]].concat());
    assert!(output.status.success(), "{line}: {output:?}");
}

#[test]
fn policies_of_explicit_games_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let export = ["export", "game", "kuhn", "--out", "kuhn.efg"];
    assert!(run(folder, &export).status.success());
    trained(folder, "leduc --iterations 20 --out leduc.policy");
    trained(folder, "kuhn.efg --solver lp --out file.policy");
    let small = format!("{TINY} --solver dcfr --iterations 20 --out small.policy");
    trained(folder, &small);
    let whist = "skullwhist(suits=1,ranks=4,hand_size=2) --solver cfr --iterations 20";
    trained(folder, &format!("{whist} --out whist.policy"));
    for (policy, game, rows) in [
        ("leduc.policy", "leduc_poker", Some(936)),
        ("file.policy", "kuhn.efg", Some(12)),
        ("small.policy", TINY, None),
        ("whist.policy", "skullwhist(suits=1,ranks=4,hand_size=2", None),
    ] {
        let output = run(folder, &["inspect", policy]);
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{policy}: {:?}", output.stderr);
        assert!(said.contains(game) && said.contains("NashConv"), "{said}");
        let shown = object(folder, &["inspect", policy, "--json"]);
        assert_keys("inspect", &shown);
        if let Some(rows) = rows {
            assert_eq!(shown["rows"], rows);
        }
    }
    // The strategy at one information set, named as `solve --out` names it.
    let solve = ["solve", "kuhn", "--out", "kuhn.csv", "--quiet"];
    assert!(run(folder, &solve).status.success());
    let mut rows = csv::Reader::from_path(folder.join("kuhn.csv")).unwrap();
    let infoset = rows.records().next().unwrap().unwrap()[1].to_owned();
    trained(folder, "kuhn --iterations 200 --out k.policy");
    let shown = object(folder, &["inspect", "k.policy", &infoset, "--json"]);
    assert_eq!(shown["position"], infoset);
    let shares = shown["actions"].as_array().unwrap();
    let sum: f64 = shares.iter().map(|action| action["probability"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{shown}");
    let output = run(folder, &["inspect", "k.policy", "no such set"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("no information set `no such set`"), "{said}");
}

#[test]
fn a_game_is_no_policy_and_the_commands_for_it_are_named() {
    let folder = tempfile::tempdir().unwrap();
    for file in ["some.efg", "some.nfg"] {
        let output = run(folder.path(), &["inspect", file]);
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        for command in ["solve", "view"] {
            assert!(said.contains(&format!("`cardsharp {command} {file}`")), "{said}");
        }
    }
}

#[test]
fn a_policy_of_another_contest_is_told_as_that() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let whist = data.join("skullwhist/arena.policy");
    std::fs::copy(whist, folder.join("whist.policy")).unwrap();
    train(folder, "tiny.policy", 200);
    trained(folder, "kuhn --iterations 20 --out kuhn.policy");
    for (line, game) in [
        ("match challenge whist.policy expert --games 1", "skullwhist"),
        ("match challenge kuhn.policy expert --games 1", "kuhn_poker"),
        ("match skullwhist tiny.policy expert --games 1", "challenge"),
        ("export challenge --policy whist.policy --out x.policy", "skullwhist"),
        ("export tricky-eights --policy tiny.policy --source x.cpp", "challenge"),
        ("merge whist.policy none.part.json", "skullwhist"),
        ("values --solve --out v.json --policy whist.policy", "skullwhist"),
        ("train dead-mans-draw --value tiny.policy", "challenge"),
        ("play challenge --policy whist.policy --host 127.0.0.1 --port 9", "skullwhist"),
    ] {
        let output = run(folder, &line.split(' ').collect::<Vec<_>>());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_ne!(output.status.code(), Some(0), "{line}: {said}");
        let told = format!("this is a policy of {game}");
        assert!(said.contains(&told), "{line}: {said}");
        assert!(said.contains("cardsharp inspect"), "{line}: {said}");
        assert!(!said.contains("train again"), "{line}: {said}");
    }
    // The policy is for another member of the same contest.
    let line = "match challenge tiny.policy expert --games 1";
    let output = run(folder, &line.split(' ').collect::<Vec<_>>());
    let said = String::from_utf8(output.stderr).unwrap();
    assert_ne!(output.status.code(), Some(0), "{said}");
    let told = format!("it is for {TINY}, and at the table challenge(ranks=13");
    assert!(said.contains(&told), "{said}");
}

/// The commands of README as they stand print what README shows.
#[test]
fn the_last_hand_of_a_game_is_printed_as_in_the_readme() {
    let folder = tempfile::tempdir().unwrap();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let line = |start: &str| {
        let mut lines = readme.lines().filter_map(|line| line.strip_prefix("cardsharp "));
        let line = lines.find(|line| line.starts_with(start)).unwrap();
        let policy = root.join("data/challenge/all-scores.policy");
        line.replace("data/challenge/all-scores.policy", policy.to_str().unwrap())
    };
    let printed = |line: &str| {
        let output = run(folder.path(), &line.split(' ').collect::<Vec<_>>());
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    printed(&line("match challenge data/challenge/all-scores.policy"));
    let hand = printed(&line("inspect hand.jsonl"));
    // The first line has the path of the policy.
    let hand = hand.split_once('\n').unwrap().1;
    assert!(readme.contains(hand), "{hand}");
    // A whole game begins with its first hand.
    let whole = printed("inspect hand.jsonl 1");
    assert!(whole.contains("\nhand 1\n") && whole.ends_with(hand));
    for (game, said) in [("2", "has 1 games, and no game 2"), ("x", "`x` is no number of a game")] {
        let output = run(folder.path(), &["inspect", "hand.jsonl", game]);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(1) && told.contains(said), "{told}");
    }
}

/// A section of a file, to be written again.
fn section_of<'a>(reader: &container::Reader, name: &'a str) -> container::Section<'a> {
    macro_rules! of {
        ($($number:ty),*) => {
            $(if let Ok(numbers) = reader.section::<$number>(name) {
                return container::Section::new(name, Vec::leak(numbers));
            })*
        };
    }
    of!(u8, u16, u32, u64, f32, f64);
    panic!("{name} has other numbers");
}

/// What a header says comes from whoever made the file. It is shown, and obeyed by no terminal.
#[test]
fn control_codes_of_a_policy_are_written_out() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    trained(folder, "kuhn --iterations 20 --out k.policy");
    let reader = container::Reader::open(&folder.join("k.policy")).unwrap();
    let hostile = "\x1b]0;owned\x07\u{9b}31m\u{202e}drawkcab\u{2066}\r";
    let header = container::Header {
        made_by: hostile.to_owned(),
        solver: hostile.to_owned(),
        parameters: [(hostile.to_owned(), hostile.to_owned())].into(),
        ..reader.header().clone()
    };
    let sections: Vec<_> = reader.sections().map(|entry| section_of(&reader, &entry.name)).collect();
    container::write(&folder.join("hostile.policy"), &header, &sections).unwrap();
    for line in [
        "inspect hostile.policy",
        "inspect hostile.policy --json",
        "exploit hostile.policy",
        "inspect hostile.policy 0",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let output = run(folder, &words);
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).unwrap();
        let obeyed = |letter: char| letter != '\n' && letter.is_control() || "\u{202e}\u{2066}".contains(letter);
        assert!(!said.contains(obeyed), "{line}: {said:?}");
        if line.ends_with("policy") && line.starts_with("inspect") {
            assert!(said.contains("\\u001b]0;owned\\u0007"), "{said}");
        }
    }
}
