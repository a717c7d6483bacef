//! This project's client on this project's server: whole matches, found in every way.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use cardsharp::contests::dead_mans_draw::client::{state_after, state_of};
use cardsharp::contests::dead_mans_draw::server::{GAMES_FILE, JOURNAL_FILE, RunningServer};
use cardsharp::contests::dead_mans_draw::wire::{Event, EventMessage, MatchObject, UserAction};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use crate::clients::{Client, assert_clean};
use crate::faulty::{Deed, Faulty};
use crate::peers::{ADMIN, DUMMY, FIRST, Game, LONG_POLL, Login, POLL, Peer, SECOND, plain, serve};
use crate::shown::{Shown, kept_games, kept_moves};

fn url(server: &RunningServer) -> String {
    format!("http://{}", server.address())
}

fn rated(admin: &Peer, tag: &str) -> Game {
    admin.create(json!({"playerids": [FIRST.0, SECOND.0], "tags": [tag]}))
}

/// The player who begins, which lot decides.
fn beginner(game: &Game) -> Login {
    let object = game.look("").body;
    let begins = object["state"]["currentPlayerIndex"].as_u64().unwrap() as usize;
    let mut players = [FIRST, SECOND].into_iter();
    players.find(|login| object["playerids"][begins] == login.0).unwrap()
}

