//! Positions and moves as a person types and reads them.
//!
//! A position is the information of one player ([`Sight`](super::agents::Sight)), as `key=value`
//! words in any order:
//!
//! ```text
//! hand=12,9,8,8,1 table=7 tricks=1-0 score=3-4 challenge=open led=yes played=13*-6
//! ```
//!
//! | key | value | if left out |
//! |---|---|---|
//! | `hand` | own cards still in hand, `-` for none | must be given |
//! | `table` | the card on the table: the opponent's if a card is due, one's own if an answer is | none |
//! | `tricks` | own tricks and theirs in this hand | counted from `played` |
//! | `score` | own points and theirs in this game | `0-0` |
//! | `challenge` | `open`: it may be offered; `offered`: an answer to it is due; `accepted`: it is on; `closed`: none of these | `open` |
//! | `led` | `yes` if one led the first trick of the hand, else `no` or `unknown` | worked out in the first trick, else `unknown` |
//! | `played` | the tricks that are over, own card first, a star at the card that was led; `x-x` for one that a penalty ended; `-` for none known | none known |
//! | `over` | how many tricks are over, tied ones included | counted from the hand: 5 less the cards left |
//! | `accepted` | when the challenge was accepted, as tricks over then, with `+` if a card lay on the table | unknown |
//! | `hand-id` | number of the hand in the game | `1` |
//! | `gone` | cards known to have left the shoe in earlier hands, `-` for none | none |
//! | `left` | thinking time left, in seconds | `2` |
//!
//! The stars in `played` may be left out if `led` is given and no penalty was taken.
//!
//! A move is the rank of a card, or `c` (challenge), `a` (accept), `r` (reject), or those words.

mod parse;
mod print;

pub use parse::{MoveError, PositionError, parse_move, parse_position};
pub use print::{print_move, print_position};

/// The keys of a position.
pub const KEYS: [&str; 12] = [
    "hand",
    "table",
    "tricks",
    "score",
    "challenge",
    "led",
    "played",
    "over",
    "accepted",
    "hand-id",
    "gone",
    "left",
];

/// The number of cards at the start of a hand, for values that are left out.
const HAND_SIZE: u8 = super::rules::Params::CONTEST.hand_size();

#[cfg(test)]
mod tests;
