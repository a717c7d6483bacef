//! Passwords as servers keep them: Argon2 hashes in the PHC format.
//!
//! Making and checking one takes tens of milliseconds by design: not for the threads that serve.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use thiserror::Error;

/// A hash could not be made. The password is never shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the password could not be hashed: use 1 to 1024 bytes")]
pub struct HashingError;

/// The hash of a password, with a new salt.
///
/// # Errors
///
/// [`HashingError`].
pub fn make(password: &str) -> Result<String, HashingError> {
    let salt: [u8; 16] = rand::random();
    let hash = Argon2::default().hash_password_with_salt(password.as_bytes(), &salt);
    Ok(hash.map_err(|_| HashingError)?.to_string())
}

/// Whether `hash` is one of this password. What is no hash is none.
pub fn is_of(hash: &str, password: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| {
        let argon2 = Argon2::default();
        argon2.verify_password(password.as_bytes(), &hash).is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_of_its_password_and_of_no_other() {
        let hash = make("open sesame").unwrap();
        assert!(is_of(&hash, "open sesame") && !is_of(&hash, "sesame"));
        assert!(!hash.contains("sesame") && !is_of("open sesame", "open sesame"));
        assert_ne!(hash, make("open sesame").unwrap());
    }
}
