//! Faults of a server and of the connection to it, all of which the client must survive.

use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use cardsharp::contests::dead_mans_draw::client::{ClientError, Patience};
use cardsharp::contests::dead_mans_draw::server::Accounts;
use cardsharp::contests::dead_mans_draw::wire::{LoginOffer, REALM, Role};
use cardsharp::live::PlayReport;
use cardsharp::live::http::player::PlayError;
use serde_json::{Value, json};

use crate::clients::{Client, assert_clean, entry};
use crate::faulty::{Asked, Deed, Faulty};
use crate::peers::{FIRST, Peer, plain, serve};

/// Plays matches against itself through a proxy that does `deed` to every `every`-th request.
fn through(deed: Deed, every: usize) -> PlayReport {
    let server = plain();
    let faulty =
        Faulty::before(
            Some(server.address()),
            move |number, _| {
                if number.is_multiple_of(every) { deed.clone() } else { Deed::Pass }
            },
        );
    let first = Peer::new(&server, FIRST);
    let games = [(); 2].map(|()| first.create(json!({"tags": ["t"]})));
    let client = Client::new(&faulty.url(), FIRST).tagged("t", 2);
    let report = client.play().unwrap();
    assert_eq!(report.games, 2, "{report:?}");
    assert_eq!((report.illegal_moves, report.fallbacks), (0, 0), "{report:?}");
    assert!(games.iter().all(|game| game.look("waitactive=1").status == 410));
    report
}

fn status(status: u16) -> Deed {
    Deed::Answer(status, String::new(), json!({"error": "no"}).to_string())
}

/// Slow: after each error the client waits, longer from error to error.
#[test]
fn errors_of_the_server_are_waited_out() {
    for code in [500, 503, 429] {
        let report = through(status(code), 23);
        assert!(report.failures > 1 && report.odd_messages == 0, "{report:?}");
        assert_eq!(report.connections, report.failures + 1, "{report:?}");
    }
    let later = Deed::Answer(503, "Retry-After: 1\r\n".to_owned(), String::new());
    assert!(through(later, 40).failures > 0);
}

/// Slow: after each cut connection the client waits before it connects again.
#[test]
fn cut_connections_cost_no_action_and_repeat_none() {
    for deed in [Deed::CutBefore, Deed::CutAfter, Deed::CutInside] {
        let report = through(deed.clone(), 17);
        assert!(report.failures > 2, "{deed:?} {report:?}");
    }
}

/// Slow: after each senseless answer the client waits before it asks again.
#[test]
fn answers_without_sense_are_counted() {
    for deed in [
        Deed::Garbage("{\"state\": [[[["),
        Deed::Garbage("[{\"eventType\": 7}]"),
        Deed::Garbage(""),
        Deed::Junk,
        status(418),
    ] {
        let report = through(deed.clone(), 19);
        assert!(report.odd_messages > 1, "{deed:?} {report:?}");
    }
}

/// Slow: each answer of ten matches comes late or in pieces.
#[test]
fn split_and_slow_answers_are_waited_for() {
    for deed in [Deed::Split, Deed::Slow(Duration::from_millis(60))] {
        assert_clean(&through(deed, 5));
    }
}

#[test]
fn an_answer_that_does_not_come_is_asked_for_again() {
    let server = plain();
    let faulty = Faulty::before(Some(server.address()), |number, _| match number {
        9 | 30 => Deed::Silence,
        _ => Deed::Pass,
    });
    let game = Peer::new(&server, FIRST).create(json!({}));
    let mut client = Client::new(&faulty.url(), FIRST).for_match(&game.id);
    client.patience = Patience { answer: Duration::from_millis(300), poll: Duration::from_millis(900) };
    let report = client.play().unwrap();
    assert_eq!((report.games, report.failures), (1, 2), "{report:?}");
}

/// The header lines of a 401 with these offers.
fn unauthorized(offers: &[&str]) -> Deed {
    let line = |offer: &&str| format!("WWW-Authenticate: {offer}\r\n");
    Deed::Answer(401, offers.iter().map(line).collect(), "Unauthorized".to_owned())
}

