//! The commands of Dead Man's Draw: their flags and their work.

#[cfg(feature = "live")]
pub(super) mod demo;
pub(super) mod exploit;
pub(super) mod inspect;
#[cfg(feature = "live")]
pub(super) mod live;
#[cfg(feature = "live")]
mod live_flags;
mod position;
pub(super) mod train;
