//! The kernels, run on the processor and on a card, against the solver of the processor.

#![allow(clippy::unwrap_used)]

mod built;
mod cells;
mod measures;
mod solution;
