//! The words that a program prints: standard output that survives a reader who leaves, counts with their nouns, and
//! text from strangers that is safe to show.

pub mod counted;
pub mod output;
pub mod sanitize;
