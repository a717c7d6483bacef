//! The commands of SkullWhist: their flags and texts, and their actions.

pub(super) mod exploit;
pub(super) mod inspect;
#[cfg(feature = "live")]
pub(super) mod live;
mod position;
pub(super) mod train;
