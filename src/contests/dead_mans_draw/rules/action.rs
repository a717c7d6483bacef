//! What a player may do.

use arrayvec::ArrayVec;
use thiserror::Error;

use super::{Card, CardSet, Effect};

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Draw the next card. It answers a kraken and an oracle as well.
    Draw,
    /// Bank the play area and end the turn. It answers an oracle as well.
    EndTurn,
    /// Answer an effect.
    Respond {
        /// Which effect.
        effect: Effect,
        /// The card chosen. None looks on under an oracle, draws under a kraken, and keeps a cannon
        /// silent where that is allowed. Under an oracle the card shown draws it.
        card: Option<Card>,
    },
}

/// The legal actions of a state, on the stack.
pub type Actions = ArrayVec<Action, 64>;

/// Why an action is not allowed, and what is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalAction {
    /// The match is over.
    #[error("the match is over: start another")]
    MatchOver,
    /// An end of a turn with nothing in the play area.
    #[error("there is nothing to bank yet: draw a card first")]
    NothingToBank,
    /// A draw or an end of the turn before an answer.
    #[error("the {effect} waits for an answer first: choose one of {offer}")]
    AnswerDue {
        /// What waits.
        effect: Effect,
        /// What may be chosen.
        offer: CardSet,
    },
    /// An end of the turn before a kraken has its cards.
    #[error("the kraken still wants {owed}: draw")]
    DrawsDue {
        /// Cards to draw.
        owed: u8,
    },
    /// An answer when nothing waits for one.
    #[error("the {given} asks nothing now: draw, or end the turn")]
    NothingPending {
        /// What was answered.
        given: Effect,
    },
    /// Automatic answers when nothing waits for one.
    #[error("nothing waits for an answer: draw, or end the turn")]
    NothingToAnswer,
    /// An answer to another effect.
    #[error("the {pending} waits for an answer, not the {given}: answer the {pending}")]
    OtherEffect {
        /// What was answered.
        given: Effect,
        /// What waits.
        pending: Effect,
    },
    /// A card that may not be chosen.
    #[error("the {effect} does not offer {card}: choose one of {offer}")]
    NotOnOffer {
        /// What waits.
        effect: Effect,
        /// What was chosen.
        card: Card,
        /// What may be chosen.
        offer: CardSet,
    },
    /// A card for an effect that wants none.
    #[error("the {effect} takes no card: answer without one")]
    NoCardWanted {
        /// What waits.
        effect: Effect,
    },
    /// No card for an effect that wants one.
    #[error("the {effect} wants a card: choose one of {offer}")]
    CardWanted {
        /// What waits.
        effect: Effect,
        /// What may be chosen.
        offer: CardSet,
    },
    /// Automatic answers that were all draws for a kraken. The arena refuses the request, since
    /// they leave no answer behind.
    #[error("draws for the kraken are no answers: draw instead")]
    OnlyDraws,
}
