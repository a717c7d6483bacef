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
    ] {
        let output = run(folder, line);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(words), "{line:?}: {said}");
    }
}
