//! Pictures of curves and tables, as SVG and, with the feature `png`, as PNG.

pub mod heatmap;
pub mod picture;
pub mod plot;
mod scale;
pub mod trade_off;