/// Waits until a condition holds.
fn until(what: &str, is: impl Fn() -> bool) {
    let began = Instant::now();
    while !is() {
        assert!(began.elapsed() < Duration::from_secs(30), "{what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Slow: thousands of positions come over the wire, for all effects to meet.
#[test]
fn positions_are_followed_card_by_card() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let (mut followed, mut shown) = (0, 0);
    for _ in 0..60 {
        let game = first.create(json!({}));
        let mut expected = None;
        loop {
            let reply = game.look("showevents=1&showdebug=1");
            if reply.body["activePlayerIndex"].is_null() {
                break;
            }
            let object: MatchObject = serde_json::from_str(&reply.text).unwrap();
            let state = state_of(&object).unwrap();
            let draw = object.state.draw_pile.as_ref().unwrap();
            assert_eq!(state.draw_pile().cards(), draw.iter().copied().collect());
            let discards = object.state.discard_pile.as_ref().unwrap();
            assert_eq!(state.discard_set(), discards.iter().copied().collect());
            if let Some(next) = state.draw_pile().next_known() {
                assert_eq!(next, draw[0]);
                shown += 1;
            }
            if let Some(expected) = expected.take() {
                assert_eq!(state.key(), expected);
                followed += 1;
            }
            // Seldom an end of the turn, so that turns grow long and effects meet.
            let actions = state.legal_actions();
            let mut action = *actions.choose(&mut random).unwrap();
            if random.random_bool(0.7) {
                action = actions[0];
            }
            let reply = game.done(serde_json::to_value(UserAction::from(action)).unwrap());
            let events: Vec<EventMessage> = serde_json::from_str(&reply.text).unwrap();
            let over = |one: &EventMessage| matches!(one.event, Event::TurnEnded { .. });
            if !events.iter().any(over) {
                let after = state_after(&state, action, &events).unwrap_or_else(|| panic!("{events:?}"));
                expected = Some(after.key());
            }
        }
    }
    assert!(followed > 1000 && shown > 50, "{followed} {shown}");
}

#[test]
fn two_clients_meet_by_tag() {
    let server = plain();
    let admin = Peer::new(&server, ADMIN);
    let games: Vec<Game> = (0..6).map(|_| rated(&admin, "final")).collect();
    rated(&admin, "other");
    let clients = [(FIRST, "expert"), (SECOND, "one-card")];
    let clients = clients.map(|(login, agent)| {
        let client = Client::new(&url(&server), login).tagged("final", 6);
        thread::spawn(move || client.playing(agent).play().unwrap())
    });
    let [first, second] = clients.map(|client| client.join().unwrap());
    for report in [&first, &second] {
        assert_clean(report);
        assert_eq!(report.games, 6);
        assert!(report.moves > 6 * 10);
    }
    assert_eq!(first.won + second.won + first.drawn, 6);
    assert_eq!(first.drawn, second.drawn);
    let won = games.iter().filter(|game| {
        let object = game.look("").body;
        object["playerids"][0] == FIRST.0 && object["state"]["winnerIdx"] == 0
    });
    assert_eq!(won.count() as u64, first.won);
    assert!(first.won >= 4, "{first:?}");
}

/// Each player begins in one of two matches, and then it is the other one's turn there.
#[test]
fn two_players_do_not_wait_for_each_other_in_two_matches() {
    // Longer than the test waits, so that it fails if a client waits for a turn in the wrong match.
    let server = serve(|config| config.long_poll = LONG_POLL);
    let admin = Peer::new(&server, ADMIN);
    let games = [FIRST, SECOND].map(|player| {
        loop {
            let game = rated(&admin, "final");
            if beginner(&game) == player {
                break game;
            }
            admin.delete(&format!("{}/terminate", game.path()), &json!({}));
        }
    });
    let clients = [(FIRST, "expert"), (SECOND, "one-card")].map(|(login, agent)| {
        let client = Client::new(&url(&server), login).tagged("final", 2);
        let stop = client.options.stop.clone();
        (stop, thread::spawn(move || client.playing(agent).play().unwrap()))
    });
    let goes_on = |game: &Game| {
        let object = game.look("").body;
        object["turnCount"].as_u64() >= Some(4) || object["activePlayerIndex"].is_null()
    };
    until("both play in both", || games.iter().all(goes_on));
    for (stop, client) in clients {
        stop.store(true, Ordering::Relaxed);
        assert_clean(&client.join().unwrap());
    }
}

/// The pages of the data folder: what everybody may see of matches that are over, and no seed.
#[test]
fn matches_that_are_over_are_shown_move_by_move() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let start = || serve(|config| config.data = Some(folder.to_owned()));
    let server = start();
    let (first, admin) = (Peer::new(&server, FIRST), Peer::new(&server, ADMIN));
    let games = [rated(&admin, "final"), rated(&admin, "final")];
    let running = rated(&admin, "other");
    running.by(&Peer::new(&server, beginner(&running))).draw();
    let practice = first.create(json!({"randomSeed": "a seed of mine"}));
    first.delete(&format!("{}/terminate", practice.path()), &json!({}));
    let clients = [(FIRST, "expert"), (SECOND, "one-card")];
    let clients = clients.map(|(login, agent)| {
        let client = Client::new(&url(&server), login).tagged("final", 2);
        thread::spawn(move || client.playing(agent).play().unwrap())
    });
    let [report, _] = clients.map(|client| client.join().unwrap());
    let winners = games.each_ref().map(|game| game.look("").body["state"]["winnerIdx"].clone());
    server.shutdown().unwrap();

    let shown = Shown::of(folder);
    let standings = shown.page("/journals/0/");
    assert!(standings.contains("id=\"standings\"") && !standings.contains("Rounds won"), "{standings}");
    let list = shown.page("/journals/0/games");
    assert!(list.contains("2 games"), "{list}");
    for other in [&running, &practice] {
        assert!(!list.contains(&other.id));
        assert_eq!(shown.get(&format!("/games/{}", other.id)).0, 404);
    }
    let journal = std::fs::read_to_string(folder.join(JOURNAL_FILE)).unwrap();
    let lines = journal.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let seeds: Vec<String> = lines.filter_map(|line| Some(line["seed"].as_str()?.to_owned())).collect();
    assert_eq!(seeds.len(), 4);
    let written = std::fs::read_to_string(folder.join(GAMES_FILE)).unwrap();
    assert_eq!(shown.page("/journals/0/file"), written);
    let (mut won, mut texts) = (0, vec![written.clone(), standings, list]);
    for (game, winner) in games.iter().zip(winners) {
        let page = shown.page(&format!("/games/{}", game.id));
        let (names, captions) = shown.replayed(&format!("/games/{}", game.id));
        assert_eq!(captions[0], "The match begins");
        let last = captions.last().unwrap();
        let said = match winner.as_u64() {
            Some(0) => "The first seat wins, ",
            Some(_) => "The second seat wins, ",
            None => "Nobody wins, ",
        };
        assert!(captions.len() > 20 && last.starts_with(said), "{captions:?}");
        if let Some(winner) = winner.as_u64() {
            let name = &names[winner as usize];
            assert!(page.contains(&format!("Won by <bdi class=\"agent\">{name}</bdi>")), "{page}");
            won += u64::from(name.contains(FIRST.0));
        }
        texts.push(page);
    }
    assert_eq!(won, report.won);
    assert!(seeds.iter().all(|seed| texts.iter().all(|text| !text.contains(seed.as_str()))));

    // A folder of an earlier version gets this journal at the start.
    std::fs::remove_file(folder.join(GAMES_FILE)).unwrap();
    for _ in 0..2 {
        start().shutdown().unwrap();
        let again = std::fs::read_to_string(folder.join(GAMES_FILE)).unwrap();
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&again), sorted(&written));
    }
}

