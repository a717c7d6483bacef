//! The agents of SkullWhist: the hand-written ones, weakest first, and a factory that
//! makes them by name.
//!
//! | noun | file |
//! |---|---|
//! | the random numbers of an agent | `agent_rng` |
//! | the bids of both players | `bidding` |
//! | `random`, `high-cards`, `expert` | one file each |
//! | `determinize`, which solves samples of the other's hand | `determinize` |
//! | `search`, which also models the other's strategy | `search` |
//! | the table of a policy | `trained` |
//! | an agent from outside the contest | `outside` |
//! | the factory of agents by name | `factory` |

mod agent_rng;
mod bidding;
mod determinize;
mod expert;
mod factory;
mod high_cards;
mod outside;
mod random;
mod search;
mod trained;

pub use bidding::{Prospect, best_bid, bid_probabilities, prospects};
pub use determinize::{Determinize, DeterminizeOptions};
pub use expert::{Expert, ExpertOptions};
pub use factory::{Factory, HAND_WRITTEN};
pub use high_cards::HighCards;
pub use outside::Outside;
pub use random::Random;
pub use search::{OpponentModel, Search, SearchOptions};
pub use trained::Trained;

use cardsharp_game::{AgentError, AgentSpec};
use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::{Card, Objective};

/// A player. One value plays one game at a time. It receives a request for a bid, then for cards in
/// turn. Each answer must be legal in the given position.
pub trait Agent: Send {
    /// A new game begins: drop the state of the last one.
    fn start_game(&mut self) {}

    /// The bid, 1 to the number of rounds.
    fn bid(&mut self, observation: &Observation) -> u8;

    /// The card to play.
    fn play(&mut self, observation: &Observation) -> Option<Card>;

    /// True if the player has left the game. Its last answer does not count then, and it must not be asked again. Only
    /// an outside agent that has failed leaves.
    fn has_left(&self) -> bool {
        false
    }
}

/// The objective of an agent: option `objective`, a win by default.
fn objective(spec: &AgentSpec) -> Result<Objective, AgentError> {
    let index = spec.choice("objective", &Objective::ALL.map(Objective::name))?;
    Ok(index.map_or(Objective::Win, |index| Objective::ALL[index]))
}
