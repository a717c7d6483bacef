//! The shared state of a server's tasks: its counts and the condition of its end.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tokio::sync::watch;

use super::config::ServerConfig;
use super::event::EventRecord;
use super::faults::PeerLog;
use super::pairing::OpenRound;
use super::record::{GameRecord, Port, RoundPlace, RoundRecord};
use super::standings::{Score, Standings};
use super::teams::TeamId;
use cardsharp_files::store::{EventLog, StoreError};
use cardsharp_game::derive_seed;

/// The number of finished rounds that are kept in memory.
const ROUNDS_KEPT: usize = 1024;

/// The shared state of a server's tasks.
#[derive(Debug)]
pub(super) struct ServerState {
    pub(super) config: ServerConfig,
    pub(super) log: PeerLog,
    pub(super) stop: watch::Sender<bool>,
    count: Mutex<Count>,
}

#[derive(Debug)]
struct Count {
    last_team: i32,
    last_game: i32,
    last_round: u32,
    games: BegunDone,
    /// Rounds that were begun and are not done are played to their end.
    rounds: BegunDone,
    latest: VecDeque<RoundRecord>,
    ranking: Option<Vec<TeamId>>,
    score: Score,
    journal: Option<EventLog>,
}

/// The numbers of games or rounds begun and done since the start of the server.
#[derive(Clone, Copy, Debug, Default)]
struct BegunDone {
    begun: usize,
    done: usize,
}

impl ServerState {
    /// Continues after the `last` numbers of a team and a game, and of a round, with this score.
    pub(super) fn new(
        config: ServerConfig,
        journal: Option<EventLog>,
        [last_team, last_game]: [i32; 2],
        last_round: u32,
        score: Score,
    ) -> ServerState {
        ServerState {
            config,
            log: PeerLog::default(),
            stop: watch::Sender::new(false),
            count: Mutex::new(Count {
                last_team,
                last_game,
                last_round,
                games: BegunDone::default(),
                rounds: BegunDone::default(),
                latest: VecDeque::new(),
                ranking: None,
                score,
                journal,
            }),
        }
    }

    fn count(&self) -> MutexGuard<'_, Count> {
        self.count.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a new team. Clients keep it in a signed 32-bit integer.
    pub(super) fn new_team(&self) -> TeamId {
        let mut count = self.count();
        count.last_team = count.last_team.checked_add(1).unwrap_or(1);
        TeamId(count.last_team)
    }

    /// True if another round or practice game may begin.
    pub(super) fn may_begin(&self, port: Port) -> bool {
        let count = self.count();
        let is_asked_for = match (port, self.config.rounds) {
            (Port::Contest, Some(rounds)) => count.rounds.begun < rounds.get(),
            _ => true,
        };
        is_asked_for && self.has_games_left(&count)
    }

    fn has_games_left(&self, count: &Count) -> bool {
        let wanted = self.config.games.map_or(usize::MAX, usize::from);
        count.games.begun < wanted && !*self.stop.borrow()
    }

    /// Counts a round that begins or continues, and returns its number.
    pub(super) fn begin_round(&self, resumed: Option<OpenRound>) -> u32 {
        let mut count = self.count();
        count.rounds.begun += 1;
        match resumed {
            Some(round) => round.number,
            None => {
                count.last_round = count.last_round.wrapping_add(1);
                count.last_round
            }
        }
    }

    /// The number of the next game; none if all requested games have begun. A round under way gets
    /// all its games, unless the server cuts rounds.
    pub(super) fn next_game(&self, port: Port) -> Option<i32> {
        let mut count = self.count();
        let may_begin = match port {
            Port::Contest if !self.config.cut_rounds => !*self.stop.borrow(),
            Port::Contest | Port::Practice => self.has_games_left(&count),
        };
        if !may_begin {
            return None;
        }
        count.games.begun += 1;
        // Clients keep it in a signed 32-bit integer.
        count.last_game = count.last_game.checked_add(1).unwrap_or(1);
        Some(count.last_game)
    }

    /// Writes a line to the journal, if there is one. If that fails, the server stops, since it can keep no promise
    /// any more.
    fn append(&self, count: &mut Count, record: &impl Serialize) -> Result<(), StoreError> {
        let Some(journal) = &mut count.journal else {
            return Ok(());
        };
        let appended = journal.append([record]);
        if appended.is_err() {
            self.stop.send_replace(true);
        }
        appended
    }

