//! The commands of SkullWhist: their flags, and what they do with its game.

pub(super) mod exploit;
pub(super) mod inspect;
pub(super) mod live;
mod position;
pub(super) mod train;
