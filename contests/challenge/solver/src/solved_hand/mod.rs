//! The solution of a hand by another program, made into a policy.
//!
//! Such a solution is a folder: the average strategies of the first tricks, and the *worth* of every
//! hand where they end. The worth is the value of a hand to a player whose best response meets the
//! average strategy of the other from there on. Re-solving offers it to the other player
//! ([`crate::resolve`]), and so what follows needs no table.
//!
//! | noun | file |
//! |---|---|
//! | the files | `folder` |
//! | the public states in the order of the files | `places` |
//! | the policy | `imported` |
//! | how much the worths of a state matter | `weights` |

mod folder;
mod imported;
mod places;
mod weights;

pub use folder::{About, FolderError, HandFolder};
pub use imported::{Import, ImportError, Imported};
