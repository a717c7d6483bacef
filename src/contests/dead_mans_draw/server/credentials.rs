//! Lines for the table of players.

use thiserror::Error;

use super::accounts::{AccountEntry, AccountsError, check_id};
use crate::contests::dead_mans_draw::wire::{Ha1, REALM, Role};
use crate::contests::password_hash::{self, HashingError};
use crate::contests::{CredentialOptions, Password, PasswordError};

/// Why there are no credentials.
#[derive(Debug, Error)]
pub enum CredentialsError {
    /// The id.
    #[error(transparent)]
    Id(#[from] AccountsError),
    /// The file with the password.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// It could not be hashed.
    #[error(transparent)]
    Hashing(#[from] HashingError),
}

/// The line of a player in the table of players, with his password hashed.
///
/// # Errors
///
/// What is wrong with the id or the password.
pub fn credentials(options: &CredentialOptions) -> Result<AccountEntry, CredentialsError> {
    check_id(&options.id)?;
    let password = Password::read(&options.password_file)?;
    let password = password.reveal();
    let ha1 = Ha1::of(&options.id, REALM, password);
    Ok(AccountEntry {
        id: options.id.clone(),
        name: options.name.clone(),
        email: options.email.clone(),
        role: if options.admin {
            Role::Admin
        } else {
            Role::Player
        },
        password: password_hash::make(password)?,
        digest: options.digest.then(|| ha1.as_str().to_owned()),
    })
}
