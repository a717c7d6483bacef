//! A player that finds its matches and plays them one after the other.

use std::collections::HashSet;
use std::time::Instant;

use cardsharp_solvers::game::Player as Seat;

use super::api::{Api, MatchList, MatchResponse, RequestError};
use super::ending::{EndedMatch, Ending};
use super::error::ClientError;
use super::invalid_responses::{InvalidResponses, RequestKind};
use cardsharp_commands::ClientJournal;
use cardsharp_dead_mans_draw_bots::agents::Factory;
use cardsharp_dead_mans_draw_game::wire::{MatchObject, sanitize};
use cardsharp_net::RunningGame;
use cardsharp_net::backoff::Backoff;
use cardsharp_net::http::player::{Link, Stop};

pub(super) type PlayerEnd = Stop<ClientError>;

/// The status of a match that the player is not playing at the moment.
pub(super) enum MatchStatus {
    /// The match is over, or does not exist any more.
    Over,
    /// It is another player's turn, and there may be another match to play.
    Waiting,
}

/// The matches to play.
pub(super) struct MatchSelection {
    /// The only match to play, by its id.
    pub(super) id: Option<String>,
    /// The tag of the matches.
    pub(super) tag: Option<String>,
    /// The number of matches.
    pub(super) games: Option<u64>,
}

/// A player of one account.
pub(super) struct Player<'a> {
    pub(super) api: Api,
    pub(super) link: Link<'a, ClientError>,
    pub(super) selection: MatchSelection,
    pub(super) factory: Factory,
    pub(super) seed: u64,
    journal: ClientJournal,
    /// The matches that the player has begun and whose end it has not seen.
    pub(super) begun: HashSet<String>,
    /// Present as long as there are such matches.
    pub(super) running: Option<RunningGame>,
    /// The matches whose end has been counted.
    over: HashSet<String>,
    /// True if more than one match of the player is in progress.
    pub(super) several: bool,
    /// The invalid responses in a row.
    invalid_responses: InvalidResponses,
}

