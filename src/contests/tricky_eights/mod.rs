//! Tricky Eights: four players, each for itself, take twelve open cards and play thirteen tricks.

pub mod rules;
pub mod text;
pub mod wire;
