//! Restricted Nash responses to a policy, as a table and as a picture.

use std::fs;

use serde_json::Value;

use crate::binary::{TINY, object, run};
use crate::contests::keys_of;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// Slow: ten linear programs.
#[test]
fn responses_win_more_against_the_policy_the_more_they_risk() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let train = ["train", "leduc", "--solver", "cfr", "--iterations", "5"];
    let files = ["--out", "leduc.policy", "--quiet"];
    assert!(run(folder, &[&train[..], &files].concat()).status.success());
    let measured = object(folder, &["exploit", "leduc.policy", "--json"]);
    for player in [0, 1] {
        let number_of = player.to_string();
        let line = ["respond", "leduc.policy", "--player", &number_of, "--trade-offs", "0,0.5,0.8,1"];
        let files = ["--out", "curve.csv", "--plot", "curve.svg", "--force", "--json"];
        let found = object(folder, &[&line[..], &files].concat());
        let keys = ["game", "opponent", "game_value", "responses", "unit"];
        assert_eq!(keys_of(&found), keys.into());
        let rows = found["responses"].as_array().unwrap();
        assert_eq!(keys_of(&rows[0]), ["trade_off", "value", "exploitability"].into());
        // The ends are an equilibrium and a best response to the policy.
        assert!(number(&rows[0]["exploitability"]).abs() < 1e-6, "{found}");
        let best = &measured["seats"][1 - player]["best_response"];
        assert!((number(&rows[3]["value"]) - number(best)).abs() < 1e-6, "{found} {measured}");
        for pair in rows.windows(2) {
            for key in ["value", "exploitability"] {
                assert!(number(&pair[1][key]) > number(&pair[0][key]) - 1e-6, "{key}: {found}");
            }
        }
        let table = fs::read_to_string(folder.join("curve.csv")).unwrap();
        assert_eq!(table.lines().next(), Some("trade_off,value,exploitability"));
        assert_eq!(table.lines().count(), 5);
        let picture = fs::read_to_string(folder.join("curve.svg")).unwrap();
        assert!(picture.contains("<title") && picture.matches("<circle").count() == 4, "{picture}");
    }
}

/// Slow: eight solves.
#[test]
fn responses_to_a_policy_of_challenge_go_from_safe_to_best() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let train = ["train", "challenge(ranks=3,copies=8,hand_size=2)", "--infosets", "all", "--score", "0,0"];
    let more = ["--iterations", "2000", "--threads", "1", "--hands", "0", "--out", "small.policy", "--quiet"];
    let trained = run(folder, &[&train[..], &more].concat());
    assert!(trained.status.success(), "{trained:?}");
    let nash_conv = number(&object(folder, &["exploit", "small.policy", "--json"])["nash_conv"]);
    let mut best = 0.0;
    for player in ["0", "1"] {
        let line = ["respond", "small.policy", "--player", player, "--trade-offs", "0,0.5,1", "--iterations", "400"];
        let found = object(folder, &[&line[..], &["--json"]].concat());
        assert_eq!(found["unit"], "game-win probability for one hand");
        let rows = found["responses"].as_array().unwrap();
        let of = |key: &str| rows.iter().map(|row| number(&row[key])).collect::<Vec<_>>();
        let (values, risks) = (of("value"), of("exploitability"));
        assert!(risks[0].abs() < 1e-4 && risks[2] > 0.001, "{found}");
        assert!(values.is_sorted_by(|one, two| *two > one - 1e-5), "{found}");
        assert!(values[2] > values[0] + 0.001, "{found}");
        best += values[2];
    }
    // Both best responses together are what the policy can lose.
    assert!((best - 1.0 - nash_conv).abs() < 1e-4, "{best} {nash_conv}");
}

#[test]
fn responses_to_what_has_none_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let train = |game: &str, out: &str| {
        let line = ["train", game, "--iterations", "10", "--out", out, "--quiet"];
        let output = run(folder, &line);
        assert!(output.status.success(), "{output:?}");
    };
    train("kuhn_poker(players=3)", "three.policy");
    train(TINY, "tiny.policy");
    let line = ["respond", "tiny.policy", "--trade-offs", "2"];
    for (line, words) in [
        (&["respond", "three.policy"][..], "two players"),
        (&line, "no probability"),
        (&["respond", "none.policy"], "none.policy"),
        (&["respond", "tiny.policy", "--plot", "x.gif"], "x.gif"),
        (&["respond", "tiny.policy", "--lock", "locks.csv"], "--lock"),
        (&["respond", concat!(env!("CARGO_MANIFEST_DIR"), "/data/challenge/five.policy")], "trunk"),
        (&["respond", concat!(env!("CARGO_MANIFEST_DIR"), "/data/skullwhist/arena.policy")], "hands of Challenge"),
    ] {
        let output = run(folder, line);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(words), "{line:?}: {said}");
    }
}
