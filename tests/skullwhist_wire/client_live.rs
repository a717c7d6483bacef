//! This project's client on this project's server.

use std::path::Path;
use std::thread;
use std::time::Duration;

use cardsharp::contest::AdminTask;
use cardsharp::contests::skullwhist::client::ClientError;
use cardsharp::contests::skullwhist::server::{JOURNAL_FILE, RunningServer, ServerConfig, administer};
use serde_json::json;

use crate::clients::{Client, assert_clean, both, url};
use crate::peers::{Peer, plain, round, serve, until};
use crate::shown::{Shown, kept_games, kept_moves};

#[test]
fn two_clients_register_and_play_each_other() {
    let server = plain();
    let (one, two) = (Client::new(&url(&server), "one").games(3), Client::new(&url(&server), "two").games(3));
    let reports = both(&one, &two);
    reports.iter().for_each(assert_clean);
    assert_eq!(reports[0].games, 3);
    assert_eq!(reports[0].won + reports[1].won + reports[0].drawn, 3);
    assert_eq!(reports[0].drawn, reports[1].drawn);
    assert_eq!((server.games_finished(), server.games_forfeited()), (3, 0));
    // The players register the first time, and log in the second time.
    for report in both(&one, &two) {
        assert_clean(&report);
    }
    assert_eq!(server.games_finished(), 6);
}

/// The pages of the data folder: games of clients, one that is forfeited, and nothing of one that goes on.
#[test]
fn games_that_are_over_are_shown_move_by_move() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let start = || serve(|config| config.data = Some(folder.to_owned()));
    let journal = folder.join(JOURNAL_FILE);
    let server = start();
    let client = |name: &str| Client::new(&url(&server), name).games(2);
    let reports = both(&client("anna"), &client("ben"));
    let (mut one, mut two) = Peer::pair(&server);
    round(&mut one, &mut two);
    one.peer.log_in();
    let (one, _two) = Peer::meet(one.peer, two.peer);
    server.shutdown().unwrap();
    let written = std::fs::read_to_string(&journal).unwrap();
    assert_eq!(written.lines().count(), 3, "{written}");

    let check = |shown: &Shown| {
        let standings = shown.page("/journals/0/");
        assert!(["anna", "ben", "one", "two"].iter().all(|name| standings.contains(&format!(">{name}</bdi>"))));
        let won = shown.page("/journals/0/games?winner=anna");
        assert!(won.contains(&format!("{} game", reports[0].won)), "{won}");
        let list = shown.page("/journals/0/games");
        assert!(list.contains("3 games") && !list.contains(">game 4<"), "{list}");
        assert_eq!(shown.get(&format!("/games/{}", one.game)).0, 404);
        let (_, captions) = shown.replayed("/games/2");
        // The deal, the bids, and of each round two cards and its winner.
        assert_eq!(captions.len(), 3 + 3 * 13);
        assert!(captions.last().unwrap().starts_with("The game is over: "), "{captions:?}");
        let (names, captions) = shown.replayed("/games/3");
        assert_eq!(captions.len(), 3 + 3);
        assert_eq!(captions[1], "A bid is missing");
        let loser = usize::from(captions[5] == "The second seat forfeits the game");
        let page = shown.page("/games/3");
        let winner = &names[1 - loser];
        assert!(page.contains(&format!("Won by <bdi class=\"agent\">{winner}</bdi>")), "{page}");
    };
    let shown = Shown::of(folder);
    check(&shown);
    assert_eq!(shown.page("/journals/0/file"), written);

    // A folder without the journal, as earlier versions left it, gets it at the start.
    std::fs::remove_file(&journal).unwrap();
    start().shutdown().unwrap();
    assert_eq!(std::fs::read_to_string(&journal).unwrap(), written);
    start().shutdown().unwrap();
    assert_eq!(std::fs::read_to_string(&journal).unwrap(), written);

    // An export has the hands of the game that goes on.
    let other = tempfile::tempdir().unwrap();
    let mut exported = Vec::new();
    administer(folder, &AdminTask::ExportGames, &mut exported).unwrap();
    assert!(String::from_utf8_lossy(&exported).contains("\"running\":true"));
    std::fs::write(other.path().join(JOURNAL_FILE), exported).unwrap();
    let shown = Shown::of(other.path());
    check(&shown);
    assert_eq!(shown.get("/journals/0/file").0, 404);
}

