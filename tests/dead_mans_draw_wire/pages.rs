//! The pages for a browser.

use std::time::{Duration, Instant};

use cardsharp::contests::dead_mans_draw::server::Accounts;
use cardsharp::contests::dead_mans_draw::wire::Role;
use serde_json::{Value, json};

use crate::clients::entry;
use crate::peers::{ADMIN, FIRST, Game, Peer, Reply, SECOND, basic, plain, serve};

/// A page that is there.
fn page(peer: &Peer, path: &str) -> String {
    let reply = peer.get(path);
    assert_eq!(reply.status, 200, "{reply:?}");
    assert_headers(&reply);
    reply.text
}

fn assert_headers(reply: &Reply) {
    let policy = reply.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'"), "{policy}");
}

/// The frames of a match's page.
fn data(page: &str) -> Value {
    let start = page.split("<script id=\"data\" type=\"application/json\">");
    let text = start.last().unwrap().split("</script>").next().unwrap();
    serde_json::from_str(text).unwrap()
}

fn rated(admin: &Peer, mut params: Value) -> Game {
    params["playerids"] = json!([FIRST.0, SECOND.0]);
    admin.create(params)
}

/// Plays a match to its end, with both players.
fn finish(game: &Game, peers: &[Peer; 2]) {
    for turn in 0..1000 {
        let etype = if turn % 3 == 2 { "EndTurn" } else { "Draw" };
        let replies = [0, 1].map(|seat: usize| {
            let body = json!({"etype": etype, "autopick": true});
            game.by(&peers[seat]).act(body).status
        });
        if replies.contains(&410) {
            return;
        }
    }
    panic!("the match does not end");
}

#[test]
fn a_match_is_shown_as_the_interface_shows_it() {
    let server = plain();
    let stranger = Peer::stranger(&server);
    let admin = Peer::new(&server, ADMIN);
    let players = [FIRST, SECOND].map(|login| Peer::new(&server, login));
    let banks = json!([[["Key", 7], ["Anchor", 3]], [["Hook", 5]]]);
    let suits = ["Anchor", "Hook", "Cannon", "Key", "Map", "Sword", "Kraken"];
    let pile: Vec<_> = [4, 6].iter().flat_map(|value| suits.map(|suit| json!([suit, value]))).collect();
    let game = rated(&admin, json!({"banks": banks, "drawPile": pile, "timeout": 600}));
    let path = format!("/matches/{}", game.id);
    let before = page(&stranger, &path);
    assert!(before.contains("data-version=\"0\"") && before.contains("is to move"));
    let frames = data(&before)["frames"].clone();
    assert_eq!(frames[0]["seats"][0]["facts"], json!([["bank", "10 points"]]));
    assert_eq!(frames[0]["seats"][1]["facts"], json!([["bank", "5 points"]]));
    finish(&game, &players);
    let after = page(&stranger, &path);
    assert!(!after.contains("data-version"), "it is over");
    let shown = data(&after);
    let state = admin.get(&format!("/api/matches/{}?showevents=1", game.id)).body;
    let ended = state["moves"].as_array().unwrap().last().unwrap()["events"].clone();
    let ended = ended.as_array().unwrap().last().unwrap();
    let scores: Vec<u64> = serde_json::from_value(ended["matchEndedScores"].clone()).unwrap();
    assert!(after.contains(&format!("{} : {}", scores[0], scores[1])), "{scores:?}");
    let last = shown["frames"].as_array().unwrap().last().unwrap();
    for (seat, score) in scores.iter().enumerate() {
        assert_eq!(last["seats"][seat]["facts"][0][1], format!("{score} points"));
        let values = state["state"]["banks"][seat].as_object().unwrap().values();
        let cards: usize = values.map(|values| values.as_array().unwrap().len()).sum();
        assert_eq!(last["seats"][seat]["hand"].as_array().unwrap().len(), cards);
    }
    let caption = last["caption"].as_str().unwrap();
    assert!(caption.contains(&format!("{} to {}", scores[0], scores[1])), "{caption}");
    assert_eq!(shown["agents"], json!(["first", "second"]));
    // Every move is there without JavaScript, too.
    assert!(after.matches("<li>turn ").count() >= shown["frames"].as_array().unwrap().len());
}

#[test]
fn readers_see_what_the_interface_would_show_them_and_no_secrets() {
    let server = plain();
    let [stranger, first, second] = [Peer::stranger(&server), Peer::new(&server, FIRST), Peer::new(&server, SECOND)];
    let admin = Peer::new(&server, ADMIN);
    let practice = first.create(json!({"tags": ["mine"]}));
    let path = format!("/matches/{}", practice.id);
    for (peer, sees) in [(&stranger, false), (&second, false), (&first, true), (&admin, true)] {
        let status = peer.get(&path).status;
        assert_eq!(status, if sees { 200 } else { 404 });
        assert_eq!(page(peer, "/matches").contains(&practice.id), sees);
        assert_eq!(page(peer, "/matches?tag=mine").contains(&practice.id), sees);
    }
    // The oracle shows its player the next card. Readers do not see it, nor the seed.
    let pile = json!([["Oracle", 3], ["Key", 3], ["Kraken", 7]]);
    let game = rated(&admin, json!({"drawPile": pile, "randomSeed": "hush", "tags": ["open"]}));
    let [one, other] = [&first, &second].map(|peer| game.by(peer));
    let body = json!({"etype": "Draw"});
    assert!([&one, &other].iter().any(|game| game.act(body.clone()).status == 200));
    let shown = page(&stranger, &format!("/matches/{}", game.id));
    assert!(shown.contains("oracle-3") && shown.contains("The effect of the oracle waits"));
    assert!(!shown.contains("key-3") && !shown.contains("kraken-7") && !shown.contains("hush"));
    for path in ["/matches", "/matches?player=FIRST", "/matches?tag=open&state=running"] {
        let list = page(&stranger, path);
        assert!(list.contains(&game.id) && !list.contains("hush"), "{path}");
    }
    assert!(!page(&stranger, "/matches?state=over").contains(&game.id));
    assert!(!page(&stranger, "/matches?player=nobody").contains(&game.id));
    assert!(page(&stranger, "/ranking").contains(&game.id), "it goes on");
}

