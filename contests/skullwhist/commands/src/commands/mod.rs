//! The commands of SkullWhist: their flags and texts, and their actions.

pub(super) mod exploit;
pub(super) mod inspect;
#[cfg(feature = "live")]
pub(super) mod live;
#[cfg(feature = "live")]
mod live_flags;
mod position;
pub(super) mod train;