    /// Closes the journal of a server that has stopped, and checks that it has all that was written to it.
    pub(super) fn close_journal(&self) -> Result<(), StoreError> {
        let journal = self.count().journal.take();
        journal.map_or(Ok(()), |mut journal| journal.finish())
    }

    /// Writes a game to the journal, and stops the server if it was the last. A game that cannot be written does not
    /// count.
    pub(super) fn finish_game(&self, record: &GameRecord) {
        let mut count = self.count();
        if self.append(&mut count, record).is_err() {
            return;
        }
        count.games.done += 1;
        match record.round {
            // The tournament does not change the standings that have seeded it.
            Some(RoundPlace { stage: Some(_), .. }) => {}
            Some(_) => count.score.game(record.teams, record.winner),
            None => count.score.practice(),
        }
        self.stop_if_over(&count);
    }

    /// Writes a round to the journal, and stops the server if it was the last. A round that cannot be written does not
    /// count.
    pub(super) fn finish_round(&self, record: RoundRecord) {
        let mut count = self.count();
        if self.append(&mut count, &record).is_err() {
            return;
        }
        count.rounds.done += 1;
        if record.stage.is_none() {
            count.score.round(record.teams, record.winner);
        }
        if count.latest.len() == ROUNDS_KEPT {
            count.latest.pop_front();
        }
        count.latest.push_back(record);
        self.stop_if_over(&count);
    }

    /// Writes the beginning of a phase of the event to the journal.
    ///
    /// # Errors
    ///
    /// It cannot be written, and the server stops.
    pub(super) fn begin_phase(&self, record: &EventRecord) -> Result<(), StoreError> {
        self.append(&mut self.count(), record)?;
        if let EventRecord::Tournament { teams, .. } = record {
            let names: Vec<_> = teams.iter().map(|&team| self.config.teams.label(team)).collect();
            tracing::info!("the tournament begins, best seed first: {}", names.join(", "));
        }
        Ok(())
    }

    /// Ends the event with the ranking of its tournament, and stops the server.
    pub(super) fn end_event(&self, ranking: Vec<TeamId>) {
        self.count().ranking = Some(ranking);
        self.stop.send_replace(true);
    }

    /// The ranking of the event's tournament, once it is over.
    pub(super) fn ranking(&self) -> Option<Vec<TeamId>> {
        self.count().ranking.clone()
    }

    /// Stops the server once all requested games and rounds are done. It cuts neither the last round nor a game.
    fn stop_if_over(&self, count: &Count) {
        let Count { games, rounds, .. } = count;
        let no_round_left = self.config.cut_rounds || rounds.done == rounds.begun;
        let all_games = self
            .config
            .games
            .is_some_and(|wanted| games.done >= wanted.get() && games.done == games.begun && no_round_left);
        let all_rounds = self.config.rounds.map(usize::from) == Some(rounds.done);
        if all_games || all_rounds {
            self.stop.send_replace(true);
        }
    }

    /// The number of games finished up to now.
    pub(super) fn games_finished(&self) -> usize {
        self.count().games.done
    }

    /// The rounds finished up to now; if they are very many, the last ones.
    pub(super) fn rounds(&self) -> Vec<RoundRecord> {
        self.count().latest.iter().cloned().collect()
    }

    /// The standings.
    pub(super) fn standings(&self) -> Standings {
        self.count().score.standings(&self.config.teams)
    }

    /// The teams of the standings, the best first.
    pub(super) fn seeds(&self) -> Vec<TeamId> {
        let teams = self.standings().teams;
        teams.iter().map(|standing| standing.team).collect()
    }

    /// The seed of a game's shuffles, different for every game.
    pub(super) fn shoe_seed(&self, game_id: i32) -> u64 {
        derive_seed(self.config.seed, 2 * u64::from(game_id.unsigned_abs()))
    }

    /// The seed of the house bot's play in a game.
    pub(super) fn house_seed(&self, game_id: i32) -> u64 {
        derive_seed(self.config.seed, 2 * u64::from(game_id.unsigned_abs()) + 1)
    }
}
