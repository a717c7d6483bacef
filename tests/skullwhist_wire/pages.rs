//! Statistics: per bot, versus, and round by round.

use serde_json::json;

use crate::peers::{Peer, plain, play_out, round};

#[test]
fn games_are_counted_per_bot_and_versus_once_they_are_over() {
    let server = plain();
    let (mut one, mut two) = Peer::pair(&server);
    let page = |path: &str| {
        let reply = one.peer.get(path);
        assert_eq!(reply.status, 200, "{path}");
        assert!(reply.content_type.starts_with("text/html"));
        reply.text
    };
    let game = format!("/stats/game/{}/", one.game);
    // The hands of a game in progress are not shown to anybody.
    assert_eq!(one.get(&game).status, 404);
    assert!(page("/stats/").contains("<td>0</td>"));
    assert!(page("/stats/records/").contains("<td>Most tricks</td><td>-</td>"));
    one.bid(json!(1)).success(&[]);
    two.bid(json!(13)).success(&[]);
    let peer = one.peer.clone();
    play_out(&mut one, &mut two);
    let page = |path: &str| peer.get(path).text;
    let result = peer.old_game(json!(one.game)).body;
    let mean = format!("<td>{:.2}</td>", result["score1"].as_f64().unwrap());
    let all = page("/stats/");
    assert!(all.contains("one") && all.contains("two") && all.contains(&mean));
    let bot = page(&format!("/stats/bot/{}/", one.id));
    assert!(bot.contains("Versus") && bot.contains(&game) && bot.contains(&mean));
    let versus = page(&format!("/stats/versus/{}/{}/", one.id, two.id));
    assert!(versus.contains(&game) && versus.contains(&mean));
    let records = page("/stats/records/");
    let [first, second] = ["score1", "score2"].map(|score| result[score].as_i64().unwrap());
    for (what, value) in [
        ("Highest score", first.max(second)),
        ("Greatest lead", first.abs_diff(second) as i64),
        ("Most wins in a row", 1),
    ] {
        let winner = if first > second { "bot1" } else { "bot2" };
        let bot = format!("/stats/bot/{}/", result[winner]);
        let row = format!("<td>{what}</td><td>{value}</td><td><a href=\"{bot}\">");
        assert!(records.contains(&row), "{row} in {records}");
    }
    assert!(records.contains(&game));
    let rounds = page(&game);
    for card in one.dealt.iter().chain(&two.dealt) {
        assert!(rounds.contains(&format!("<td>{card}</td>")), "{card}");
    }
    for nowhere in
        ["/stats/games/0/", "/stats/games/2/", "/stats/bot/9/", "/stats/bot/x/", "/stats/none/", "/stats/game/9/"]
    {
        assert_eq!(peer.get(nowhere).status, 404, "{nowhere}");
    }
}

#[test]
fn bots_stand_by_success_and_running_games_and_who_is_online_are_shown() {
    let server = plain();
    let (mut one, mut two) = Peer::pair(&server);
    one.bid(json!(1)).success(&[]);
    two.bid(json!(13)).success(&[]);
    let peers = [one.peer.clone(), two.peer.clone()];
    play_out(&mut one, &mut two);
    // A bid of 13 and a bid of 1 cannot have one score.
    let result = peers[0].old_game(json!(one.game)).body;
    let best = if result["score1"].as_i64() > result["score2"].as_i64() {
        result["bot1"].as_u64().unwrap()
    } else {
        result["bot2"].as_u64().unwrap()
    };
    let idle = Peer::new(&server, "idle");
    let page = |path: &str| {
        let reply = idle.get(path);
        assert_eq!(reply.status, 200, "{path}");
        reply.text
    };
    let all = page("/stats/");
    assert!(all.contains(&format!("<tr><td>1</td><td>{best}</td>")), "{all}");
    assert!(all.contains("100.0 %") && all.contains("0.0 %") && !all.contains("plays game"));
    let games = page("/stats/games/");
    assert!(games.contains(&format!("/stats/game/{}/", one.game)), "{games}");

    let [first, second] = peers;
    let (mut one, mut two) = Peer::meet(first, second);
    round(&mut one, &mut two);
    let all = page("/stats/");
    let running = format!("<td>{}</td><td><a href=\"/stats/bot/{}/\">", one.game, one.id);
    assert!(all.contains(&running), "{all}");
    assert!(all.contains(&format!("plays game {}", one.game)) && all.contains("logged in"), "{all}");
    // None of its cards is shown.
    for card in one.dealt.iter().chain(&two.dealt) {
        assert!(!all.contains(card.as_str()), "{all}");
    }
}

#[test]
fn the_rules_of_the_game_are_stated() {
    let server = plain();
    let page = Peer::stranger(&server).get("/api/").text;
    for rule in ["13 random cards", "1 to 13", "same suit if it has one", "spades are trumps", "-80"] {
        assert!(page.contains(rule), "{rule}");
    }
}
