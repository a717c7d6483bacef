//! The client that plays an agent on a contest server. It registers or logs in, requests games, and
//! continues after a lost server or session.
//!
//! | noun | file |
//! |---|---|
//! | the methods, and the meaning of their answers | `calls` |
//! | the state of a game, from the answers to `status` | `follow` |
//! | one game, bid and cards | `sitting` |
//! | one game after another | `player` |
//! | the state from which a restarted client continues | `session_file` |
//!
//! The server gives its reasons only in words for people. A session that is over is therefore known
//! by a failing `status`, which needs nothing but a session. A card whose answer was lost is not
//! sent again before `status` has shown if it arrived. After a call, `status` is called at once and
//! then at growing intervals; the contest's own examples called it once a second.

mod calls;
mod follow;
mod player;
mod session_file;
mod sitting;

pub use calls::Patience;
pub use follow::{Follow, FollowNotes, Unfollowable};

use thiserror::Error;

use self::calls::Service;
use self::player::{End, Player};
use self::session_file::SessionFile;
use super::agents::Factory;
use crate::contest::{PlayOptions, ServerAddress};
use crate::counted::counted;
use crate::live::backoff::Backoff;
use crate::live::http::client::HttpClient;
use crate::live::{BadUrl, Password, PasswordError, PlayReport};

/// A reason why a client gave up. No message contains a secret.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The contest is a web service.
    #[error("SkullWhist is played over HTTP: name the server by --url http://HOST:PORT")]
    NeedsUrl,
    /// The address cannot be used.
    #[error(transparent)]
    BadUrl(#[from] BadUrl),
    /// No account is given.
    #[error("the server wants a login: give --name and --password-file")]
    NeedsAccount,
    /// The password is not available.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// The password is not the account's, or no account can have this name or password.
    #[error(
        "the server lets {name} neither log in ({login}) nor register ({registration}): {hint}"
    )]
    LoginRefused {
        /// The name.
        name: String,
        /// The server's reason against the login.
        login: String,
        /// The server's reason against the registration.
        registration: String,
        /// The likely reason, and the next step.
        hint: &'static str,
    },
    /// The server redirects to another address.
    #[error("the server is elsewhere: name {0} with --url")]
    Moved(String),
    /// The address has no such interface.
    #[error("there is no SkullWhist at this address (status {0} for /api/login/): look at --url")]
    NoServer(u16),
    /// The server could not be reached, or its answers could not be understood.
    #[error("gave up after {} in a row: {last}", counted(*attempts as u64, "attempt"))]
    Unreachable {
        /// The number of attempts.
        attempts: usize,
        /// The error of the last attempt.
        last: String,
    },
    /// The system cannot start a thread.
    #[error("the client's thread could not be started: {0}")]
    Thread(std::io::Error),
}

/// Plays the number of games in `options`, or until its stop flag is set.
///
/// # Errors
///
/// The reason why it cannot play.
pub fn play(options: &PlayOptions, factory: Factory) -> Result<PlayReport, ClientError> {
    play_with(options, factory, Patience::default())
}

/// The same, with other waiting times.
///
/// # Errors
///
/// As [`play`].
pub fn play_with(
    options: &PlayOptions,
    factory: Factory,
    patience: Patience,
) -> Result<PlayReport, ClientError> {
    let ServerAddress::Url(url) = &options.server else {
        return Err(ClientError::NeedsUrl);
    };
    let http = HttpClient::new(url)?;
    let account = options.account.as_ref();
    let account = account.ok_or(ClientError::NeedsAccount)?;
    let password = Password::read(&account.password_file)?;
    let kept = SessionFile::open(&account.password_file, &account.user, http.base());
    let service = Service::new(http.clone(), &account.user, password, patience);
    let most = options.max_attempts.map(usize::from);
    let backoff = Backoff::new(&options.stop, options.reconnect_wait, most);
    let backoff = backoff.leaving_by(&options.departure);
    let games = options.games.map(|games| games.get() as u64);
    let mut player = Player::new(service, kept, backoff, games, (factory, options.seed));
    let end = http
        .while_watching(&options.stop, || player.run())
        .map_err(ClientError::Thread)?;
    match end {
        End::Done | End::Stopped => Ok(player.report),
        End::Failed(error) => Err(error),
    }
}
