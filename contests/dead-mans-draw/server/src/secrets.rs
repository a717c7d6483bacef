//! The stored forms of passwords, and their comparison.
//!
//! Basic is checked against an Argon2 hash. This takes tens of milliseconds by design, so a password that was right
//! once is remembered as a keyed hash that only this process can compute. Digest needs HA1, which is as good as the
//! password for this realm: anybody who reads it can log in by Digest. All comparisons take constant time.

use std::sync::{Mutex, OnceLock, PoisonError};

use argon2::Params;
use argon2::password_hash::phc::PasswordHash;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;
use thiserror::Error;

use cardsharp_dead_mans_draw_game::wire::{Ha1, REALM};
use cardsharp_net::password_hash;

/// The most memory that one check may take, in KiB. The default of Argon2 is 19 MiB.
const MAX_MEMORY: u32 = 256 * 1024;

/// The fault of a secret. The secret itself is never shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SecretError {
    /// The text is not an Argon2 hash.
    #[error("its password is no Argon2 hash: write one with cardsharp credentials")]
    NotArgon2,
    /// The hash takes too much memory or time to check.
    #[error("its password's hash wants more than 256 MiB: write one with cardsharp credentials")]
    TooHeavy,
    /// The text is not an HA1.
    #[error("its digest is not 32 hexadecimal digits: write it with cardsharp credentials")]
    NotHa1,
}

/// A keyed hash of a password.
type Tag = [u8; 32];

/// The stored forms of a player's password.
#[derive(Debug)]
pub(super) struct Secrets {
    /// The Argon2 hash; none for a public password.
    hash: Option<String>,
    ha1: Option<Ha1>,
    /// The keyed hash of the last password that was right.
    remembered: Mutex<Option<Tag>>,
}

/// True if two texts are equal. The time of the comparison depends only on their lengths.
pub(super) fn same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

impl Secrets {
    /// The secrets of a table's entry.
    pub(super) fn stored(hash: &str, ha1: Option<&str>) -> Result<Secrets, SecretError> {
        let parsed = PasswordHash::new(hash).map_err(|_| SecretError::NotArgon2)?;
        if !parsed.algorithm.as_str().starts_with("argon2") || parsed.hash.is_none() {
            return Err(SecretError::NotArgon2);
        }
        let params = Params::try_from(&parsed).map_err(|_| SecretError::NotArgon2)?;
        if params.m_cost() > MAX_MEMORY || params.t_cost() > 16 || params.p_cost() > 16 {
            return Err(SecretError::TooHeavy);
        }
        let read = |text| Ha1::from_hex(text).ok_or(SecretError::NotHa1);
        let ha1 = ha1.map(read).transpose()?;
        Ok(Secrets { hash: Some(hash.to_owned()), ha1, remembered: Mutex::default() })
    }

    /// The secrets of a public password.
    pub(super) fn known(id: &str, password: &str) -> Secrets {
        Secrets { hash: None, ha1: Some(Ha1::of(id, REALM, password)), remembered: Mutex::new(Some(tag(password))) }
    }

    pub(super) fn ha1(&self) -> Option<&Ha1> {
        self.ha1.as_ref()
    }

    /// True if this is the password that was right before.
    pub(super) fn remembers(&self, password: &str) -> bool {
        let remembered = *self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        remembered.is_some_and(|remembered| remembered.ct_eq(&tag(password)).into())
    }

    /// True if this is the password. The check is slow, so it must not run on the threads that serve requests.
    pub(super) fn is_right(&self, password: &str) -> bool {
        match &self.hash {
            Some(hash) => password_hash::is_of(hash, password),
            None => {
                let right = self.remembers(password);
                if !right {
                    password_hash::check_nothing(password);
                }
                right
            }
        }
    }

    /// True if the password is checked by a hash.
    pub(super) fn has_hash(&self) -> bool {
        self.hash.is_some()
    }

    /// As [`Secrets::is_right`], and remembers the password if it is right.
    pub(super) fn verify(&self, password: &str) -> bool {
        let right = self.is_right(password);
        if right {
            let mut remembered = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
            *remembered = Some(tag(password));
        }
        right
    }
}

/// A key that only this process has.
pub(super) fn process_key() -> &'static [u8; 32] {
    static KEY: OnceLock<[u8; 32]> = OnceLock::new();
    KEY.get_or_init(rand::random)
}

/// The keyed hash of `parts`, for this process alone. `purpose` separates the uses of the key.
pub(super) fn keyed(purpose: &str, parts: &[u8]) -> Tag {
    // A key of any length is valid.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(process_key()) else {
        return Tag::default();
    };
    mac.update(purpose.as_bytes());
    mac.update(&[0]);
    mac.update(parts);
    mac.finalize().into_bytes().into()
}

fn tag(password: &str) -> Tag {
    keyed("password", password.as_bytes())
}

#[cfg(test)]
#[path = "../tests/unit/secrets.rs"]
mod tests;
