//! The play of one match: waiting for the player's turns, and acting in them.

use std::time::Instant;

use cardsharp_solvers::game::Player as Seat;

use super::calls::{Acted, Look};
use super::ending::{ending_shown, ending_told};
use super::follow::{state_after, state_of};
use super::player::{End, Player};
use super::senseless::Question;
use crate::contest::derive_seed;
use crate::contests::dead_mans_draw::agents::Agent;
use crate::contests::dead_mans_draw::rules::{Action, Autopick, State};
use crate::contests::dead_mans_draw::wire::{
    Event, EventMessage, MatchObject, UserAction, Wish, sanitize,
};

/// The match that is being played.
struct Sitting {
    id: String,
    /// The agents of both seats, since one player may have both.
    agents: [Box<dyn Agent>; 2],
    /// The number of actions in a row that the server refused.
    refused: u32,
    /// The number of moves when the client last looked at the match.
    moves: u32,
    /// True if the server could not be reached since the client last looked at the match.
    away: bool,
}

/// The reason why a sitting ended.
pub(super) enum Left {
    /// The match is over, or does not exist any more.
    Over,
    /// It is another player's turn, and there may be another match to play.
    Waiting,
}

impl Player<'_> {
    /// Plays a match until it ends or another match may be played.
    pub(super) fn sit(&mut self, id: &str) -> Result<Left, End> {
        let number = self.report.games + self.begun.len() as u64;
        let seed = derive_seed(self.seed, number);
        let mut sitting = Sitting {
            id: id.to_owned(),
            agents: [0, 1].map(|seat| self.factory.agent(derive_seed(seed, seat))),
            refused: 0,
            moves: 0,
            away: false,
        };
        sitting
            .agents
            .iter_mut()
            .for_each(|agent| agent.start_match());
        loop {
            let asked = Instant::now();
            let look = match self.arena.look(id) {
                Ok(look) => look,
                Err(trouble) => {
                    sitting.away = true;
                    self.stumble(Question::Look, trouble)?;
                    continue;
                }
            };
            self.answered(Question::Look);
            match look {
                Look::Ours(object, since) => {
                    if self.begun.insert(id.to_owned()) {
                        self.running = self.running.take().or_else(|| self.backoff.begin_game());
                        tracing::info!("match {} has begun", sanitize(id));
                    }
                    sitting.away = false;
                    if sitting.moves != object.move_count {
                        sitting.moves = object.move_count;
                        self.moved();
                    }
                    if self.turn(&mut sitting, &object, since)? {
                        return Ok(Left::Over);
                    }
                    // The opponent in another match must not wait until this match goes on.
                    let several = self.several || self.begun.len() > 1;
                    if several && !sitting.away && sitting.refused == 0 {
                        return Ok(Left::Waiting);
                    }
                }
                Look::Others => {
                    self.backoff
                        .hold(asked)
                        .map_err(|no| self.no_more(no, ""))?;
                    if self.wanted.id.is_none() {
                        return Ok(Left::Waiting);
                    }
                }
                Look::Over(object) => {
                    let away = sitting.away || !self.begun.contains(id);
                    let user = self.arena.user();
                    let ending = object.and_then(|object| ending_shown(&object, user));
                    self.finish(id, ending, away);
                    return Ok(Left::Over);
                }
                Look::Gone(status) => return self.gone(id, status),
            }
        }
    }

    /// Plays a turn; returns true once the match is over.
    fn turn(
        &mut self,
        sitting: &mut Sitting,
        object: &MatchObject,
        mut since: Instant,
    ) -> Result<bool, End> {
        let ours = |seat: Seat| {
            object
                .player_ids
                .get(seat.index())
                .is_some_and(|id| id == self.arena.user())
        };
        if !object.active_player_index.is_some_and(ours) {
            // The server does not wait, or does not recognize the login.
            self.backoff
                .hold(since)
                .map_err(|no| self.no_more(no, ""))?;
            return Ok(false);
        }
        let mut state = match state_of(object) {
            Ok(state) => Some(state),
            Err(error) => {
                self.report.odd_messages += 1;
                tracing::warn!(
                    "match {} cannot be followed: {error}",
                    sanitize(&sitting.id)
                );
                None
            }
        };
        loop {
            let chosen = self.choose(sitting, state.as_ref(), object);
            let thought = since.elapsed().as_secs_f64() * 1e3;
            self.report.slowest_answer_ms = self.report.slowest_answer_ms.max(thought);
            let (told, at) = match self.arena.act(&sitting.id, &chosen) {
                Ok(Acted::Done(told, at)) => (told, at),
                Ok(other) => return self.not_done(sitting, other, object, since),
                Err(trouble) => {
                    // The next look shows if the action was carried out.
                    sitting.away = true;
                    self.stumble(Question::Act, trouble)?;
                    return Ok(false);
                }
            };
            since = at;
            self.report.moves += 1;
            sitting.refused = 0;
            self.answered(Question::Act);
            self.moved();
            if has(&told, |event| matches!(event, Event::MatchEnded { .. })) {
                let ending = ending_told(&told, &object.player_ids, self.arena.user());
                self.finish(&sitting.id, ending, false);
                return Ok(true);
            }
            if has(&told, |event| matches!(event, Event::Comment { .. })) {
                tracing::warn!(
                    "match {}: too late, the turn was ended",
                    sanitize(&sitting.id)
                );
            }
            if has(&told, |event| matches!(event, Event::TurnEnded { .. })) {
                return Ok(false);
            }
            let action = action_of(&chosen);
            state = state
                .zip(action)
                .and_then(|(state, action)| state_after(&state, action, &told));
            if state.is_none() {
                tracing::debug!("match {}: looking again", sanitize(&sitting.id));
                return Ok(false);
            }
        }
    }

    /// Handles an action that was not carried out; returns true once the match is over.
    fn not_done(
        &mut self,
        sitting: &mut Sitting,
        acted: Acted,
        object: &MatchObject,
        asked: Instant,
    ) -> Result<bool, End> {
        match &acted {
            Acted::DoneSomehow(_) => self.reached(),
            _ => self.answered(Question::Act),
        }
        match acted {
            Acted::Done(..) => {}
            Acted::DoneSomehow(wrong) => {
                self.report.odd_messages += 1;
                self.report.moves += 1;
                tracing::warn!("match {}: {wrong}", sanitize(&sitting.id));
                self.senseless(Question::Act, &wrong)?;
                self.backoff
                    .hold(asked)
                    .map_err(|no| self.no_more(no, ""))?;
            }
            Acted::NotOurTurn => {
                self.report.illegal_moves += 1;
                tracing::warn!("match {}: not our turn", sanitize(&sitting.id));
                self.backoff
                    .hold(asked)
                    .map_err(|no| self.no_more(no, ""))?;
            }
            Acted::Illegal(words) => {
                self.report.illegal_moves += 1;
                sitting.refused += 1;
                tracing::warn!("match {}: refused: {words}", sanitize(&sitting.id));
                self.backoff
                    .hold(asked)
                    .map_err(|no| self.no_more(no, ""))?;
            }
            Acted::Over(told) => {
                let ending = ending_told(&told, &object.player_ids, self.arena.user());
                // The match ended between the look and the action.
                self.finish(&sitting.id, ending, true);
                return Ok(true);
            }
            Acted::Gone(status) => {
                return Ok(matches!(
                    self.gone(&sitting.id.clone(), status)?,
                    Left::Over
                ));
            }
        }
        Ok(false)
    }

    /// The agent's action if it is legal, otherwise another legal action.
    fn choose(
        &mut self,
        sitting: &mut Sitting,
        state: Option<&State>,
        object: &MatchObject,
    ) -> UserAction {
        let seat = state.and_then(State::to_move);
        if let (Some(state), Some(seat), 0) = (state, seat, sitting.refused) {
            let chosen = sitting.agents[seat.index()].decide(state);
            match state.check(chosen) {
                Ok(()) => return chosen.into(),
                Err(error) => tracing::error!("the agent's action is not legal: {error}"),
            }
            self.report.fallbacks += 1;
            let legal = state.legal_actions();
            let first = legal.first().copied().unwrap_or(Action::Draw);
            return match legal.contains(&Action::EndTurn) {
                true => Action::EndTurn.into(),
                false => first.into(),
            };
        }
        // The server answers pending effects itself. This is legal wherever cards can be banked.
        self.report.fallbacks += 1;
        let again = sitting.refused > 0 && sitting.refused.is_multiple_of(2);
        match object.state.play_area.is_empty() || again {
            true => Autopick::Draw.into(),
            false => Autopick::EndTurn.into(),
        }
    }
}

fn has(told: &[EventMessage], is: impl Fn(&Event) -> bool) -> bool {
    told.iter().any(|message| is(&message.event))
}

/// The action of the rules that was sent; none if an automatic answer was sent.
fn action_of(sent: &UserAction) -> Option<Action> {
    match sent.wish() {
        Ok(Wish::Act(action)) => Some(action),
        _ => None,
    }
}
