//! Re-solving a subgame from a public state on, while the game is being played.
//!
//! A *blueprint* is a rough strategy, computed beforehand for the whole game. Once play reaches a public state, the
//! rest of the game is small. It can be solved again from both players' ranges. But the re-solving player's strategy
//! changes, and an opponent who foresees this may arrive with other hands than the blueprint's ranges. If those ranges
//! are taken as given, the new strategy suits the blueprint alone ([`Constraint::None`], *unsafe* re-solving). A gadget
//! game at the root makes it safe. There the opponent chooses the hands that enter the subgame:
//!
//! - [`Constraint::Resolving`]: each of the opponent's hands either enters, or takes its value
//!   under the blueprint. Then no hand can be made worth more than that (N. Burch, M. Johanson, M.
//!   Bowling, "Solving imperfect information games using decomposition", AAAI 2014).
//! - [`Constraint::MaxMargin`]: the opponent enters with the hand that gains most on the blueprint.
//!   So the least gain of the re-solving player, over all of those hands, is made as large as
//!   possible (M. Moravcik, M. Schmid, K. Ha, M. Hladik, S. Gaukrodger, "Refining subgames in large
//!   imperfect information games", AAAI 2016). The least gain alone ignores all other hands.
//!   Therefore the opponent can be made to enter, with a given share, with the expected range
//!   instead.
//!
//! In all three the solver is [`RangeCfr`](crate::range::RangeCfr) with pruning. After every
//! walk of the opponent, the gadget game only sets the range with which the opponent enters next.
//! Re-solving is anytime: there is an answer after any iteration ([`Resolver::advance_until`]), and
//! [`Resolver::warm_start`] makes the blueprint the first one.

mod gadget;
mod resolver;

pub use gadget::{Constraint, Misfit};
pub use resolver::{ResolveError, Resolver};