#[test]
fn either_login_is_taken_up_where_it_alone_is_offered() {
    let server = plain();
    let other = Peer::stranger(&server).get("/api/whoami");
    let offered = other.headers.get_all("www-authenticate");
    let offered: Vec<String> = offered.iter().map(|one| one.to_str().unwrap().to_owned()).collect();
    let is_basic = |offer: &str| matches!(LoginOffer::read(offer)[..], [LoginOffer::Basic { .. }]);
    let basic = offered.iter().find(|offer| is_basic(offer)).unwrap().clone();
    let digest = offered.iter().find(|offer| !is_basic(offer)).unwrap().clone();
    let cases = [
        (vec![basic.clone()], "Basic "),
        (vec![digest.clone()], "Digest "),
        (vec![basic.clone(), digest.clone()], "Digest "),
        (vec![format!("Negotiate, {basic}, {digest}")], "Digest "),
    ];
    for (offers, scheme) in cases {
        let faulty = Faulty::before(Some(server.address()), move |_, asked| {
            let offers: Vec<&str> = offers.iter().map(String::as_str).collect();
            match asked.authorization {
                None => unauthorized(&offers),
                Some(_) => Deed::Pass,
            }
        });
        let game = Peer::new(&server, FIRST).create(json!({}));
        let report = Client::new(&faulty.url(), FIRST).for_match(&game.id).play().unwrap();
        assert_clean(&report);
        let asked = faulty.asked.lock().unwrap();
        // Only the first request comes without a login.
        assert!(asked[0].authorization.is_none());
        let with = |one: &Asked| one.authorization.as_ref().is_some_and(|value| value.starts_with(scheme));
        assert!(asked[1..].iter().all(with));
        assert_eq!(faulty.connections.load(Ordering::Relaxed), 1);
    }
}

#[test]
fn a_player_without_a_digest_logs_in_by_basic() {
    let server = serve(|config| {
        config.accounts = Accounts::new(vec![entry(FIRST, Role::Player, false)]).unwrap();
    });
    let game = Peer::new(&server, FIRST).create(json!({}));
    let url = format!("http://{}", server.address());
    let report = Client::new(&url, FIRST).for_match(&game.id).play().unwrap();
    assert_clean(&report);
}

#[test]
fn a_nonce_that_is_over_is_replaced_in_mid_match() {
    let server = plain();
    let stale = format!("Digest realm=\"{REALM}\", nonce=\"1.2.3\", algorithm=MD5, qop=\"auth\", stale=true");
    let faulty = Faulty::before(Some(server.address()), move |number, _| match number % 20 {
        // The nonce of this offer is not one of the server's, and the server reports that.
        0 => unauthorized(&[&stale]),
        _ => Deed::Pass,
    });
    let game = Peer::new(&server, FIRST).create(json!({}));
    let report = Client::new(&faulty.url(), FIRST).for_match(&game.id).play().unwrap();
    assert_clean(&report);
    assert!(faulty.count() > 40);
}

#[test]
fn a_wrong_password_ends_it_at_once() {
    let server = plain();
    let faulty = Faulty::before(Some(server.address()), |_, _| Deed::Pass);
    let error = Client::new(&faulty.url(), (FIRST.0, "sesame")).play().unwrap_err();
    assert!(matches!(error, ClientError::LoginRefused(_)), "{error}");
    assert!(!format!("{error} {error:?}").contains("sesame"));
    assert!(faulty.count() <= 3);
    let strange = Faulty::before(None, |_, _| unauthorized(&["Bearer realm=\"x\""]));
    let error = Client::new(&strange.url(), FIRST).play().unwrap_err();
    assert!(matches!(error, ClientError::NoLoginOffered), "{error}");
}

#[test]
fn addresses_that_lead_nowhere_are_named() {
    let fails = |deed: Deed| {
        let faulty = Faulty::before(None, move |_, _| deed.clone());
        Client::new(&faulty.url(), FIRST).giving_up_after(3).play().unwrap_err().to_string()
    };
    let moved = Deed::Answer(302, "Location: https://elsewhere.example/\r\n".to_owned(), String::new());
    assert!(fails(moved).contains("name https://elsewhere.example/ with --url"));
    assert!(fails(status(404)).contains("no arena at this address"));
    assert!(fails(status(500)).contains("gave up after 3 attempts in a row: status 500: no"));
    assert!(fails(Deed::Junk).contains("gave up after 3 attempts"));
    let error = |url: &str| Client::new(url, FIRST).play().unwrap_err().to_string();
    assert!(error("ftp://arena.example").contains("write http://HOST:PORT or https"));
    let nobody = Client::new("http://127.0.0.1:1", FIRST).giving_up_after(2).play();
    assert!(matches!(nobody, Err(ClientError::Http(PlayError::Unreachable { attempts: 2, .. }))));
}

