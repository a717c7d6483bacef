//! A game compiled once into flat arrays, in sequence form, ordered for the sweep.
//!
//! Each player's decisions form a forest of information sets in which a *sequence* (an information
//! set and an action, or nothing yet) leads to further information sets (D. Koller, N. Megiddo,
//! B. von Stengel, "Efficient computation of equilibria for extensive two-person games", 1996). The
//! histories of the game themselves are gone: all that is left of them is, for every combination of
//! the players' last sequences, chance's probability times the utility. Counterfactual values are
//! then one product of that (sparse) table with the opponents' realization plans, and one sweep from
//! the last decisions to the first.
//!
//! What makes the sweep fast is the order of the arrays:
//! - information sets that share a public past lie side by side, so that the table falls into small
//!   dense *blocks* (own hands by other hands), and blocks that differ by a factor alone are stored
//!   once: liar's dice with its 147,420 ends of histories needs a few kilobytes of them;
//! - a *unit* holds up to 64 information sets with equally many actions, an array for
//!   each action, so that regret matching runs over vectors;
//! - a large game is cut into *parts* with no sequence between them, which threads sweep at the same
//!   time. The cut depends on the game alone, and so do all sums.
//!
//! | noun | file |
//! |---|---|
//! | the one walk through the game | `walk` |
//! | the parts that threads sweep at the same time | `cut` |
//! | the order of information sets and sequences | `layout` |
//! | what the ends of histories are worth | `payoffs` |
//! | the sweep from the last decisions to the first | `ascend` |
//! | realization plans and what a best response gains | `plan` |

mod ascend;
mod cut;
mod layout;
mod payoffs;
mod plan;
mod walk;

use std::ops::Range;

use thiserror::Error;

use crate::game::{Game, InfosetKey, Player};

pub(crate) use ascend::{Coverage, Everything, InfosetValues, Step, Sweep};
pub(crate) use cut::PARTS;
pub(crate) use plan::{Meter, Respond};
pub use plan::{Plan, TreeStrategy};

/// Most players of a compiled game.
pub const MAX_PLAYERS: usize = 10;
/// Most rows of a piece.
const PIECE_ROWS: usize = 16;
/// Most information sets in a unit.
pub(crate) const UNIT_WIDTH: usize = 64;

/// A game compiled once, of which several solvers may make use.
#[derive(Debug)]
pub struct Tree {
    histories: u64,
    constant_sum: Option<f64>,
    pub(crate) plexes: Vec<Treeplex>,
}

/// Why a game cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CompileError {
    /// Too many players, or none.
    #[error("the game has {players} players, and a compiled one 1 to 10")]
    Players {
        /// How many it has.
        players: usize,
    },
    /// Two players have an information set of the same key.
    #[error("information set {infoset} has the key of one of another player")]
    SharedKey {
        /// Its name.
        infoset: String,
    },
    /// States of one information set differ in their number of actions.
    #[error("the states of information set {infoset} differ in their number of actions")]
    Actions {
        /// Its name.
        infoset: String,
    },
    /// A player forgets.
    #[error(
        "information set {infoset} is reached by different choices of its own player: a compiled game needs perfect recall"
    )]
    ImperfectRecall {
        /// Its name.
        infoset: String,
    },
}

/// One player's decisions.
#[derive(Debug, Default)]
pub(crate) struct Treeplex {
    /// Sequences, the empty one included.
    pub(crate) sequences: usize,
    /// The key of each information set.
    pub(crate) keys: Vec<InfosetKey>,
    /// The sequence before each information set.
    pub(crate) parents: Vec<u32>,
    /// In an order in which the units of a part come after those they follow.
    pub(crate) units: Vec<Unit>,
    /// The first comes before all others; between the others there is no sequence.
    pub(crate) parts: Vec<Part>,
    /// Rows of sequences that are swept together. Number 0 is the empty sequence alone; those of a
    /// unit follow action by action. One more marks the end.
    pub(crate) pieces: Vec<Piece>,
    /// Children of pieces.
    pub(crate) runs: Vec<Run>,
    /// Payoffs of pieces, dense.
    pub(crate) blocks: Vec<Block>,
    /// What blocks refer to.
    pub(crate) matrices: Vec<f64>,
    /// Payoffs of pieces, one by one.
    pub(crate) entries: Vec<Entry>,
    /// The other players' sequences of each entry, `players - 1` each.
    pub(crate) columns: Vec<u32>,
}

