//! The agents of SkullWhist: the hand-written ones, weakest first, and a factory that makes them by name.
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
mod random;
mod search;
mod trained;

pub use bidding::{Prospect, best_bid, bid_probabilities, prospects};
pub use determinize::{Determinize, DeterminizeOptions};
pub use expert::{Expert, ExpertOptions};
pub use factory::{Factory, HAND_WRITTEN};
pub use high_cards::HighCards;
pub use random::Random;
pub use search::{OpponentModel, Search, SearchOptions};
pub use trained::Trained;

pub use cardsharp_game::Agent;

use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::{Card, Move};

/// The two decisions of a player.
trait BidAndPlay {
    /// The bid, 1 to the number of rounds.
    fn bid(&mut self, observation: &Observation) -> u8;

    /// The card to play.
    fn play(&mut self, observation: &Observation) -> Option<Card>;
}

/// The bid of a player who has not bid, and otherwise the card.
fn bid_or_play(player: &mut impl BidAndPlay, observation: &Observation) -> Move {
    match observation.bids[0] {
        None => Move::Bid(player.bid(observation)),
        Some(_) => {
            let chosen = player.play(observation);
            // A player who has to play holds a card.
            let first = || observation.playable().first();
            chosen.or_else(first).map_or(Move::Bid(1), Move::Play)
        }
    }
}
