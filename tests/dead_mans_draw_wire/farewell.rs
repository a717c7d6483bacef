//! The end of a server that was asked for a number of matches.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::peers::{ADMIN, FIRST, Peer, SECOND, serve};

/// The longest time that a server stays for those who have not seen the end.
const FAREWELL: Duration = Duration::from_secs(60);

#[test]
fn players_see_the_end_of_the_last_match_before_the_server_leaves() {
    let mut server = serve(|config| {
        config.matches = NonZeroUsize::new(1);
        config.farewell = FAREWELL;
    });
    let admin = Peer::new(&server, ADMIN);
    let game = admin.create(json!({"playerids": [FIRST.0, SECOND.0]}));
    admin.delete(&format!("{}/terminate", game.path()), &json!({}));
    // Clients of the contest send the next request after a second.
    std::thread::sleep(Duration::from_millis(1000));
    for login in [FIRST, SECOND] {
        let state = game.by(&Peer::new(&server, login)).look("waitactive=1");
        assert_eq!(state.status, 410);
    }
    let seen = Instant::now();
    server.wait().unwrap();
    assert!(seen.elapsed() < FAREWELL / 2);
    assert_eq!(server.matches_finished(), 1);
}

#[test]
fn a_server_does_not_wait_for_ever_for_players_who_ask_nothing() {
    let mut server = serve(|config| {
        config.matches = NonZeroUsize::new(1);
        config.farewell = Duration::from_millis(300);
    });
    let admin = Peer::new(&server, ADMIN);
    let game = admin.create(json!({"playerids": [FIRST.0, SECOND.0]}));
    admin.delete(&format!("{}/terminate", game.path()), &json!({}));
    server.wait().unwrap();
}
