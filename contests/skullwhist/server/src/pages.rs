//! The pages for people: the parameters and the answers of the methods.

use std::fmt::Write;

use cardsharp_net::http::html::{STYLE, escape};
use cardsharp_skullwhist_game::wire::Method;

/// A page with this title.
pub(super) fn page(title: &str, inside: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{title}</title>\
         <style>{STYLE}</style><p><a href=\"/api/\">API</a> <a href=\"/stats/\">Statistics</a></p>\
         <h1>{title}</h1>{inside}</html>\n"
    )
}

/// `GET /api/`
pub(super) fn index() -> String {
    let mut inside = String::from(
        "<p>A server of SkullWhist. Every method is a POST of one JSON object to its address; every \
         answer is one JSON object with <code>result</code>: <code>success</code>, \
         <code>retry</code> or <code>failure</code>, the last two with a <code>reason</code>.</p><ul>",
    );
    for method in Method::ALL {
        // Writing to a text cannot fail.
        let _ = write!(
            inside,
            "<li><a href=\"{0}\"><code>{0}</code></a> {1}</li>",
            method.path(),
            escape(purpose(method))
        );
    }
    inside.push_str("<li><a href=\"/api/jsonp/\"><code>/api/jsonp/</code></a> all but old-game, for pages</li></ul>");
    inside.push_str(RULES);
    page("SkullWhist", &inside)
}

/// The rules of the game, after the contest's page.
const RULES: &str = "<h2>Rules of the game</h2>\
    <p>Two bots that ask for a new game are matched. Each is dealt 13 random cards of a pack of 52; the other \
    26 are out of play. A card has a suit, C (clubs), D (diamonds), H (hearts) or S (spades), and a value of \
    1 to 13, of which 13 is the highest.</p>\
    <p><b>Bidding.</b> Each bot bids once how many of the 13 rounds (tricks) it will win: 1 to 13. It is told \
    the other's bid after its own.</p>\
    <p><b>Play.</b> A round is two cards, one of each bot. Who leads the first round is chosen at random; \
    after that the winner of a round leads the next. The leader may play any card. The other bot must play a \
    card of the same suit if it has one, and otherwise any card.</p>\
    <p><b>Winner of a round.</b> Of two cards of one suit the higher wins. If the suits differ, the second \
    card wins if it is a spade, and the first card if not: spades are trumps.</p>\
    <p><b>Score.</b></p><table><tr><th>Tricks</th><th>Score</th><th>Example</th></tr>\
    <tr><td>as many as bid</td><td>10 for each trick bid</td><td>bid 2, 2 tricks: 20</td></tr>\
    <tr><td>fewer</td><td>-10 for each trick bid</td><td>bid 8, 7 tricks: -80</td></tr>\
    <tr><td>more</td><td>10 for each trick bid, and 1 for each trick above it</td>\
    <td>bid 1, 11 tricks: 20</td></tr></table>\
    <p>The higher score wins. A game is one deal of 13 rounds; then both bots are free for another. A bot that runs \
    out of time, or logs in anew, has forfeited the game.</p>";

/// `GET /api/METHOD/`
pub(super) fn method(method: Method) -> String {
    let mut inside = format!("<p>{}</p>", escape(purpose(method)));
    let keys = method.keys().iter().map(|key| (*key, key_meaning(key)));
    table(&mut inside, "Key of the request", keys);
    table(
        &mut inside,
        "Key of a success",
        answer_keys(method).iter().copied(),
    );
    page(&format!("POST {}", method.path()), &inside)
}

/// `GET /api/jsonp/`
pub(super) fn bridge() -> String {
    let mut inside = String::from(
        "<p>Asks a method for a page in a browser, and answers with a call of a function.</p>",
    );
    let keys = [
        ("callback", "the name of the function"),
        ("method", "any method but old-game"),
        (
            "any other",
            "a key of the request; its value is text, and bid=10 counts as the number 10",
        ),
    ];
    table(&mut inside, "Parameter", keys.into_iter());
    page("GET /api/jsonp/", &inside)
}

/// The page of an unknown address.
pub(super) fn nowhere() -> String {
    page("Nothing here", "<p>There is no such page.</p>")
}

fn table<'a>(inside: &mut String, head: &str, rows: impl Iterator<Item = (&'a str, &'a str)>) {
    let _ = write!(
        inside,
        "<table><tr><th>{}</th><th>Meaning</th></tr>",
        escape(head)
    );
    for (key, meaning) in rows {
        let (key, meaning) = (escape(key), escape(meaning));
        let _ = write!(
            inside,
            "<tr><td><code>{key}</code></td><td>{meaning}</td></tr>"
        );
    }
    inside.push_str("</table><p></p>");
}

fn purpose(method: Method) -> &'static str {
    match method {
        Method::Register => "makes an account",
        Method::Login => {
            "begins a session, which lives 5 minutes after what prolonged it last; the session before \
             is over, and its game forfeited"
        }
        Method::NewGame => {
            "waits up to 30 s for a game, then says retry; before the bid it tells of the same game again"
        }
        Method::Bid => "bids, once a game",
        Method::Play => "plays a card; 120 s after the last bid or card the game is forfeited",
        Method::Status => "tells how the game stands; all null outside a game",
        Method::OldGame => "tells of a game that is over",
    }
}

fn key_meaning(key: &str) -> &'static str {
    match key {
        "name" => "1 to 32 letters, digits, hyphens and underscores",
        "password" => "1 to 255 characters",
        "session" => "what login gave",
        "bid" => "tricks, 1 to 13",
        "card" => "a letter C, D, H or S and two digits 01 to 13, of which 13 is the highest",
        "game" => "the number of the game",
        _ => "",
    }
}

/// The keys of a success besides `result`.
fn answer_keys(method: Method) -> &'static [(&'static str, &'static str)] {
    match method {
        Method::Register => &[("id", "the number of the account")],
        Method::Login => &[
            ("session", "32 hexadecimal digits"),
            ("id", "the number of the account"),
        ],
        Method::NewGame => &[
            ("cards", "what you hold, sorted"),
            ("game", "the number of the game"),
            ("opponent", "the number of the other's account"),
        ],
        Method::Bid | Method::Play => &[],
        Method::Status => &[
            ("game", "its number"),
            ("round", "1 to 13"),
            ("opponent", "the number of the other's account"),
            ("your-turn", "whether a card of yours is awaited"),
            (
                "opponent-bid",
                "null until you have bid; 0 while there is none",
            ),
            ("opponent-current-card", "the other's card of this round"),
            (
                "opponent-previous-card",
                "the other's card of the round before",
            ),
            ("you-won-previous-round", "null in round 1"),
        ],
        Method::OldGame => &[
            ("bot1, bot2", "the accounts; bot1 led round 1"),
            ("bid1, bid2", "their bids"),
            ("score1, score2", "null if the game was forfeited"),
            ("hand1, hand2", "the cards they were dealt"),
            ("started, finished", "date and time, UTC"),
            ("round", "the last that was begun"),
            ("tricks1, tricks2", "the tricks they took"),
            ("forfeited_by", "the account that ran out of time, or null"),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_has_its_page_and_stands_on_the_first() {
        for name in Method::ALL {
            assert!(index().contains(&name.path()));
            for key in name.keys() {
                assert!(!key_meaning(key).is_empty());
                assert!(method(name).contains(key));
            }
        }
    }
}
