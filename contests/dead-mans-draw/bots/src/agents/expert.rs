//! `expert`: the best hand-written player.

use super::Agent;
use super::threshold::best_answer;
use crate::DeadMansDrawGame;
use crate::value::Prospects;
use cardsharp_dead_mans_draw_game::rules::{Action, Card, CardSet, Effect, Pending, State, Suit};
use cardsharp_options::within;
use serde::Deserialize;

/// Maximizes an estimate of the probability to win. It weighs every card that may come next, with
/// the card's points and the estimated gain of its effect. A point counts by how much it still
/// changes that probability: little while the pile is high and the match open, and most at the end.
/// The expert therefore takes risks when behind, and few when ahead.
#[derive(Clone, Copy, Debug)]
pub struct Expert {
    options: ExpertOptions,
}

/// The parameters of the expert.
///
/// The defaults lie on a plateau. With swing 4, 9 or 14, map 0.3 or 0.7, kraken 0.2 or 0.8, further
/// 1, 2.5 or 4, the expert wins 49.5 to 50.3 % against itself with the defaults (`cardsharp match
/// dead-mans-draw expert:swing=9 expert --games 20000` and so on).
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExpertOptions {
    /// The points that a drawn card is worth beyond its own, since more cards may follow it.
    #[serde(deserialize_with = "within::<0, 100, _, _>")]
    pub further: f64,
    /// The points by which a lead may still change, per square root of the number of cards in the pile.
    #[serde(deserialize_with = "within::<0, 100, _, _>")]
    pub swing: f64,
    /// The share of a map's estimated gain that counts.
    #[serde(deserialize_with = "within::<0, 10, _, _>")]
    pub map: f64,
    /// The share of a kraken's estimated gain or loss that counts.
    #[serde(deserialize_with = "within::<0, 10, _, _>")]
    pub kraken: f64,
}

impl Default for ExpertOptions {
    fn default() -> Self {
        ExpertOptions { further: 1.7, swing: 6.0, map: 0.5, kraken: 0.5 }
    }
}

/// The points by which a lead may still change when the last card is drawn.
const LAST_SWING: f64 = 1.0;
/// The share of a card's points that is lost by taking it out of one's own bank with a hook.
const HOOK_COST: f64 = 0.3;
/// The points of a chest without a key, or of a key without a chest. Also the share of the points
/// at risk that an anchor is worth.
const HALF_BONUS: f64 = 0.3;
/// The points of a card that a kraken brings.
const KRAKEN_CARD: f64 = 2.0;

impl Expert {
    /// The agent with these parameters.
    pub fn new(options: ExpertOptions) -> Expert {
        Expert { options }
    }

    /// The approximate probability to win with so many points more than now.
    fn chance(&self, state: &State, prospects: &Prospects, points: f64) -> f64 {
        let after_next = (state.draw_pile().len() as f64 - 1.0).max(0.0);
        let swing = LAST_SWING + self.options.swing * after_next.sqrt();
        1.0 / (1.0 + (-(prospects.ahead + points) / swing).exp())
    }

    fn wants_more(&self, state: &State, prospects: &Prospects) -> bool {
        let pile = state.draw_pile().unseen();
        let chances = pile.iter().map(|card| {
            let points = if prospects.area.contains(card.suit()) {
                prospects.kept
            } else {
                prospects.banked + self.placed(state, prospects, card) + self.options.further
            };
            self.chance(state, prospects, points)
        });
        let mean = chances.sum::<f64>() / pile.len() as f64;
        mean > self.chance(state, prospects, prospects.banked)
    }

    /// The points that a card brings if it does not bust, its effect included.
    fn placed(&self, state: &State, prospects: &Prospects, card: Card) -> f64 {
        let gain = prospects.gain(card);
        let risk = prospects.at_risk() + gain;
        let mut with = *prospects;
        with.area = with.area.with(card.suit());
        if !state.rules().effects.contains(card.suit()) {
            return gain;
        }
        gain + match card.suit() {
            Suit::Cannon => most(prospects.theirs.tops(), |card| prospects.harm(card)),
            Suit::Sword => sword(&with, risk),
            Suit::Kraken => self.options.kraken * kraken(state, &with, risk),
            Suit::Hook => hook(&with, risk),
            Suit::Map => self.options.map * map(state, &with, risk),
            Suit::Chest | Suit::Key => match with.bonus(state, state.area().len() + 1) {
                0.0 => HALF_BONUS,
                bonus => bonus,
            },
            Suit::Oracle => 1.0,
            Suit::Anchor => HALF_BONUS * prospects.at_risk(),
            Suit::Mermaid => 0.0,
        }
    }

