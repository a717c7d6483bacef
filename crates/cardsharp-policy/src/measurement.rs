//! The quantity of a figure.

pub use cardsharp_solvers::quantity::Quantity;

/// The quantity of a figure with this unit, for files of earlier versions. Their curves and policies name
/// the unit alone.
pub fn quantity_of_unit(unit: &str) -> Quantity {
    if unit.contains("learnt value") {
        Quantity::SelfPlayLoss
    } else if unit.contains("above parity") {
        Quantity::DeviationGain
    } else if unit.ends_with(", at least") {
        Quantity::NashConvLowerBound
    } else {
        Quantity::NashConv
    }
}
