//! A player of SkullWhist: bot [URL [NAME [PASSWORD_FILE]]]. It plays legal cards at random until it is stopped.

mod wire;

use std::io::{Error, Result};
use std::thread::sleep;
use std::time::Duration;
use std::{env, fs};

use wire::{ask, one_of, quoted, random_below, Json};

/// Between two looks at a game in which it is the opponent's turn.
const PAUSE: Duration = Duration::from_millis(200);

/// Before a new attempt after a fault.
const RECONNECT_WAIT: Duration = Duration::from_secs(1);

// YOUR STRATEGY: the next two functions. A card is a text: a letter of CDHS and two digits, such as "S13".

/// The number of tricks, 1 to 13, that this hand will take.
fn choose_bid(_hand: &[String]) -> usize {
    1 + random_below(13)
}

/// One of the cards `legal`. README.md lists the fields of `status`.
fn choose_card(legal: &[String], _hand: &[String], _status: &Json) -> String {
    one_of(legal).clone()
}

fn legal_cards(hand: &[String], led: &str) -> Vec<String> {
    let of_suit = hand.iter().filter(|card| !led.is_empty() && card[..1] == led[..1]);
    let of_suit: Vec<String> = of_suit.cloned().collect();
    if of_suit.is_empty() { hand.to_vec() } else { of_suit }
}

#[derive(Default)]
struct Player {
    url: String,
    account: String,
    session: Option<String>,
    id: i64,
    /// 0 outside a game.
    game: i64,
    hand: Vec<String>,
    has_bid: bool,
    tried: String,
}

fn succeeded(answer: &Json) -> bool {
    answer.get("result").text() == "success"
}

impl Player {
    /// The answer of a method, an object whose `result` is success, retry or failure.
    fn call(&self, method: &str, keys: &str) -> Result<Json> {
        let (_, body) = ask(&self.url, "POST", &format!("/api/{method}/"), "", &format!("{{{keys}}}"))?;
        Json::read(&body)
    }

    fn in_session(&self, method: &str, keys: &str) -> Result<Json> {
        let session = quoted(self.session.as_deref().unwrap_or_default());
        self.call(method, &format!(r#""session":{session}{keys}"#))
    }

    fn log_in(&mut self) -> Result<()> {
        let mut answer = self.call("login", &self.account)?;
        if !succeeded(&answer) {
            self.call("register", &self.account)?;
            answer = self.call("login", &self.account)?;
        }
        if !succeeded(&answer) {
            return Err(Error::other(format!("no login: {}", answer.get("reason").text())));
        }
        self.session = Some(answer.get("session").text().to_owned());
        self.id = answer.get("id").integer();
        Ok(())
    }

    fn report(&self) -> Result<()> {
        let old = self.in_session("old-game", &format!(r#","game":{}"#, self.game))?;
        if succeeded(&old) {
            let scores = ["score1", "score2"].map(|key| old.get(key).integer());
            let [own, other] = if old.get("bot1").integer() == self.id { scores } else { [scores[1], scores[0]] };
            println!("game {}: {own} to {other} points", self.game);
        }
        Ok(())
    }

    /// One look at the server, and what is due there.
    fn step(&mut self) -> Result<()> {
        if self.session.is_none() {
            // A login forfeits a game that goes on, so it is for a lost session only.
            self.log_in()?;
        }
        let status = self.in_session("status", "")?;
        if !succeeded(&status) {
            self.session = None;
        } else if status.get("game").is_null() || status.get("game").integer() != self.game {
            if self.game != 0 {
                self.report()?;
                self.game = 0;
            }
            // Waits up to 30 seconds for an opponent. Before the bid it gives the same game again.
            let dealt = self.in_session("new-game", "")?;
            if succeeded(&dealt) {
                self.game = dealt.get("game").integer();
                self.hand = dealt.get("cards").list().iter().map(|card| card.text().to_owned()).collect();
                self.has_bid = false;
            }
        } else if !self.has_bid {
            self.in_session("bid", &format!(r#","bid":{}"#, choose_bid(&self.hand)))?;
            self.has_bid = true;
        } else if status.get("your-turn").is_true() && !waits_for_bid(&status) {
            self.play(&status)?;
        } else {
            sleep(PAUSE);
        }
        Ok(())
    }

    fn play(&mut self, status: &Json) -> Result<()> {
        if self.hand.len() as i64 > 14 - status.get("round").integer() {
            // The answer to this card was lost, not the card.
            self.hand.retain(|card| *card != self.tried);
        }
        let legal = legal_cards(&self.hand, status.get("opponent-current-card").text());
        self.tried = choose_card(&legal, &self.hand, status);
        let answer = self.in_session("play", &format!(r#","card":{}"#, quoted(&self.tried)))?;
        if succeeded(&answer) {
            self.hand.retain(|card| *card != self.tried);
        } else {
            eprintln!("refused: {}", answer.get("reason").text());
            sleep(PAUSE);
        }
        Ok(())
    }
}

fn waits_for_bid(status: &Json) -> bool {
    let leads = status.get("round").integer() == 1 && status.get("opponent-current-card").is_null();
    leads && status.get("opponent-bid").integer() == 0
}

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let word = |index: usize, default: &str| words.get(index).cloned().unwrap_or_else(|| default.to_owned());
    let password = fs::read_to_string(word(2, "password.txt")).expect("the file of the password");
    let (name, password) = (quoted(&word(1, "starter")), quoted(password.trim()));
    let mut player = Player {
        url: word(0, "http://127.0.0.1:8013"),
        account: format!(r#""name":{name},"password":{password}"#),
        ..Player::default()
    };
    loop {
        if let Err(fault) = player.step() {
            eprintln!("{fault}; next attempt in {} s", RECONNECT_WAIT.as_secs());
            sleep(RECONNECT_WAIT);
        }
    }
}
