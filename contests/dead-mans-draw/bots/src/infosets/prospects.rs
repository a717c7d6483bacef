//! `prospects`: features that a player can count at the table.

use cardsharp_solvers::sampled::{Numbering, RowKey};

use super::buckets::{Digit, bucket, number, product};
use super::{
    CHOOSING, DRAW_OR_STOP, DRAW_OR_STOP_NAMES, EFFECTS, MAX_CANDIDATES, TurnInfoset, TurnInfosets, choosing,
    draw_or_stop, index_of,
};
use crate::value::Prospects;
use cardsharp_dead_mans_draw_game::rules::{Action, Card, Effect, Pending, State, Suit};
use cardsharp_policy::{DigitBlock, DigitLayout, Part, TableInfosets, bucket_names};

/// Information sets without a learnt value. A row for drawing or stopping has the points at risk,
/// the probability to bust, the points that an anchor protects, chest and key, the lead relative to
/// what the pile can still change, and the size of the pile. A row for an effect has the classes of
/// cards that may be chosen, with the most valuable card of each class as a candidate.
#[derive(Clone, Copy, Debug)]
pub struct ByProspects;

/// The number of classes of a chosen card, which depend on its effect. They are the classes of candidates.
const CLASSES: usize = MAX_CANDIDATES;
const MASKS: usize = 1 << CLASSES;
const BUST: [f64; 9] = [0.0, 0.06, 0.12, 0.17, 0.22, 0.27, 0.33, 0.4, 0.5];
const RISK: [f64; 7] = [0.5, 2.5, 4.5, 6.5, 9.0, 12.0, 16.0];
const KEPT: [f64; 2] = [0.0, 4.0];
const LEAD: [f64; 8] = [-1.2, -0.7, -0.4, -0.15, 0.15, 0.4, 0.7, 1.2];
const PILE: [f64; 5] = [2.0, 5.0, 10.0, 20.0, 32.0];
const DRAW_ROWS: usize = product(&[10, 8, 3, 3, 9, 6]);

const NEXT_GAIN: [f64; 2] = [0.0, 3.0];
const MIN_RISK: [f64; 3] = [2.5, 6.5, 12.0];
const MIN_LEAD: [f64; 4] = [-0.7, -0.15, 0.15, 0.7];
const ORACLE_ROWS: usize = product(&[CLASSES, 3, 4, 5]);
const ANSWER_ROWS: usize = product(&[CHOOSING, MASKS, 4, 5]);

const ORACLE_BEGIN: usize = 2 * DRAW_ROWS;
const ANSWER_BEGIN: usize = ORACLE_BEGIN + 2 * ORACLE_ROWS;
const CELLS: usize = ANSWER_BEGIN + CLASSES * ANSWER_ROWS;

/// Points by which the lead may still change, per square root of the number of cards in the pile.
const SWING: f64 = 6.0;

impl ByProspects {
    /// The name of the information sets.
    pub const NAME: &'static str = "prospects";
}

impl TableInfosets for ByProspects {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn summary(&self) -> &'static str {
        "points at risk, chance to bust, what is protected, chest and key, lead, pile; kinds of cards on offer"
    }

    fn numbering(&self) -> Numbering {
        Numbering::Dense { cells: CELLS as u64 }
    }

    fn layout(&self) -> Option<DigitLayout> {
        let block = |decision, first: usize, width: usize, digits, actions| DigitBlock {
            decision,
            first: first as u64,
            width: width as u64,
            digits,
            actions,
        };
        let draw = vec![(1, 10), (2, 8), (3, 3), (4, 3), (5, 9), (6, 6)];
        let oracle = vec![(7, CLASSES as u64), (8, 3), (9, 4), (10, 5)];
        let answer = vec![(11, CHOOSING as u64), (12, MASKS as u64), (9, 4), (10, 5)];
        // A row has the classes that its cards on offer have.
        let classes = |digits: &[i64], actions: &mut Vec<u32>| {
            let there = (0..CLASSES as u32).filter(|class| digits[1] >> class & 1 == 1);
            actions.extend(there.map(|class| 2 + class));
        };
        let cards = (0..CLASSES).map(|class| format!("best card of class {class}"));
        Some(DigitLayout {
            parts: parts(),
            actions: DRAW_OR_STOP_NAMES.map(str::to_owned).into_iter().chain(cards).collect(),
            blocks: vec![
                block(0, 0, 2, draw, draw_or_stop),
                block(1, ORACLE_BEGIN, 2, oracle, draw_or_stop),
                block(2, ANSWER_BEGIN, CLASSES, answer, classes),
            ],
        })
    }
}