#[test]
fn a_login_is_asked_for_and_checked() {
    let server = plain();
    let stranger = Peer::stranger(&server);
    let reply = stranger.get("/login");
    assert_eq!(reply.status, 401);
    let offers = reply.headers.get_all("www-authenticate").iter().count();
    assert_eq!(offers, 2);
    let wrong = stranger.with(basic((FIRST.0, "guess")));
    for path in ["/login", "/matches", "/ranking"] {
        assert_eq!(wrong.get(path).status, 401, "{path}");
    }
    let first = Peer::new(&server, FIRST);
    // This client follows to the matches, without the login.
    page(&first, "/login");
    let list = page(&first, "/matches");
    assert!(list.contains("<h1>Matches</h1>") && !list.contains("Log in"));
    for path in ["/matches/x", "/matches/636438380ee778617e6e5be8"] {
        assert_eq!(stranger.get(path).status, 404);
    }
    assert_eq!(stranger.send("POST", "/matches", Some(b"{}")).status, 405);
    for path in ["/style.css", "/view.js", "/icon.svg"] {
        let reply = stranger.get(path);
        assert_eq!(reply.status, 200);
        assert_headers(&reply);
    }
}

#[test]
fn a_list_has_a_hundred_matches_to_a_page() {
    let server = plain();
    let admin = Peer::new(&server, ADMIN);
    let tagged = |number: usize| json!([if number < 5 { "few" } else { "many" }]);
    let games: Vec<Game> = (0..120).map(|number| rated(&admin, json!({"tags": tagged(number)}))).collect();
    let stranger = Peer::stranger(&server);
    let rows = |path: &str| page(&stranger, path).matches("<tr><td><a href=\"/matches/").count();
    assert_eq!([rows("/matches"), rows("/matches?page=2"), rows("/matches?page=99")], [100, 20, 20]);
    assert_eq!([rows("/matches?tag=few"), rows("/matches?tag=none")], [5, 0]);
    assert_eq!(rows("/matches?player=seco&tag=few"), 5);
    assert_eq!(rows(&format!("/matches?player={}&tag=few", FIRST.0)), 5);
    let newest = page(&stranger, "/matches");
    assert!(newest.find(&games[119].id) < newest.find(&games[118].id));
    assert!(newest.contains("page=2\">Next page"), "{newest}");
}

#[test]
fn hostile_names_and_tags_are_shown_and_do_nothing() {
    let script = "<script>alert(1)</script>\u{202e}\u{2066}\"><img src=x onerror=alert(2)>";
    let long = format!("</script>{}", "x".repeat(10 * 1024));
    let server = serve(|config| {
        let named = |login, name: &str| {
            let mut entry = entry(login, Role::Player, false);
            entry.name = Some(name.to_owned());
            entry
        };
        let table = vec![entry(ADMIN, Role::Admin, false), named(FIRST, script), named(SECOND, &long)];
        config.accounts = Accounts::new(table).unwrap();
    });
    let admin = Peer::new(&server, ADMIN);
    let tag = "\"><script>alert(3)</script>";
    let tags: Vec<String> = (0..16).map(|number| format!("{tag}{number}")).collect();
    let game = rated(&admin, json!({"tags": tags}));
    let over = rated(&admin, json!({"tags": tags}));
    let comment = json!({"comment": "</script><script>alert(4)</script>", "winnerId": FIRST.0});
    admin.delete(&format!("{}/terminate", over.path()), &comment);
    let stranger = Peer::stranger(&server);
    let paths = [
        "/matches".to_owned(),
        format!("/matches/{}", game.id),
        format!("/matches/{}", over.id),
        "/ranking".to_owned(),
        "/matches?player=%3Cscript%3E&tag=%22%3E%3Cscript%3Ealert(3)%3C/script%3E1".to_owned(),
    ];
    for path in paths {
        let text = page(&stranger, &path);
        assert!(!text.contains("<script>") && !text.contains("<img"), "{path}: {text}");
        assert!(text.contains("&lt;script&gt;alert(1)"), "{path}");
        assert!(text.len() < 64 * 1024, "{path}: {} bytes", text.len());
        // The policy's script, and the data of a match.
        let scripts = text.matches("<script").count();
        assert_eq!(scripts, text.matches("</script>").count(), "{path}");
        assert!(scripts <= 2, "{path}");
    }
}

#[test]
fn readers_do_not_use_up_the_requests_of_players() {
    let server = serve(|config| config.throttle = true);
    let first = Peer::new(&server, FIRST);
    for _ in 0..300 {
        page(&first, "/matches");
    }
    let began = Instant::now();
    assert_eq!(first.get("/api/whoami").status, 200);
    // The 200 requests over the limit would make it wait for 20 s.
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}
