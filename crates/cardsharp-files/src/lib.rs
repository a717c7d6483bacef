//! Durable files: a file that is replaced in one step, a journal of JSON lines, and the checksum of a JSON file.

pub mod json_lines;
mod replace;
mod seal;
pub mod temporary_file;

pub use replace::replace;
pub use seal::seal_of;
