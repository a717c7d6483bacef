//! A game as it is shown move by move.

use serde::Serialize;

use crate::Suit;

/// A game, frame by frame: one before the first move, and one after everything that happened.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Replay {
    /// The frames.
    pub frames: Vec<Frame>,
}

/// What is on the table at one moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Frame {
    /// The part of the game, for example `hand 3`.
    pub part: String,
    /// What has just happened, as a sentence without a full stop.
    pub caption: String,
    /// The seats, in order.
    pub seats: Vec<SeatFrame>,
    /// Cards that belong to nobody.
    pub piles: Vec<Pile>,
}

/// A seat at one moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SeatFrame {
    /// The cards in the hand, in the order in which they are shown.
    pub hand: Vec<ShownCard>,
    /// True if everybody sees the hand.
    pub open: bool,
    /// The cards that the player has put on the table.
    pub played: Vec<ShownCard>,
    /// Points, tricks, bids: a word and its value.
    pub facts: Vec<(String, String)>,
    /// True if the player has just acted.
    pub acted: bool,
}

/// Cards that belong to nobody.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Pile {
    /// The name.
    pub name: String,
    /// The cards.
    pub cards: Vec<ShownCard>,
}

/// A card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownCard {
    /// Its rank or its name.
    pub text: String,
    /// Its suit, if it has one.
    pub suit: Option<Suit>,
}

impl ShownCard {
    /// A card without a suit.
    pub fn plain(text: impl ToString) -> ShownCard {
        ShownCard { text: text.to_string(), suit: None }
    }
}
