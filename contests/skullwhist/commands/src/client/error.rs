//! The reasons why a client gives up.

use thiserror::Error;

use cardsharp_arena::JournalError;
use cardsharp_net::http::player::PlayError;

/// A reason why a client gave up. No message contains a secret.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The contest is a web service.
    #[error("SkullWhist is played over HTTP: name the server by --url http://HOST:PORT")]
    NeedsUrl,
    /// No account is given.
    #[error("the server wants a login: give --name and --password-file")]
    NeedsAccount,
    /// The password is not the account's, or no account can have this name or password.
    #[error("the server lets {name} neither log in ({login}) nor register ({registration}): {hint}")]
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
    /// The address has no such interface.
    #[error("there is no SkullWhist at this address (status {0} for /api/login/): look at --url")]
    NoServer(u16),
    /// The journal cannot be opened.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A fault that all players of web services share.
    #[error(transparent)]
    Http(#[from] PlayError),
}
