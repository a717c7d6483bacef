//! Cards, moves and positions as a person types and reads them.
//!
//! A card is three characters: a letter `C`, `D`, `H` or `S` (in either case) and two digits, `01` to `13`, as in the
//! contest's protocol. Cards have commas between them; `-` is no card. A move is a card, or `bid` and a number.
//!
//! A position is `key=value` words in any order:
//!
//! ```text
//! hand0=H12,S07 hand1=D03,S09 led=S02 to-play=0 bids=6,- tricks=6,5
//! ```
//!
//! | key | value | if left out |
//! |---|---|---|
//! | `hand0`, `hand1` | the hands of both players | none |
//! | `to-play` | the player of the next card, `0` or `1` | `0` |
//! | `led` | the card that the other player has led | none |
//! | `bids` | both bids, `-` for one that is missing | `-,-` |
//! | `tricks` | the tricks taken by each | `0,0` |
//! | `game` | the member of the family | `skullwhist(suits=4,ranks=13,hand_size=13)` |

mod parse;
mod position;
mod print;

pub use parse::{CardError, MoveError};
pub use position::{KEYS, PositionError};