/// Both clients keep of each game what the server keeps: it tells the hands and the bids once the game is over.
#[test]
fn clients_keep_their_games_in_journals() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(|config| config.data = Some(folder.path().join("data")));
    let journal = |name: &str| folder.path().join(name).with_extension("jsonl");
    let mut anna = Client::new(&url(&server), "anna").games(3);
    anna.options.journal = Some(journal("anna"));
    let mut ben = Client::new(&url(&server), "ben").games(3);
    ben.options.journal = Some(journal("ben"));
    let mut reports = both(&anna, &ben);
    // The same journals, after a second run.
    for (report, more) in reports.iter_mut().zip(both(&anna, &ben)) {
        report.games += more.games;
        report.won += more.won;
        report.moves += more.moves;
    }
    server.shutdown().unwrap();
    let of_server = Shown::of(&folder.path().join("data"));
    let of_server: Vec<_> = (1..=6).map(|game| of_server.game(&format!("/games/{game}"))).collect();
    assert!(of_server.iter().all(|(_, captions)| captions.len() == 3 + 3 * 13));
    for (name, report) in ["anna", "ben"].iter().zip(&reports) {
        assert_eq!(kept_games(&journal(name), report.games, report.won), of_server, "{name}");
        assert_eq!(kept_moves(&journal(name)), report.moves, "{name}");
    }
}

/// A forfeited game is kept up to its end, with its winner.
#[test]
fn a_client_keeps_a_game_that_its_opponent_forfeits() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(|config| config.clock = Duration::from_millis(1500));
    let mut client = Client::new(&url(&server), "us").games(1);
    client.options.journal = Some(folder.path().join("games.jsonl"));
    let report = thread::scope(|scope| {
        let playing = scope.spawn(|| client.play().unwrap());
        let idle = Peer::new(&server, "idle");
        assert_eq!(idle.new_game().body["result"], "success");
        playing.join().unwrap()
    });
    assert_eq!((report.games, report.won), (1, 1));
    let [(winner, captions)] = &kept_games(&folder.path().join("games.jsonl"), 1, 1)[..] else { panic!("one game") };
    let seats = ["The second seat forfeits the game", "The first seat forfeits the game"];
    assert_eq!(captions.last().unwrap(), seats[winner.unwrap()]);
}

/// A full disk costs no game, and a journal that cannot be opened is known before the first.
#[cfg(target_os = "linux")]
#[test]
fn a_client_plays_on_without_its_journal() {
    let server = plain();
    let client = |name: &str, journal: &str| {
        let mut client = Client::new(&url(&server), name).games(2);
        client.options.journal = Some(Path::new(journal).to_owned());
        client
    };
    let reports = both(&client("one", "/dev/full"), &client("two", "/dev/full"));
    reports.iter().for_each(assert_clean);
    let error = client("three", "no/such/folder/j").play().unwrap_err();
    assert!(matches!(error, ClientError::Journal(_)), "{error}");
    assert!(error.to_string().contains("no/such/folder/j"), "{error}");
}

/// The server goes on without its journal, says so at its end, and the next start adds the games.
#[cfg(unix)]
#[test]
fn a_journal_that_cannot_be_written_stops_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let start = || serve(|config| config.data = Some(folder.path().to_owned()));
    let journal = folder.path().join(JOURNAL_FILE);
    std::os::unix::fs::symlink(folder.path().join("nowhere/x"), &journal).unwrap();
    let server = start();
    let client = |name: &str| Client::new(&url(&server), name).games(2);
    both(&client("anna"), &client("ben")).iter().for_each(assert_clean);
    let error = server.shutdown().unwrap_err().to_string();
    assert!(error.contains("lacks the last events"), "{error}");
    std::fs::remove_file(&journal).unwrap();
    start().shutdown().unwrap();
    assert_eq!(std::fs::read_to_string(&journal).unwrap().lines().count(), 2);
}

#[test]
fn two_clients_play_on_a_strict_server() {
    let server = serve(|config| config.strict = true);
    let (one, two) = (Client::new(&url(&server), "one").games(2), Client::new(&url(&server), "two").games(2));
    both(&one, &two).iter().for_each(assert_clean);
}

#[test]
fn a_wrong_password_ends_it_and_is_not_shown() {
    let server = plain();
    Peer::new(&server, "us");
    let client = Client::new(&url(&server), "us").with_password("wrong secret");
    let error = client.play().unwrap_err();
    assert!(matches!(error, ClientError::LoginRefused { .. }), "{error}");
    assert!(!error.to_string().contains("wrong secret"));
    assert!(error.to_string().contains("taken"));
    assert!(error.to_string().contains("the password is wrong"), "{error}");
    let error = Client::new(&url(&server), "a name").play().unwrap_err();
    assert!(error.to_string().contains("a name has 1 to 40"), "{error}");
}

