//! The automatic answers.

use serde::{Deserialize, Serialize};

use super::play::Play;
use super::{Action, Card, Chance, Event, EventSink, IllegalAction, Pending, RecordedEvent, State, Step};

/// A type of actions: a request with automatic answers is one of these and no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Autopick {
    /// Answer the pending effects, and no more.
    #[serde(rename = "ResponseToEffect")]
    Answer,
    /// Answer the pending effects, then draw unless the turn is over.
    Draw,
    /// Answer the pending effects, then end the turn unless it is over.
    EndTurn,
}

impl State {
    /// The automatic answer to the pending effect; none if nothing is pending. Under an oracle it only looks, and under
    /// a kraken it draws. Of a map's offer, it takes the first card that does not bust, or else the first card. A hook
    /// takes the highest card of a suit in the player's own bank: of the first suit that does not bust, or else of the
    /// first suit. A cannon takes the highest card of the opponent's first suit. A sword takes that of the opponent's
    /// first suit that the player does not own, even if it busts.
    pub fn automatic_answer(&self) -> Option<Action> {
        let pending = self.to_move().and(self.pending)?;
        let effect = pending.effect();
        let fits = |card: &Card| !self.area_suits.contains(card.suit());
        let card = match pending {
            Pending::Kraken { .. } => return Some(Action::Draw),
            Pending::Oracle { .. } => None,
            Pending::Map { offer } => {
                let fitting = offer.iter().copied().find(fits);
                fitting.or(offer.first().copied())
            }
            Pending::Hook => {
                let mut tops = self.own_bank().tops_in_order();
                let first = tops.clone().next();
                tops.find(fits).or(first)
            }
            Pending::Cannon { .. } => self.other_bank().tops_in_order().next(),
            Pending::Sword => {
                let may = self.swordable();
                let mut tops = self.other_bank().tops_in_order();
                tops.find(|&card| may.contains(card))
            }
        };
        Some(Action::Respond { effect, card })
    }

    /// Carries out the request of the player to move, with automatic answers to all pending effects. A
    /// request that is refused changes nothing.
    ///
    /// [`Autopick::Answer`] is refused if nothing is pending. It is also refused if it led to draws
    /// for a kraken only: the arena counts answers by their events, and draws leave none. A draw that ends the turn
    /// counts as more than a draw. A request may be refused after chance was asked for outcomes.
    pub fn apply_autopick<C, S>(
        &mut self,
        request: Autopick,
        chance: &mut C,
        events: &mut S,
    ) -> Result<Step, IllegalAction>
    where
        C: Chance + ?Sized,
        S: EventSink + ?Sized,
    {
        let then = match request {
            Autopick::Answer => return self.apply_answers(chance, events),
            Autopick::Draw => Action::Draw,
            Autopick::EndTurn => Action::EndTurn,
        };
        if self.to_move().and(self.pending).is_none() {
            return self.apply(then, chance, events);
        }
        let mut play = Play::begin(self, chance, events);
        play.answer_pending();
        // Every effect that was pending has left its card in the area, so the turn can end.
        if play.step.turn.is_none() {
            play.act(then);
            play.end_if_pile_is_empty();
        }
        Ok(play.step)
    }

    fn apply_answers<C, S>(&mut self, chance: &mut C, events: &mut S) -> Result<Step, IllegalAction>
    where
        C: Chance + ?Sized,
        S: EventSink + ?Sized,
    {
        let pending = self.to_move().ok_or(IllegalAction::MatchOver).map(|_| self.pending)?;
        if pending.is_none() {
            return Err(IllegalAction::NothingToAnswer);
        }
        let mut after = *self;
        let mut recorded: Vec<RecordedEvent> = Vec::new();
        let mut play = Play::begin(&mut after, chance, &mut recorded);
        play.answer_pending();
        let step = play.step;
        let answer = |one: &RecordedEvent| matches!(one.event, Event::Response { .. });
        if step.turn.is_none() && !recorded.iter().any(answer) {
            return Err(IllegalAction::OnlyDraws);
        }
        *self = after;
        recorded.iter().for_each(|one| events.event(one.player, one.event));
        Ok(step)
    }
}
