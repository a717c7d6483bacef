//! The round as a game for a solver, and its information sets.
//!
//! A round of the contest has four players, and no theorem says that their average strategies converge to an
//! equilibrium. Counterfactual regret minimization guarantees each player that the average regret of their own choices
//! goes to zero. Play as a whole thus approaches the coarse correlated equilibria, in which no player gains by changing
//! to one fixed strategy (Hart and Mas-Colell, 2000, for regret matching; Gibson, 2013, for CFR with more than two
//! players: dominated actions vanish).
//!
//! Two properties of this game weaken even that guarantee. The rows have imperfect recall. And each decision is an
//! agent of its own, whose regret does not take account of other decisions of the same seat. The measure is therefore
//! not a distance from equilibrium but points and games: against the hand-written agents, and the gain of the strongest
//! other agent here when it plays among three copies of the table ([`measure`](super::measure)).
//!
//! Small members of two players are exact: [`ExactRound`] is a constant-sum game with perfect
//! recall. Every solver of this project can solve it, including linear programming.
//!
//! | noun | file |
//! |---|---|
//! | a round as a game of states in agent form | `round_game` |
//! | the information sets, and the cards they distinguish | `infoset` |
//! | the digits of a row's number, by name | `layout` |
//! | the value of each card | `appraisal` |
//! | a round of a small member, with perfect recall | `exact_round` |

mod appraisal;
mod exact_round;
mod infoset;
mod layout;
mod round_game;

pub use appraisal::{Appraisal, Appraised, ONE};
pub use exact_round::{ExactRound, ExactState, TooManyDeals};
pub use infoset::{CELLS, Infoset, MAX_CANDIDATES, NAME, NAMES, ROWS, SUMMARY, UnknownInfosets, check, infoset_of};
pub use layout::layout;
pub use round_game::{AppraisalRows, RoundGame, RoundState};
