//! The reasons why a client gives up.

use thiserror::Error;

use crate::counted::counted;
use crate::live::{BadUrl, PasswordError};

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
