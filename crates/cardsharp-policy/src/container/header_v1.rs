//! The header of format version 1, which did not name the measured quantity.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::header::{Header, Kind, Measured};
use crate::measurement::quantity_of_unit;

/// The fields of [`Header`] in format version 1.
#[derive(Deserialize)]
pub(super) struct HeaderV1 {
    kind: Kind,
    game: String,
    rules_fingerprint: u64,
    infosets: String,
    solver: String,
    parameters: BTreeMap<String, String>,
    seed: u64,
    iterations: u64,
    measured: Option<MeasuredV1>,
    made_by: String,
}

/// The fields of [`Measured`] in format version 1.
#[derive(Deserialize)]
struct MeasuredV1 {
    value: f64,
    half_width: f64,
    unit: String,
    hands: u64,
}

impl From<HeaderV1> for Header {
    fn from(old: HeaderV1) -> Header {
        Header {
            kind: old.kind,
            game: old.game,
            rules_fingerprint: old.rules_fingerprint,
            infosets: old.infosets,
            solver: old.solver,
            parameters: old.parameters,
            seed: old.seed,
            iterations: old.iterations,
            measured: old.measured.map(Measured::from),
            made_by: old.made_by,
        }
    }
}

impl From<MeasuredV1> for Measured {
    fn from(old: MeasuredV1) -> Measured {
        Measured {
            quantity: quantity_of_unit(&old.unit),
            value: old.value,
            half_width: old.half_width,
            unit: old.unit,
            hands: old.hands,
        }
    }
}
