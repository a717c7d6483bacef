//! The reasons of refusals, in the words of the answer's `reason`.

use thiserror::Error;

use super::limits::MAX_BOTS;
use cardsharp_net::password_hash::HashingError;
use cardsharp_net::password_queue::Busy;
use cardsharp_skullwhist_game::rules::IllegalMove;
use cardsharp_skullwhist_game::text::CardError;
use cardsharp_skullwhist_game::wire::BodyFault;

/// A reason why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum Refusal {
    #[error(transparent)]
    Body(#[from] BodyFault),
    #[error("there is no such session, or it is over: log in")]
    Session,
    #[error("the name must have 1 to 40 letters, digits, hyphens and underscores")]
    Name,
    #[error("the name is longer than the 32 characters that are kept")]
    NameTooLong,
    #[error("the password must have 1 to 255 characters")]
    Password,
    #[error("the name is taken")]
    NameTaken,
    #[error("no more than {MAX_BOTS} bots can register")]
    TooManyBots,
    #[error(transparent)]
    Hashing(#[from] HashingError),
    #[error(transparent)]
    Busy(#[from] Busy),
    #[error("name or password is wrong")]
    Login,
    #[error("you are in a game and have bid: play it to its end")]
    InGame,
    #[error("you are in no game: ask for a new-game")]
    NoGame,
    #[error("the bid must be 1 to 13")]
    Bid,
    #[error(transparent)]
    Card(#[from] CardError),
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error("the bidding is not complete: cards are played once both have bid")]
    Bidding,
    #[error("there is no such game")]
    NoSuchGame,
    #[error("the game is in progress: ask once it is over")]
    GoesOn,
    #[error("the server cannot keep its books, and stops: when it is there again, see whether this was done")]
    Database,
}
