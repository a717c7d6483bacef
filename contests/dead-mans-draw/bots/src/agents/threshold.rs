//! `threshold`: weighs the risk against the gain.

use super::Agent;
use crate::DeadMansDrawGame;
use crate::value::Prospects;
use cardsharp_dead_mans_draw_game::rules::{Action, Card, Effect, Pending, State, Suit};
use cardsharp_options::within;
use serde::Deserialize;

/// Draws as long as the expected gain of the next card is positive: its points and a constant for further gains, minus
/// the points at risk if it busts. Answers effects with the card of the most points.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Threshold {
    /// The value of a card beyond its own points.
    #[serde(deserialize_with = "within::<0, 100, _, _>")]
    further: f64,
}

impl Default for Threshold {
    /// The best of 0.5, 1, 1.5, 2 and 3 against each other, by less than one in a hundred matches.
    fn default() -> Self {
        Threshold { further: 1.0 }
    }
}

impl Threshold {
    fn wants_more(&self, state: &State, prospects: &Prospects) -> bool {
        let pile = state.draw_pile().unseen();
        let expected: f64 = pile
            .iter()
            .map(|card| {
                if prospects.area.contains(card.suit()) {
                    -prospects.at_risk()
                } else {
                    prospects.gain(card) + self.further
                }
            })
            .sum();
        expected > 0.0
    }
}

impl Agent<DeadMansDrawGame> for Threshold {
    fn choose(&mut self, state: &State) -> Action {
        let prospects = Prospects::of(state);
        let may_stop = state.check(Action::EndTurn).is_ok();
        let draws = match state.pending() {
            None => self.wants_more(state, &prospects),
            Some(Pending::Kraken { .. }) => true,
            Some(Pending::Oracle { next, .. }) => !prospects.area.contains(next.suit()),
            Some(_) => return best_answer(state, |effect, card| value(&prospects, effect, card)),
        };
        if may_stop && !draws { Action::EndTurn } else { Action::Draw }
    }
}

/// The answer to a hook, cannon, map or sword whose card has the greatest value.
pub(super) fn best_answer(state: &State, value: impl Fn(Effect, Card) -> f64) -> Action {
    let value = |action: &Action| match *action {
        Action::Respond { effect, card: Some(card) } => value(effect, card),
        _ => 0.0,
    };
    let choices = state.choices().into_iter();
    let best = choices.max_by(|one, other| value(one).total_cmp(&value(other)));
    // The player to move always has a choice.
    best.unwrap_or(Action::Draw)
}

fn value(prospects: &Prospects, effect: Effect, card: Card) -> f64 {
    if effect == Effect::Cannon {
        return prospects.harm(card);
    }
    let taken = match effect {
        Effect::Sword => prospects.harm(card),
        Effect::Hook => -prospects.cost(card),
        _ => 0.0,
    };
    if prospects.area.contains(card.suit()) {
        return taken - prospects.at_risk();
    }
    let brings = match card.suit() {
        Suit::Cannon | Suit::Sword => 3.0,
        Suit::Kraken => -2.0,
        _ => 0.0,
    };
    // A hooked card is banked again with the play area.
    let gain = match effect {
        Effect::Hook => prospects.cost(card),
        _ => prospects.gain(card),
    };
    taken + gain + brings
}
