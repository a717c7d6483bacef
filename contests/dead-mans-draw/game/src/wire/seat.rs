//! Seats: 0 and 1, and no other number.

use cardsharp_player::Player;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

fn required<'de, D: Deserializer<'de>>(from: D) -> Result<Player, D::Error> {
    let player = Player::deserialize(from)?;
    match player.index() {
        0 | 1 => Ok(player),
        _ => Err(D::Error::custom(format!("there is no seat {player}"))),
    }
}

#[derive(Deserialize)]
#[serde(transparent)]
struct Seat(#[serde(deserialize_with = "required")] Player);

pub(super) fn optional<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Player>, D::Error> {
    Ok(Option::<Seat>::deserialize(from)?.map(|Seat(player)| player))
}

/// Reads a key that is present, with or without a seat.
pub(super) fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<Player>>, D::Error> {
    optional(from).map(Some)
}