/// Both clients keep of each match what the server keeps, whoever made its last move.
#[test]
fn clients_keep_their_matches_in_journals() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = serve(|config| config.data = Some(data.clone()));
    let admin = Peer::new(&server, ADMIN);
    let games: Vec<Game> = (0..6).map(|_| rated(&admin, "final")).collect();
    let clients = [(FIRST, "expert"), (SECOND, "one-card")];
    let clients = clients.map(|(login, agent)| {
        let mut client = Client::new(&url(&server), login).tagged("final", 6).playing(agent);
        client.options.journal = Some(folder.path().join(format!("{agent}.jsonl")));
        thread::spawn(move || (client.play().unwrap(), client.options.journal.unwrap()))
    });
    let clients = clients.map(|client| client.join().unwrap());
    server.shutdown().unwrap();
    let shown = Shown::of(&data);
    let mut of_server: Vec<_> = games.iter().map(|game| shown.game(&format!("/games/{}", game.id))).collect();
    of_server.sort();
    for (report, journal) in clients {
        assert_clean(&report);
        let mut kept = kept_games(&journal, report.games, report.won);
        kept.sort();
        assert_eq!(kept, of_server);
        assert_eq!(kept_moves(&journal), report.moves);
    }
}

#[test]
fn a_match_by_its_id_is_played_alone_on_both_sides() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    for agent in ["one-card", "stop-at-random", "threshold", "expert"] {
        let (game, other) = (first.create(json!({})), first.create(json!({})));
        let client = Client::new(&url(&server), FIRST).for_match(&game.id);
        let report = client.playing(agent).play().unwrap();
        assert_clean(&report);
        assert_eq!((report.games, report.won, report.drawn), (1, 0, 0));
        assert_eq!(game.look("waitactive=1").status, 410);
        assert_eq!(other.look("").body["moveCount"], 1);
    }
}

#[test]
fn custom_positions_are_played() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    let game = first.create(json!({
        "drawPile": [["Oracle", 4], ["Map", 3], ["Kraken", 5], ["Hook", 3], ["Sword", 6], ["Cannon", 7]],
        "discardPile": [["Key", 3], ["Chest", 4]],
        "banks": [[["Anchor", 5], ["Key", 7]], [["Mermaid", 9], ["Cannon", 2]]],
        "playArea": [["Chest", 7]],
    }));
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("games.jsonl");
    let mut client = Client::new(&url(&server), FIRST).for_match(&game.id);
    client.options.journal = Some(journal.clone());
    assert_clean(&client.play().unwrap());
    // The events do not say what lay on the table before them: the journal has the result alone.
    let shown = Shown::of(&journal);
    assert!(shown.page("/journals/0/games").contains("1 game"));
    assert_eq!(shown.get("/journals/0/games/0").0, 404);
}

#[test]
fn whatever_waits_is_played_and_who_sleeps_does_not_hold_it_up() {
    let server = plain();
    let (first, admin) = (Peer::new(&server, FIRST), Peer::new(&server, ADMIN));
    // The dummy never acts.
    for _ in 0..3 {
        first.create(json!({"playerids": [FIRST.0, DUMMY.0], "tags": ["asleep"]}));
    }
    let mut client = Client::new(&url(&server), FIRST);
    client.own.repeat = true;
    let stop = client.options.stop.clone();
    let client = thread::spawn(move || client.play().unwrap());
    thread::sleep(Duration::from_millis(300));
    let games = [rated(&admin, "a"), rated(&admin, "b")];
    let other = Client::new(&url(&server), SECOND);
    for game in &games {
        let report = Client::new(&url(&server), SECOND).for_match(&game.id).play().unwrap();
        assert_eq!(report.games, 1);
    }
    drop(other);
    until("both are over", || {
        let over = |game: &Game| game.look("").body["activePlayerIndex"].is_null();
        games.iter().all(over)
    });
    // A player who does not make the last move learns of the end after a list request has waited in vain.
    thread::sleep(4 * POLL);
    stop.store(true, Ordering::Relaxed);
    let report = client.join().unwrap();
    assert_clean(&report);
    assert_eq!(report.games, 2);
}

#[test]
fn without_more_said_one_match_is_waited_for_and_played() {
    let server = serve(|config| config.long_poll = LONG_POLL);
    let client = Client::new(&url(&server), FIRST);
    let client = thread::spawn(move || client.play().unwrap());
    thread::sleep(Duration::from_millis(200));
    Peer::new(&server, FIRST).create(json!({}));
    let report = client.join().unwrap();
    assert_clean(&report);
    assert_eq!(report.games, 1);
}

#[test]
fn a_stopped_client_ends_though_nothing_comes() {
    let server = serve(|config| config.long_poll = LONG_POLL);
    let client = Client::new(&url(&server), FIRST).tagged("never", 1);
    let stop = client.options.stop.clone();
    let client = thread::spawn(move || client.play().unwrap());
    thread::sleep(Duration::from_millis(300));
    let stopped = Instant::now();
    stop.store(true, Ordering::Relaxed);
    let report = client.join().unwrap();
    assert!(stopped.elapsed() < LONG_POLL / 2, "{:?}", stopped.elapsed());
    assert_clean(&report);
}

