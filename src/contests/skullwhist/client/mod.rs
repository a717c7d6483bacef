//! The thin adapter that plays an agent on a contest server: registers or logs in, asks for games, and
//! comes back when the server or its session was away.
//!
//! | noun | file |
//! |---|---|
//! | the methods asked, and what answers mean | `calls` |
//! | a game as the answers to `status` show it | `follow` |
//! | one game, bid and cards | `sitting` |
//! | game after game | `player` |
//! | what a client that is started again goes on with | `session_file` |
//!
//! The server says why it refuses only in words for people, so that a session that is over is known by
//! this: `status`, which needs nothing but a session, fails too. A card whose answer was lost is not sent
//! again before `status` has shown whether it arrived. `status` is asked at once after a deed and then
//! ever more slowly; the contest's own examples asked once a second.

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
use crate::contests::http_client::HttpClient;
use crate::contests::pace::Pace;
use crate::contests::{BadUrl, Password, PasswordError, PlayOptions, PlayReport, ServerAddress};
use crate::counted::counted;

/// Why a client gave up. No message has a secret in it.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The contest is a web service.
    #[error("SkullWhist is played over HTTP: name the server by --url http://HOST:PORT")]
    NeedsUrl,
    /// The address cannot be used.
    #[error(transparent)]
    BadUrl(#[from] BadUrl),
    /// Nobody to log in as.
    #[error("the server wants a login: give --name and --password-file")]
    NeedsAccount,
    /// The password cannot be had.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// The password is not the account's, or no account can be like this.
    #[error(
        "the server lets {name} neither log in ({login}) nor register ({registration}): {hint}"
    )]
    LoginRefused {
        /// The name.
        name: String,
        /// What the server said to the login.
        login: String,
        /// What it said to the registration.
        registration: String,
        /// The likely reason, and the way out.
        hint: &'static str,
    },
    /// The server points elsewhere.
    #[error("the server is elsewhere: name {0} with --url")]
    Moved(String),
    /// There is no such interface at this address.
    #[error("there is no SkullWhist at this address (status {0} for /api/login/): look at --url")]
    NoServer(u16),
    /// The server could not be reached, or gave no answers that made sense.
    #[error("gave up after {} in a row: {last}", counted(*attempts as u64, "attempt"))]
    Unreachable {
        /// Attempts.
        attempts: usize,
        /// What was wrong the last time.
        last: String,
    },
    /// The system gives no thread.
    #[error("the client's thread could not be started: {0}")]
    Thread(std::io::Error),
}

/// Plays as many games as `options` says, else until its stop flag is set.
///
/// # Errors
///
/// Why it cannot play.
pub fn play(options: &PlayOptions, factory: Factory) -> Result<PlayReport, ClientError> {
    play_with(options, factory, Patience::default())
}

/// The same, with another patience.
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
    let pace = Pace::new(&options.stop, options.reconnect_wait, most);
    let pace = pace.leaving_by(&options.departure);
    let games = options.games.map(|games| games.get() as u64);
    let mut player = Player::new(service, kept, pace, games, (factory, options.seed));
    let end = http
        .while_watching(&options.stop, || player.run())
        .map_err(ClientError::Thread)?;
    match end {
        End::Done | End::Stopped => Ok(player.report),
        End::Failed(error) => Err(error),
    }
}
