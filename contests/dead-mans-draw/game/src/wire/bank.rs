//! A bank as JSON.

use serde::de::{Error as _, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::rules::{Bank, Card, Suit};

/// A bank: an object from suits to values. The suits are in the order in which they came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BankObject(pub Vec<Card>);

impl From<&Bank> for BankObject {
    fn from(bank: &Bank) -> BankObject {
        BankObject(bank.in_order().collect())
    }
}

impl Serialize for BankObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut stacks: Vec<(Suit, Vec<u8>)> = Vec::new();
        for card in &self.0 {
            match stacks.iter_mut().find(|(suit, _)| *suit == card.suit()) {
                Some((_, values)) => values.push(card.value()),
                None => stacks.push((card.suit(), vec![card.value()])),
            }
        }
        let mut map = serializer.serialize_map(Some(stacks.len()))?;
        for (suit, values) in &stacks {
            map.serialize_entry(suit, values)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for BankObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BankObject, D::Error> {
        struct Stacks;
        impl<'de> Visitor<'de> for Stacks {
            type Value = BankObject;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object from suits to values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<BankObject, A::Error> {
                let mut cards = Vec::new();
                while let Some((suit, values)) = map.next_entry::<Suit, Option<Vec<u8>>>()? {
                    for value in values.into_iter().flatten() {
                        let card = Card::new(suit, value);
                        let none = || A::Error::custom(format!("there is no {suit} {value}"));
                        cards.push(card.ok_or_else(none)?);
                    }
                }
                Ok(BankObject(cards))
            }
        }
        deserializer.deserialize_map(Stacks)
    }
}
