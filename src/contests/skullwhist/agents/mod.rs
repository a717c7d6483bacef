//! Players of SkullWhist: the ladder of hand-written ones, weakest first, and the way to all of them by
//! name.
//!
//! | noun | file |
//! |---|---|
//! | what a player sees | `sight` |
//! | what counting cards tells | `count` |
//! | an agent's own chance | `chance` |
//! | bids, others' and one's own | `bidding` |
//! | the tricks a hand is good for | `strength` |
//! | `random`, `high-cards`, `expert` | one file each |
//! | `determinize`, which solves the hands the other may hold | `determinize` |
//! | `search`, which also asks how he may play | `search` |
//! | the table of a policy | `trained` |
//! | an agent's name to the agent | `factory` |

mod bidding;
mod chance;
mod count;
mod determinize;
mod expert;
mod factory;
mod high_cards;
mod random;
mod search;
mod sight;
mod strength;
mod trained;

pub use bidding::{Prospect, best_bid, bid_probabilities, prospects};
pub use count::Count;
pub use determinize::{Determinize, DeterminizeOptions};
pub use expert::{Expert, ExpertOptions};
pub use factory::{Factory, LADDER};
pub use high_cards::HighCards;
pub use random::Random;
pub use search::{Search, SearchOptions, Way};
pub use sight::Sight;
pub use strength::{SPREAD, expected_tricks};
pub use trained::Trained;

use super::rules::Card;
use super::search::Objective;
use crate::contests::{AgentError, AgentSpec};

/// A player. One value plays one game at a time. It is asked for a bid, then for cards in turn, and must
/// answer with what the rules allow in what it is shown.
pub trait Agent: Send {
    /// A new game begins: forget what belonged to the last one.
    fn start_game(&mut self) {}

    /// The bid, 1 to the number of rounds.
    fn bid(&mut self, sight: &Sight) -> u8;

    /// The card to play.
    fn play(&mut self, sight: &Sight) -> Option<Card>;
}

/// What an agent is after: option `objective`, to win if nothing is said.
fn objective(spec: &AgentSpec) -> Result<Objective, AgentError> {
    let place = spec.choice("objective", &Objective::ALL.map(Objective::name))?;
    Ok(place.map_or(Objective::Win, |place| Objective::ALL[place]))
}
