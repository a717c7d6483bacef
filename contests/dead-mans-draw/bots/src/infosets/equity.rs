//! `equity`: the learnt value in buckets.

use std::sync::Arc;

use cardsharp_solvers::sampled::{Numbering, RowKey};

use super::buckets::{Digit, bucket, number, product};
use super::{
    CHOOSING, DRAW_OR_STOP, DRAW_OR_STOP_NAMES, EFFECTS, TurnInfoset, TurnInfosets, choosing, draw_or_stop, index_of,
};
use crate::value::{Network, Prospects, Ranked};
use cardsharp_dead_mans_draw_game::rules::{Action, Effect, State};
use cardsharp_policy::{DigitBlock, DigitLayout, Part, TableInfosets, bucket_names};

/// Information sets of equity buckets. A row for drawing or stopping has the probability to win after stopping, the
/// gain of drawing by the learnt value, the probability to bust, and the size of the pile. A row for an effect has the
/// three best answers by the learnt value, and the distances between their values. Poker hands are grouped in the same
/// way, by equity instead of cards.
#[derive(Clone, Debug)]
pub struct Equity {
    network: Arc<Network>,
}

/// The largest number of answers that are candidates.
const CANDIDATES: usize = 3;

const STOP: [f64; 9] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const EDGE: [f64; 15] =
    [-0.1, -0.06, -0.04, -0.025, -0.015, -0.008, -0.003, 0.0, 0.003, 0.008, 0.015, 0.025, 0.04, 0.06, 0.1];
const BUST: [f64; 6] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.6];
const PILE: [f64; 3] = [5.0, 15.0, 30.0];
const DRAW_ROWS: usize = product(&[16, 10, 7, 4]);

const GAP: [f64; 4] = [0.003, 0.01, 0.025, 0.06];
const ANSWER_ROWS: usize = product(&[CHOOSING, 2, 5, 5]);

const ANSWER_BEGIN: usize = 2 * DRAW_ROWS;
const CELLS: usize = ANSWER_BEGIN + CANDIDATES * ANSWER_ROWS;

impl Equity {
    /// The name of the information sets.
    pub const NAME: &'static str = "equity";

    /// The information sets by the value of `network`.
    pub fn new(network: Arc<Network>) -> Equity {
        Equity { network }
    }
}

fn draw(state: &State, ranked: &Ranked) -> usize {
    let stop = f64::from(ranked.value(Action::EndTurn));
    let draw = f64::from(ranked.value(Action::Draw));
    let pile = state.draw_pile();
    let bust = Prospects::of(state).bust_share(pile.cards());
    number(&[bucket(draw - stop, &EDGE), bucket(stop, &STOP), bucket(bust, &BUST), bucket(pile.len() as f64, &PILE)])
}

fn answer(effect: Effect, ranked: &Ranked) -> usize {
    let value = |index: usize| ranked.get(index).map(|(_, value)| f64::from(value));
    let first = value(0).unwrap_or(0.0);
    let gap = |index| bucket(first - value(index).unwrap_or(first), &GAP);
    let third = Digit { value: usize::from(value(2).is_some()), of: 2 };
    number(&[index_of(effect), third, gap(1), gap(2)])
}

impl TableInfosets for Equity {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn summary(&self) -> &'static str {
        "chance to win after stopping and edge of drawing by the learnt value, chance to bust, pile; the best three answers"
    }

    fn numbering(&self) -> Numbering {
        Numbering::Dense { cells: CELLS as u64 }
    }

    fn layout(&self) -> Option<DigitLayout> {
        let draw = DigitBlock {
            decision: 0,
            first: 0,
            width: 2,
            digits: vec![(1, 16), (2, 10), (3, 7), (4, 4)],
            actions: draw_or_stop,
        };
        let answer = DigitBlock {
            decision: 1,
            first: ANSWER_BEGIN as u64,
            width: CANDIDATES as u64,
            digits: vec![(5, CHOOSING as u64), (6, 2), (7, 5), (8, 5)],
            actions: |digits, actions| actions.extend(2..4 + digits[1] as u32),
        };
        let answers = ["best answer", "second answer", "third answer"];
        Some(DigitLayout {
            parts: vec![
                Part::label("decision", ["draw", "answer"]),
                Part::label("edge_of_drawing", bucket_names(&EDGE)),
                Part::label("win_after_stopping", bucket_names(&STOP)),
                Part::label("bust", bucket_names(&BUST)),
                Part::label("pile", bucket_names(&PILE)),
                Part::label("effect", EFFECTS),
                Part::number("third_answer"),
                Part::label("second_behind", bucket_names(&GAP)),
                Part::label("third_behind", bucket_names(&GAP)),
            ],
            actions: [&DRAW_OR_STOP_NAMES[..], &answers].concat().into_iter().map(str::to_owned).collect(),
            blocks: vec![draw, answer],
        })
    }
}

impl TurnInfosets for Equity {
    fn infoset(&self, state: &State) -> TurnInfoset {
        let effect = choosing(state);
        if effect.is_none() && state.check(Action::EndTurn).is_err() {
            return TurnInfoset::only(Action::Draw);
        }
        let ranked = Ranked::of(&self.network, state);
        match effect {
            Some(effect) => TurnInfoset {
                candidates: ranked.best(CANDIDATES).map(|(action, _)| action).collect(),
                row: RowKey((ANSWER_BEGIN + CANDIDATES * answer(effect, &ranked)) as u64),
            },
            None => TurnInfoset {
                candidates: DRAW_OR_STOP.into_iter().collect(),
                row: RowKey(2 * draw(state, &ranked) as u64),
            },
        }
    }
}
