//! Values of the beginnings of a trick, for any two ranges that come there.
//!
//! A hand of five cards is too large to be stored. A trunk, its first tricks, is not. What is left at the end of the
//! trunk is a subgame whose values depend on both ranges. A network learns them from subgames that were solved
//! ([`cardsharp_solvers::value_network`]), at ranges that come from random play, and later from the trunk's own play.
//!
//! | noun | file |
//! |---|---|
//! | a public state and the ranges there | `leaf` |
//! | a player at random, who leads to leaves | `random_play` |
//! | a leaf and its values as a network sees them | `encoding` |
//! | the values of a leaf by solving it | `solution` |
//! | the values of leaves by a network | `learned` |
//! | the values of leaves by what every hand is worth there | `responses` |
//! | what hands expect where a strategy ends, by either | `expectation` |
//! | the mean error of a network at each leaf | `corrections` |
//! | the values of leaves, averaged over iterations | `averages` |
//! | a sample of the leaves that a solver comes to | `leaf_sample` |

mod averages;
mod corrections;
mod encoding;
mod expectation;
mod leaf;
mod leaf_sample;
mod learned;
mod random_play;
mod responses;
mod solution;

pub use averages::{LeafAverages, Sums};
pub use corrections::Corrections;
pub use encoding::LeafEncoding;
pub use expectation::LeafExpectation;
pub use leaf::{Leaf, is_beginning};
pub use leaf_sample::LeafSample;
pub use learned::{LearnedValues, WrongNetwork};
pub use random_play::random_leaf;
pub use responses::WorthLeaves;
pub use solution::solve;
