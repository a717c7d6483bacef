//! The quantity of a figure.

pub use cardsharp_solvers::quantity::Quantity;

/// The quantity of a figure with this unit, for files of earlier versions. Their curves and policies name
/// the unit alone.
pub fn quantity_of_unit(unit: &str) -> Quantity {
    match () {
        () if unit.contains("learnt value") => Quantity::SelfPlayLoss,
        () if unit.contains("above parity") => Quantity::DeviationGain,
        () if unit.ends_with(", at least") => Quantity::NashConvLowerBound,
        () => Quantity::NashConv,
    }
}
