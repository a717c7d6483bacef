//! Agents that are implemented outside the contests: a function from a request to an action.
//!
//! One such agent plays any contest, at a table in this process and on a contest's server. It knows no type of a
//! contest: an observation is a record with named fields, and an action is a number with a name.
//!
//! | noun | file |
//! |---|---|
//! | [`OutsideAgent`], [`OutsidePlayer`] | this file |
//! | [`ActionSpace`]: the actions of a contest | `action_space` |
//! | [`Request`]: an observation and the legal actions | `request` |
//! | [`Outside`]: an agent with its name and its failure | `handle` |
//! | [`OutsideSeat`]: a player in the seat of a game | `seat` |
//! | [`OutsideFailure`]: the reason why an agent plays no more | `failure` |
//! | [`Program`]: a child process that plays | `program` |

mod action_space;
mod failure;
mod handle;
mod program;
mod request;
mod seat;

pub use action_space::ActionSpace;
pub use failure::OutsideFailure;
pub use handle::{OnFailure, Outside};
pub use program::{Program, ProgramError};
pub use request::{Request, Seen};
pub use seat::OutsideSeat;

use std::error::Error;
use std::sync::Arc;

/// The error of an outside agent's own code.
pub type OutsideError = Box<dyn Error + Send + Sync>;

/// An agent that is implemented outside the contests. It makes one player for every game, so that games can be
/// played side by side.
pub trait OutsideAgent: Send + Sync {
    /// Makes the player of one seat in one game. In a match, `seed` is a function of the game's seed and the seat, and
    /// a player whose chance comes from it plays the same game again.
    fn player(&self, seed: u64) -> Box<dyn OutsidePlayer>;
}

/// A player of one game.
pub trait OutsidePlayer: Send {
    /// A new game begins: drop the state of the last one.
    fn start_game(&mut self) {}

    /// The number of the chosen action, one of [`Request::legal`]. The request may be kept.
    ///
    /// # Errors
    ///
    /// The agent cannot choose. [`OnFailure`] has the consequence.
    fn choose(&mut self, request: &Arc<Request>) -> Result<usize, OutsideError>;
}

/// A function of the request, which all games share.
impl<F> OutsideAgent for F
where
    F: Fn(&Request) -> Result<usize, OutsideError> + Clone + Send + Sync + 'static,
{
    fn player(&self, _seed: u64) -> Box<dyn OutsidePlayer> {
        Box::new(Stateless(self.clone()))
    }
}

/// The player of a function.
struct Stateless<F>(F);

impl<F> OutsidePlayer for Stateless<F>
where
    F: Fn(&Request) -> Result<usize, OutsideError> + Send,
{
    fn choose(&mut self, request: &Arc<Request>) -> Result<usize, OutsideError> {
        (self.0)(request)
    }
}
