//! A player that finds its matches and plays them one after the other.

use std::collections::HashSet;
use std::time::Instant;

use cardsharp_solvers::game::Player as Seat;

use super::ClientError;
use super::calls::{Arena, Found, Look, Trouble};
use super::ending::{Ending, ending_shown};
use super::senseless::{Question, Senseless};
use super::sitting::Left;
use crate::contests::dead_mans_draw::agents::Factory;
use crate::contests::dead_mans_draw::wire::{MatchObject, sanitize};
use crate::live::backoff::{Backoff, NoMore};
use crate::live::{PlayReport, RunningGame};

/// The reason why a player ends.
pub(super) enum End {
    /// All matches that were asked for are played.
    Done,
    /// The player was told to stop.
    Stopped,
    /// The player cannot continue.
    Failed(ClientError),
}

/// The matches to play.
pub(super) struct Wanted {
    /// The only match to play, by its id.
    pub(super) id: Option<String>,
    /// The tag of the matches.
    pub(super) tag: Option<String>,
    /// The number of matches.
    pub(super) games: Option<u64>,
}

pub(super) struct Player<'a> {
    pub(super) arena: Arena,
    pub(super) backoff: Backoff<'a>,
    pub(super) wanted: Wanted,
    pub(super) factory: Factory,
    pub(super) seed: u64,
    pub(super) report: PlayReport,
    /// The matches that the player has begun and whose end it has not seen.
    pub(super) begun: HashSet<String>,
    /// Present as long as there are such matches.
    pub(super) running: Option<RunningGame>,
    /// The matches whose end has been counted.
    over: HashSet<String>,
    /// True if more than one match of the player is in progress.
    pub(super) several: bool,
    /// The invalid responses in a row.
    senseless: Senseless,
}

