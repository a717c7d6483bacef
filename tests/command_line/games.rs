//! `cardsharp games`, through the binary.

use assert_cmd::Command;
use predicates::str::contains;
use serde_json::Value;

#[test]
fn the_contests_game_is_listed_with_its_information_sets() {
    let cardsharp = || Command::cargo_bin("cardsharp").unwrap();
    let output = cardsharp().args(["games", "--json"]).assert().success();
    let listed: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    let challenge = &listed["contests"][0];
    assert_eq!(challenge["name"], "challenge");
    assert_eq!(challenge["parameters"]["hand_size"], 5);
    let [tricks, seen, recall] = [0, 1, 2].map(|index| &challenge["infosets"][index]);
    assert_eq!(tricks["name"], "tricks");
    let [few, more] = [tricks, seen].map(|entry| entry["rows"].as_u64().unwrap());
    assert!(more > 10 * few && few > 100_000, "{few} {more}");
    // Each row has at least two actions, with a regret and an average of four bytes each.
    assert!(tricks["table_bytes"].as_u64().unwrap() >= 16 * few);
    assert!(recall["rows"].is_null());
    let small = ["games", "--game", "challenge(ranks=3,copies=2,hand_size=2)"];
    cardsharp().args(small).assert().success().stdout(contains("ranks=3"));
}
