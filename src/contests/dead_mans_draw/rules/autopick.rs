//! The automatic answers.

use super::play::Play;
use super::{
    Action, Card, Chance, Event, EventSink, IllegalAction, Pending, Recorded, State, Step,
};

/// What a request with automatic answers asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Autopick {
    /// Answer what is pending, and no more.
    Answer,
    /// Answer what is pending, then draw unless the turn is over.
    Draw,
    /// Answer what is pending, then end the turn unless it is over.
    EndTurn,
}

impl State {
    /// The answer that is given for a player who does not want to choose; none if nothing is
    /// pending. It looks on under an oracle and draws under a kraken. Of a map's offer it takes the
    /// first card that does not bust, else the first. A hook takes the top of the first of one's own
    /// suits that does not bust, else of the first; a cannon that of the opponent's first suit; a
    /// sword that of the opponent's first suit that one does not own, even if it busts.
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

    /// Does what the player to move has asked for, with automatic answers to whatever is pending. A
    /// refused request changes nothing.
    ///
    /// [`Autopick::Answer`] is refused when nothing is pending, and also when nothing but draws for a
    /// kraken came of it: the arena counts answers by their events, and draws leave none. A draw that
    /// ends the turn is more than a draw. Chance may have been asked when the request is refused.
    pub fn apply_autopick<C, S>(
        &mut self,
        wish: Autopick,
        chance: &mut C,
        events: &mut S,
    ) -> Result<Step, IllegalAction>
    where
        C: Chance + ?Sized,
        S: EventSink + ?Sized,
    {
        let then = match wish {
            Autopick::Answer => return self.apply_answers(chance, events),
            Autopick::Draw => Action::Draw,
            Autopick::EndTurn => Action::EndTurn,
        };
        if self.to_move().and(self.pending).is_none() {
            return self.apply(then, chance, events);
        }
        let mut play = Play::begin(self, chance, events);
        play.answer_pending();
        // Whatever was pending has left its card in the area, so that the turn can be ended.
        if play.step.turn.is_none() {
            play.act(then);
            play.settle();
        }
        Ok(play.step)
    }

    fn apply_answers<C, S>(&mut self, chance: &mut C, events: &mut S) -> Result<Step, IllegalAction>
    where
        C: Chance + ?Sized,
        S: EventSink + ?Sized,
    {
        let pending = self
            .to_move()
            .ok_or(IllegalAction::MatchOver)
            .map(|_| self.pending)?;
        if pending.is_none() {
            return Err(IllegalAction::NothingToAnswer);
        }
        let mut after = *self;
        let mut told: Vec<Recorded> = Vec::new();
        let mut play = Play::begin(&mut after, chance, &mut told);
        play.answer_pending();
        let step = play.step;
        let answer = |told: &Recorded| matches!(told.event, Event::Response { .. });
        if step.turn.is_none() && !told.iter().any(answer) {
            return Err(IllegalAction::OnlyDraws);
        }
        *self = after;
        told.iter()
            .for_each(|told| events.event(told.player, told.event));
        Ok(step)
    }
}
