//! The changes of a turn, as JSON.

use serde::{Deserialize, Serialize};

use super::nullable::or_default;
use crate::rules::{Card, CardSet, Change, Delta};

/// The changes of a turn outside the play area. All three keys are present, with `{}` where nothing
/// changed. Only the delta at the beginning of a match's first turn has no keys.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeltaObject {
    /// The changes of the draw pile. The cards drawn are in `removed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_pile: Option<ChangeObject>,
    /// The changes of the discard pile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard_pile: Option<ChangeObject>,
    /// The changes of the banks, by player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub banks: Option<Vec<ChangeObject>>,
}

/// The cards that came and the cards that left. Keys without cards are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeObject {
    /// The cards that are there now and were not before.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<Card>,
    /// The cards that were there before and are not now.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<Card>,
}

impl From<Change> for ChangeObject {
    fn from(change: Change) -> ChangeObject {
        ChangeObject { added: change.added.iter().collect(), removed: change.removed.iter().collect() }
    }
}

impl From<&ChangeObject> for Change {
    fn from(change: &ChangeObject) -> Change {
        let set = |cards: &[Card]| cards.iter().copied().collect();
        Change { added: set(&change.added), removed: set(&change.removed) }
    }
}

impl From<Delta> for DeltaObject {
    fn from(delta: Delta) -> DeltaObject {
        let drawn = Change { added: CardSet::EMPTY, removed: delta.drawn };
        DeltaObject {
            draw_pile: Some(drawn.into()),
            discard_pile: Some(delta.discards.into()),
            banks: Some(delta.banks.into_iter().map(ChangeObject::from).collect()),
        }
    }
}

impl From<&DeltaObject> for Delta {
    fn from(delta: &DeltaObject) -> Delta {
        let change = |change: Option<&ChangeObject>| change.map(Change::from).unwrap_or_default();
        let banks = delta.banks.as_deref().unwrap_or_default();
        Delta {
            drawn: change(delta.draw_pile.as_ref()).removed,
            discards: change(delta.discard_pile.as_ref()),
            banks: [change(banks.first()), change(banks.get(1))],
        }
    }
}
