//! The play of one match: waiting for the player's turns, and acting in them.

use std::time::Instant;

use super::api::{ActionResponse, MatchResponse};
use super::ending::add_events;
use super::invalid_responses::RequestKind;
use super::player::{MatchStatus, Player, PlayerEnd};
use super::tracker::{state_after, state_of};
use cardsharp_dead_mans_draw_bots::DeadMansDrawGame;
use cardsharp_dead_mans_draw_bots::agents::Agent;
use cardsharp_dead_mans_draw_game::rules::{Action, Autopick, State};
use cardsharp_dead_mans_draw_game::wire::{Event, EventMessage, MatchObject, RequestedAction, UserAction, sanitize};
use cardsharp_game::derive_seed;

/// A match that is being played.
struct LiveMatch {
    id: String,
    /// The agents of both seats, since one player may have both.
    agents: [Box<dyn Agent<DeadMansDrawGame>>; 2],
    /// The number of actions in a row that the server refused.
    refused: u32,
    /// The number of moves at the last request for the match.
    moves: u32,
    /// True if the server could not be reached since the last request for the match.
    away: bool,
}

impl Player<'_> {
    /// Plays a match until it ends or another match may be played.
    pub(super) fn play_match(&mut self, id: &str) -> Result<MatchStatus, PlayerEnd> {
        let number = self.link.report.games + self.begun.len() as u64;
        let seed = derive_seed(self.seed, number);
        let mut live = LiveMatch {
            id: id.to_owned(),
            agents: [0, 1].map(|seat| self.factory.agent(derive_seed(seed, seat))),
            refused: 0,
            moves: 0,
            away: false,
        };
        live.agents.iter_mut().for_each(|agent| agent.start_game());
        loop {
            let asked = Instant::now();
            let response = match self.api.await_turn(id) {
                Ok(response) => response,
                Err(error) => {
                    live.away = true;
                    self.handle_error(RequestKind::Match, error)?;
                    continue;
                }
            };
            self.answered(RequestKind::Match);
            match response {
                MatchResponse::OurTurn(mut object, since) => {
                    if self.begun.insert(id.to_owned()) {
                        self.running = self.running.take().or_else(|| self.link.backoff.begin_game());
                        tracing::info!("match {} has begun", sanitize(id));
                    }
                    live.away = false;
                    if live.moves != object.move_count {
                        live.moves = object.move_count;
                        self.moved();
                    }
                    if self.turn(&mut live, &mut object, since)? {
                        return Ok(MatchStatus::Over);
                    }
                    if !live.away && live.refused == 0 && self.others_may_wait(id)? {
                        return Ok(MatchStatus::Waiting);
                    }
                }
                MatchResponse::OthersTurn => {
                    self.link.hold(asked)?;
                    if self.selection.id.is_none() {
                        return Ok(MatchStatus::Waiting);
                    }
                }
                MatchResponse::Over(object) => {
                    let away = live.away || !self.begun.contains(id);
                    self.finish(id, object.as_deref(), away);
                    return Ok(MatchStatus::Over);
                }
                MatchResponse::Gone(status) => {
                    self.gone(id, status)?;
                    return Ok(MatchStatus::Over);
                }
            }
        }
    }

    /// Plays a turn; returns true once the match is over.
    fn turn(&mut self, live: &mut LiveMatch, object: &mut MatchObject, mut since: Instant) -> Result<bool, PlayerEnd> {
        if !self.is_ours(object) {
            // The server does not wait, or does not recognize the login.
            self.link.hold(since)?;
            return Ok(false);
        }
        let mut state = match state_of(object) {
            Ok(state) => Some(state),
            Err(error) => {
                self.link.report.odd_messages += 1;
                tracing::warn!("match {} cannot be followed: {error}", sanitize(&live.id));
                None
            }
        };
        loop {
            let chosen = self.choose(live, state.as_ref(), object);
            if live.agents.iter().any(|agent| agent.has_left()) {
                return Err(PlayerEnd::Stopped);
            }
            let thought = since.elapsed().as_secs_f64() * 1e3;
            self.link.report.slowest_answer_ms = self.link.report.slowest_answer_ms.max(thought);
            let (events, at) = match self.api.act(&live.id, &chosen) {
                Ok(ActionResponse::Done(events, at)) => (events, at),
                Ok(other) => return self.handle_refusal(live, other, object, since),
                Err(error) => {
                    // The next request for the match shows if the action was carried out.
                    live.away = true;
                    self.handle_error(RequestKind::Action, error)?;
                    return Ok(false);
                }
            };
            since = at;
            self.link.report.moves += 1;
            live.refused = 0;
            self.answered(RequestKind::Action);
            self.moved();
            add_events(object, events.clone());
            object.move_count += 1;
            if has(&events, |event| matches!(event, Event::MatchEnded { .. })) {
                self.finish(&live.id, Some(object), false);
                return Ok(true);
            }
            if has(&events, |event| matches!(event, Event::Comment { .. })) {
                tracing::warn!("match {}: too late, the turn was ended", sanitize(&live.id));
            }
            if has(&events, |event| matches!(event, Event::TurnEnded { .. })) {
                return Ok(false);
            }
            let action = action_of(&chosen);
            state = state.zip(action).and_then(|(state, action)| state_after(&state, action, &events));
            if state.is_none() {
                tracing::debug!("match {}: looking again", sanitize(&live.id));
                return Ok(false);
            }
        }
    }

    /// Handles an action that was not carried out; returns true once the match is over.
    fn handle_refusal(
        &mut self,
        live: &mut LiveMatch,
        response: ActionResponse,
        object: &mut MatchObject,
        asked: Instant,
    ) -> Result<bool, PlayerEnd> {
        match &response {
            ActionResponse::Unreadable(_) => self.link.answered(),
            _ => self.answered(RequestKind::Action),
        }
        match response {
            ActionResponse::Done(..) => {}
            ActionResponse::Unreadable(wrong) => {
                self.link.report.odd_messages += 1;
                self.link.report.moves += 1;
                tracing::warn!("match {}: {wrong}", sanitize(&live.id));
                self.count_invalid(RequestKind::Action, &wrong)?;
            }
            ActionResponse::NotOurTurn => {
                self.link.report.illegal_moves += 1;
                tracing::warn!("match {}: not our turn", sanitize(&live.id));
            }
            ActionResponse::Illegal(words) => {
                self.link.report.illegal_moves += 1;
                live.refused += 1;
                tracing::warn!("match {}: refused: {words}", sanitize(&live.id));
            }
            ActionResponse::Over(events) => {
                // The match ended between the request for it and the action, and moves before these may be missing.
                add_events(object, events);
                self.finish(&live.id, Some(object), true);
                return Ok(true);
            }
            ActionResponse::Gone(status) => {
                self.gone(&live.id, status)?;
                return Ok(true);
            }
        }
        self.link.hold(asked)?;
        Ok(false)
    }

    /// The agent's action if it is legal, otherwise another legal action.
    fn choose(&mut self, live: &mut LiveMatch, state: Option<&State>, object: &MatchObject) -> UserAction {
        let seat = state.and_then(State::to_move);
        if let (Some(state), Some(seat), 0) = (state, seat, live.refused) {
            let chosen = live.agents[seat.index()].choose(state);
            match state.check(chosen) {
                Ok(()) => return chosen.into(),
                Err(error) => tracing::error!("the agent's action is not legal: {error}"),
            }
            self.link.report.fallbacks += 1;
            let legal = state.legal_actions();
            let first = legal.first().copied().unwrap_or(Action::Draw);
            return if legal.contains(&Action::EndTurn) { Action::EndTurn.into() } else { first.into() };
        }
        // The server answers pending effects itself. This is legal wherever cards can be banked.
        self.link.report.fallbacks += 1;
        let again = live.refused > 0 && live.refused.is_multiple_of(2);
        if object.state.play_area.is_empty() || again { Autopick::Draw.into() } else { Autopick::EndTurn.into() }
    }
}

fn has(events: &[EventMessage], is: impl Fn(&Event) -> bool) -> bool {
    events.iter().any(|message| is(&message.event))
}

/// The action of the rules that was sent; none if an automatic answer was sent.
fn action_of(sent: &UserAction) -> Option<Action> {
    match sent.requested_action() {
        Ok(RequestedAction::Act(action)) => Some(action),
        _ => None,
    }
}