/// Information sets swept together. Sequences are numbered action by action.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    pub(crate) first_infoset: u32,
    pub(crate) first_sequence: u32,
    pub(crate) first_piece: u32,
    /// Pieces of each action.
    pub(crate) pieces: u16,
    /// Information sets.
    pub(crate) width: u16,
    pub(crate) actions: u32,
}

impl Unit {
    /// Its sequences.
    #[inline(always)]
    pub(crate) fn range(&self) -> Range<usize> {
        let first = self.first_sequence as usize;
        first..first + usize::from(self.width) * self.actions as usize
    }
}

/// A stretch of units.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    pub(crate) units: Range<usize>,
    pub(crate) infosets: Range<usize>,
    pub(crate) sequences: Range<usize>,
}

/// Consecutive sequences by one action at information sets of one public past.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) first_sequence: u32,
    pub(crate) rows: u32,
    pub(crate) first_run: u32,
    pub(crate) first_block: u32,
    pub(crate) first_entry: u32,
}

/// Information sets that follow on consecutive rows, one on each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) infoset: u32,
    pub(crate) row: u16,
    pub(crate) rows: u16,
}

/// A dense matrix of payoffs, column by column, times a factor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) factor: f64,
    pub(crate) matrix: u32,
    /// The other player's first sequence.
    pub(crate) column: u32,
    pub(crate) columns: u16,
    pub(crate) row: u16,
    pub(crate) rows: u16,
}

/// One payoff.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) payoff: f64,
    pub(crate) row: u32,
}

impl Tree {
    /// Walks `game` once and lays it out. Time and memory go with the number of histories
    /// ([`crate::contract::check`] counts them); while it works it takes about 30 bytes for each end
    /// of a history and 150 for each information set, and [`Tree::bytes`] afterwards.
    pub fn compile<G: Game>(game: &G) -> Result<Tree, CompileError> {
        let walked = walk::walk(game)?;
        let layouts = layout::lay_out(&walked);
        Ok(Tree {
            histories: walked.histories,
            constant_sum: walked.constant_sum,
            plexes: payoffs::attach(layouts, walked.leaves),
        })
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.plexes.len()
    }

    /// Histories of the game: its nodes, chance and the ends included.
    pub fn histories(&self) -> u64 {
        self.histories
    }

    /// What the players' utilities add up to, if that is the same at the end of every history.
    pub fn constant_sum(&self) -> Option<f64> {
        self.constant_sum
    }

    /// Number of information sets of `player`.
    pub fn infosets(&self, player: Player) -> usize {
        self.plexes[player.index()].keys.len()
    }

    /// Number of information sets of each player.
    pub fn infosets_by_player(&self) -> Vec<usize> {
        self.plexes.iter().map(|plex| plex.keys.len()).collect()
    }

    /// Number of sequences of `player`: the actions at all information sets, and the empty one.
    pub fn sequences(&self, player: Player) -> usize {
        self.plexes[player.index()].sequences
    }

    /// The most of something that any player has.
    pub(crate) fn most(&self, of: impl Fn(&Treeplex) -> usize) -> usize {
        self.plexes.iter().map(of).max().unwrap_or(0)
    }

    /// Bytes that the compiled game takes.
    pub fn bytes(&self) -> usize {
        self.plexes.iter().map(Treeplex::bytes).sum()
    }
}

impl Treeplex {
    fn bytes(&self) -> usize {
        size_of_val(&self.keys[..])
            + size_of_val(&self.parents[..])
            + size_of_val(&self.units[..])
            + size_of_val(&self.pieces[..])
            + size_of_val(&self.runs[..])
            + size_of_val(&self.blocks[..])
            + size_of_val(&self.matrices[..])
            + size_of_val(&self.entries[..])
            + size_of_val(&self.columns[..])
    }
}
