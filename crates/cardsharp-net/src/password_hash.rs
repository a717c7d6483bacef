//! Stored passwords: Argon2 hashes in the PHC format.
//!
//! Making or checking a hash takes tens of milliseconds by design. Threads that serve requests leave it to
//! the [queue](super::password_queue).

use std::sync::LazyLock;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use subtle::ConstantTimeEq;
use thiserror::Error;

/// Capacity of the buffer for a hash, in blocks: 33 MiB. A buffer of this size is always mapped separately
/// and returns to the system when it is freed. glibc may keep smaller buffers in the thread's arena, up to
/// its `DEFAULT_MMAP_THRESHOLD_MAX` of 32 MiB. The unused part of the buffer takes no memory.
const MAPPED_BLOCKS: usize = 33 * 1024 * 1024 / Block::SIZE;

/// The error of a hash that could not be made. Its message does not contain the password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the password could not be hashed: use 1 to 1024 bytes")]
pub struct HashingError;

/// Hashes a password with a new salt.
///
/// # Errors
///
/// [`HashingError`].
pub fn make(password: &str) -> Result<String, HashingError> {
    let (algorithm, version) = (Algorithm::default(), Version::default());
    let params = Params::default();
    let salt: [u8; 16] = rand::random();
    let mut output = [0; Params::DEFAULT_OUTPUT_LEN];
    let argon2 = Argon2::new(algorithm, version, params.clone());
    hash(&argon2, password, &salt, &mut output).ok_or(HashingError)?;
    let hash = PasswordHash {
        algorithm: algorithm.ident(),
        version: Some(version.into()),
        params: ParamsString::try_from(&params).map_err(|_| HashingError)?,
        salt: Some(Salt::new(&salt).map_err(|_| HashingError)?),
        hash: Some(Output::new(&output).map_err(|_| HashingError)?),
    };
    Ok(hash.to_string())
}

/// True if `hash` is a hash of this password. False if `hash` is malformed.
pub fn is_of(hash: &str, password: &str) -> bool {
    check(hash, password) == Some(true)
}

/// Takes the time of a failed check, for an account that does not exist. The time of an answer must not
/// reveal which accounts exist.
pub fn check_nothing(password: &str) {
    static NOBODYS: LazyLock<Option<String>> = LazyLock::new(|| {
        let password: [u8; 16] = rand::random();
        make(&hex::encode(password)).ok()
    });
    if let Some(hash) = &*NOBODYS {
        std::hint::black_box(is_of(hash, password));
    }
}

/// True if the hash is one of this password; `None` if it is malformed.
fn check(text: &str, password: &str) -> Option<bool> {
    let parsed = PasswordHash::new(text).ok()?;
    let algorithm = Algorithm::try_from(parsed.algorithm.as_str()).ok()?;
    let version = parsed.version.map(Version::try_from).transpose().ok()?;
    let params = Params::try_from(&parsed).ok()?;
    let (salt, wanted) = (parsed.salt?, parsed.hash?);
    let argon2 = Argon2::new(algorithm, version.unwrap_or_default(), params);
    let mut output = vec![0; wanted.len()];
    hash(&argon2, password, &salt, &mut output)?;
    Some(output.ct_eq(wanted.as_bytes()).into())
}

/// Hashes with a buffer that returns to the system afterwards.
fn hash(argon2: &Argon2<'_>, password: &str, salt: &[u8], output: &mut [u8]) -> Option<()> {
    let blocks = argon2.params().block_count();
    let mut memory: Vec<Block> = Vec::new();
    memory.try_reserve_exact(blocks.max(MAPPED_BLOCKS)).ok()?;
    memory.resize(blocks, Block::new());
    let password = password.as_bytes();
    let hashed = argon2.hash_password_into_with_memory(password, salt, output, &mut memory);
    hashed.ok()
}

#[cfg(test)]
#[path = "../tests/unit/password_hash.rs"]
mod tests;
