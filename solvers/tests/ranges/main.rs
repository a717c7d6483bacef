//! Kuhn and Leduc poker as games of ranges, compared with the same games deal by deal; and
//! re-solving of their subgames.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

mod agreement;
mod checkpoints;
mod coin_toss;
mod compact;
mod depth_limited;
#[cfg(feature = "lp")]
mod held;
mod irregular;
mod known_values;
mod kuhn;
mod leduc;
mod locked;
mod pruned;
mod resolving;
mod threads;
mod uniform;
