//! Servers that fail or send invalid responses, and the client's behaviour with them.

use std::time::Duration;

use cardsharp::contests::skullwhist::client::ClientError;
use cardsharp::live::PlayReport;
use cardsharp::live::http::player::PlayError;

use crate::clients::{Client, url};
use crate::faulty::{Asked, Deed, Faulty};
use crate::peers::plain;

/// Two games of a client behind a faulty proxy. The opponent's connection has no proxy.
fn behind(plan: impl Fn(usize, &Asked) -> Deed + Send + Sync + 'static) -> PlayReport {
    let server = plain();
    let faulty = Faulty::before(Some(server.address()), plan);
    let one = Client::new(&faulty.url(), "one").games(2).impatient();
    let two = Client::new(&url(&server), "two");
    let report = std::thread::scope(|scope| {
        let other = scope.spawn(|| two.play().unwrap());
        let report = one.play();
        two.stop();
        other.join().unwrap();
        report.unwrap()
    });
    assert_eq!(report.games, 2);
    assert_eq!(server.games_forfeited(), 0);
    report
}

/// Slow: the client waits before it connects again.
#[test]
fn cut_connections_cost_no_move() {
    let report = behind(|number, asked| match number % 7 {
        3 if !asked.path.contains("login") => Deed::CutBefore,
        5 if !asked.path.contains("login") => Deed::CutAfter,
        _ => Deed::Pass,
    });
    assert!(report.failures > 0, "{report:?}");
    assert_eq!((report.illegal_moves, report.fallbacks), (0, 0), "{report:?}");
}

/// Slow: the client waits after each of its failed requests.
#[test]
fn garbage_errors_and_pieces_are_lived_with() {
    let report = behind(|number, asked| match number % 9 {
        _ if asked.path.contains("login") => Deed::Pass,
        1 => Deed::Garbage("{\"result\":\"perhaps\"}"),
        2 => Deed::Garbage("not even JSON"),
        3 => Deed::Answer(503, String::new(), "busy".to_owned()),
        4 => Deed::Split,
        5 => Deed::CutInside,
        6 => Deed::Junk,
        7 => Deed::Slow(Duration::from_millis(20)),
        _ => Deed::Pass,
    });
    assert!(report.failures > 0 && report.odd_messages > 0, "{report:?}");
    assert_eq!((report.illegal_moves, report.fallbacks), (0, 0), "{report:?}");
}

#[test]
fn retry_for_an_answer_is_asked_again() {
    let retry = "{\"reason\":\"later\",\"result\":\"retry\"}";
    let report = behind(move |number, asked| match number % 3 {
        1 if !asked.path.contains("login") => Deed::Answer(200, String::new(), retry.to_owned()),
        _ => Deed::Pass,
    });
    assert_eq!((report.illegal_moves, report.fallbacks), (0, 0), "{report:?}");
}

/// A client whose server answers everything itself.
fn alone(plan: impl Fn(usize, &Asked) -> Deed + Send + Sync + 'static) -> (ClientError, Faulty) {
    let faulty = Faulty::before(None, plan);
    let client = Client::new(&faulty.url(), "us").giving_up_after(3);
    (client.play().unwrap_err(), faulty)
}

fn answer(text: impl Into<String>) -> Deed {
    Deed::Answer(200, String::new(), text.into())
}

#[test]
fn a_server_of_nonsense_is_given_up() {
    for text in ["", "[]", "{}", "{\"result\":\"success\"}", "\u{0}"] {
        let (error, faulty) = alone(move |_, _| answer(text));
        let gave_up = matches!(error, ClientError::Http(PlayError::Unreachable { attempts: 3, .. }));
        assert!(gave_up, "{error}");
        assert_eq!(faulty.count(), 3);
    }
}

#[test]
fn what_is_elsewhere_or_nothing_of_the_kind_ends_it() {
    let (error, _) = alone(|_, _| Deed::Answer(302, "Location: http://b/\r\n".to_owned(), String::new()));
    assert!(matches!(error, ClientError::Http(PlayError::Moved(there)) if there == "http://b/"));
    let (error, _) = alone(|_, _| Deed::Answer(404, String::new(), String::new()));
    assert!(matches!(error, ClientError::NoServer(404)), "{error}");
}