impl<'a> Player<'a> {
    pub(super) fn new(
        arena: Arena,
        backoff: Backoff<'a>,
        wanted: Wanted,
        factory: Factory,
        seed: u64,
    ) -> Player<'a> {
        Player {
            arena,
            backoff,
            wanted,
            factory,
            seed,
            report: PlayReport::default(),
            begun: HashSet::new(),
            running: None,
            over: HashSet::new(),
            several: false,
            senseless: Senseless::default(),
        }
    }

    /// Plays until there are no more matches to play.
    pub(super) fn run(&mut self) -> End {
        self.play().err().unwrap_or(End::Done)
    }

    fn play(&mut self) -> Result<(), End> {
        loop {
            match self.arena.log_in() {
                Ok(()) => break self.answered(Question::Login),
                Err(trouble) => self.stumble(Question::Login, trouble)?,
            }
        }
        tracing::info!("logged in as {}", sanitize(self.arena.user()));
        if let Some(id) = self.wanted.id.clone() {
            while !matches!(self.sit(&id)?, Left::Over) {}
            return Ok(());
        }
        while self
            .wanted
            .games
            .is_none_or(|games| self.report.games < games)
        {
            if let Some(id) = self.find()? {
                self.sit(&id)?;
            }
        }
        Ok(())
    }

    /// The oldest match in which it is the player's turn; waits for one. None if there was none for
    /// as long as the server waits.
    fn find(&mut self) -> Result<Option<String>, End> {
        let asked = Instant::now();
        let tag = self.wanted.tag.clone();
        let Found { matches, odd } = match self.arena.matches(tag.as_deref()) {
            Ok(found) => found,
            Err(trouble) => {
                self.stumble(Question::List, trouble)?;
                return Ok(None);
            }
        };
        self.report.odd_messages += odd.len() as u64;
        odd.iter().for_each(|odd| tracing::warn!("{odd}"));
        // A player that is about to leave finishes the matches that it has begun, and begins no
        // others.
        let leaving = self.backoff.is_leaving();
        let wanted = |id: &String| !leaving || self.begun.contains(id);
        let playable = || {
            let left = |one: &&MatchObject| !self.over.contains(&one.id) && wanted(&one.id);
            matches.iter().filter(left)
        };
        self.several = playable().nth(1).is_some();
        let ours = playable().rev().find(|one| self.is_ours(one));
        let ours = ours.map(|one| one.id.clone());
        match odd.first().filter(|_| ours.is_none()) {
            Some(odd) => {
                self.reached();
                self.senseless(Question::List, odd)?;
            }
            None => self.answered(Question::List),
        }
        if ours.is_none() {
            self.look_for_ends()?;
            self.backoff
                .hold(asked)
                .map_err(|no| self.no_more(no, ""))?;
        }
        Ok(ours)
    }

    /// Checks if matches that the player has begun have ended in another player's turn. No list of
    /// matches to act in shows that.
    fn look_for_ends(&mut self) -> Result<(), End> {
        for id in self.begun.clone() {
            match self.arena.glance(&id) {
                Ok(Look::Over(object)) => {
                    let user = self.arena.user();
                    let ending = object.and_then(|object| ending_shown(&object, user));
                    self.finish(&id, ending, false);
                }
                Ok(Look::Gone(status)) => {
                    self.gone(&id, status)?;
                }
                Ok(Look::Ours(..) | Look::Others) => {}
                Err(trouble) => return self.stumble(Question::Look, trouble),
            }
            self.answered(Question::Look);
        }
        Ok(())
    }

    fn is_ours(&self, object: &MatchObject) -> bool {
        let seat = object.active_player_index.map(Seat::index);
        seat.and_then(|seat| object.player_ids.get(seat))
            .is_some_and(|id| id == self.arena.user())
    }

    /// Counts the end of a match; `ending` is none if the result is unknown.
    pub(super) fn finish(&mut self, id: &str, ending: Option<Ending>, away: bool) {
        self.begun.remove(id);
        if self.begun.is_empty() {
            self.running = None;
        }
        self.over.insert(id.to_owned());
        self.moved();
        let report = &mut self.report;
        report.games += 1;
        report.won += u64::from(ending == Some(Ending::Won));
        report.drawn += u64::from(ending == Some(Ending::Drawn));
        let unseen = away || ending.is_none();
        report.unseen += u64::from(unseen);
        let how = ending.map_or_else(|| "nobody says how".to_owned(), |ending| ending.to_string());
        let away = if unseen { ", while we were away" } else { "" };
        tracing::info!("match {} is over{away}: {how}", sanitize(id));
    }

    /// Handles a match that does not exist or is not this player's.
    pub(super) fn gone(&mut self, id: &str, status: u16) -> Result<Left, End> {
        if !self.begun.contains(id) && self.wanted.id.is_some() {
            let error = ClientError::NoSuchMatch {
                id: sanitize(id),
                status,
            };
            return Err(End::Failed(error));
        }
        tracing::warn!("match {} is gone (status {status})", sanitize(id));
        if self.begun.contains(id) {
            self.finish(id, None, true);
        }
        self.over.insert(id.to_owned());
        Ok(Left::Over)
    }

    /// Records a valid response.
    pub(super) fn answered(&mut self, question: Question) {
        self.senseless.sensible(question);
        self.reached();
    }

    /// Records that a match has made progress.
    pub(super) fn moved(&mut self) {
        self.senseless.clear();
        self.backoff.moved();
    }

    /// Records an invalid response.
    pub(super) fn senseless(&mut self, question: Question, what: &str) -> Result<(), End> {
        match self.senseless.again(question, what) {
            Some(times) => Err(End::Failed(ClientError::Senseless {
                times,
                what: what.to_owned(),
            })),
            None => Ok(()),
        }
    }

    /// Records that the server has responded in any way.
    pub(super) fn reached(&mut self) {
        if self.backoff.is_failing() || self.report.connections == 0 {
            self.report.connections += 1;
        }
        self.backoff.answered();
    }

    /// Waits after a fault.
    pub(super) fn stumble(&mut self, question: Question, trouble: Trouble) -> Result<(), End> {
        if self.backoff.is_stopped() {
            return Err(End::Stopped);
        }
        let fatal = match trouble {
            Trouble::Passing(failure) => {
                if failure.is_odd() {
                    let ended = self.senseless(question, &failure.what);
                    self.report.odd_messages += u64::from(ended.is_err());
                    ended?;
                }
                let waited = failure.wait(&mut self.report, &mut self.backoff);
                return waited.map_err(|no| self.no_more(no, &failure.what));
            }
            Trouble::LoginRefused => ClientError::LoginRefused(sanitize(self.arena.user())),
            Trouble::NoLoginOffered => ClientError::NoLoginOffered,
            Trouble::Moved(there) => ClientError::Moved(there),
            Trouble::NoArena(status) => ClientError::NoArena(status),
        };
        Err(End::Failed(fatal))
    }

    pub(super) fn no_more(&self, no: NoMore, what: &str) -> End {
        match no {
            NoMore::Stopped => End::Stopped,
            NoMore::GaveUp { attempts } => End::Failed(ClientError::Unreachable {
                attempts,
                last: what.to_owned(),
            }),
        }
    }
}
