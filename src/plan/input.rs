//! A file that the commands of a plan name.

use serde::{Deserialize, Serialize};

/// A file that commands of a plan name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// Its name in the folder `inputs`.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
}