#[test]
fn a_reason_that_repeats_the_password_is_not_shown() {
    let (error, _) = alone(|_, _| answer("{\"result\":\"failure\",\"reason\":\"open sesame!\"}"));
    assert!(matches!(error, ClientError::LoginRefused { .. }));
    assert!(!error.to_string().contains("sesame"), "{error}");
    assert!(!format!("{error:?}").contains("sesame"));
}

#[test]
fn games_that_cannot_be_are_played_by_rule_of_thumb() {
    // Hands of one card, rounds out of order, cards that nobody can hold: then it is over, somehow.
    let client_sees = |number: usize, asked: &Asked| {
        let success = |inside: &str| answer(format!("{{{inside},\"result\":\"success\"}}"));
        let status = |inside: &str| {
            success(&format!("\"game\":7,\"round\":9,\"opponent\":2,\"your-turn\":true,\"opponent-bid\":13,{inside}"))
        };
        match asked.path.trim_matches('/') {
            "api/login" => success("\"session\":\"5e55\",\"id\":1"),
            "api/new-game" => success("\"cards\":[\"S07\",\"S08\"],\"game\":7,\"opponent\":2"),
            "api/status" if number > 12 => success(
                "\"game\":null,\"round\":null,\"opponent\":null,\"your-turn\":null,\
                 \"opponent-bid\":null,\"opponent-current-card\":null,\
                 \"opponent-previous-card\":null,\"you-won-previous-round\":null",
            ),
            "api/status" => status(
                "\"opponent-current-card\":\"S07\",\"opponent-previous-card\":\"S07\",\
                 \"you-won-previous-round\":true",
            ),
            "api/bid" => answer("{\"result\":\"success\"}"),
            "api/play" => answer("{\"result\":\"failure\",\"reason\":\"no\"}"),
            _ => answer("{\"result\":\"failure\",\"reason\":\"no\"}"),
        }
    };
    let faulty = Faulty::before(None, client_sees);
    let client = Client::new(&faulty.url(), "us").games(1);
    let report = client.play().unwrap();
    assert_eq!((report.games, report.unseen, report.won), (1, 1, 0), "{report:?}");
    assert!(report.odd_messages > 0 && report.fallbacks > 0, "{report:?}");
    assert!(report.illegal_moves > 0);
}

#[test]
fn status_is_not_asked_without_pause() {
    // A game in which the other never bids or plays.
    let plan = |_: usize, asked: &Asked| {
        answer(match asked.path.trim_matches('/') {
            "api/login" => "{\"session\":\"5e55\",\"id\":1,\"result\":\"success\"}",
            "api/new-game" => {
                "{\"cards\":[\"S01\",\"S02\",\"S03\",\"S04\",\"S05\",\"S06\",\"S07\",\"S08\",\"S09\",\
                 \"S10\",\"S11\",\"S12\",\"S13\"],\"game\":7,\"opponent\":2,\"result\":\"success\"}"
            }
            "api/status" => {
                "{\"game\":7,\"round\":1,\"opponent\":2,\"your-turn\":false,\"opponent-bid\":0,\
                 \"opponent-current-card\":null,\"opponent-previous-card\":null,\
                 \"you-won-previous-round\":null,\"result\":\"success\"}"
            }
            _ => "{\"result\":\"success\"}",
        })
    };
    let faulty = Faulty::before(None, plan);
    let client = Client::new(&faulty.url(), "us");
    std::thread::scope(|scope| {
        let playing = scope.spawn(|| client.play().unwrap());
        std::thread::sleep(Duration::from_secs(3));
        client.stop();
        playing.join().unwrap();
    });
    // Login, new game, bid, and looks ever further apart.
    assert!((5..20).contains(&faulty.count()), "{}", faulty.count());
}