#[test]
fn a_client_goes_on_after_a_game_that_was_forfeited() {
    let server = serve(|config| config.clock = Duration::from_millis(1500));
    let client = Client::new(&url(&server), "us").games(2);
    let report = thread::scope(|scope| {
        let playing = scope.spawn(|| client.play().unwrap());
        // An opponent asks for a game twice, and does nothing in it.
        let idle = Peer::new(&server, "idle");
        for _ in 0..2 {
            let reply = idle.new_game();
            assert_eq!(reply.body["result"], "success", "{reply:?}");
            until("the game is over", || idle.status()["game"].is_null());
        }
        playing.join().unwrap()
    });
    // The first clock to run out is the opponent's: the client's starts anew with its bid.
    assert_eq!((report.games, report.won), (2, 2), "{report:?}");
    assert_eq!(server.games_forfeited(), 2);
}

#[test]
fn a_client_logs_in_again_when_its_session_is_over() {
    let server = serve(|config| {
        config.session_life = Duration::from_millis(1500);
        config.new_game_wait = Duration::from_millis(200);
    });
    let (one, two) = (Client::new(&url(&server), "one").games(1), Client::new(&url(&server), "two").games(1));
    let reports = thread::scope(|scope| {
        let first = scope.spawn(|| one.play().unwrap());
        // No opponent is there for so long, and `retry` prolongs no session.
        thread::sleep(Duration::from_millis(2300));
        let second = two.play().unwrap();
        [first.join().unwrap(), second]
    });
    for report in reports {
        assert_eq!((report.games, report.unseen), (1, 0), "{report:?}");
    }
}

/// Slow: the clients wait before they try again.
#[test]
fn clients_go_on_after_a_restart_of_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let config = |port| ServerConfig {
        data: Some(folder.path().to_owned()),
        port,
        match_every: Duration::from_millis(5)..=Duration::from_millis(20),
        ..ServerConfig::on_free_port()
    };
    let server = RunningServer::start(config(0)).unwrap();
    let port = server.address().port();
    let (one, two) = (Client::new(&url(&server), "one"), Client::new(&url(&server), "two"));
    let reports = thread::scope(|scope| {
        let first = scope.spawn(|| one.play().unwrap());
        let second = scope.spawn(|| two.play().unwrap());
        until("games", || server.games_finished() >= 3);
        server.shutdown().unwrap();
        thread::sleep(Duration::from_millis(300));
        let server = RunningServer::start(config(port)).unwrap();
        until("games", || server.games_finished() >= 4);
        assert_eq!(server.games_forfeited(), 0);
        one.stop();
        two.stop();
        [first.join().unwrap(), second.join().unwrap()]
    });
    for report in reports {
        assert!(report.games >= 6, "{report:?}");
        assert!(report.failures > 0 && report.connections > 1, "{report:?}");
        assert_eq!(report.illegal_moves, 0, "{report:?}");
    }
}

#[test]
fn a_client_that_is_told_to_stop_does_not_wait_for_a_game() {
    let server = plain();
    let client = Client::new(&url(&server), "alone");
    let report = thread::scope(|scope| {
        let playing = scope.spawn(|| client.play().unwrap());
        thread::sleep(Duration::from_millis(500));
        client.stop();
        playing.join().unwrap()
    });
    assert_eq!(report.games, 0);
}

#[test]
fn an_opponent_who_never_bids_is_played_without_his_bid() {
    let server = plain();
    let client = Client::new(&url(&server), "us").games(1).impatient();
    let report = thread::scope(|scope| {
        let playing = scope.spawn(|| client.play().unwrap());
        let other = Peer::new(&server, "them");
        let dealt = other.new_game().body;
        let hand: Vec<_> = dealt["cards"].as_array().unwrap().clone();
        // The opponent tries its cards in turn, without looking at the game.
        until("the game is over", || {
            for card in &hand {
                other.play(card.as_str().unwrap());
            }
            other.status()["game"].is_null()
        });
        let result = other.old_game(dealt["game"].clone()).body;
        assert_eq!(result["forfeited_by"], json!(null));
        playing.join().unwrap()
    });
    assert_clean(&report);
}
