//! The solution of a hand in files, and a policy that is made of it.
//!
//! Such a solution is a folder: the average strategies of the first tricks, and the *worth* of every hand where they
//! end. The worth is the value of a hand to a player whose best response meets the average strategy of the other from
//! there on. Re-solving offers it to the other player ([`crate::resolve`]), and so what follows needs no table.
//!
//! | noun | file |
//! |---|---|
//! | the solver of a whole hand | `solver` |
//! | the files | `folder` |
//! | their content, from a solver | `builder` |
//! | the places of their bytes | `layout` |
//! | the public states in the order of the files | `places` |
//! | the policy | `imported` |
//! | how much the worths of a state matter | `weights` |

mod builder;
mod folder;
mod imported;
mod layout;
mod places;
mod solver;
mod weights;

pub use builder::{BuilderError, End, FolderBuilder};
pub use folder::{About, FolderError, HandFolder};
pub use imported::{Import, ImportError, Imported};
pub use solver::{HandSolver, resumed, solver_of};
