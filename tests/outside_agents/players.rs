//! The outside agents of these tests.

use std::sync::Arc;

use cardsharp::contest::derive_seed;
use cardsharp::contest::outside::{OutsideAgent, OutsideError, OutsidePlayer, Request};
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

/// Any legal action. Actions that could end the game at once are rare.
pub struct Anything;

pub struct AnythingPlayer(Xoshiro256PlusPlus);

impl AnythingPlayer {
    pub fn new(seed: u64) -> AnythingPlayer {
        AnythingPlayer(Xoshiro256PlusPlus::seed_from_u64(derive_seed(seed, 77)))
    }

    pub fn pick(&mut self, request: &Request) -> usize {
        let legal = request.legal();
        let rare = |&&action: &&usize| {
            let name = request.space().name(action).unwrap();
            !["challenge", "accept"].contains(&name)
        };
        let usual: Vec<usize> = legal.iter().filter(rare).copied().collect();
        let among = if self.0.random_bool(0.1) || usual.is_empty() { legal } else { &usual };
        *among.choose(&mut self.0).unwrap()
    }
}

impl OutsideAgent for Anything {
    fn player(&self, seed: u64) -> Box<dyn OutsidePlayer> {
        Box::new(AnythingPlayer::new(seed))
    }
}

impl OutsidePlayer for AnythingPlayer {
    fn choose(&mut self, request: &Arc<Request>) -> Result<usize, OutsideError> {
        Ok(self.pick(request))
    }
}

/// The agent that answers with the action of this name.
pub fn by_name(choose: impl Fn(&Value) -> String + Clone + Send + Sync + 'static) -> impl OutsideAgent {
    move |request: &Request| -> Result<usize, OutsideError> {
        let name = choose(&request.json());
        let action = request.number(&name);
        action.ok_or_else(|| format!("{name} is not legal: {:?}", request.json()).into())
    }
}

/// `lowest` of Challenge, from the JSON observation alone.
pub fn lowest(seen: &Value) -> String {
    if seen["due"] == "card" {
        seen["hand"].as_array().unwrap().last().unwrap().to_string()
    } else {
        "reject".to_owned()
    }
}

/// The suit and the value of a card of SkullWhist.
fn parts(card: &Value) -> (char, u8) {
    let text = card.as_str().unwrap();
    (text.chars().next().unwrap(), text[1..].parse().unwrap())
}

/// `high-cards` of SkullWhist, from the JSON observation alone.
pub fn high_cards(seen: &Value) -> String {
    let hand = seen["hand"].as_array().unwrap();
    if seen["due"] == "bid" {
        let high = hand.iter().filter(|card| parts(card).1 >= 11).count();
        return format!("bid {}", high.max(1));
    }
    let follows = |card: &&Value| seen["led"].is_null() || parts(card).0 == parts(&seen["led"]).0;
    let following: Vec<&Value> = hand.iter().filter(follows).collect();
    let playable = if following.is_empty() { hand.iter().collect() } else { following };
    let cost = |card: &&Value| (parts(card).0 == 'S', parts(card).1);
    let card = if seen["led"].is_null() {
        playable.into_iter().max_by_key(|card| parts(card).1)
    } else {
        let (suit, value) = parts(&seen["led"]);
        let beats = |card: &&&Value| match parts(card) {
            (own, higher) if own == suit => higher > value,
            (own, _) => own == 'S',
        };
        let winners = playable.iter().filter(beats).min_by_key(|card| cost(card));
        winners.copied().or(playable.iter().min_by_key(|card| cost(card)).copied())
    };
    card.unwrap().as_str().unwrap().to_owned()
}

/// The suit of a card of Dead Man's Draw, and its value.
fn suit_and_value(card: &Value) -> (&str, u8) {
    let (suit, value) = card.as_str().unwrap().split_once('-').unwrap();
    (suit, value.parse().unwrap())
}

/// The highest card of every suit of a bank, in the order in which the suits came.
fn tops(bank: &Value) -> Vec<&Value> {
    let mut tops: Vec<&Value> = Vec::new();
    for card in bank.as_array().unwrap() {
        let (suit, value) = suit_and_value(card);
        match tops.iter_mut().find(|top| suit_and_value(top).0 == suit) {
            Some(top) if suit_and_value(top).1 < value => *top = card,
            Some(_) => {}
            None => tops.push(card),
        }
    }
    tops
}

/// `one-card` of Dead Man's Draw, from the JSON observation alone.
pub fn one_card(seen: &Value) -> String {
    let due = seen["due"].as_str().unwrap();
    let area = seen["area"].as_array().unwrap();
    let fits = |card: &&&Value| {
        let suit = suit_and_value(card).0;
        !area.iter().any(|other| suit_and_value(other).0 == suit)
    };
    let offer: Vec<&Value> = seen["offer"].as_array().unwrap().iter().collect();
    let first_fitting = |cards: &[&Value]| -> String {
        let fitting = cards.iter().find(fits).or(cards.first());
        fitting.unwrap().as_str().unwrap().to_owned()
    };
    let card = match due {
        "hook" => first_fitting(&tops(&seen["own"]["bank"])),
        "map" => first_fitting(&offer),
        "cannon" | "sword" => {
            let theirs = tops(&seen["theirs"]["bank"]);
            let card = theirs.into_iter().find(|card| offer.contains(card));
            card.unwrap().as_str().unwrap().to_owned()
        }
        "kraken" => return "draw".to_owned(),
        // `one-card` looks, and then draws what a kraken demands.
        "oracle" if seen["owed"] == 1 => return "draw".to_owned(),
        _ if area.is_empty() => return "draw".to_owned(),
        _ => return "end".to_owned(),
    };
    format!("{due} {card}")
}

/// `pseudo-random` of Tricky Eights, from the JSON observation and the seed.
pub struct HighestCard;

struct HighestCardPlayer(Xoshiro256PlusPlus);

impl OutsideAgent for HighestCard {
    fn player(&self, seed: u64) -> Box<dyn OutsidePlayer> {
        Box::new(HighestCardPlayer(Xoshiro256PlusPlus::seed_from_u64(seed)))
    }
}

impl OutsidePlayer for HighestCardPlayer {
    fn choose(&mut self, request: &Arc<Request>) -> Result<usize, OutsideError> {
        let seen = request.json();
        let texts = |list: &Value| -> Vec<String> {
            let cards = list.as_array().unwrap().iter();
            cards.map(|card| card.as_str().unwrap().to_owned()).collect()
        };
        let hand = texts(&seen["hand"]);
        let led = seen["table"][0]["card"].as_str().map(|card| &card[..1]);
        let follows = |card: &&String| Some(&card[..1]) == led;
        let following: Vec<String> = hand.iter().filter(follows).cloned().collect();
        let legal = match (seen["due"] == "take", following.is_empty()) {
            (true, _) => texts(&seen["pool"]),
            (false, true) => hand,
            (false, false) => following,
        };
        let rank = |card: &String| "23456789tjqka".find(&card[1..]);
        let highest = legal.iter().map(rank).max().unwrap();
        let alike: Vec<&String> = legal.iter().filter(|card| rank(card) == highest).collect();
        let card = alike.into_iter().choose(&mut self.0).unwrap();
        request.number(card).ok_or_else(|| format!("{card} is not legal").into())
    }
}
