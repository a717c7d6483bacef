//! The outputs of a run beside its policy: the curve, its manifest, and the rows of a table for other programs.

pub mod claim;
pub mod curve;
mod error;
pub mod manifest;
pub mod rows;
pub mod uncertainty;

pub use error::ReportError;
