//! The reasons why a client gives up.

use thiserror::Error;

use cardsharp_arena::JournalError;
use cardsharp_net::http::player::PlayError;

/// The reason why a client gave up. No message contains a secret.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The contest is played over HTTP, and no address was given.
    #[error("Dead Man's Draw is played over HTTP: name the server by --url http://HOST:PORT")]
    NeedsUrl,
    /// No account to log in with was given.
    #[error("the arena wants a login: give --user and --password-file")]
    NeedsAccount,
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
    /// There are no matches at this address.
    #[error("there is no arena at this address (status {0} for /api/matches): look at --url")]
    NoArena(u16),
    /// The server gives an invalid response, and the same one each time.
    #[error(
        "the server sends malformed answers again and again ({times} times in a row): {fault}; look at \
         --url, or ask its keepers which version of the protocol it speaks"
    )]
    InvalidResponses {
        /// The number of times.
        times: usize,
        /// The fault of the response.
        fault: String,
    },
    /// The journal cannot be opened.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A fault that all players of web services share.
    #[error(transparent)]
    Http(#[from] PlayError),
}
