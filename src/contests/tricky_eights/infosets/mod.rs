//! The round as a solver sees it, and what a player is made to remember.
//!
//! A round of the contest has four players, and no theorem says that what they come to is an
//! equilibrium. What counterfactual regret minimization promises to each of them is that the average
//! regret of its own choices goes to zero, so that play as a whole comes near the coarse correlated
//! equilibria, in which nobody gains by turning to one fixed strategy (Hart and Mas-Colell, 2000, of
//! regret matching; Gibson, 2013, of CFR with more than two players: dominated actions vanish).
//! Two things weaken even that here: rows forget, and each decision is an agent of its own, whose regret
//! does not see what another decision of the same seat might do with it. What is measured is
//! therefore not a distance from equilibrium but points and games: against the hand-written ladder, and
//! what the strongest other agent here makes when it sits down among three of the table
//! ([`measure`](super::measure)).
//!
//! Small members of two players are exact: [`ExactRound`] is a constant-sum game with perfect recall,
//! which every solver of the house takes, linear programming included.
//!
//! | noun | file |
//! |---|---|
//! | a round as moments of agents | `round_game` |
//! | what is remembered, and which cards are told apart | `seen` |
//! | what each card is worth | `appraisal` |
//! | a small member, nothing forgotten | `exact_round` |

mod appraisal;
mod exact_round;
mod round_game;
mod seen;

pub use appraisal::{Appraisal, Appraised, ONE};
pub use exact_round::{ExactMoment, ExactRound, TooManyDeals};
pub use round_game::{AppraisalRows, Moment, RoundGame};
pub use seen::{
    CELLS, MOST_CANDIDATES, NAME, NAMES, ROWS, SUMMARY, Seen, UnknownInfosets, check, see,
};
