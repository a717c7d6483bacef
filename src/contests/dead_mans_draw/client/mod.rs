//! The thin adapter that plays an agent on an arena: logs in, finds its matches, acts in its turns, and
//! comes back when the arena was away.
//!
//! A list that waits shows the matches in which it is our turn. Whenever it has waited in vain, the matches
//! that were begun are looked at: their end in another's turn stands in no such list.
//!
//! | noun | file |
//! |---|---|
//! | who is logged in, by Digest or Basic | `session` |
//! | the questions asked, and what answers mean | `calls` |
//! | where a match stands, by its objects and events | `follow` |
//! | what to play, and what came of it | `player`, `ending` |
//! | when to ask no more | `senseless` |
//! | one match, turn by turn | `sitting` |
//!
//! The first question carries no login, and the answer says which are taken: Digest if it is offered,
//! since it keeps the password to itself, else Basic; Basic too where Digest is refused (a player whom
//! the server knows by a hash only). A nonce that is over, or that a restarted server no longer knows,
//! is replaced.
//!
//! At the beginning of a turn the match is looked at with all its events, for the discard pile stands
//! nowhere else; within the turn the answers to our actions tell the rest, so that a match costs a
//! request an action and one more a turn. An action whose answer was lost is not sent again before the
//! match was looked at.

mod calls;
mod ending;
mod follow;
mod player;
mod senseless;
mod session;
mod sitting;

pub use calls::Patience;
pub use follow::{Unfollowable, state_after, state_of};

use thiserror::Error;

use self::calls::Arena;
use self::player::{End, Player, Wanted};
use self::session::Session;
use super::agents::Factory;
use crate::contests::http_client::HttpClient;
use crate::contests::pace::Pace;
use crate::contests::{
    BadUrl, Password, PasswordError, PlayFailure, PlayOptions, PlayReport, ServerAddress,
};
use crate::counted::counted;

/// Why a client gave up. No message has a secret in it.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The contest is a web service.
    #[error("Dead Man's Draw is played over HTTP: name the server by --url http://HOST:PORT")]
    NeedsUrl,
    /// The address cannot be used.
    #[error(transparent)]
    BadUrl(#[from] BadUrl),
    /// Nobody to log in as.
    #[error("the arena wants a login: give --user and --password-file")]
    NeedsAccount,
    /// The password cannot be had.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// Id or password is wrong.
    #[error("the arena refuses {0}: id or password is wrong")]
    LoginRefused(String),
    /// It offers other logins only.
    #[error("the arena offers neither Basic nor Digest (MD5, auth) to log in by")]
    NoLoginOffered,
    /// The match is not there, or others play it.
    #[error("there is no match {id} to play for us (status {status})")]
    NoSuchMatch {
        /// Its id.
        id: String,
        /// What the server answered.
        status: u16,
    },
    /// The server points elsewhere.
    #[error("the server is elsewhere: name {0} with --url")]
    Moved(String),
    /// There are no matches at this address.
    #[error("there is no arena at this address (status {0} for /api/matches): look at --url")]
    NoArena(u16),
    /// The server could not be reached, or gave no answers that made sense.
    #[error("gave up after {} in a row: {last}", counted(*attempts as u64, "attempt"))]
    Unreachable {
        /// Attempts.
        attempts: usize,
        /// What was wrong the last time.
        last: String,
    },
    /// The server gives an answer that makes no sense, and the same one each time.
    #[error(
        "the server answers without sense again and again ({times} times in a row): {what}; look at \
         --url, or ask its keepers which version of the protocol it speaks"
    )]
    Senseless {
        /// How often.
        times: usize,
        /// What is wrong with it.
        what: String,
    },
    /// The system gives no thread.
    #[error("the client's thread could not be started: {0}")]
    Thread(std::io::Error),
}

/// Plays until what `options` ask for is played, or its stop flag is set: the match of `match_id`; else
/// matches with `tag`, or any in which the account has a seat, as many as `games` says, without end if
/// `repeat` is set, else one.
///
/// # Errors
///
/// Why it cannot play, and how it went until then.
pub fn play(options: &PlayOptions, factory: Factory) -> Result<PlayReport, PlayFailure> {
    let mut report = PlayReport::default();
    match play_into(options, factory, Patience::default(), &mut report) {
        Ok(()) => Ok(report),
        Err(error) => Err(PlayFailure::new(report, error)),
    }
}

/// The same, with another patience.
///
/// # Errors
///
/// Why it cannot play.
pub fn play_with(
    options: &PlayOptions,
    factory: Factory,
    patience: Patience,
) -> Result<PlayReport, ClientError> {
    let mut report = PlayReport::default();
    play_into(options, factory, patience, &mut report)?;
    Ok(report)
}

fn play_into(
    options: &PlayOptions,
    factory: Factory,
    patience: Patience,
    report: &mut PlayReport,
) -> Result<(), ClientError> {
    let ServerAddress::Url(url) = &options.server else {
        return Err(ClientError::NeedsUrl);
    };
    let http = HttpClient::new(url)?;
    let account = options.account.as_ref();
    let account = account.ok_or(ClientError::NeedsAccount)?;
    let password = Password::read(&account.password_file)?;
    let watched = http.clone();
    let session = Session::new(http, &account.user, password);
    let games = options.games.map(|games| games.get() as u64);
    let wanted = Wanted {
        id: options.match_id.clone(),
        tag: options.tag.clone(),
        games: games.or((!options.repeat).then_some(1)),
    };
    let most = options.max_attempts.map(usize::from);
    let pace = Pace::new(&options.stop, options.reconnect_wait, most);
    let pace = pace.leaving_by(&options.departure);
    let arena = Arena::new(session, patience);
    let mut player = Player::new(arena, pace, wanted, factory, options.seed);
    let end = watched
        .while_watching(&options.stop, || player.run())
        .map_err(ClientError::Thread)?;
    *report = player.report;
    match end {
        End::Done | End::Stopped => Ok(()),
        End::Failed(error) => Err(error),
    }
}
