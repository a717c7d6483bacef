//! The requirements on the commands of every contest.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::binary::{object, run};

pub fn keys_of(object: &Value) -> BTreeSet<&str> {
    let object = object.as_object().unwrap();
    object.keys().map(String::as_str).collect()
}

/// Fails unless the command fails with an error that contains `names`.
pub fn refused(folder: &Path, line: &[&str], names: &str) {
    let output = run(folder, line);
    let said = String::from_utf8(output.stderr).unwrap();
    let failed = !output.status.success();
    assert!(failed && said.contains(names), "{line:?}: {said}");
}

/// Fails unless `exploit` measures the policy exactly and finds the value that training reported.
pub fn assert_measured_exactly(folder: &Path, policy: &str, said: &Value) {
    let found = object(folder, &["exploit", policy, "--json"]);
    let documented = ["game", "infosets", "quantity", "value", "nash_conv", "half_width", "unit", "samples", "seconds"];
    assert_eq!(keys_of(&found), documented.into());
    assert_eq!(said["half_width"], 0.0);
    assert_eq!(found["quantity"], "nash_conv");
    assert_eq!(found["nash_conv"], said["nash_conv"]);
    assert_eq!(found["samples"], 0);
    let policy = folder.join(policy);
    assert!(policy.with_extension("csv").exists());
    assert!(policy.with_extension("manifest.json").exists());
}

/// Fails unless training continues from the checkpoint up to `iterations`.
pub fn assert_goes_on(folder: &Path, contest: &str, checkpoint: &str, iterations: u64) {
    let longer = iterations.to_string();
    let resume = ["train", contest, "--resume", checkpoint];
    let said = object(folder, &[&resume[..], &["--iterations", &longer, "--json"]].concat());
    assert_eq!(said["iterations"], iterations);
}

/// Fails unless the probabilities of the candidates add up to one.
pub fn assert_shares(shown: &Value) {
    let actions = shown["actions"].as_array().unwrap().iter();
    let shares = actions.map(|action| action["probability"].as_f64().unwrap());
    assert!((shares.sum::<f64>() - 1.0).abs() < 1e-9, "{shown}");
}

/// Fails unless the match is played without penalties.
pub fn assert_plays(folder: &Path, agents: &[&str], games: u64) {
    let count = games.to_string();
    let line = [&["match"], agents, &["--games", &count, "--json"]].concat();
    let played = object(folder, &line);
    assert_eq!((&played["games"], &played["penalties"]), (&games.into(), &0.into()));
}