/// The responses of a hostile server to a look, to a list and to an action.
fn in_the_way(list: (u16, &str), look: (u16, &str), act: (u16, &str)) -> usize {
    let owned = |(status, text): (u16, &str)| (status, text.to_owned());
    let says = [owned(list), owned(look), owned(act)];
    let faulty = Faulty::before(None, move |_, asked| {
        let which = match (asked.method.as_str(), asked.path.as_str()) {
            ("POST", _) => 2,
            (_, path) if path.starts_with("/api/matches/") => 1,
            (_, path) if path.starts_with("/api/matches") => 0,
            _ => return Deed::Answer(200, String::new(), "{}".to_owned()),
        };
        let (status, text) = says[which].clone();
        Deed::Answer(status, String::new(), text)
    });
    let mut client = Client::new(&faulty.url(), FIRST);
    client.own.repeat = true;
    let stop = client.options.stop.clone();
    // If the responses are invalid, the client may have ended by itself.
    let client = thread::spawn(move || client.play());
    thread::sleep(Duration::from_millis(1500));
    stop.store(true, Ordering::Relaxed);
    let stopped = Instant::now();
    let ended = client.join().unwrap();
    let senseless = |error: &ClientError| error.to_string().contains("again and again");
    assert!(ended.as_ref().err().is_none_or(senseless), "{ended:?}");
    assert!(stopped.elapsed() < Duration::from_secs(10));
    faulty.count()
}

/// A match of the client, as lists and looks show it.
fn ours() -> Value {
    let server = plain();
    let game = Peer::new(&server, FIRST).create(json!({}));
    game.look("showevents=1").body
}

#[test]
fn whatever_a_server_says_it_is_not_asked_without_end() {
    let (object, list) = (ours().to_string(), json!([ours()]).to_string());
    let nothing = (200, "[]");
    let cases = [
        (nothing, (409, "{}"), (409, "{}")),
        ((200, list.as_str()), (409, "{}"), (409, "{}")),
        ((200, list.as_str()), (200, object.as_str()), (409, "{}")),
        ((200, list.as_str()), (200, object.as_str()), (400, "{}")),
        ((200, list.as_str()), (200, object.as_str()), (200, "garbage")),
        ((200, list.as_str()), (200, object.as_str()), (500, "")),
        ((200, list.as_str()), (200, "garbage"), (400, "")),
        ((200, list.as_str()), (410, "garbage"), (400, "")),
        ((200, list.as_str()), (410, object.as_str()), (400, "")),
        ((200, list.as_str()), (404, ""), (400, "")),
        ((200, "garbage"), (404, ""), (400, "")),
        ((200, "[7, {}]"), (404, ""), (400, "")),
        ((500, ""), (404, ""), (400, "")),
    ];
    // Each takes its time, so all at once.
    let cases = cases.map(|(list, look, act)| {
        let own = |(status, text): (u16, &str)| (status, text.to_owned());
        let (list, look, act) = (own(list), own(look), own(act));
        thread::spawn(move || {
            let asked = in_the_way((list.0, &list.1), (look.0, &look.1), (act.0, &act.1));
            (asked, format!("{list:?} {look:.20?} {act:?}"))
        })
    });
    for case in cases {
        let (asked, case) = case.join().unwrap();
        assert!((2..60).contains(&asked), "{asked} {case:.400}");
    }
}

/// The actions that are sent are legal, even if a match cannot be followed.
#[test]
fn a_match_that_cannot_be_followed_is_played_by_rule_of_thumb() {
    // By Basic: a Digest login is for the address as it was asked for.
    let server = serve(|config| {
        config.accounts = Accounts::new(vec![entry(FIRST, Role::Player, false)]).unwrap();
    });
    // A proxy that drops the client's request for all events.
    let blind = Faulty::before(Some(server.address()), |_, _| Deed::Instead("showevents=true", "showevents=0"));
    let game = Peer::new(&server, FIRST).create(json!({}));
    let report = Client::new(&blind.url(), FIRST).for_match(&game.id).play().unwrap();
    assert_eq!((report.games, report.illegal_moves), (1, 0), "{report:?}");
    assert_eq!(report.fallbacks, report.moves);
    assert!(report.odd_messages > 10);
}
