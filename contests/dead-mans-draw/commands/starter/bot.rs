//! A player of Dead Man's Draw: bot [URL [USER [PASSWORD_FILE [TAG]]]]. It plays at random until it is stopped.

mod wire;

use std::io::{Error, Result};
use std::thread::sleep;
use std::time::Duration;
use std::{env, fs};

use wire::{ask, base64, one_of, quoted, Json};

/// Before a new attempt after a fault.
const RECONNECT_WAIT: Duration = Duration::from_secs(1);

#[derive(Clone)]
struct Card {
    suit: String,
    value: i64,
}

// YOUR STRATEGY: the next two functions.

/// "Draw" or "EndTurn", as far as `legal` has it. README.md lists the fields of `game`, the match.
fn choose_move(legal: &[&'static str], _game: &Json, _seat: usize) -> &'static str {
    *one_of(legal)
}

/// One of `cards`, which answers the effect "Hook", "Cannon", "Sword" or "Map".
fn choose_card(_effect: &str, cards: &[Card], _game: &Json, _seat: usize) -> Card {
    one_of(cards).clone()
}

fn tops(bank: &Json) -> Vec<Card> {
    let tops = bank.fields().iter().filter_map(|(suit, values)| {
        let value = values.list().iter().map(Json::integer).max()?;
        Some(Card { suit: suit.clone(), value })
    });
    tops.collect()
}

/// The cards that may answer the pending effect.
fn offer(pending: &Json, own: &Json, other: &Json) -> Vec<Card> {
    let cards = pending.get("cards").list().iter();
    match pending.get("effectType").text() {
        "Hook" => tops(own),
        "Cannon" => tops(other),
        "Sword" => tops(other).into_iter().filter(|card| own.get(&card.suit).list().is_empty()).collect(),
        "Map" => cards
            .map(|card| Card { suit: card.get("suit").text().to_owned(), value: card.get("value").integer() })
            .collect(),
        _ => Vec::new(),
    }
}

/// The action of the player whose turn it is, as JSON.
fn action_in(game: &Json) -> String {
    let seat = game.get("activePlayerIndex").integer() as usize;
    let (banks, pending) = (game.get("state").get("banks").list(), game.get("state").get("pendingEffect"));
    let effect = pending.get("effectType").text();
    let cards = offer(pending, &banks[seat], &banks[1 - seat]);
    if !cards.is_empty() {
        let Card { suit, value } = choose_card(effect, &cards, game, seat);
        let card = format!(r#"{{"suit":{},"value":{value}}}"#, quoted(&suit));
        let effect = format!(r#"{{"effectType":{},"card":{card}}}"#, quoted(effect));
        return format!(r#"{{"etype":"ResponseToEffect","effect":{effect}}}"#);
    }
    // A Kraken wants a draw. An Oracle shows the next card, the first of its `cards`, and leaves the choice.
    let may_end = !game.get("state").get("playArea").list().is_empty() && effect != "Kraken";
    let legal: &[&str] = if may_end { &["Draw", "EndTurn"] } else { &["Draw"] };
    format!(r#"{{"etype":"{}"}}"#, choose_move(legal, game, seat))
}

struct Arena {
    url: String,
    user: String,
    headers: String,
}

impl Arena {
    /// The status of the answer, and its JSON.
    fn ask(&self, method: &str, path: &str, body: &str) -> Result<(u16, Json)> {
        let (status, text) = ask(&self.url, method, path, &self.headers, body)?;
        if ![200, 409, 410].contains(&status) {
            return Err(Error::other(format!("{method} {path}: status {status}: {text}")));
        }
        Ok((status, Json::read(&text)?))
    }

    /// Plays a match to its end.
    fn play(&self, id: &str) -> Result<()> {
        let path = format!("/api/matches/{id}");
        loop {
            // Waits up to 30 seconds for one's turn; 409 means not yet. It also shows what a lost answer did.
            let (status, game) = self.ask("GET", &format!("{path}?waitactive=true"), "")?;
            if status == 410 {
                let winner = game.get("state").get("winnerIdx");
                let own = game.get("playerids").list().get(winner.integer() as usize);
                let own = own.is_some_and(|player| player.text() == self.user);
                let outcome = if winner.is_null() { "tie" } else if own { "won" } else { "lost" };
                println!("match {id}: {outcome}");
                return Ok(());
            }
            if status == 200 {
                self.ask("POST", &path, &action_in(&game))?;
            }
        }
    }

    /// Waits for a match in which it is one's turn, and plays it.
    fn wait(&self, tag: &str) -> Result<()> {
        let of_tag = if tag.is_empty() { String::new() } else { format!("&tags={tag}") };
        let (_, matches) = self.ask("GET", &format!("/api/matches?active=true&wait=true{of_tag}"), "")?;
        let seated = |game: &&Json| game.get("playerids").list().iter().any(|player| player.text() == self.user);
        match matches.list().iter().find(seated) {
            Some(game) => self.play(game.get("_id").text()),
            None => Ok(()),
        }
    }
}

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let word = |index: usize, default: &str| words.get(index).cloned().unwrap_or_else(|| default.to_owned());
    let password = fs::read_to_string(word(2, "password.txt")).expect("the file of the password");
    let user = word(1, "636438380ee778617e6e5be8");
    let login = base64(format!("{user}:{}", password.trim()).as_bytes());
    let arena = Arena {
        url: word(0, "http://127.0.0.1:8080"),
        user,
        headers: format!("Authorization: Basic {login}\r\n"),
    };
    loop {
        if let Err(fault) = arena.wait(&word(3, "")) {
            eprintln!("{fault}; next attempt in {} s", RECONNECT_WAIT.as_secs());
            sleep(RECONNECT_WAIT);
        }
    }
}
