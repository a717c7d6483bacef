//! Lines for the table of players.

use std::path::PathBuf;

use thiserror::Error;

use super::accounts::{AccountEntry, AccountsError, check_id};
use super::secrets::{Ha1, SecretError, hash};
use crate::contests::CredentialOptions;
use crate::contests::dead_mans_draw::wire::Role;

/// Most bytes of a password.
const MOST_PASSWORD: usize = 1024;

/// Why there are no credentials.
#[derive(Debug, Error)]
pub enum CredentialsError {
    /// The id.
    #[error(transparent)]
    Id(#[from] AccountsError),
    /// The file with the password cannot be read.
    #[error("the password file {path} cannot be read: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// It holds no password.
    #[error("the password file {0} must hold 1 to 1024 bytes of text in one line")]
    NoPassword(PathBuf),
    /// It could not be hashed.
    #[error(transparent)]
    Hashing(#[from] SecretError),
}

/// The line of a player in the table of players, with his password hashed. The password is the text
/// of its file up to the first line break.
///
/// # Errors
///
/// What is wrong with the id or the password.
pub fn credentials(options: &CredentialOptions) -> Result<AccountEntry, CredentialsError> {
    check_id(&options.id)?;
    let path = &options.password_file;
    let text = std::fs::read_to_string(path).map_err(|source| CredentialsError::Unreadable {
        path: path.clone(),
        source,
    })?;
    let password = text.lines().next().unwrap_or_default();
    if password.is_empty() || password.len() > MOST_PASSWORD || text.lines().nth(1).is_some() {
        return Err(CredentialsError::NoPassword(path.clone()));
    }
    let ha1 = Ha1::of(&options.id, password);
    Ok(AccountEntry {
        id: options.id.clone(),
        name: options.name.clone(),
        email: options.email.clone(),
        role: if options.admin {
            Role::Admin
        } else {
            Role::Player
        },
        password: hash(password)?,
        digest: options.digest.then(|| ha1.as_str().to_owned()),
    })
}