    /// The value of an answer, in points.
    fn answered(&self, state: &State, prospects: &Prospects, effect: Effect, card: Card) -> f64 {
        let taken = match effect {
            Effect::Cannon => return prospects.harm(card),
            Effect::Sword => prospects.harm(card),
            Effect::Hook => -HOOK_COST * prospects.cost(card),
            _ => 0.0,
        };
        if prospects.area.contains(card.suit()) {
            return taken - prospects.at_risk();
        }
        let placed = self.placed(state, prospects, card);
        match effect {
            // The card was in the bank before, and is banked again with the play area.
            Effect::Hook => taken + placed - prospects.gain(card),
            _ => taken + placed,
        }
    }
}

impl Agent<DeadMansDrawGame> for Expert {
    fn choose(&mut self, state: &State) -> Action {
        let prospects = Prospects::of(state);
        let may_stop = state.check(Action::EndTurn).is_ok();
        let draws = match state.pending() {
            None => !may_stop || self.wants_more(state, &prospects),
            Some(Pending::Kraken { .. }) => true,
            Some(Pending::Oracle { next, .. }) => {
                let bust = prospects.area.contains(next.suit());
                !bust && self.placed(state, &prospects, next) > 0.0
            }
            Some(_) => {
                return best_answer(state, |effect, card| self.answered(state, &prospects, effect, card));
            }
        };
        if may_stop && !draws { Action::EndTurn } else { Action::Draw }
    }
}

/// The greatest value among these cards; 0 if there are none.
fn most(cards: CardSet, value: impl Fn(Card) -> f64) -> f64 {
    let value = cards.iter().map(value);
    value.reduce(f64::max).unwrap_or(0.0)
}

/// The value of a sword: that of the best card of the opponent's in a suit that the player has not
/// banked. The card busts if its suit lies in the area.
fn sword(prospects: &Prospects, risk: f64) -> f64 {
    let own = prospects.own.suits();
    let within = prospects.theirs.tops().iter();
    let may = within.filter(|card| !own.contains(card.suit()));
    most(may.collect(), |card| {
        let placed = if prospects.area.contains(card.suit()) { -risk } else { prospects.gain(card) };
        prospects.harm(card) + placed
    })
}

/// The value of a hook: an effect that is used again, or a bust if all suits of the player's bank lie in the area.
fn hook(prospects: &Prospects, risk: f64) -> f64 {
    let tops = prospects.own.tops();
    most(tops, |card| {
        if prospects.area.contains(card.suit()) {
            return -risk;
        }
        let again = match card.suit() {
            Suit::Cannon => most(prospects.theirs.tops(), |card| prospects.harm(card)),
            Suit::Sword => sword(prospects, risk),
            Suit::Oracle | Suit::Anchor => 1.0,
            Suit::Kraken => -KRAKEN_CARD,
            _ => 0.0,
        };
        again - HOOK_COST * prospects.cost(card)
    })
}

/// The value of a map: that of the best of three discards, which is taken to be in the upper
/// quarter of all. It is a bust if no discard fits.
fn map(state: &State, prospects: &Prospects, risk: f64) -> f64 {
    let discards = state.discard_set();
    if discards.is_empty() {
        return 0.0;
    }
    let fits = discards.iter().filter(|card| !prospects.area.contains(card.suit()));
    let mut gains: Vec<f64> = fits.map(|card| prospects.gain(card)).collect();
    gains.sort_by(|one, other| other.total_cmp(one));
    gains.get(gains.len() / 4).copied().unwrap_or(-risk)
}

/// The value of a kraken: two cards, or a bust by either.
fn kraken(state: &State, prospects: &Prospects, risk: f64) -> f64 {
    let pile = state.draw_pile().cards();
    let first = prospects.bust_share(pile);
    // The first card adds a suit that the second can bust on: a tenth of the pile.
    let second = (first + 0.1).min(1.0);
    let bust = 1.0 - (1.0 - first) * (1.0 - second);
    2.0 * KRAKEN_CARD * (1.0 - bust) - bust * risk
}
