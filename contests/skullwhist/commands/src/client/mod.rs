//! The client that plays an agent on a contest server. It registers or logs in, requests games, and
//! continues after a lost server or session.
//!
//! | noun | file |
//! |---|---|
//! | the methods, and the meaning of their answers | `calls` |
//! | the login, the session and the waiting times | `connection` |
//! | the state of a game, from the answers to `status` | `tracker` |
//! | one game, bid and cards | `match_loop` |
//! | the result of a game | `ending` |
//! | one game after another | `player` |
//! | the state from which a restarted client continues | `session_file` |
//! | the reasons why a client gives up | `error` |
//!
//! The server gives its reasons only in words for people. A session that is over is therefore known
//! by a failing `status`, which needs nothing but a session. A card whose answer was lost is not
//! sent again before `status` has shown if it arrived. After a call, `status` is called at once and
//! then at growing intervals; the contest's own examples called it once a second.

mod calls;
mod connection;
mod ending;
mod error;
mod match_loop;
mod player;
mod session_file;
mod tracker;

pub use calls::Patience;
pub use error::ClientError;
pub use tracker::{TrackError, Tracker, TrackerNotes};

use self::calls::ApiClient;
use self::connection::Connection;
use self::player::Player;
use self::session_file::SessionFile;
use cardsharp_commands::ClientJournal;
use cardsharp_net::backoff::Backoff;
use cardsharp_net::http::client::HttpClient;
use cardsharp_net::http::player::{PlayError, Stop};
use cardsharp_net::{Password, PlayReport};
use cardsharp_net::{PlayOptions, ServerAddress};
use cardsharp_skullwhist_bots::agents::Factory;

/// The default agent of live play: the best hand-written agent.
pub(crate) const BEST_AGENT: &str = "search";

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
pub fn play_with(options: &PlayOptions, factory: Factory, patience: Patience) -> Result<PlayReport, ClientError> {
    let ServerAddress::Url(url) = &options.server else {
        return Err(ClientError::NeedsUrl);
    };
    let name = options.agent_or(BEST_AGENT).to_string();
    let journal = ClientJournal::open(options.journal.as_deref(), "skullwhist", name, options.seed)?;
    let http = HttpClient::new(url).map_err(PlayError::from)?;
    let account = options.account.as_ref();
    let account = account.ok_or(ClientError::NeedsAccount)?;
    let password = Password::read(&account.password_file).map_err(PlayError::from)?;
    let file = SessionFile::open(&account.password_file, &account.user, http.base());
    let api = ApiClient::new(http.clone(), &account.user, password, patience);
    let most = options.max_attempts.map(usize::from);
    let backoff = Backoff::new(&options.stop, options.reconnect_wait, most);
    let backoff = backoff.leaving_by(&options.departure);
    let games = options.games.map(|games| games.get() as u64);
    let connection = Connection::new(api, file, backoff, journal);
    let mut player = Player::new(connection, games, (factory, options.seed));
    let end = http.while_watching(&options.stop, || player.run()).map_err(PlayError::Thread)?;
    match end {
        Ok(()) | Err(Stop::Stopped) => Ok(player.into_report()),
        Err(Stop::Failed(error)) => Err(error),
    }
}
