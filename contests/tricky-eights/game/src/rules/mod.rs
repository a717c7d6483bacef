//! The rules of Tricky Eights as pure code: no I/O, no clock, and no randomness except the generator that is passed in.
//!
//! The source is the contest's own document (Utah High School Programming Contest, 8th year). The tests replay its
//! commented round. The document has two slips there: the pool lists two cards twice, and after the takes it speaks of
//! twelve cards, although ten and three are thirteen. Players are numbered clockwise from 0, the document's north.
//!
//! | noun | file |
//! |---|---|
//! | [`Params`]: the parameters of a member of the family | `params` |
//! | [`Suit`], [`Rank`], [`Card`] | `cards` |
//! | [`CardSet`] | `card_set` |
//! | [`Row`]: one turn around the table | `row` |
//! | [`Deal`] | `deal` |
//! | [`Board`]: the open part of a round: takes, tricks, points, voids shown | `board` |
//! | [`Round`]: the board and the hands | `round` |
//! | [`IllegalCard`]: the rule that a card breaks | `illegal_card` |
//! | [`Game`]: rounds to 300 | `game` |

mod board;
mod card_set;
mod cards;
mod deal;
mod game;
mod illegal_card;
mod params;
mod round;
mod row;

pub use board::{Board, Phase, Step, Trick};
pub use card_set::{CardSet, Iter};
pub use cards::{Card, Rank};
pub use cardsharp_game::Suit;
pub use deal::{BadDeal, Deal, Place};
pub use game::{Game, TARGET};
pub use illegal_card::IllegalCard;
pub use params::{BadParameters, EIGHT_POINTS, MAX_PLAYERS, OUTER_TRICK_POINTS, Params};
pub use round::Round;
pub use row::Row;
