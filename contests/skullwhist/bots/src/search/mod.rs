//! Search of positions with both hands open and both bids known.
//!
//! # More tricks are never worse
//!
//! With the bids fixed, the tricks determine the value of a finished game. The score of a bid is minus ten times the
//! bid for too few tricks, ten times the bid for just enough, and one more for every further trick
//! ([`score`](cardsharp_skullwhist_game::rules::score)). It never falls as the tricks grow. The other player takes the
//! remaining tricks, so their score never grows. The difference of the scores and its sign, which decides the winner,
//! therefore never fall as one's own tricks grow. The best play of both takes as many tricks as possible, whatever the
//! bids. (An exact bid is paid ten for each trick and an overtrick one. That does not matter to the *order* of the
//! results with open cards. It matters when results are averaged over unknown cards.)
//!
//! Minimax commutes with a function that never falls. One search for *the number of tricks* therefore serves every pair
//! of bids and every objective, and its table serves every deal. An objective only decides which queries are needed.
//! Results form steps between which more tricks change something. One null-window search, "can the leader take `k`
//! tricks?", separates a step from the next. A win needs at most two queries.
//!
//! # The search
//!
//! | method | reason |
//! |---|---|
//! | positions are compared by the holder of the highest card left of each suit, the second, ... | ranks that are gone do not matter; the three plain suits are alike; a position fits in 64 bits, so the table stores it exactly |
//! | of adjacent cards of one hand only the lowest is tried | they are equivalent |
//! | bounds on the tricks left, from top cards and trumps | most positions need no search |
//! | the cheapest winner is tried first among answers | it refutes most leads: a tenth of the positions that the highest card first needs |
//! | the table keeps a lower and an upper bound and the lead that was enough | it serves all queries about a position |
//!
//! The alternatives, proof-number search and partition search (Ginsberg, 1996), are not needed: the
//! bench `skullwhist` and `cargo test --release -p cardsharp-skullwhist-bots --test skullwhist median -- --ignored --nocapture`
//! print the time for a whole deal.
//!
//! | noun | file |
//! |---|---|
//! | a position as a number | `relative_ranks` |
//! | the transposition table | `table` |
//! | the search for a number of tricks | `tricks` |
//! | the interface | `open_hands` |

mod open_hands;
mod relative_ranks;
mod table;
mod tricks;

pub use open_hands::{OpenHands, Solved};
