//! What a turn changed, as JSON.

use serde::{Deserialize, Serialize};

use super::nullable::or_default;
use crate::contests::dead_mans_draw::rules::{Card, CardSet, Change, Delta};

/// What a turn changed outside the play area. All three keys are there, `{}` where nothing changed;
/// only the first turn of a match begins with no keys at all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeltaObject {
    /// Cards drawn stand under `removed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_pile: Option<ChangeObject>,
    /// Changes of the discard pile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard_pile: Option<ChangeObject>,
    /// Changes of the banks, by player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub banks: Option<Vec<ChangeObject>>,
}

/// Cards that came and cards that left; keys without cards are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeObject {
    /// What is there now and was not.
    #[serde(
        default,
        deserialize_with = "or_default",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub added: Vec<Card>,
    /// What was there and is not now.
    #[serde(
        default,
        deserialize_with = "or_default",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub removed: Vec<Card>,
}

impl From<Change> for ChangeObject {
    fn from(change: Change) -> ChangeObject {
        ChangeObject {
            added: change.added.iter().collect(),
            removed: change.removed.iter().collect(),
        }
    }
}

impl From<&ChangeObject> for Change {
    fn from(change: &ChangeObject) -> Change {
        let set = |cards: &[Card]| cards.iter().copied().collect();
        Change {
            added: set(&change.added),
            removed: set(&change.removed),
        }
    }
}

impl From<Delta> for DeltaObject {
    fn from(delta: Delta) -> DeltaObject {
        let drawn = Change {
            added: CardSet::EMPTY,
            removed: delta.drawn,
        };
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