impl<'a> Player<'a> {
    pub(super) fn new(
        api: Api,
        backoff: Backoff<'a>,
        selection: MatchSelection,
        (factory, seed): (Factory, u64),
        journal: ClientJournal,
    ) -> Player<'a> {
        Player {
            api,
            link: Link::new(backoff),
            selection,
            factory,
            seed,
            journal,
            begun: HashSet::new(),
            running: None,
            over: HashSet::new(),
            several: false,
            invalid_responses: InvalidResponses::default(),
        }
    }

    /// Plays until there are no more matches to play.
    pub(super) fn run(&mut self) -> Result<(), PlayerEnd> {
        loop {
            match self.api.log_in() {
                Ok(()) => break self.answered(RequestKind::Login),
                Err(error) => self.handle_error(RequestKind::Login, error)?,
            }
        }
        tracing::info!("logged in as {}", sanitize(self.api.user()));
        if let Some(id) = self.selection.id.clone() {
            while !matches!(self.play_match(&id)?, MatchStatus::Over) {}
            return Ok(());
        }
        while self.selection.games.is_none_or(|games| self.link.report.games < games) {
            if let Some(id) = self.find()? {
                self.play_match(&id)?;
            }
        }
        Ok(())
    }

    /// The match to go on with: the oldest one in which it is the player's turn, or the only one that is begun. Waits for
    /// one. None if there was none for as long as the server waits.
    fn find(&mut self) -> Result<Option<String>, PlayerEnd> {
        if self.begun.is_empty() {
            return self.find_ours(true);
        }
        let ours = self.find_ours(false)?;
        if ours.is_some() {
            return Ok(ours);
        }
        // No list shows the end of a match, but who waits for a turn in it is told.
        self.find_ended_matches()?;
        match self.begun.len() {
            0 => Ok(None),
            1 => Ok(self.begun.iter().next().cloned()),
            _ => self.find_ours(true),
        }
    }

    /// The oldest match in which it is the player's turn. If `wait`, the server waits for one.
    pub(super) fn find_ours(&mut self, wait: bool) -> Result<Option<String>, PlayerEnd> {
        let asked = Instant::now();
        let tag = self.selection.tag.clone();
        let MatchList { matches, odd } = match self.api.matches(tag.as_deref(), wait) {
            Ok(found) => found,
            Err(error) => {
                self.handle_error(RequestKind::List, error)?;
                return Ok(None);
            }
        };
        self.link.report.odd_messages += odd.len() as u64;
        odd.iter().for_each(|odd| tracing::warn!("{odd}"));
        // A player that is about to leave finishes the matches that it has begun, and begins no others.
        let leaving = self.link.backoff.is_leaving();
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
                self.link.answered();
                self.count_invalid(RequestKind::List, odd)?;
            }
            None => self.answered(RequestKind::List),
        }
        if wait && ours.is_none() {
            self.find_ended_matches()?;
            self.link.hold(asked)?;
        }
        Ok(ours)
    }

    /// True if it may be the player's turn in another match than `id`. Its opponent must not wait until this one goes on:
    /// two players, each of whom waits for the other in another match, would wait for as long as the server lets them.
    pub(super) fn others_may_wait(&mut self, id: &str) -> Result<bool, PlayerEnd> {
        let games = self.selection.games.map(|games| games.saturating_sub(self.link.report.games));
        if self.selection.id.is_some() || games == Some(1) {
            return Ok(false);
        }
        if self.several || self.begun.len() > 1 {
            return Ok(true);
        }
        let ours = self.find_ours(false)?;
        Ok(self.several || ours.is_some_and(|ours| ours != id))
    }

    /// Checks if matches that the player has begun have ended in another player's turn. No list of
    /// matches to act in shows that.
    fn find_ended_matches(&mut self) -> Result<(), PlayerEnd> {
        for id in self.begun.clone() {
            match self.api.current_match(&id, self.journal.is_open()) {
                Ok(MatchResponse::Over(object)) => self.finish(&id, object.as_deref(), false),
                Ok(MatchResponse::Gone(status)) => self.gone(&id, status)?,
                Ok(MatchResponse::OurTurn(..) | MatchResponse::OthersTurn) => {}
                Err(error) => return self.handle_error(RequestKind::Match, error),
            }
            self.answered(RequestKind::Match);
        }
        Ok(())
    }

    /// True if it is this player's turn.
    pub(super) fn is_ours(&self, object: &MatchObject) -> bool {
        let seat = object.active_player_index.map(Seat::index);
        seat.and_then(|seat| object.player_ids.get(seat)).is_some_and(|id| id == self.api.user())
    }

    /// Counts the end of a match, and appends it to the journal; `object` is none, or does not contain the end, if the
    /// result is unknown.
    pub(super) fn finish(&mut self, id: &str, object: Option<&MatchObject>, away: bool) {
        let ended = object.and_then(|object| EndedMatch::of(object, self.api.user()));
        let ending = ended.as_ref().map(|ended| ended.ending);
        self.begun.remove(id);
        if self.begun.is_empty() {
            self.running = None;
        }
        self.over.insert(id.to_owned());
        self.moved();
        let report = &mut self.link.report;
        report.games += 1;
        report.won += u64::from(ending == Some(Ending::Won));
        report.drawn += u64::from(ending == Some(Ending::Drawn));
        let unseen = away || ending.is_none();
        report.unseen += u64::from(unseen);
        let how = ended.as_ref().map(EndedMatch::in_words);
        let how = how.as_deref().unwrap_or("nobody says how");
        let away = if unseen { ", while we were away" } else { "" };
        tracing::info!("match {} is over{away}: {how}", sanitize(id));
        if self.journal.is_open()
            && let Some(game) = ended.as_ref().and_then(EndedMatch::game)
        {
            self.journal.append(game);
        }
    }

    /// Handles a match that does not exist or is not this player's.
    pub(super) fn gone(&mut self, id: &str, status: u16) -> Result<(), PlayerEnd> {
        if !self.begun.contains(id) && self.selection.id.is_some() {
            let error = ClientError::NoSuchMatch { id: sanitize(id), status };
            return Err(PlayerEnd::Failed(error));
        }
        tracing::warn!("match {} is gone (status {status})", sanitize(id));
        if self.begun.contains(id) {
            self.finish(id, None, true);
        }
        self.over.insert(id.to_owned());
        Ok(())
    }

    /// Records a valid response.
    pub(super) fn answered(&mut self, kind: RequestKind) {
        self.invalid_responses.reset_for(kind);
        self.link.answered();
    }

    /// Records that a match has made progress.
    pub(super) fn moved(&mut self) {
        self.invalid_responses.clear();
        self.link.backoff.moved();
    }

    /// Records an invalid response.
    pub(super) fn count_invalid(&mut self, kind: RequestKind, fault: &str) -> Result<(), PlayerEnd> {
        match self.invalid_responses.count(kind, fault) {
            Some(times) => Err(PlayerEnd::Failed(ClientError::InvalidResponses { times, fault: fault.to_owned() })),
            None => Ok(()),
        }
    }

    /// Waits after a fault.
    pub(super) fn handle_error(&mut self, kind: RequestKind, error: RequestError) -> Result<(), PlayerEnd> {
        if let RequestError::Transient(failure) = &error
            && failure.is_odd()
            && !self.link.backoff.is_stopped()
        {
            let ended = self.count_invalid(kind, &failure.what);
            self.link.report.odd_messages += u64::from(ended.is_err());
            ended?;
        }
        self.link.recover(error)
    }
}
