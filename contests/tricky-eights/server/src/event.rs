//! The event: a tournament of contestants, table after table, which goes on from the journal.
//!
//! Who meets whom follows from the results so far. A match is a number of games at one table. In each game all
//! contestants sit one seat further. If the number is a multiple of four, each deal is played in all four seatings.
//!
//! A table is won by games won, and among those who have won the same number by points. A contestant that is
//! disqualified is out: it comes last at its table, and is not started again in the event.

use std::collections::{BTreeMap, VecDeque};

use super::event_game::{EventGame, EventSettings};
use super::journal::GameRecord;
use cardsharp_arena::tournament::{Format, Pairing, Played, next_stage, ranking};
use cardsharp_game::derive_seed;

/// The number of seats at a table.
const SEATS: usize = 4;
/// The share of a table that the points are worth, beside the games won: less than one game of any match.
const POINTS_WEIGHT: f64 = 1e-6;

/// An event with the games so far.
#[derive(Clone, Debug)]
pub struct Event {
    settings: EventSettings,
    format: Format,
    played: Vec<Played>,
    /// The matches of the stage that are not over.
    open: VecDeque<Pairing>,
    /// The games of the running match.
    current: Vec<GameRecord>,
    games: Vec<GameRecord>,
    /// The disqualified contestants, with the number of the game and the reason.
    out: BTreeMap<usize, String>,
}

impl Event {
    /// An event without a game.
    pub fn new(settings: EventSettings, format: Format) -> Event {
        let mut event = Event {
            settings: EventSettings { format: format.name().to_owned(), ..settings },
            format,
            played: Vec::new(),
            open: VecDeque::new(),
            current: Vec::new(),
            games: Vec::new(),
            out: BTreeMap::new(),
        };
        event.open_stage();
        event
    }

    /// The settings.
    pub fn settings(&self) -> &EventSettings {
        &self.settings
    }

    /// Gives an event without a game another seed.
    pub fn set_seed(&mut self, seed: u64) {
        self.settings.seed = seed;
    }

    /// The games so far, in order.
    pub fn games(&self) -> &[GameRecord] {
        &self.games
    }

    /// True if nothing is left to play.
    pub fn is_over(&self) -> bool {
        self.open.is_empty()
    }

    /// The next game; none if the event is over.
    pub fn next_game(&self) -> Option<EventGame> {
        let table = self.open.front()?;
        let game = self.current.len();
        let mut seats = [0; SEATS];
        for (index, &contestant) in table.agents.iter().enumerate() {
            seats[(index + game) % SEATS] = contestant;
        }
        Some(EventGame {
            event: self.settings.clone(),
            stage: table.stage + 1,
            of_match: self.played.len() + 1,
            game: game + 1,
            seats,
        })
    }

    /// The seed of a game's deals.
    pub fn seed_of(&self, game: &EventGame) -> u64 {
        let deal = match self.settings.games % SEATS {
            0 => (game.game - 1) / SEATS,
            _ => game.game - 1,
        };
        let of_match = derive_seed(self.settings.seed, game.of_match as u64);
        derive_seed(of_match, deal as u64 + 1)
    }

    /// The reason why a contestant is out; none if it is not.
    pub fn out(&self, contestant: usize) -> Option<&str> {
        self.out.get(&contestant).map(String::as_str)
    }

    /// Counts the next game. Returns false if the game is not the next one of this event, and counts nothing then.
    pub fn add(&mut self, record: GameRecord) -> bool {
        let Some(next) = self.next_game() else {
            return false;
        };
        if record.event.as_ref() != Some(&next) {
            return false;
        }
        for out in &record.disqualified {
            let contestant = next.seats.get(out.seat).copied();
            let reason = || format!("it was disqualified in game {}: {}", record.game, out.reason);
            if let Some(contestant) = contestant {
                self.out.entry(contestant).or_insert_with(reason);
            }
        }
        self.current.push(record.clone());
        self.games.push(record);
        if self.current.len() == self.settings.games {
            self.end_match();
        }
        true
    }

    fn end_match(&mut self) {
        let Some(pairing) = self.open.pop_front() else {
            return;
        };
        let games = std::mem::take(&mut self.current);
        let shares = pairing.agents.iter().map(|&contestant| {
            let out = self.out.contains_key(&contestant);
            if out { -1.0 } else { share(contestant, &games) }
        });
        let shares = shares.collect();
        self.played.push(Played { pairing, shares });
        if self.open.is_empty() {
            self.open_stage();
        }
    }

    fn open_stage(&mut self) {
        let contestants = self.settings.contestants.len();
        self.open = next_stage(self.format, contestants, SEATS, &self.played).into();
    }

    /// The contestants, the first one first.
    pub fn order(&self) -> Vec<usize> {
        let contestants = self.settings.contestants.len();
        ranking(self.format, contestants, SEATS, &self.played)
    }
}

/// The share of a match that a contestant has won.
fn share(contestant: usize, games: &[GameRecord]) -> f64 {
    let (mut won, mut points, mut all) = (0, 0, 0);
    for game in games {
        let seats = game.event.as_ref().map(|event| event.seats);
        let seat = seats.and_then(|seats| seats.iter().position(|&other| other == contestant));
        let Some(seat) = seat else { continue };
        won += usize::from(game.winner == Some(seat));
        points += game.scores[seat];
        all += game.scores.iter().sum::<u32>();
    }
    let points = f64::from(points) / f64::from(all.max(1));
    won as f64 / games.len().max(1) as f64 + POINTS_WEIGHT * points
}

#[cfg(test)]
#[path = "../tests/unit/event.rs"]
mod tests;