#[test]
fn a_restarted_server_is_come_back_to() {
    let folder = tempfile::tempdir().unwrap();
    let journaled = |port: u16| {
        serve(|config| {
            config.port = port;
            config.data = Some(folder.path().to_owned());
        })
    };
    let server = journaled(0);
    let port = server.address().port();
    // So slow that it is in the middle of a match when the server stops.
    let slow = Faulty::before(Some(server.address()), |_, asked| match asked.method.as_str() {
        "POST" => Deed::Slow(Duration::from_millis(15)),
        _ => Deed::Pass,
    });
    let admin = Peer::new(&server, ADMIN);
    let game = rated(&admin, "t");
    let clients = [FIRST, SECOND].map(|login| {
        let client = Client::new(&slow.url(), login).tagged("t", 1);
        thread::spawn(move || client.play().unwrap())
    });
    until("the match is on its way", || game.look("").body["moveCount"].as_u64() > Some(15));
    server.shutdown().unwrap();
    thread::sleep(Duration::from_millis(500));
    let server = journaled(port);
    let reports = clients.map(|client| client.join().unwrap());
    assert_eq!(game.look("waitactive=1").status, 410);
    for report in &reports {
        assert_eq!((report.games, report.illegal_moves, report.fallbacks), (1, 0, 0), "{report:?}");
        assert!(report.failures > 0 && report.connections >= 2, "{report:?}");
    }
    assert_eq!(reports[0].won + reports[1].won + reports[0].drawn, 1);
    server.shutdown().unwrap();
}

#[test]
fn a_match_that_ends_while_we_are_away_is_counted_so() {
    let server = plain();
    let away = Arc::new(AtomicBool::new(false));
    let is_away = away.clone();
    let faulty = Faulty::before(Some(server.address()), move |_, _| {
        if is_away.load(Ordering::Relaxed) { Deed::CutAfter } else { Deed::Pass }
    });
    let (first, admin) = (Peer::new(&server, FIRST), Peer::new(&server, ADMIN));
    let game = first.create(json!({"playerids": [FIRST.0, DUMMY.0], "randomSeed": "norandom"}));
    let client = Client::new(&faulty.url(), FIRST).for_match(&game.id);
    let client = thread::spawn(move || client.play().unwrap());
    until("the turn is over", || {
        game.look("").body["turnCount"].as_u64() > Some(1) || game.look("").body["moveCountInTurn"].is_null()
    });
    away.store(true, Ordering::Relaxed);
    thread::sleep(Duration::from_millis(600));
    admin.delete(&format!("{}/terminate", game.path()), &json!({"winnerId": FIRST.0}));
    away.store(false, Ordering::Relaxed);
    let report = client.join().unwrap();
    assert_eq!((report.games, report.won, report.unseen), (1, 1, 1), "{report:?}");
    assert!(report.failures > 0);
}

#[test]
fn a_match_that_was_over_before_is_reported_and_one_that_is_not_there_refused() {
    let server = plain();
    let first = Peer::new(&server, FIRST);
    let game = first.create(json!({}));
    first.delete(&format!("{}/terminate", game.path()), &json!({}));
    let report = Client::new(&url(&server), FIRST).for_match(&game.id).play().unwrap();
    assert_eq!((report.games, report.unseen, report.moves), (1, 1, 0));
    for (login, id) in [(FIRST, "0123456789abcdef01234567"), (SECOND, &game.id), (FIRST, "x")] {
        let error = Client::new(&url(&server), login).for_match(id).play().unwrap_err();
        assert!(error.to_string().contains("there is no match"), "{error}");
    }
}

#[test]
fn late_actions_end_turns_and_nothing_else() {
    let server = plain();
    let late = Arc::new(Mutex::new(0));
    let faulty = Faulty::before(Some(server.address()), move |_, asked| {
        let mut late = late.lock().unwrap();
        if asked.method == "POST" {
            *late += 1;
        }
        // Every eighth action, three times, is too late.
        if asked.method == "POST" && *late % 8 == 0 && *late <= 24 {
            Deed::Slow(Duration::from_millis(900))
        } else {
            Deed::Pass
        }
    });
    let game = Peer::new(&server, FIRST).create(json!({"timeout": 0.7}));
    let report = Client::new(&faulty.url(), FIRST).for_match(&game.id).play().unwrap();
    assert_eq!(game.look("").body["state"]["timeoutCount"], 3);
    assert_eq!((report.games, report.illegal_moves, report.fallbacks), (1, 0, 0), "{report:?}");
}
