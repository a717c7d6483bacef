//! The commands of Tricky Eights: their flags and their work.

pub(crate) mod exploit;
pub(crate) mod export;
pub(crate) mod inspect;
#[cfg(feature = "live")]
pub(crate) mod live;
#[cfg(feature = "live")]
mod live_flags;
mod position;
pub(crate) mod train;
