//! Statistics: per bot, versus, and round by round.

use serde_json::json;

use crate::peers::{Peer, plain, play_out};

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
    // The hands of a game that goes on are nobody's business.
    assert_eq!(one.get(&game).status, 404);
    assert!(page("/stats/").contains("<td>0</td>"));
    one.bid(json!(1)).success(&[]);
    two.bid(json!(13)).success(&[]);
    let peer = one.peer.clone();
    play_out(&mut one, &mut two);
    let page = |path: &str| peer.get(path).text;
    let told = peer.old_game(json!(one.game)).body;
    let mean = format!("<td>{:.2}</td>", told["score1"].as_f64().unwrap());
    let all = page("/stats/");
    assert!(all.contains("one") && all.contains("two") && all.contains(&mean));
    let bot = page(&format!("/stats/bot/{}/", one.id));
    assert!(bot.contains("Versus") && bot.contains(&game) && bot.contains(&mean));
    let versus = page(&format!("/stats/versus/{}/{}/", one.id, two.id));
    assert!(versus.contains(&game) && versus.contains(&mean));
    let rounds = page(&game);
    for card in one.dealt.iter().chain(&two.dealt) {
        assert!(rounds.contains(&format!("<td>{card}</td>")), "{card}");
    }
    for nowhere in [
        "/stats/bot/9/",
        "/stats/bot/x/",
        "/stats/none/",
        "/stats/game/9/",
    ] {
        assert_eq!(peer.get(nowhere).status, 404, "{nowhere}");
    }
}
