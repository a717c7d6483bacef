//! The rules of the contest's page that only `--strict` enforces.

use serde_json::{Value, json};

use crate::peers::{Peer, play_out, serve};

#[test]
fn no_card_before_both_bids_and_no_bid_of_0() {
    let server = serve(|config| config.strict = true);
    let one = Peer::new(&server, "one");
    let two = Peer::new(&server, "two");
    let (one, two) = Peer::meet(one, two);
    // No player has the turn yet.
    assert_eq!(one.status()["your-turn"], false);
    assert_eq!(two.status()["your-turn"], false);
    for player in [&one, &two] {
        let reply = player.play(&player.hand[0]);
        assert!(reply.failure().contains("bidding"), "{reply:?}");
    }
    one.bid(json!(3)).success(&[]);
    assert_eq!(one.status()["opponent-bid"], Value::Null);
    assert!(one.play(&one.hand[0]).failure().contains("bidding"));
    two.bid(json!(4)).success(&[]);
    assert_eq!(one.status()["opponent-bid"], 4);
    let (mut leader, mut other) = if one.status()["your-turn"] == true { (one, two) } else { (two, one) };
    play_out(&mut leader, &mut other);
    let body = leader.old_game(json!(leader.game)).body;
    assert!(body["bid1"].is_u64() && body["bid2"].is_u64());
}
