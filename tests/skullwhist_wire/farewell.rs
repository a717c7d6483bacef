//! The end of a server that was asked for a number of games.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::clients::{Client, assert_clean, url};
use crate::peers::{Peer, play_out, round, serve};

/// The longest time that a server stays for those who have not seen the end.
const FAREWELL: Duration = Duration::from_secs(60);

#[test]
fn bots_hear_the_last_result_before_the_server_leaves() {
    let mut server = serve(|config| {
        config.games = NonZeroUsize::new(1);
        config.farewell = FAREWELL;
    });
    let (mut one, mut two) = Peer::pair(&server);
    let game = one.game;
    one.bid(json!(3)).success(&[]);
    two.bid(json!(3)).success(&[]);
    let (peer, other) = (one.peer.clone(), two.peer.clone());
    let (mut leader, mut follower) = (&mut one, &mut two);
    while !leader.hand.is_empty() {
        (leader, follower) = round(leader, follower);
    }
    // The contest's own examples ask once a second.
    std::thread::sleep(Duration::from_millis(1000));
    for bot in [&peer, &other] {
        assert!(bot.status()["game"].is_null());
        assert!(bot.old_game(json!(game)).body["score1"].is_i64());
    }
    // No client has anything more to learn.
    let heard = Instant::now();
    server.wait().unwrap();
    assert!(heard.elapsed() < FAREWELL / 2);
    assert_eq!(server.games_finished(), 1);
}

#[test]
fn a_server_does_not_wait_for_ever_for_bots_that_ask_nothing() {
    let mut server = serve(|config| {
        config.games = NonZeroUsize::new(1);
        config.farewell = Duration::from_millis(300);
    });
    let (mut one, mut two) = Peer::pair(&server);
    play_out(&mut one, &mut two);
    server.wait().unwrap();
}

#[test]
fn no_game_is_begun_beyond_the_last() {
    let mut server = serve(|config| config.games = NonZeroUsize::new(2));
    let clients = ["a", "b", "c", "d", "e", "f"];
    let clients = clients.map(|name| Client::new(&url(&server), name));
    let reports = std::thread::scope(|scope| {
        let playing = clients.each_ref().map(|client| scope.spawn(move || client.play()));
        server.wait().unwrap();
        clients.iter().for_each(Client::stop);
        playing.map(|player| player.join().unwrap().unwrap())
    });
    assert_eq!((server.games_finished(), server.games_forfeited()), (2, 0));
    let games: u64 = reports.iter().map(|report| report.games).sum();
    let unseen: u64 = reports.iter().map(|report| report.unseen).sum();
    assert_eq!((games, unseen), (4, 0));
}

#[test]
fn an_address_with_api_behind_it_is_understood() {
    let server = serve(|_| {});
    let one = Client::new(&format!("{}/api/", url(&server)), "one").games(1);
    let two = Client::new(&format!("{}/api", url(&server)), "two").games(1);
    crate::clients::both(&one, &two).iter().for_each(assert_clean);
}
