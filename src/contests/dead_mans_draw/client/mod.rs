//! The client that plays an agent on an arena. It logs in, finds its matches, acts in its turns,
//! and reconnects after the arena was unreachable.
//!
//! A list request that waits returns the matches in which it is the player's turn. Each time it
//! returns none, the client looks at the matches that it has begun: such a list does not contain a
//! match that ended in another player's turn.
//!
//! | noun | file |
//! |---|---|
//! | the login, by Digest or Basic | `session` |
//! | the requests and the meanings of the responses | `calls` |
//! | the state of a match, by its objects and events | `follow` |
//! | the choice of matches, and their results | `player`, `ending` |
//! | the limit of invalid responses | `senseless` |
//! | one match, turn by turn | `sitting` |
//!
//! The first request carries no login, and the response lists the logins that the server accepts.
//! Digest is used if it is offered, since it does not send the password, and Basic otherwise. Basic
//! is also used if Digest is refused: the server may know only a hash of the player's password. A
//! nonce that has expired, or that a restarted server no longer knows, is replaced.
//!
//! At the beginning of a turn, the client reads the match with all its events, since nothing else
//! shows the discard pile. Within the turn, the responses to its own actions give the rest. A match
//! therefore takes one request for each action and one more for each turn. If the response to an
//! action was lost, the action is not sent again before the client has looked at the match.

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
use crate::contest::{PlayFailure, PlayOptions, ServerAddress};
use crate::counted::counted;
use crate::live::backoff::Backoff;
use crate::live::http::client::HttpClient;
use crate::live::{BadUrl, Password, PasswordError, PlayReport};

/// The reason why a client gave up. No message contains a secret.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The contest is played over HTTP, and no address was given.
    #[error("Dead Man's Draw is played over HTTP: name the server by --url http://HOST:PORT")]
    NeedsUrl,
    /// The address cannot be used.
    #[error(transparent)]
    BadUrl(#[from] BadUrl),
    /// No account to log in with was given.
    #[error("the arena wants a login: give --user and --password-file")]
    NeedsAccount,
    /// The password cannot be read.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// The id or the password is wrong.
    #[error("the arena refuses {0}: id or password is wrong")]
    LoginRefused(String),
    /// The server offers only logins that the client does not know.
    #[error("the arena offers neither Basic nor Digest (MD5, auth) to log in by")]
    NoLoginOffered,
    /// The match does not exist, or others play it.
    #[error("there is no match {id} to play for us (status {status})")]
    NoSuchMatch {
        /// The id of the match.
        id: String,
        /// The status of the response.
        status: u16,
    },
    /// The server redirects to another address.
    #[error("the server is elsewhere: name {0} with --url")]
    Moved(String),
    /// There are no matches at this address.
    #[error("there is no arena at this address (status {0} for /api/matches): look at --url")]
    NoArena(u16),
    /// The server could not be reached, or gave no valid responses.
    #[error("gave up after {} in a row: {last}", counted(*attempts as u64, "attempt"))]
    Unreachable {
        /// The number of attempts.
        attempts: usize,
        /// The fault of the last attempt.
        last: String,
    },
    /// The server gives an invalid response, and the same one each time.
    #[error(
        "the server answers without sense again and again ({times} times in a row): {what}; look at \
         --url, or ask its keepers which version of the protocol it speaks"
    )]
    Senseless {
        /// The number of times.
        times: usize,
        /// The fault of the response.
        what: String,
    },
    /// The system starts no thread.
    #[error("the client's thread could not be started: {0}")]
    Thread(std::io::Error),
}

/// Plays until the matches that `options` ask for are played, or its stop flag is set. With
/// `match_id`, it plays that match. Otherwise it plays matches with `tag`, or any in which the
/// account has a seat: as many as `games`, without end if `repeat` is set, else one.
///
/// # Errors
///
/// The reason why it cannot play, with the report up to then.
pub fn play(options: &PlayOptions, factory: Factory) -> Result<PlayReport, PlayFailure> {
    let mut report = PlayReport::default();
    match play_into(options, factory, Patience::default(), &mut report) {
        Ok(()) => Ok(report),
        Err(error) => Err(PlayFailure::new(report, error)),
    }
}

/// As [`play`], with other limits of patience.
///
/// # Errors
///
/// The reason why it cannot play.
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
    let backoff = Backoff::new(&options.stop, options.reconnect_wait, most);
    let backoff = backoff.leaving_by(&options.departure);
    let arena = Arena::new(session, patience);
    let mut player = Player::new(arena, backoff, wanted, factory, options.seed);
    let end = watched
        .while_watching(&options.stop, || player.run())
        .map_err(ClientError::Thread)?;
    *report = player.report;
    match end {
        End::Done | End::Stopped => Ok(()),
        End::Failed(error) => Err(error),
    }
}
