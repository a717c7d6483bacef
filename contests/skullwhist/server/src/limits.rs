//! The limits of accounts.

/// The largest number of bots.
pub(super) const MAX_BOTS: usize = 100_000;
/// The number of characters of a name in the original's table.
pub(super) const MAX_STORED_NAME: usize = 32;
/// The largest number of characters of a name that passes the check.
pub(super) const MAX_NAME: usize = 40;
/// The largest number of characters of a password.
pub(super) const MAX_PASSWORD: usize = 255;
