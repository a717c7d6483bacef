//! The commands of Dead Man's Draw: their flags and their work.

pub(super) mod demo;
pub(super) mod exploit;
pub(super) mod inspect;
pub(super) mod live;
mod position;
pub(super) mod train;
