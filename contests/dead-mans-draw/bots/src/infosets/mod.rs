//! The turn as a game for a solver, and its information sets.
//!
//! A match is too long to be traversed: a player who may stop after every card has 2^40 histories of their own.
//! Therefore one turn is the game ([`TurnGame`]). It starts from positions that occur in matches, and its end has the
//! learnt value ([`value`](super::value)). This is a depth-limited game, as in DeepStack (Moravcik et al., Science
//! 2017), but the other player has no decisions in it. The solver therefore solves the choices of one player against
//! chance. The choices of both players are part of the learnt value.
//!
//! | noun | file |
//! |---|---|
//! | the turn as a game | `turn_game` |
//! | the information sets, by name | this file |
//! | `prospects`: only hand-made features | `prospects` |
//! | `equity`: the learnt value | `equity` |
//! | the buckets of numbers | `buckets` |

mod buckets;
mod equity;
mod prospects;
mod turn_game;

pub use equity::Equity;
pub use prospects::ByProspects;
pub use turn_game::{TurnGame, TurnState, positions_of_play};

use std::sync::Arc;

use thiserror::Error;

use super::value::Network;
use buckets::Digit;
use cardsharp_dead_mans_draw_game::rules::{Action, Effect, State};
use cardsharp_policy::{InfosetRow, TableInfosets};

/// The names of the information sets.
pub const NAMES: &[&str] = &[ByProspects::NAME, Equity::NAME];

/// Information sets of a turn, and the candidates among the choices.
pub trait TurnInfosets: TableInfosets {
    /// The information set of a position in which a player has to move.
    fn infoset(&self, state: &State) -> TurnInfoset;
}

/// The largest number of candidates.
pub const MAX_CANDIDATES: usize = 6;

/// The information set of a position, and its candidates: at least one, some or all of [`State::choices`]. The row is the
/// number of the cell of the first candidate.
pub type TurnInfoset = InfosetRow<Action, MAX_CANDIDATES>;

/// Drawing and stopping in the order of their cells, for positions in which both are allowed.
const DRAW_OR_STOP: [Action; 2] = [Action::Draw, Action::EndTurn];

/// The name of information sets that do not exist.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there are no information sets \"{0}\" for dead-mans-draw: choose {names}", names = NAMES.join(" or "))]
pub struct UnknownInfosets(pub String);

/// The information sets of that name. Those that use the learnt value take it from `network`.
///
/// # Errors
///
/// [`UnknownInfosets`] names the information sets that exist.
pub fn by_name(name: &str, network: &Arc<Network>) -> Result<Box<dyn TurnInfosets>, UnknownInfosets> {
    match name {
        ByProspects::NAME => Ok(Box::new(ByProspects)),
        Equity::NAME => Ok(Box::new(Equity::new(Arc::clone(network)))),
        _ => Err(UnknownInfosets(name.to_owned())),
    }
}

/// The pending effect, if the player has to choose a card for it.
fn choosing(state: &State) -> Option<Effect> {
    match state.pending()?.effect() {
        Effect::Oracle | Effect::Kraken => None,
        effect => Some(effect),
    }
}

/// The number of the effect among those that choose a card: hook, cannon, map and sword.
fn index_of(effect: Effect) -> Digit {
    let value = match effect {
        Effect::Hook => 0,
        Effect::Cannon => 1,
        Effect::Map => 2,
        _ => 3,
    };
    Digit { value, of: CHOOSING }
}

/// The number of effects that choose a card.
const CHOOSING: usize = 4;

/// The names of those effects, in the order of their numbers.
const EFFECTS: [&str; CHOOSING] = ["hook", "cannon", "map", "sword"];

/// The names of the first actions of every layout, as [`DRAW_OR_STOP`].
const DRAW_OR_STOP_NAMES: [&str; 2] = ["draw", "end"];

/// The actions of a row for drawing or stopping.
fn draw_or_stop(_: &[i64], actions: &mut Vec<u32>) {
    actions.extend([0, 1]);
}
