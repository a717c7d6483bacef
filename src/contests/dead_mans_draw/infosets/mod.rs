//! A turn as a solver sees it, and what a player is made to remember.
//!
//! A match is too long to be walked: who may stop after every card meets 2^40 histories of his own. So
//! one turn is the game ([`TurnGame`]), from positions as they come in matches, and its end is worth
//! what a learnt value says ([`value`](super::value)): a depth-limited game, as in DeepStack (Moravcik
//! et al., Science 2017), but one in which the other player has nothing to decide. What is solved is
//! therefore the choice of one player against chance; that of both is in the learnt value.
//!
//! | noun | file |
//! |---|---|
//! | the turn as a game | `turn_game` |
//! | what is remembered, by name | this file |
//! | `prospects`: hand-made features alone | `prospects` |
//! | `equity`: what the learnt value says | `equity` |
//! | how far buckets reach | `buckets` |

mod buckets;
mod equity;
mod prospects;
mod turn_game;

pub use equity::Equity;
pub use prospects::ByProspects;
pub use turn_game::{Moment, TurnGame, positions_of_play};

use std::sync::Arc;

use arrayvec::ArrayVec;
use cardsharp_solvers::sampled::{Numbering, RowKey};
use thiserror::Error;

use super::rules::{Action, Effect, State};
use super::value::Network;
use buckets::Digit;

/// The names of the information sets.
pub const NAMES: [&str; 2] = [ByProspects::NAME, Equity::NAME];

/// What a player remembers of a position, and which of the choices are told apart.
pub trait TurnInfosets: Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// What is remembered, in one line.
    fn summary(&self) -> &'static str;

    /// Cells of the table: one for every candidate of every row.
    fn cells(&self) -> u64;

    /// How its rows are numbered.
    fn numbering(&self) -> Numbering {
        Numbering::Dense {
            cells: self.cells(),
        }
    }

    /// What is seen of a position in which somebody has to move.
    fn seen(&self, state: &State) -> Seen;
}

/// The most choices that are weighed.
pub const MOST_CANDIDATES: usize = 6;

/// What a player sees of a position.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The choices that are weighed: at least one, some or all of those of [`State::choices`], in an
    /// order that means the same in every position of the row.
    pub candidates: ArrayVec<Action, MOST_CANDIDATES>,
    /// The row: the number of the cell of its first candidate. It means nothing with one candidate.
    pub row: RowKey,
}

impl Seen {
    /// Where there is nothing to weigh.
    fn only(action: Action) -> Seen {
        Seen {
            candidates: [action].into_iter().collect(),
            row: RowKey(0),
        }
    }
}

/// Drawing and stopping, the order of their cells, where both are allowed.
const DRAW_OR_STOP: [Action; 2] = [Action::Draw, Action::EndTurn];

/// There are no information sets of that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there are no information sets \"{0}\" for dead-mans-draw: choose {names}", names = NAMES.join(" or "))]
pub struct UnknownInfosets(pub String);

/// The information sets of that name; what the learnt value says comes from `network`.
///
/// # Errors
///
/// [`UnknownInfosets`] names those there are.
pub fn by_name(
    name: &str,
    network: &Arc<Network>,
) -> Result<Box<dyn TurnInfosets>, UnknownInfosets> {
    match name {
        ByProspects::NAME => Ok(Box::new(ByProspects)),
        Equity::NAME => Ok(Box::new(Equity::new(Arc::clone(network)))),
        _ => Err(UnknownInfosets(name.to_owned())),
    }
}

/// The effect that has to choose a card.
fn choosing(state: &State) -> Option<Effect> {
    match state.pending()?.effect() {
        Effect::Oracle | Effect::Kraken => None,
        effect => Some(effect),
    }
}

/// Hook, cannon, map and sword choose a card: which of them.
fn place_of(effect: Effect) -> Digit {
    let value = match effect {
        Effect::Hook => 0,
        Effect::Cannon => 1,
        Effect::Map => 2,
        _ => 3,
    };
    Digit {
        value,
        of: CHOOSING,
    }
}

/// Effects that choose a card.
const CHOOSING: usize = 4;
