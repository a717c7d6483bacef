//! Games with known values, that prove the solvers right.

mod kuhn;

pub use kuhn::{Kuhn, KuhnState};
