//! The pages for people: the parameters and the answers of the methods.

use maud::{Markup, html};

use cardsharp_net::http::html::{meanings, plain_page, plain_table};
use cardsharp_skullwhist_game::wire::Method;

/// A page with this title.
pub(super) fn page(title: &str, inside: Markup) -> Markup {
    let top = html! { p { a href="/api/" { "API" } " " a href="/stats/" { "Statistics" } } };
    plain_page(title, top, inside)
}

/// `GET /api/`
pub(super) fn index() -> Markup {
    let inside = html! {
        p {
            "A server of SkullWhist. Every method is a POST of one JSON object to its address; every answer is one \
             JSON object with " code { "result" } ": " code { "success" } ", " code { "retry" } " or "
            code { "failure" } ", the last two with a " code { "reason" } "."
        }
        ul {
            @for method in Method::ALL {
                li { a href=(method.path()) { code { (method.path()) } } " " (purpose(method)) }
            }
            li { a href="/api/jsonp/" { code { "/api/jsonp/" } } " all but old-game, for pages" }
        }
        (rules())
    };
    page("SkullWhist", inside)
}

/// The rules of the game, after the contest's page.
fn rules() -> Markup {
    let scores = [
        ["as many as bid", "10 for each trick bid", "bid 2, 2 tricks: 20"],
        ["fewer", "-10 for each trick bid", "bid 8, 7 tricks: -80"],
        ["more", "10 for each trick bid, and 1 for each trick above it", "bid 1, 11 tricks: 20"],
    ];
    let rows = html! { @for row in scores { tr { @for cell in row { td { (cell) } } } } };
    html! {
        h2 { "Rules of the game" }
        p {
            "Two bots that ask for a new game are matched. Each is dealt 13 random cards of a pack of 52; the other 26 \
             are out of play. A card has a suit, C (clubs), D (diamonds), H (hearts) or S (spades), and a value of 1 to \
             13, of which 13 is the highest."
        }
        p {
            b { "Bidding." } " Each bot bids once how many of the 13 rounds (tricks) it will win: 1 to 13. It is told \
             the other's bid after its own."
        }
        p {
            b { "Play." } " A round is two cards, one of each bot. Who leads the first round is chosen at random; \
             after that the winner of a round leads the next. The leader may play any card. The other bot must play a \
             card of the same suit if it has one, and otherwise any card."
        }
        p {
            b { "Winner of a round." } " Of two cards of one suit the higher wins. If the suits differ, the second \
             card wins if it is a spade, and the first card if not: spades are trumps."
        }
        p { b { "Score." } }
        (plain_table(&["Tricks", "Score", "Example"], rows))
        p {
            "The higher score wins. A game is one deal of 13 rounds; then both bots are free for another. A bot that \
             runs out of time, or logs in anew, has forfeited the game."
        }
    }
}

/// `GET /api/METHOD/`
pub(super) fn method(method: Method) -> Markup {
    let keys = method.keys().iter().map(|key| (*key, key_meaning(key)));
    let inside = html! {
        p { (purpose(method)) }
        (meanings("Key of the request", keys))
        (meanings("Key of a success", answer_keys(method).iter().copied()))
    };
    page(&format!("POST {}", method.path()), inside)
}

/// `GET /api/jsonp/`
pub(super) fn bridge() -> Markup {
    let keys = [
        ("callback", "the name of the function"),
        ("method", "any method but old-game"),
        ("any other", "a key of the request; its value is text, and bid=10 counts as the number 10"),
    ];
    let inside = html! {
        p { "Asks a method for a page in a browser, and answers with a call of a function." }
        (meanings("Parameter", keys))
    };
    page("GET /api/jsonp/", inside)
}

/// The page of an unknown address.
pub(super) fn nowhere() -> Markup {
    page("Nothing here", html! { p { "There is no such page." } })
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
        Method::Login => &[("session", "32 hexadecimal digits"), ("id", "the number of the account")],
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
            ("opponent-bid", "null until you have bid; 0 while there is none"),
            ("opponent-current-card", "the other's card of this round"),
            ("opponent-previous-card", "the other's card of the round before"),
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
#[path = "../tests/unit/pages.rs"]
mod tests;
