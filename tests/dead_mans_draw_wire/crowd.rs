//! Many at once.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::peers::{FIRST, Game, Peer, serve};

/// Plays a match to its end, with a pause after every action; how long every action took.
fn play(game: &Game, pause: Duration) -> Vec<Duration> {
    let mut took = Vec::new();
    for turn in 0..500 {
        let etype = if turn % 3 == 2 { "EndTurn" } else { "Draw" };
        let began = Instant::now();
        let reply = game.act(json!({"etype": etype, "autopick": true}));
        took.push(began.elapsed());
        thread::sleep(pause);
        match reply.status {
            200 => {}
            // A bust has emptied the area just before the end of the turn.
            400 if etype == "EndTurn" => {}
            410 => return took,
            _ => panic!("{reply:?}"),
        }
    }
    panic!("the match does not end");
}

#[test]
fn a_hundred_play_at_once_while_a_hundred_wait() {
    let server = serve(|config| config.long_poll = Duration::from_secs(20));
    let peers: Vec<Peer> = (0..100).map(|_| Peer::new(&server, FIRST)).collect();
    thread::scope(|scope| {
        let waiting: Vec<_> = (0..100)
            .map(|_| {
                let peer = Peer::new(&server, FIRST);
                scope.spawn(move || peer.get("/api/matches?wait=1&tags=at-last").body)
            })
            .collect();
        let playing: Vec<_> = peers
            .iter()
            .map(|peer| scope.spawn(|| play(&peer.create(json!({})), Duration::ZERO)))
            .collect();
        for one in playing {
            assert!(one.join().unwrap().len() > 20);
        }
        assert_eq!(server.matches_finished(), 100);
        peers[0].create(json!({"tags": ["at-last"]}));
        for one in waiting {
            assert_eq!(one.join().unwrap().as_array().unwrap().len(), 1);
        }
    });
}

/// How long an action takes with 50 clients at work, a journal kept, and this pause between a client's
/// actions: the middle one and the 99th of a hundred.
fn latency(pause: Duration) -> [Duration; 2] {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(|config| config.data = Some(folder.path().to_owned()));
    let mut took: Vec<Duration> = thread::scope(|scope| {
        let fifty: Vec<_> = (0..50)
            .map(|_| {
                let peer = Peer::new(&server, FIRST);
                let one = move |_| play(&peer.create(json!({})), pause);
                scope.spawn(move || (0..10).flat_map(one).collect::<Vec<_>>())
            })
            .collect();
        let fifty = fifty.into_iter();
        fifty.flat_map(|one| one.join().unwrap()).collect()
    });
    took.sort_unstable();
    let at = |share: f64| took[(share * (took.len() - 1) as f64) as usize];
    let (actions, p50, p99, longest) = (took.len(), at(0.5), at(0.99), at(1.0));
    println!("pause {pause:?}: {actions} actions, p50 {p50:?}, p99 {p99:?}, longest {longest:?}");
    [p50, p99]
}

/// Clients and server share one machine, so that without a pause the queue for its cores is what is
/// measured; 20 ms between actions make 2,500 actions a second at most.
#[test]
#[ignore = "a measure, for an idle machine"]
fn latency_at_fifty_clients() {
    latency(Duration::ZERO);
    let [_, p99] = latency(Duration::from_millis(20));
    assert!(p99 < Duration::from_millis(20), "p99 {p99:?}");
}
