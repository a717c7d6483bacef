//! A player of one game after another.

use std::time::Instant;

use super::ClientError;
use super::calls::{Entry, Service, Trouble};
use super::session_file::{Kept, KeptGame, SessionFile};
use super::sitting::Sitting;
use crate::contest::derive_seed;
use crate::contests::skullwhist::agents::{Agent, Factory};
use crate::contests::skullwhist::wire::{Answer, OldGame};
use crate::live::PlayReport;
use crate::live::backoff::{Backoff, NoMore};
use crate::live::sanitize::sanitize;

/// The reason why a player ends.
pub(super) enum End {
    /// All requested games are over.
    Done,
    /// The stop flag was set.
    Stopped,
    /// An error that cannot be repaired.
    Failed(ClientError),
}

pub(super) struct Player<'a> {
    pub(super) service: Service,
    file: SessionFile,
    pub(super) backoff: Backoff<'a>,
    games: Option<u64>,
    pub(super) factory: Factory,
    pub(super) seed: u64,
    pub(super) report: PlayReport,
}

impl<'a> Player<'a> {
    pub(super) fn new(
        service: Service,
        file: SessionFile,
        backoff: Backoff<'a>,
        games: Option<u64>,
        (factory, seed): (Factory, u64),
    ) -> Player<'a> {
        Player {
            service,
            file,
            backoff,
            games,
            factory,
            seed,
            report: PlayReport::default(),
        }
    }

    /// Plays until there is nothing more to play.
    pub(super) fn run(&mut self) -> End {
        self.play().err().unwrap_or(End::Done)
    }

    fn play(&mut self) -> Result<(), End> {
        self.enter()?;
        while self.games.is_none_or(|games| self.report.games < games) {
            if self.backoff.is_stopped() {
                return Err(End::Stopped);
            }
            let asked = Instant::now();
            match self.service.new_game() {
                Ok((Answer::Success(dealt), _)) => {
                    self.answered();
                    self.backoff.moved();
                    self.sit(Sitting::new(self.agent(dealt.game), &dealt))?;
                }
                Ok((Answer::Retry(_), _)) => {
                    self.answered();
                    self.hold(asked)?;
                }
                Ok((Answer::Failure(reason), _)) => {
                    self.answered();
                    tracing::debug!("no new game: {}", self.service.told(&reason));
                    self.renew(asked)?;
                }
                Err(trouble) => self.stumble(trouble)?,
            }
        }
        Ok(())
    }

    fn log_in(&mut self) -> Result<(), End> {
        loop {
            match self.service.enter() {
                Ok(Entry::In) => break,
                Ok(Entry::Refused {
                    login,
                    registration,
                    hint,
                }) => {
                    return Err(End::Failed(ClientError::LoginRefused {
                        name: sanitize(&self.service.name),
                        login,
                        registration,
                        hint,
                    }));
                }
                Err(trouble) => self.stumble(trouble)?,
            }
        }
        self.answered();
        tracing::info!("logged in as {}", sanitize(&self.service.name));
        self.keep(None);
        Ok(())
    }

    /// Continues the session and the game of an earlier client, or logs in.
    fn enter(&mut self) -> Result<(), End> {
        let Some(kept) = self.file.read() else {
            return self.log_in();
        };
        self.service.go_on(&kept.session);
        let report = loop {
            match self.service.status() {
                Ok((Answer::Success(report), _)) => break report,
                Ok(_) => {
                    self.answered();
                    tracing::info!("the session that was kept is over");
                    return self.log_in();
                }
                Err(trouble) => self.stumble(trouble)?,
            }
        };
        self.answered();
        self.service.id = Some(kept.id);
        let name = sanitize(&self.service.name);
        tracing::info!("goes on with the session of {name} that was kept");
        let game = kept.game.as_ref();
        match (report.game, game) {
            (None, None) => Ok(()),
            (None, Some(game)) => {
                self.finish(game.id, true)?;
                self.keep(None);
                Ok(())
            }
            (Some(id), Some(game)) if game.id == id => self.resume(game),
            (Some(id), _) => self.take_up(id),
        }
    }

    /// Continues a game that was kept.
    fn resume(&mut self, game: &KeptGame) -> Result<(), End> {
        match Sitting::resume(self.agent(game.id), game) {
            Some(sitting) => self.sit(sitting),
            None => self.take_up(game.id),
        }
    }

    /// Plays a game without notes. The server shows the hand only before the bid.
    fn take_up(&mut self, id: u64) -> Result<(), End> {
        loop {
            let asked = Instant::now();
            match self.service.new_game() {
                Ok((Answer::Success(dealt), _)) => {
                    self.answered();
                    return self.sit(Sitting::new(self.agent(dealt.game), &dealt));
                }
                Ok((Answer::Retry(_), _)) => {
                    self.answered();
                    self.hold(asked)?;
                }
                Ok((Answer::Failure(_), _)) => {
                    self.answered();
                    tracing::warn!("nothing is known of the running game {id}: it is forfeited");
                    return self.log_in();
                }
                Err(trouble) => self.stumble(trouble)?,
            }
        }
    }

    fn agent(&self, game: u64) -> Box<dyn Agent> {
        self.factory.agent(derive_seed(self.seed, game))
    }

    /// Keeps the session and the running game for the next client.
    pub(super) fn keep(&mut self, game: Option<KeptGame>) {
        let Some(id) = self.service.id else { return };
        let session = self.service.session().to_owned();
        self.file.write(&Kept { session, id, game });
    }

    /// Handles a refusal: logs in again if the session is over, otherwise waits a little.
    pub(super) fn renew(&mut self, asked: Instant) -> Result<(), End> {
        match self.service.status() {
            Ok((Answer::Failure(_), _)) => {
                self.answered();
                tracing::info!("the session is over");
                self.hold(asked)?;
                self.log_in()
            }
            Ok(_) => {
                self.answered();
                self.hold(asked)
            }
            Err(trouble) => self.stumble(trouble),
        }
    }

    /// Queries the result of a game that is over, and counts it. `away` is true if the client did
    /// not see its end.
    pub(super) fn finish(&mut self, game: u64, away: bool) -> Result<(), End> {
        let mut failures = 0;
        let told = loop {
            let asked = Instant::now();
            match self.service.old_game(game) {
                Ok((Answer::Success(told), _)) => break Some(told),
                // A session that is over can be renewed; a game that the server does not know
                // cannot.
                Ok(_) if failures >= 2 => break None,
                Ok(_) => {
                    self.answered();
                    failures += 1;
                    self.renew(asked)?;
                }
                Err(trouble) => self.stumble(trouble)?,
            }
        };
        self.answered();
        self.backoff.moved();
        self.count(game, told.as_ref(), away);
        Ok(())
    }

    fn count(&mut self, game: u64, told: Option<&OldGame>, away: bool) {
        let own = self.service.id;
        let ending = told.and_then(|told| {
            let first = Some(told.bot1) == own;
            if !first && Some(told.bot2) != own {
                return None;
            }
            if let Some(loser) = told.forfeited_by {
                return Some((Some(Some(loser) != own), Some(loser) == own));
            }
            let (ours, others) = match first {
                true => (told.score1?, told.score2?),
                false => (told.score2?, told.score1?),
            };
            Some(((ours != others).then_some(ours > others), false))
        });
        let report = &mut self.report;
        report.games += 1;
        match ending {
            Some((won, forfeited)) => {
                report.won += u64::from(won == Some(true));
                report.drawn += u64::from(won.is_none());
                report.unseen += u64::from(away || forfeited);
                let how = match won {
                    Some(true) => "won",
                    Some(false) if forfeited => "lost, forfeited by us",
                    Some(false) => "lost",
                    None => "drawn",
                };
                tracing::info!("game {game} is over: {how}");
            }
            None => {
                report.unseen += 1;
                tracing::warn!("game {game} is over, and nobody says how");
            }
        }
    }

    pub(super) fn hold(&mut self, asked: Instant) -> Result<(), End> {
        self.backoff.hold(asked).map_err(|no| self.no_more(no, ""))
    }

    pub(super) fn answered(&mut self) {
        if self.backoff.is_failing() || self.report.connections == 0 {
            self.report.connections += 1;
        }
        self.backoff.answered();
    }

    /// Waits after a failure.
    pub(super) fn stumble(&mut self, trouble: Trouble) -> Result<(), End> {
        if self.backoff.is_stopped() {
            return Err(End::Stopped);
        }
        let fatal = match trouble {
            Trouble::Passing(failure) => {
                let waited = failure.wait(&mut self.report, &mut self.backoff);
                return waited.map_err(|no| self.no_more(no, &failure.what));
            }
            Trouble::Moved(there) => ClientError::Moved(there),
            Trouble::NoServer(status) => ClientError::NoServer(status),
        };
        Err(End::Failed(fatal))
    }

    fn no_more(&self, no: NoMore, what: &str) -> End {
        match no {
            NoMore::Stopped => End::Stopped,
            NoMore::GaveUp { attempts } => End::Failed(ClientError::Unreachable {
                attempts,
                last: what.to_owned(),
            }),
        }
    }
}
