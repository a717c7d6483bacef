//! A table whose games are recorded, so that their luck can be removed.

use std::sync::{Mutex, PoisonError};

use super::{GamePlace, LuckAccount, LuckRemoved, MatchOptions};
use cardsharp_game::luck::LuckFinder;
use cardsharp_game::{GameResult, RoundResult, Setup, Table, derive_seed};

/// A table of two agents that finds the luck of every game.
pub struct LuckTable<'t> {
    table: &'t dyn Table,
    finder: &'t dyn LuckFinder,
    account: Mutex<LuckAccount>,
}

impl<'t> LuckTable<'t> {
    /// The table with the finder of its agents' luck.
    pub fn new(table: &'t dyn Table, finder: &'t dyn LuckFinder) -> LuckTable<'t> {
        LuckTable { table, finder, account: Mutex::default() }
    }

    /// The results of the games so far, which are those of a match with these options, without luck. They are those of the
    /// match's journal.
    pub fn removed(self, options: &MatchOptions) -> LuckRemoved {
        let account = self.account.into_inner().unwrap_or_else(PoisonError::into_inner);
        let sets = (0..options.count.div_ceil(2)).map(|set| (derive_seed(options.seed, set), set));
        account.numbered(&sets.collect()).removed(self.finder.race())
    }

    fn take(&self, setup: Setup, game: usize, result: &mut GameResult) {
        let found = result.record.as_ref().and_then(|record| self.finder.luck(record, result.first).ok());
        let place = GamePlace { of_match: 0, set: setup.seed, first: setup.first, game };
        let mut account = self.account.lock().unwrap_or_else(PoisonError::into_inner);
        account.add(place, result.first, (result.ending, result.winner), found);
        if !setup.record {
            result.record = None;
        }
    }
}

impl Table for LuckTable<'_> {
    fn interactive(&self) -> bool {
        self.table.interactive()
    }

    fn play_game(&self, setup: Setup) -> GameResult {
        let mut result = self.table.play_game(Setup { record: true, ..setup });
        self.take(setup, 0, &mut result);
        result
    }

    fn play_round(&self, setup: Setup) -> RoundResult {
        let mut round = self.table.play_round(Setup { record: true, ..setup });
        for (number, game) in round.games.iter_mut().enumerate() {
            self.take(setup, number, game);
        }
        round
    }
}
