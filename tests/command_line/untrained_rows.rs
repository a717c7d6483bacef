//! Rows that training never visited are marked: in text, in JSON and on pages.

use std::path::Path;

use crate::binary::{object, run};
use crate::exploring::View;

/// The mark beside such a row in text and on pages.
const MARK: &str = "Training never visited this row";

fn trained(folder: &Path, line: &str) {
    let words: Vec<&str> = line.split(' ').collect();
    let output = run(folder, &[&["train"][..], &words, &["--quiet"]].concat());
    assert!(output.status.success(), "{line}: {output:?}");
}

fn text(folder: &Path, policy: &str, position: &str) -> String {
    let output = run(folder, &["inspect", policy, position]);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn page(folder: &Path, policy: &str, position: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    let query = query.append_pair("position", position).finish();
    View::start(folder, &[policy]).page(&format!("/explore/0?{query}"))
}

#[test]
fn rows_of_tables_are_marked_if_they_were_never_visited() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    for (line, shipped, position) in [
        (
            "dead-mans-draw --matches 20 --iterations 2 --samples 0",
            "dead_mans_draw/arena.policy",
            "bank0=key-3 bank1=map-7,sword-5 area=hook-4,anchor-2",
        ),
        (
            "skullwhist --infosets counts --iterations 2 --samples 0",
            "skullwhist/arena.policy",
            "hand=C02,C13,D04,D05,D12,H01,H07,H10,S01,S03,S08,S11,S13 seat=1",
        ),
        (
            "tricky-eights --iterations 2 --samples 0",
            "tricky_eights/contest.policy",
            "starthand n d9 c8 s3 hq c4 cj h7 dt da s7 s2 ct ha c6 sa d5 ck c9 s5 cq h5 hk take n",
        ),
    ] {
        trained(folder, &format!("{line} --out few.policy --force"));
        let shipped = data.join(shipped);
        for (policy, visited) in [("few.policy", false), (shipped.to_str().unwrap(), true)] {
            let shown = object(folder, &["inspect", policy, position, "--json"]);
            assert_eq!(shown["visited"], visited, "{line}, {policy}: {shown}");
            for shown in [text(folder, policy, position), page(folder, policy, position)] {
                assert_eq!(shown.contains(MARK), !visited, "{line}, {policy}: {shown}");
            }
        }
    }
}

#[test]
fn a_hand_of_challenge_without_a_row_is_marked_in_the_tree() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let game = "challenge(ranks=3,copies=3,hand_size=2)";
    trained(folder, &format!("{game} --infosets recall --score 0,0 --iterations 1 --hands 0 --out few.policy"));
    let shown = object(folder, &["inspect", "few.policy", "hand=3,3 over=0", "--json"]);
    assert_eq!(shown["source"], "rule", "{shown}");
    assert!(text(folder, "few.policy", "hand=3,3 over=0").contains("the policy does not know the position"));
    let view = View::start(folder, &["few.policy"]);
    assert!(view.page("/explore/0").contains("(never trained)"));
    let hand = view.page("/explore/0?hand=3+3");
    assert!(hand.contains("This row was never trained"), "{hand}");
}

#[test]
fn an_information_set_that_play_does_not_come_to_is_marked_in_the_tree() {
    let folder = tempfile::tempdir().unwrap();
    let game = "EFG 2 R \"\" { \"\" \"\" }\np \"\" 1 1 \"first\" { \"out\" \"in\" } 0\nt \"\" 1 { 2 2 }\n\
                p \"\" 2 1 \"second\" { \"fight\" \"yield\" } 0\nt \"\" 2 { 0 0 }\nt \"\" 3 { 1 1 }\n";
    std::fs::write(folder.path().join("entry.efg"), game).unwrap();
    let view = View::start(folder.path(), &["entry.efg"]);
    assert!(!view.page("/explore/0").contains("play does not come here"));
    let page = view.page("/explore/0?step=in");
    assert!(page.contains("(play does not come here)"), "{page}");
}
