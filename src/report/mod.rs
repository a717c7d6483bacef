//! The outputs of a run for people: curves, manifests and pictures.

pub mod claim;
pub mod columns;
pub mod curve;
mod error;
pub(crate) mod file;
pub mod heatmap;
pub mod manifest;
pub mod picture;
pub mod plot;
pub mod rows;
mod scale;
pub(crate) mod seal;
pub mod trade_off;
pub mod uncertainty;

pub use error::ReportError;
