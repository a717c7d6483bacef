//! An effect that waits for its answer, as JSON.

use serde::{Deserialize, Serialize};

use crate::rules::{Card, Effect, Offer, Pending};

/// An effect that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EffectObject {
    /// The effect.
    pub effect_type: Effect,
    /// The offer of a map. Under an oracle, the next card and null, which means to look at the card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<Vec<Option<Card>>>,
    /// The number of draws still due to a kraken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kraken_count: Option<u8>,
}

impl EffectObject {
    /// The pending effect as the state shows it: with the draws due to a kraken, under another effect too.
    pub fn pending(pending: Pending) -> EffectObject {
        let cards = match pending {
            Pending::Map { offer } => Some(offer.iter().copied().map(Some).collect()),
            Pending::Oracle { next, .. } => Some(vec![Some(next), None]),
            _ => None,
        };
        EffectObject {
            effect_type: pending.effect(),
            cards,
            kraken_count: (pending.owed() > 0).then_some(pending.owed()),
        }
    }

    /// The pending effect as its event shows it: only a kraken's own event counts draws.
    pub fn played(pending: Pending) -> EffectObject {
        let mut effect = EffectObject::pending(pending);
        if effect.effect_type != Effect::Kraken {
            effect.kraken_count = None;
        }
        effect
    }

    /// The pending effect for the rules; none if the object lacks a key that its effect needs.
    pub fn to_rules(&self) -> Option<Pending> {
        let cards = self.cards.as_deref().unwrap_or_default();
        let owed = self.kraken_count.unwrap_or(0);
        Some(match self.effect_type {
            Effect::Hook => Pending::Hook,
            Effect::Sword => Pending::Sword,
            Effect::Cannon => Pending::Cannon { owed },
            Effect::Map => {
                let offer: Vec<Card> = cards.iter().copied().flatten().collect();
                let offer = Offer::of(&offer)?;
                Pending::Map { offer }
            }
            Effect::Oracle => {
                let next = cards.iter().copied().flatten().next()?;
                Pending::Oracle { next, owed }
            }
            Effect::Kraken => Pending::Kraken { owed: self.kraken_count? },
        })
    }
}