impl TurnInfosets for ByProspects {
    fn infoset(&self, state: &State) -> TurnInfoset {
        let prospects = Prospects::of(state);
        if let Some(effect) = choosing(state) {
            let best = best_of_classes(state, &prospects, effect);
            let row = ANSWER_BEGIN + CLASSES * answer(state, &prospects, effect, &best);
            return TurnInfoset {
                candidates: best.into_iter().flatten().map(|(action, _)| action).collect(),
                row: RowKey(row as u64),
            };
        }
        if state.check(Action::EndTurn).is_err() {
            return TurnInfoset::only(Action::Draw);
        }
        let row = match state.pending() {
            Some(Pending::Oracle { next, .. }) => ORACLE_BEGIN + 2 * oracle(state, &prospects, next),
            _ => 2 * draw(state, &prospects),
        };
        TurnInfoset { candidates: DRAW_OR_STOP.into_iter().collect(), row: RowKey(row as u64) }
    }
}

/// The parts of all decisions.
fn parts() -> Vec<Part> {
    vec![
        Part::label("decision", ["draw", "draw after oracle", "answer"]),
        Part::label("bust", bucket_names(&BUST)),
        Part::label("at_risk", bucket_names(&RISK)),
        Part::label("protected", bucket_names(&KEPT)),
        Part::number("chest_and_key"),
        Part::label("lead", bucket_names(&LEAD)),
        Part::label("pile", bucket_names(&PILE)),
        Part::number("next_class"),
        Part::label("next_gain", bucket_names(&NEXT_GAIN)),
        Part::label("at_risk_coarse", bucket_names(&MIN_RISK)),
        Part::label("lead_coarse", bucket_names(&MIN_LEAD)),
        Part::label("effect", EFFECTS),
        Part::number("classes_on_offer"),
    ]
}

fn draw(state: &State, prospects: &Prospects) -> usize {
    let pile = state.draw_pile();
    let halves = [Suit::Chest, Suit::Key].into_iter();
    let halves = halves.filter(|&suit| prospects.area.contains(suit)).count();
    number(&[
        bucket(prospects.bust_share(pile.cards()), &BUST),
        bucket(prospects.at_risk(), &RISK),
        bucket(prospects.kept, &KEPT),
        Digit { value: halves, of: 3 },
        bucket(lead(state, prospects), &LEAD),
        bucket(pile.len() as f64, &PILE),
    ])
}

fn oracle(state: &State, prospects: &Prospects, next: Card) -> usize {
    number(&[
        class(state, prospects, Effect::Oracle, next),
        bucket(prospects.gain(next), &NEXT_GAIN),
        bucket(prospects.at_risk(), &MIN_RISK),
        bucket(lead(state, prospects), &MIN_LEAD),
    ])
}

fn answer(state: &State, prospects: &Prospects, effect: Effect, best: &BestOfClasses) -> usize {
    let bit = |(class, best): (usize, &Option<_>)| usize::from(best.is_some()) << class;
    let mask = best.iter().enumerate().map(bit).sum();
    number(&[
        index_of(effect),
        Digit { value: mask, of: MASKS },
        bucket(prospects.at_risk(), &MIN_RISK),
        bucket(lead(state, prospects), &MIN_LEAD),
    ])
}

/// The player's lead after stopping, relative to what the pile can still change.
fn lead(state: &State, prospects: &Prospects) -> f64 {
    let swing = 1.0 + SWING * (state.draw_pile().len() as f64).sqrt();
    2.0 * (prospects.ahead + prospects.banked) / swing
}

/// An answer of each class, with the points that it brings at once.
type BestOfClasses = [Option<(Action, f64)>; CLASSES];

/// The most valuable answer of each class.
fn best_of_classes(state: &State, prospects: &Prospects, effect: Effect) -> BestOfClasses {
    let mut best = [None; CLASSES];
    for action in state.choices() {
        let Action::Respond { card, .. } = action else {
            continue;
        };
        // Not firing a cannon, where the rules allow it, brings no points.
        let (class, value) = card.map_or((0, 0.0), |card| {
            let value = prospects.at_once(effect, card);
            (class(state, prospects, effect, card).value, value)
        });
        let best: &mut Option<(Action, f64)> = &mut best[class];
        if best.is_none_or(|(_, most)| value > most) {
            *best = Some((action, value));
        }
    }
    best
}

/// The class of a card. For a cannon, it depends on the number of cards left in its suit that can
/// replace it. For other effects, it depends on a bust and on the effect of the card.
fn class(state: &State, prospects: &Prospects, effect: Effect, card: Card) -> Digit {
    let value = if effect == Effect::Cannon {
        match state.draw_pile().cards().of_suit(card.suit()).len() {
            0 => 0,
            1 | 2 => 1,
            _ => 2,
        }
    } else if prospects.area.contains(card.suit()) {
        5
    } else if !state.rules().effects.contains(card.suit()) {
        0
    } else {
        match card.suit() {
            Suit::Cannon | Suit::Sword => 1,
            Suit::Hook | Suit::Map => 2,
            Suit::Oracle | Suit::Anchor => 3,
            Suit::Kraken => 4,
            Suit::Chest | Suit::Key | Suit::Mermaid => 0,
        }
    };
    Digit { value, of: CLASSES }
}
