//! The reasons why a client gives up.

use thiserror::Error;

use crate::counted::counted;
use crate::live::{BadUrl, PasswordError};

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
        "the server answers without sense again and again ({times} times in a row): {fault}; look at \
         --url, or ask its keepers which version of the protocol it speaks"
    )]
    InvalidResponses {
        /// The number of times.
        times: usize,
        /// The fault of the response.
        fault: String,
    },
    /// The system starts no thread.
    #[error("the client's thread could not be started: {0}")]
    Thread(std::io::Error),
}
