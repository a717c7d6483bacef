//! Cards, actions and positions as text that people type and read. Case does not matter.
//!
//! A suit is its name, or a beginning of the name that fits no other suit: `anchor`, `a`, `kr`. A
//! card is a suit and a value: `kraken-5`. The dash may be left out or be a blank: `kr5`. Cards are
//! separated by commas, and `-` stands for no cards.
//!
//! An action is `draw` (or `d`), `end` (or `e`), or an effect with the card chosen for it, as in `hook key-3`. `oracle
//! none` looks and does not draw yet. `kraken` alone is `kraken none`, which draws.
//!
//! A position is `key=value` words in any order:
//!
//! ```text
//! to-move=1 bank0=key-3,key-5 bank1=map-7 area=kraken-4,oracle-3 next=hook-2 pending=oracle+1
//! ```
//!
//! | key | value | if left out |
//! |---|---|---|
//! | `to-move` | the player to move, `0` or `1` | `0` |
//! | `bank0`, `bank1` | the banks, in the order of banking | none |
//! | `area` | the play area, in the order in which the cards came | none |
//! | `discard` | the discard pile, its front first | the lowest of every suit, except for cards
//! named elsewhere |
//! | `next` | the cards on top of the draw pile whose order is known, the next one first | none |
//! | `pile` | the cards under them, in unknown order | all cards that are not named elsewhere |
//! | `pending` | the effect that waits: `hook`, `cannon`, `sword`, `oracle`, `map:key-2,hook-2` with its offer, `kraken+2` with the draws still due; also `cannon+1`, `oracle+1` | none |
//! | `late` | the number of late answers of both players together | `0` |

mod params;
mod parse;
mod position;
mod print;

pub use params::NAME;
pub use parse::{ActionError, CardError, SuitError, parse_cards};
pub use position::{KEYS, PositionError, parse_position};
pub use print::print_position;
