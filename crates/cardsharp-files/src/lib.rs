//! Durable files: a file that is replaced in one step, a journal of JSON lines, and the checksum of a JSON file.
//!
//! With the feature `store` also the database of a server, which survives crashes and failed writes.

pub mod json_lines;
mod replace;
mod seal;
#[cfg(feature = "store")]
pub mod store;
mod sync_policy;
pub mod temporary_file;

pub use replace::{replace, replace_by};
pub use seal::{SealError, SealedContent, seal_of, sealed, unsealed};
pub use sync_policy::SyncPolicy;
