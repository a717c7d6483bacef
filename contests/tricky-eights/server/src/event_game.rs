//! The place of a game in an event, as the journal has it.

use std::fmt::Display;

use serde::{Deserialize, Serialize};

/// The settings of an event. With contestants whose cards depend on the commands alone, all results follow from them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventSettings {
    /// The form of the tournament, as the command line names it.
    pub format: String,
    /// The contestants' command lines, the best seed first.
    pub contestants: Vec<String>,
    /// The number of games of a match.
    pub games: usize,
    /// The seed of all deals.
    pub seed: u64,
}

impl EventSettings {
    /// The first difference from the settings of a journal, in words.
    pub fn difference(&self, journal: &EventSettings) -> Option<String> {
        let differ =
            |what: &str, here: &dyn Display, there: &dyn Display| Some(format!("{what}: {there} there, {here} here"));
        if self.format != journal.format {
            return differ("the form", &self.format, &journal.format);
        }
        let (here, there) = (&self.contestants, &journal.contestants);
        if here.len() != there.len() {
            return differ("the number of contestants", &here.len(), &there.len());
        }
        let mut pairs = here.iter().zip(there).zip(1..);
        if let Some(((here, there), number)) = pairs.find(|((here, there), _)| here != there) {
            let (here, there) = (format!("`{here}`"), format!("`{there}`"));
            return differ(&format!("contestant {number}"), &here, &there);
        }
        if self.games != journal.games {
            return differ("the games of a match", &self.games, &journal.games);
        }
        if self.seed == journal.seed { None } else { differ("the seed", &self.seed, &journal.seed) }
    }
}

/// The place of a game in an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventGame {
    /// The event.
    pub event: EventSettings,
    /// The stage, from 1.
    pub stage: usize,
    /// The match, from 1.
    #[serde(rename = "match")]
    pub of_match: usize,
    /// The game of the match, from 1.
    pub game: usize,
    /// The numbers of the contestants in the seats: north, east, south, west.
    pub seats: [usize; 4],
}
