//! The luck of the games in a journal.

use std::path::Path;

use rayon::prelude::*;
use serde_json::Value;

use super::journal::read_entries;
use super::{Beginning, Entry, GamePlace, JournalError, LuckAccount, LuckRemoved};
use cardsharp_game::Ending;
use cardsharp_game::luck::LuckFinder;

/// The number of games whose luck is found side by side.
const BATCH: usize = 256;

/// The games of a journal between the same agents: those of one match of a tournament, or of all matches that belong to
/// none.
pub struct RecordedLuck {
    /// The number of the match in its tournament.
    pub number: Option<usize>,
    /// The agents.
    pub agents: Vec<String>,
    finder: Box<dyn LuckFinder>,
    account: LuckAccount,
    /// Games whose luck is still to be found.
    waiting: Vec<Waiting>,
    /// The games of a round whose end is not known yet.
    round: Vec<Waiting>,
}

/// A game of a journal.
struct Waiting {
    place: GamePlace,
    seated: usize,
    end: (Ending, Option<usize>),
    record: Option<Value>,
}

impl RecordedLuck {
    /// No games, for agents whose luck this finds.
    pub fn new(number: Option<usize>, agents: Vec<String>, finder: Box<dyn LuckFinder>) -> RecordedLuck {
        let (waiting, round) = (Vec::new(), Vec::new());
        RecordedLuck { number, agents, finder, account: LuckAccount::default(), waiting, round }
    }

    /// Reads the games of a journal of matches. `finder` makes what finds the luck of these agents.
    ///
    /// # Errors
    ///
    /// The journal cannot be read, or a finder cannot be made.
    pub fn read<E: From<JournalError>>(
        path: &Path,
        mut finder: impl FnMut(&[String]) -> Result<Box<dyn LuckFinder>, E>,
    ) -> Result<Vec<RecordedLuck>, E> {
        let mut all: Vec<RecordedLuck> = Vec::new();
        let mut current = None;
        let (mut matches, mut failed) = (0, None);
        read_entries(path, |_, entry| match entry {
            Ok(Entry::Match(Beginning { number, agents, .. })) if failed.is_none() => {
                matches += 1;
                current = all.iter().position(|known| known.number == number && known.agents == agents).or_else(|| {
                    let made = finder(&agents).map_err(|error| failed = Some(error)).ok()?;
                    all.push(RecordedLuck::new(number, agents, made));
                    Some(all.len() - 1)
                });
            }
            Ok(entry) => {
                if let Some(current) = current.and_then(|index: usize| all.get_mut(index)) {
                    // A match of a tournament that is gone on with has one more entry for its beginning.
                    current.take(if current.number.is_some() { 0 } else { matches }, entry);
                }
            }
            Err(_) => {}
        })?;
        match failed {
            Some(error) => Err(error),
            None => Ok(all),
        }
    }

    fn take(&mut self, of_match: usize, entry: Entry) {
        match entry {
            Entry::Game { set, first, seated, game, winner, ending, record, .. } => {
                let place = GamePlace { of_match, set, first, game: game.unwrap_or(0) };
                let waiting = Waiting { place, seated: seated.unwrap_or(first), end: (ending, winner), record };
                match game {
                    None => self.waiting.push(waiting),
                    Some(number) => {
                        // A killed process may have left a part of a round.
                        if number == 0 {
                            self.round.clear();
                        }
                        self.round.push(waiting);
                    }
                }
            }
            Entry::Round { .. } => self.waiting.append(&mut self.round),
            Entry::Match(_) | Entry::Tournament(_) => {}
        }
        if self.waiting.len() >= BATCH {
            self.find();
        }
    }

    /// Adds a game of its own set, in which the agent `seated` has the first seat.
    pub fn add(&mut self, set: u64, seated: usize, winner: Option<usize>, record: Option<Value>) {
        let place = GamePlace { of_match: 0, set, first: seated, game: 0 };
        self.waiting.push(Waiting { place, seated, end: (Ending::Completed, winner), record });
        if self.waiting.len() >= BATCH {
            self.find();
        }
    }

    fn find(&mut self) {
        let finder = &*self.finder;
        let luck = |game: &Waiting| finder.luck(game.record.as_ref()?, game.seated).ok();
        let found: Vec<_> = self.waiting.par_iter().map(luck).collect();
        for (game, luck) in self.waiting.drain(..).zip(found) {
            self.account.add(game.place, game.seated, game.end, luck);
        }
    }

    /// The results without luck.
    pub fn removed(&mut self) -> LuckRemoved {
        self.find();
        self.account.removed(self.finder.race())
    }
}
