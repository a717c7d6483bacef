//! Entries for the table of players.

use thiserror::Error;

use super::accounts::{AccountEntry, AccountsError, check_id};
use cardsharp_dead_mans_draw_game::wire::{Ha1, REALM, Role};
use cardsharp_net::CredentialOptions;
use cardsharp_net::password_hash::{self, HashingError};
use cardsharp_net::{Password, PasswordError};

/// The reason why no credentials can be made.
#[derive(Debug, Error)]
pub enum CredentialsError {
    /// The id is invalid.
    #[error(transparent)]
    Id(#[from] AccountsError),
    /// The file with the password cannot be used.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// The password could not be hashed.
    #[error(transparent)]
    Hashing(#[from] HashingError),
}

/// The entry of a player for the table of players, with the password hashed.
///
/// # Errors
///
/// The fault of the id or of the password.
pub fn credentials(options: &CredentialOptions) -> Result<AccountEntry, CredentialsError> {
    check_id(&options.id)?;
    let password = Password::read(&options.password_file)?;
    let password = password.reveal();
    let ha1 = Ha1::of(&options.id, REALM, password);
    Ok(AccountEntry {
        id: options.id.clone(),
        name: options.name.clone(),
        email: options.email.clone(),
        role: if options.admin { Role::Admin } else { Role::Player },
        password: password_hash::make(password)?,
        digest: options.digest.then(|| ha1.as_str().to_owned()),
    })
}
