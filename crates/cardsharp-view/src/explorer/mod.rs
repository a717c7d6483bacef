//! Policies in a browser: the tree of a game is walked by links, with the whole range at every node.
//!
//! | noun | file |
//! |---|---|
//! | what an address asks for | `request` |
//! | the addresses and their answers | `answers` |
//! | the page of a node | `node_page` |
//! | the page that compares two policies | `comparison` |
//! | the page of a policy that is asked about written positions | `lookup_page` |
//! | the page on which a user practises | `practice_page` |
//! | the grid of hands | `grid` |
//! | the classes of hands | `class_table` |
//! | the drawing of a tree | `tree` |
//! | the files of a node: its hands, its tree | `export` |
//! | the parts that pages share | `parts` |
//! | decisions that a reader locks, and their form in an address | `locks`, `lock_query` |
//! | colours of actions | `colours` |

mod answers;
mod class_table;
mod colours;
mod comparison;
mod export;
mod grid;
mod lock_query;
mod locks;
mod lookup_page;
mod node_page;
mod parts;
mod practice_page;
mod request;
mod tree;

pub(super) use answers::find;
pub use parts::NamedExplorer;
pub(super) use parts::tenths;
pub(super) use request::address_of;
pub use tree::tree_picture;
