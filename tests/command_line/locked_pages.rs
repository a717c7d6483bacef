//! Decisions that are locked on the pages of a game, and hands that are solved at once.

use std::fs;

use crate::binary::{object, run};
use crate::exploring::{View, between, plain, repository, rows};

/// The numbers of a page with locks are those of `solve --lock`.
#[test]
fn a_decision_is_locked_and_the_rest_is_solved_again() {
    let folder = tempfile::tempdir().unwrap();
    let view = View::start(folder.path(), &["kuhn_poker"]);
    // The form is sent, and the answer is the address of the locked game.
    let page = view.page("/explore/0?step=1&step=0&step=pass&of=0p&weight=100&weight=0");
    let gains = rows(&page, "gains");
    fs::write(folder.path().join("honest.csv"), "player,infoset,action,probability\n1,0p,pass,1\n1,0p,bet,0\n")
        .unwrap();
    let words = ["solve", "kuhn_poker", "--lock", "honest.csv", "--solver", "lp", "--json"];
    let solved = object(folder.path(), &words);
    for (player, (name, _, numbers)) in gains.iter().enumerate() {
        assert_eq!(*name, format!("player {player}"));
        for (number, key) in numbers.iter().zip(["values_before", "values"]) {
            let exact = solved[key][player].as_f64().unwrap();
            assert!((number - exact).abs() < 1e-4, "{key}: {numbers:?}, {exact}");
        }
        assert!((numbers[1] - numbers[0] - numbers[2]).abs() < 1e-12);
    }
    assert_eq!(gains.len(), 2);
    let locked: Vec<f64> = rows(&page, "actions").iter().map(|(_, _, numbers)| numbers[0]).collect();
    assert_eq!(locked, [1.0, 0.0]);
    let words = plain(between(&page, "<section id=\"locks\">", "<table"));
    assert!(words.contains("player 1 with 0p after 1 0 pass: pass 100.00 %, bet 0.00 %"), "{words}");
    // Every link of the page has the lock, but for the one that takes it away, and the one to the policy itself.
    let link = |before: &str, text: &str| {
        let (links, _) = page.split_once(text).unwrap();
        let (_, link) = links.rsplit_once(before).unwrap();
        plain(link.split('"').next().unwrap())
    };
    assert!(!link("href=\"", "Unlock</a>").contains("lock="));
    let compared = view.page(&link("href=\"", "Compare with the policy"));
    let difference = between(&compared, "id=\"difference\" data-number=\"", "\"");
    assert!(difference.parse::<f64>().unwrap() > 0.05, "{difference}");
    assert!(compared.contains("with locks"));
    let replies = view.page(&link("href=\"", "the replies of the others alone</a>"));
    let gained = rows(&replies, "gains")[0].2[2];
    assert!((0.0..0.1112).contains(&gained), "{gained}");
    // A page of another site cannot make the server solve.
    let foreign = format!("{}{}", view.url, link("href=\"", "the replies of the others alone</a>"));
    let answer = ureq::get(&foreign).header("Sec-Fetch-Site", "cross-site").call();
    assert!(matches!(answer, Err(ureq::Error::StatusCode(403))), "{answer:?}");
    // Impossible locks are named.
    for (path, fault) in [
        ("/explore/0?step=1&step=0&weight=0&weight=0", "weights are all 0"),
        ("/explore/0?step=1&step=0&weight=1", "1 weights"),
        ("/explore/0?step=1&step=0&weight=x&weight=1", "weight NaN"),
        ("/explore/0?lock=", "no player acts there"),
        ("/compare/0", "nothing is locked"),
    ] {
        let (status, page) = view.get(path);
        assert_eq!(status, 404, "{path}");
        assert!(page.contains(fault), "{path}: {page}");
    }
    let policy = repository("data/challenge/all-scores.policy");
    let view = View::start(folder.path(), &[policy.to_str().unwrap()]);
    let (status, page) = view.get("/explore/0?weight=1&weight=2");
    assert!(status == 404 && page.contains("cannot be locked"), "{page}");
}

/// A hand that is too large to be written out, and small enough to be solved while a reader waits.
#[test]
fn a_hand_of_challenge_is_solved_at_once_and_locked() {
    let folder = tempfile::tempdir().unwrap();
    let view = View::start(folder.path(), &["challenge(ranks=6,copies=4,hand_size=3)"]);
    let page = view.page("/explore/0");
    assert!(page.contains("solved: dcfr of ") && !page.contains("No values here"));
    // The first decision of every hand has its value, and the values are those of `solve`.
    let hands = rows(&page, "hand-list");
    assert_eq!(hands.len(), 56);
    let mean: f64 = hands.iter().map(|(_, _, numbers)| numbers[0] * numbers[1]).sum();
    let words = "solve challenge --ranks 6 --copies 4 --hand-size 3 --target 1e-4 --json";
    let solved = object(folder.path(), &words.split(' ').collect::<Vec<_>>());
    let exact = solved["values"][0].as_f64().unwrap();
    assert!((mean - exact).abs() < 2e-3, "{mean}, {exact}");
    // A leader who challenges with every hand gives value away.
    let weights = "&weight=0".repeat(6);
    let page = view.page(&format!("/explore/0?of={weights}&weight=1"));
    let gains = rows(&page, "gains");
    assert_eq!((gains[0].0.as_str(), gains[1].0.as_str()), ("leader", "follower"));
    assert!(gains[0].2[2] < -0.01 && gains[1].2[2] > 0.01, "{gains:?}");
    let actions = rows(&page, "actions");
    assert!((actions[6].2[0] - 1.0).abs() < 1e-6, "{actions:?}");
    // The follower alone gains more than by all else solved, and the leader plays on.
    let replies = view.page(&format!("/explore/0?of={weights}&weight=1&resolve=replies"));
    assert!(replies.contains("replies are best"), "{replies}");
    let best = rows(&replies, "gains");
    assert!(best[1].2[2] > gains[1].2[2] - 1e-3, "{best:?} {gains:?}");
    let late = format!("/explore/0?step=1&step=2&step=1&step=2&weight=1{weights}");
    assert!(view.page(&late).contains("the rest solved again"));
    for (path, said) in
        [(format!("{late}&resolve=replies"), "not for replies alone"), ("/explore/0?weight=1".to_owned(), "1 weights")]
    {
        let (status, page) = view.get(&path);
        assert!(status == 404 && page.contains(said), "{path}: {page}");
    }
    let output = run(folder.path(), &["view", "challenge", "--port", "0"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("512 MiB"), "{said}");
}
