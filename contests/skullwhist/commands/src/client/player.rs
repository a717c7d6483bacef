//! A player of one game after another.

use std::collections::BTreeMap;
use std::time::Instant;

use super::calls::ApiClient;
use super::connection::{Connection, End};
use super::ending::finish;
use super::match_loop::{self, LiveGame};
use super::session_file::SavedGame;
use super::tracker::Tracker;
use cardsharp_game::derive_seed;
use cardsharp_game::mixture::Mixture;
use cardsharp_net::PlayReport;
use cardsharp_skullwhist_bots::SkullWhistGame;
use cardsharp_skullwhist_bots::agents::{Agent, Factory};
use cardsharp_skullwhist_game::wire::Answer;
use cardsharp_terminal::sanitize::sanitize;

/// A player of one game after another.
pub(super) struct Player<'a> {
    connection: Connection<'a>,
    games: Option<u64>,
    factory: Factory,
    seed: u64,
    /// The memories of the agents, by the account of the opponent.
    memories: BTreeMap<u64, Mixture>,
}

impl<'a> Player<'a> {
    /// A player of `games` games, or of any number.
    pub(super) fn new(connection: Connection<'a>, games: Option<u64>, (factory, seed): (Factory, u64)) -> Player<'a> {
        Player { connection, games, factory, seed, memories: BTreeMap::new() }
    }

    /// The counts of the games up to now.
    pub(super) fn into_report(self) -> PlayReport {
        self.connection.link.report
    }

    /// Plays until there is nothing more to play.
    pub(super) fn run(&mut self) -> Result<(), End> {
        self.resume_or_log_in()?;
        while self.games.is_none_or(|games| self.connection.link.report.games < games) {
            if self.connection.link.backoff.is_stopped() {
                return Err(End::Stopped);
            }
            let sent = Instant::now();
            match self.connection.ask(ApiClient::new_game)? {
                Some((Answer::Success(dealt), _)) => {
                    self.connection.link.backoff.moved();
                    self.play_game(LiveGame::new(self.agent(dealt.game, dealt.opponent), &dealt))?;
                }
                Some((Answer::Retry(_), _)) => self.connection.link.hold(sent)?,
                Some((Answer::Failure(reason), _)) => {
                    tracing::debug!("no new game: {}", self.connection.api.loggable(&reason));
                    self.connection.renew(sent)?;
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Continues the session and the game of an earlier client, or logs in.
    fn resume_or_log_in(&mut self) -> Result<(), End> {
        let Some(saved) = self.connection.file.read() else {
            return self.connection.log_in();
        };
        self.connection.api.resume(&saved.session);
        let report = loop {
            match self.connection.ask(ApiClient::status)? {
                Some((Answer::Success(report), _)) => break report,
                Some(_) => {
                    tracing::info!("the session that was kept is over");
                    return self.connection.log_in();
                }
                None => {}
            }
        };
        self.connection.api.id = Some(saved.id);
        let name = sanitize(&self.connection.api.name);
        tracing::info!("goes on with the session of {name} that was kept");
        let game = saved.game.as_ref();
        match (report.game, game) {
            (None, None) => Ok(()),
            (None, Some(game)) => {
                let tracker = Tracker::resume(&game.tracker);
                let rounds = tracker.as_ref().map_or(&[][..], Tracker::rounds);
                finish(&mut self.connection, game.id, rounds, true)?;
                self.connection.save(None);
                Ok(())
            }
            (Some(id), Some(game)) if game.id == id => self.resume(game),
            (Some(id), _) => self.take_up(id),
        }
    }

    /// Continues a saved game.
    fn resume(&mut self, game: &SavedGame) -> Result<(), End> {
        match LiveGame::resume(self.agent(game.id, game.opponent), game) {
            Some(resumed) => self.play_game(resumed),
            None => self.take_up(game.id),
        }
    }

    /// Plays a running game without notes. The server shows the hand only before the bid.
    fn take_up(&mut self, id: u64) -> Result<(), End> {
        loop {
            let sent = Instant::now();
            match self.connection.ask(ApiClient::new_game)? {
                Some((Answer::Success(dealt), _)) => {
                    return self.play_game(LiveGame::new(self.agent(dealt.game, dealt.opponent), &dealt));
                }
                Some((Answer::Retry(_), _)) => self.connection.link.hold(sent)?,
                Some((Answer::Failure(_), _)) => {
                    tracing::warn!("nothing is known of the running game {id}: it is forfeited");
                    return self.connection.log_in();
                }
                None => {}
            }
        }
    }

    fn play_game(&mut self, mut game: LiveGame) -> Result<(), End> {
        match_loop::play(&mut self.connection, &mut game)?;
        let (opponent, memory) = game.learned();
        self.memories.extend(memory.map(|memory| (opponent, memory)));
        Ok(())
    }

    /// The agent of a game, which remembers the earlier games against this opponent.
    fn agent(&self, game: u64, opponent: u64) -> Box<dyn Agent<SkullWhistGame>> {
        let mut agent = self.factory.agent(derive_seed(self.seed, game));
        agent.recall(self.memories.get(&opponent));
        agent
    }
}
