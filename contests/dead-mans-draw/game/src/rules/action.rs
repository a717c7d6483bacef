//! The actions of a player.

use arrayvec::ArrayVec;
use thiserror::Error;

use super::{Card, CardSet, Effect};

/// An action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Draw the next card. This also answers a kraken and an oracle.
    Draw,
    /// Bank the play area and end the turn. This also answers an oracle.
    EndTurn,
    /// Answer an effect.
    Respond {
        /// The effect.
        effect: Effect,
        /// The card chosen. No card means: under an oracle, to look at the card; under a kraken, to draw; under a
        /// cannon, not to fire, where that is allowed. Under an oracle, the card shown means to draw it.
        card: Option<Card>,
    },
}

/// The legal actions of a state, stored on the stack.
pub type Actions = ArrayVec<Action, 64>;

/// The reason why an action is not allowed, and the actions that are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalAction {
    /// The match is over.
    #[error("the match is over: start another")]
    MatchOver,
    /// The turn cannot end with nothing in the play area.
    #[error("there is nothing to bank yet: draw a card first")]
    NothingToBank,
    /// A draw or the end of the turn was asked for before an answer.
    #[error("the {effect} waits for an answer first: choose one of {offer}")]
    AnswerDue {
        /// The pending effect.
        effect: Effect,
        /// The cards that may be chosen.
        offer: CardSet,
    },
    /// The end of the turn was asked for before a kraken has its cards.
    #[error("the kraken still wants {owed}: draw")]
    DrawsDue {
        /// The number of cards to draw.
        owed: u8,
    },
    /// An answer was given while no effect is pending.
    #[error("the {given} asks nothing now: draw, or end the turn")]
    NothingPending {
        /// The effect that was answered.
        given: Effect,
    },
    /// Automatic answers were asked for while no effect is pending.
    #[error("nothing waits for an answer: draw, or end the turn")]
    NothingToAnswer,
    /// An answer to another effect than the pending one was given.
    #[error("the {pending} waits for an answer, not the {given}: answer the {pending}")]
    OtherEffect {
        /// The effect that was answered.
        given: Effect,
        /// The pending effect.
        pending: Effect,
    },
    /// The chosen card may not be chosen.
    #[error("the {effect} does not offer {card}: choose one of {offer}")]
    NotOnOffer {
        /// The pending effect.
        effect: Effect,
        /// The card that was chosen.
        card: Card,
        /// The cards that may be chosen.
        offer: CardSet,
    },
    /// A card was chosen for an effect that takes none.
    #[error("the {effect} takes no card: answer without one")]
    NoCardWanted {
        /// The pending effect.
        effect: Effect,
    },
    /// No card was chosen for an effect that needs one.
    #[error("the {effect} wants a card: choose one of {offer}")]
    CardWanted {
        /// The pending effect.
        effect: Effect,
        /// The cards that may be chosen.
        offer: CardSet,
    },
    /// The automatic answers were only draws for a kraken. The arena refuses such a request, since
    /// draws leave no answer event.
    #[error("draws for the kraken are no answers: draw instead")]
    OnlyDraws,
}
