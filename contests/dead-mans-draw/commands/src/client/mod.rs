//! The client that plays an agent on an arena. It logs in, finds its matches, acts in its turns,
//! and reconnects after the arena was unreachable.
//!
//! A list request that waits returns the matches in which it is the player's turn. Each time it
//! returns none, the client reads the matches that it has begun: such a list does not contain a
//! match that ended in another player's turn.
//!
//! | noun | file |
//! |---|---|
//! | the login, by Digest or Basic | `session` |
//! | the requests and the meanings of the responses | `api` |
//! | the state of a match, by its objects and events | `tracker` |
//! | the choice of matches, and their results | `player`, `ending` |
//! | the limit of invalid responses | `invalid_responses` |
//! | one match, turn by turn | `match_loop` |
//! | the reasons to give up | `error` |
//!
//! The first request carries no login, and the response lists the logins that the server accepts.
//! Digest is used if it is offered, since it does not send the password, and Basic otherwise. Basic
//! is also used if Digest is refused: the server may know only a hash of the player's password. A
//! nonce that has expired, or that a restarted server no longer knows, is replaced.
//!
//! At the beginning of a turn, the client reads the match with all its events, since nothing else
//! shows the discard pile. Within the turn, the responses to its own actions give the rest. A match
//! therefore takes one request for each action and one more for each turn. If the response to an
//! action was lost, the action is not sent again before the client has read the match again.

mod api;
mod ending;
mod error;
mod invalid_responses;
mod match_loop;
mod options;
mod player;
mod session;
mod tracker;

pub use api::Patience;
pub use error::ClientError;
pub use options::ClientOptions;
pub use tracker::{TrackError, state_after, state_of};

use self::api::Api;
use self::player::{MatchSelection, Player};
use self::session::Session;
use cardsharp_commands::ClientJournal;
use cardsharp_dead_mans_draw_bots::agents::Factory;
use cardsharp_dead_mans_draw_game::text::NAME;
use cardsharp_net::backoff::Backoff;
use cardsharp_net::http::client::HttpClient;
use cardsharp_net::http::player::{PlayError, Stop};
use cardsharp_net::{Password, PlayReport};
use cardsharp_net::{PlayFailure, PlayOptions, ServerAddress};

/// The default agent of live play: the strongest one, with the policy that is part of the program.
pub(crate) const BEST_AGENT: &str = "look-ahead";

/// Plays until the matches that the options ask for are played, or its stop flag is set. With
/// `match_id`, it plays that match. Otherwise it plays matches with `tag`, or any in which the
/// account has a seat: as many as `games`, without end if `repeat` is set, else one.
///
/// # Errors
///
/// The reason why it cannot play, with the report up to then.
pub fn play(options: &PlayOptions, own: &ClientOptions, factory: Factory) -> Result<PlayReport, PlayFailure> {
    let mut report = PlayReport::default();
    match play_into(options, own, factory, Patience::default(), &mut report) {
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
    own: &ClientOptions,
    factory: Factory,
    patience: Patience,
) -> Result<PlayReport, ClientError> {
    let mut report = PlayReport::default();
    play_into(options, own, factory, patience, &mut report)?;
    Ok(report)
}

fn play_into(
    options: &PlayOptions,
    own: &ClientOptions,
    factory: Factory,
    patience: Patience,
    report: &mut PlayReport,
) -> Result<(), ClientError> {
    let ServerAddress::Url(url) = &options.server else {
        return Err(ClientError::NeedsUrl);
    };
    let name = options.agent_or(BEST_AGENT).to_string();
    let journal = ClientJournal::open(options.journal.as_deref(), NAME, name, options.seed)?;
    let http = HttpClient::new(url).map_err(PlayError::from)?;
    let account = options.account.as_ref();
    let account = account.ok_or(ClientError::NeedsAccount)?;
    let password = Password::read(&account.password_file).map_err(PlayError::from)?;
    let watched = http.clone();
    let session = Session::new(http, &account.user, password);
    let games = options.games.map(|games| games.get() as u64);
    let selection =
        MatchSelection { id: own.match_id.clone(), tag: own.tag.clone(), games: games.or((!own.repeat).then_some(1)) };
    let most = options.max_attempts.map(usize::from);
    let backoff = Backoff::new(&options.stop, options.reconnect_wait, most);
    let backoff = backoff.leaving_by(&options.departure);
    let api = Api::new(session, patience);
    let mut player = Player::new(api, backoff, selection, (factory, options.seed), journal);
    let end = watched.while_watching(&options.stop, || player.run()).map_err(PlayError::Thread)?;
    *report = player.link.report;
    match end {
        Ok(()) | Err(Stop::Stopped) => Ok(()),
        Err(Stop::Failed(error)) => Err(error),
    }
}
