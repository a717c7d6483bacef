//! The commands of SkullWhist: their flags, and what they do with its game.

pub(super) mod exploit;
pub(super) mod inspect;
mod position;
pub(super) mod train;
