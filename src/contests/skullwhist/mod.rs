//! SkullWhist: two players bid how many of thirteen tricks they will take, without seeing each other's
//! bid, and play them, half the pack out of play.

pub mod rules;
pub mod search;
pub mod text;
