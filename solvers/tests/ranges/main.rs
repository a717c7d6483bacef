//! Kuhn and Leduc poker as games of ranges, against the same games with every deal written out; and what is left
//! of them, solved again.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

mod agreement;
mod coin_toss;
mod irregular;
mod known_values;
mod kuhn;
mod leduc;
mod pruned;
mod resolving;
mod threads;
mod uniform;
