//! Solving what is left of a game again, from a public state on, while it is being played.
//!
//! A *blueprint* has been worked out beforehand for the whole game, and is rough. Once play has come
//! to a public state, what is left is small, and can be solved again from both players' ranges. Who
//! does that changes his strategy there, and the other player, who may see it coming, may have
//! reason to come with other hands than the blueprint's ranges say: taken for granted, they make the
//! new strategy fit for the blueprint alone ([`Constraint::None`], *unsafe* re-solving). It is made
//! safe by giving the other player a choice at the gate, hand by hand, whether to come at all:
//!
//! - [`Constraint::Resolving`]: for each of his hands he either comes, or takes what it is worth to
//!   him by the blueprint. Then no hand can be made worth more than that (N. Burch, M. Johanson,
//!   M. Bowling, "Solving imperfect information games using decomposition", AAAI 2014).
//! - [`Constraint::MaxMargin`]: he comes with the hand that gains most on the blueprint, so that the
//!   least gain of the re-solving player, over all of those hands, is made as large as can be
//!   (M. Moravcik, M. Schmid, K. Ha, M. Hladik, S. Gaukrodger, "Refining subgames in large imperfect
//!   information games", AAAI 2016). With a share that can be chosen he comes with the range that is
//!   expected of him instead: the least gain alone makes nothing of all the others.
//!
//! In all three the work is done by [`RangeCfr::pruned`](crate::range::RangeCfr::pruned); the gate only sets, after every walk of the
//! other player, with which range he comes to the next. It is anytime: after any iteration there is
//! an answer ([`Resolver::advance_until`]), and [`Resolver::warm_start`] makes the blueprint the
//! first.

mod gate;
mod resolver;

pub use gate::{Constraint, Misfit};
pub use resolver::{ResolveError, Resolver};
