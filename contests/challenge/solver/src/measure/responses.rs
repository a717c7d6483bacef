//! Responses to one player of a strategy: from an equilibrium, which is safe, to the best response.

use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{BadConfidence, RangeCfr, RangeModel, Root, TooLarge, total};
use thiserror::Error;

use crate::infosets::HandGame;
use crate::policy::HandStrategy;
use crate::ranges::{FixedStrategy, LastTrick, RangeHand, TooFewCopies};

/// A reason why a strategy cannot be responded to.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ResponseError {
    /// The shoe cannot deal every hand.
    #[error(transparent)]
    Hand(#[from] TooFewCopies),
    /// The hand does not fit into memory.
    #[error("the hand does not fit into memory: {0}")]
    Size(#[from] TooLarge),
    /// A trade-off is no probability.
    #[error(transparent)]
    TradeOff(#[from] BadConfidence),
}

/// A response to a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response {
    /// The responder's probability of winning the game against the player.
    pub value: f64,
    /// The value that a best response takes from the response beyond the opponent's share in an equilibrium.
    pub exploitability: f64,
}

/// The most memory of a solver.
const MAX_MEMORY: u64 = 4 << 30;

/// The responses to player `opponent` of `strategy` in a class of payoffs, one for each trade-off, and the responder's value in
/// an equilibrium. All are solved with `iterations` iterations.
///
/// A trade-off is the probability with which the opponent follows the strategy at each decision, on its own; otherwise the
/// opponent plays as they like. This is the data-biased response of Johanson and Bowling (AISTATS 2009) with the same confidence
/// everywhere: 0 is an equilibrium, 1 a best response.
///
/// # Errors
///
/// [`ResponseError`].
pub fn responses(
    (game, strategy, class): (&HandGame, &dyn HandStrategy, u8),
    opponent: Player,
    trade_offs: &[f64],
    iterations: u64,
) -> Result<(f64, Vec<Response>), ResponseError> {
    // A response to a strategy may have to answer any action, and each card of the last trick is a decision of the strategy.
    let ranges =
        RangeHand::new(game.rules(), game.payoffs()[usize::from(class)])?.with_last_trick(LastTrick::CardByCard);
    let root = Root::of(&ranges);
    let responder = opponent.opponent();
    let of_all = |player: Player, values: &[f32]| total(values, &root.ranges[player.index()]);
    let mut fixed = FixedStrategy::new(game, strategy, class);
    let mut solve = |trade_off: f64| -> Result<_, ResponseError> {
        let model = RangeModel::of(&ranges, &root.public, opponent, &mut |public, layout, weights, confidence| {
            weights.copy_from_slice(&fixed.cells(&ranges, public)[..layout.cells()]);
            confidence.fill(trade_off as f32);
        })?;
        let options = Preset::PCFR_PLUS.max_memory(MAX_MEMORY);
        let mut solver = RangeCfr::<_, f32>::with_options(&ranges, root.clone(), options)?;
        solver.advance_against(&model, iterations);
        let value = of_all(responder, &solver.values_against(responder, model.strategy()));
        let taken = of_all(opponent, &solver.best_response(opponent));
        Ok((solver, value, taken))
    };
    let (equilibrium, safe_value, safe_taken) = solve(0.0)?;
    let free = of_all(responder, &equilibrium.values(responder));
    // Its memory is needed by the others.
    drop(equilibrium);
    let response = |&trade_off: &f64| {
        let (value, taken) = if trade_off == 0.0 {
            (safe_value, safe_taken)
        } else {
            let (_, value, taken) = solve(trade_off)?;
            (value, taken)
        };
        Ok(Response { value: 0.5 + value, exploitability: taken + free })
    };
    let found = trade_offs.iter().map(response).collect::<Result<_, ResponseError>>()?;
    Ok((0.5 + free, found))
}
