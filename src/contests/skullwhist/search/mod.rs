//! Search of positions in which both hands are open and both bids known.
//!
//! # More tricks are never worse
//!
//! With the bids fixed, a finished game is worth what the tricks make it. The score of a bid is minus
//! ten times the bid for too few tricks, ten times the bid for just enough, and one more for every
//! further trick ([`score`](super::rules::score)): it never falls as the tricks grow. The other
//! player takes the tricks that are left over, so his score never grows. So the difference of the
//! scores, and its sign, which is who has won, never fall as one's own tricks grow, and the best play
//! of both takes as many tricks as it can, whatever the bids. (That the exact bid is paid ten for each
//! trick and an overtrick one does not matter to the *order* of the results, with cards open; it does
//! matter when results are averaged over unknown cards.)
//!
//! Minimax commutes with a function that never falls. So one search for *the number of tricks* serves
//! every pair of bids and every objective, its table serves every deal, and an objective only says
//! which questions must be asked: results fall into steps between which more tricks change something,
//! and a step is told from the next by one null-window search, "can the leader take `k` tricks?". To
//! win or not takes at most two questions.
//!
//! # The search
//!
//! | what | why |
//! |---|---|
//! | positions are compared by who holds the highest card left of each suit, the second, ... | ranks that are gone do not matter; the three plain suits are alike; a position fits in 64 bits, so the table knows it exactly |
//! | of neighbouring cards of one hand only the lowest is tried | they are the same card |
//! | bounds on the tricks left, from top cards and trumps | most positions need no search |
//! | the cheapest winner is tried first among answers | it refutes most leads: a tenth of the positions of trying the highest card first |
//! | the table keeps a lower and an upper bound and the lead that was enough | it serves all questions about a position |
//!
//! The alternatives, proof-number search and partition search (Ginsberg, 1996), are not needed: the
//! bench `skullwhist` and `cargo test --release --test skullwhist median -- --ignored --nocapture`
//! print what a whole deal takes.
//!
//! | noun | file |
//! |---|---|
//! | a position as a number | `lanes` |
//! | what is known of positions | `table` |
//! | the search for a number of tricks | `tricks` |
//! | what a result is worth | `objective` |
//! | the way in | `open_hands` |

mod lanes;
mod objective;
mod open_hands;
mod table;
mod tricks;

pub use objective::Objective;
pub use open_hands::{OpenHands, Solved};
