//! The strategy of a hand, and the policy that a file holds.
//!
//! | noun | file |
//! |---|---|
//! | a strategy with the part of a state on which it depends | `hand_strategy` |
//! | the strategy of all hands at one public state | `block` |
//! | a trained policy and its file | `trained_policy` |
//! | the values of its leaves, if it is a trunk | `leaf_network` |
//! | numbers for its leaves | `leaf_table` |
//! | what every hand is worth at its leaves | `response_values` |
//! | the playing file made from it | `playing_file` |
//! | its rows, part by part | `rows` |

mod block;
mod hand_strategy;
mod installed;
mod leaf_network;
mod leaf_table;
mod playing_file;
mod response_values;
mod rows;
mod trained_policy;

pub use block::{Block, Blocks, MAX_ACTIONS};
pub use hand_strategy::{ByHand, EachHand, HandStrategy};
pub use installed::INSTALLED;
pub use leaf_network::LeafNetwork;
pub use leaf_table::LeafTable;
pub use playing_file::{ExportError, Exported};
pub use response_values::{MAX_COARSENESS, ResponseRow, ResponseValues};
pub use rows::HandRows;
pub use trained_policy::{FINGERPRINT, TrainedPolicy, class_sections, flatten, group_of, read_game, read_infosets};
