//! A game compiled once into flat arrays, in sequence form, ordered for the sweep.
//!
//! Each player's decisions form a forest of information sets. A *sequence* (an information set and
//! an action, or the empty sequence) leads to further information sets (D. Koller, N. Megiddo, B.
//! von Stengel, "Efficient computation of equilibria for extensive two-person games", 1996). The
//! compiled game does not store histories. For every combination of the players' last sequences it
//! stores the probability of chance times the utility. Counterfactual values are then the product
//! of this sparse table and the opponents' realization plans, summed in one sweep from the last
//! decisions to the first.
//!
//! The order of the arrays makes the sweep fast:
//! - Information sets with the same public past lie side by side. So the table falls into small
//!   dense *blocks* (own hands by other hands). Blocks that differ only by a factor are stored
//!   once: liar's dice with its 147,420 terminal histories needs a few kilobytes of them.
//! - A *unit* holds up to 64 information sets with equally many actions, one array for each action.
//!   So regret matching runs over vectors.
//! - A large game is cut into *parts* with no sequence between them, which threads sweep at the
//!   same time. The cut depends on the game alone, and so does the order of every sum.
//!
//! | noun | file |
//! |---|---|
//! | the one walk through the game | `walk` |
//! | the parts that threads sweep at the same time | `cut` |
//! | the order of information sets and sequences | `layout` |
//! | the payoffs of terminal histories, by sequences | `payoffs` |
//! | the sweep from the last decisions to the first | `ascend` |
//! | realization plans and their best responses | `plan` |

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
pub use plan::{RealizationPlan, TreeStrategy};

/// The greatest number of players of a compiled game.
pub const MAX_PLAYERS: usize = 10;
/// The greatest number of rows of a piece.
const PIECE_ROWS: usize = 16;
/// The greatest number of information sets in a unit.
pub(crate) const UNIT_WIDTH: usize = 64;

/// A game compiled once. Several solvers may share it.
#[derive(Debug)]
pub struct Tree {
    histories: u64,
    constant_sum: Option<f64>,
    pub(crate) plexes: Vec<Treeplex>,
}

/// The reason that a game cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CompileError {
    /// The game has too many players, or none.
    #[error("the game has {players} players, and a compiled one 1 to 10")]
    Players {
        /// The number of players.
        players: usize,
    },
    /// Information sets of two players have the same key.
    #[error("information set {infoset} has the key of one of another player")]
    SharedKey {
        /// The name of the information set.
        infoset: String,
    },
    /// States of one information set differ in their number of actions.
    #[error("the states of information set {infoset} differ in their number of actions")]
    Actions {
        /// The name of the information set.
        infoset: String,
    },
    /// A player has imperfect recall.
    #[error(
        "information set {infoset} is reached by different choices of its own player: a compiled game needs perfect recall"
    )]
    ImperfectRecall {
        /// The name of the information set.
        infoset: String,
    },
}

/// The decisions of one player in sequence form.
#[derive(Debug, Default)]
pub(crate) struct Treeplex {
    /// The number of sequences, the empty one included.
    pub(crate) sequences: usize,
    /// The key of each information set.
    pub(crate) keys: Vec<InfosetKey>,
    /// The parent sequence of each information set.
    pub(crate) parents: Vec<u32>,
    /// The units, ordered so that within a part every unit comes after those that lead to it.
    pub(crate) units: Vec<Unit>,
    /// The parts. Part 0 comes before all others; no sequence leads from one of the others to
    /// another.
    pub(crate) parts: Vec<Part>,
    /// The pieces: rows of sequences that are swept together. Piece 0 is the empty sequence alone.
    /// The pieces of a unit follow action by action. One more marks the end.
    pub(crate) pieces: Vec<Piece>,
    /// The child information sets of pieces.
    pub(crate) runs: Vec<Run>,
    /// The dense payoffs of pieces.
    pub(crate) blocks: Vec<Block>,
    /// The matrices of the blocks.
    pub(crate) matrices: Vec<f64>,
    /// The other payoffs of pieces, one by one.
    pub(crate) entries: Vec<Entry>,
    /// The other players' sequences of each entry, `players - 1` per entry.
    pub(crate) columns: Vec<u32>,
}

/// Information sets that are swept together. Their sequences are numbered action by action.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    pub(crate) first_infoset: u32,
    pub(crate) first_sequence: u32,
    pub(crate) first_piece: u32,
    /// The number of pieces of each action.
    pub(crate) pieces: u16,
    /// The number of information sets.
    pub(crate) width: u16,
    pub(crate) actions: u32,
}

impl Unit {
    /// The sequences of the unit.
    #[inline(always)]
    pub(crate) fn range(&self) -> Range<usize> {
        let first = self.first_sequence as usize;
        first..first + usize::from(self.width) * self.actions as usize
    }
}

/// A range of units, with their information sets and sequences.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    pub(crate) units: Range<usize>,
    pub(crate) infosets: Range<usize>,
    pub(crate) sequences: Range<usize>,
}

/// Consecutive sequences of one action at information sets with one public past.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) first_sequence: u32,
    pub(crate) rows: u32,
    pub(crate) first_run: u32,
    pub(crate) first_block: u32,
    pub(crate) first_entry: u32,
}

/// Information sets that are children of consecutive rows, one for each row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) infoset: u32,
    pub(crate) row: u16,
    pub(crate) rows: u16,
}

/// A dense matrix of payoffs, stored column by column, times a factor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) factor: f64,
    pub(crate) matrix: u32,
    /// The first sequence of the other player.
    pub(crate) column: u32,
    pub(crate) columns: u16,
    pub(crate) row: u16,
    pub(crate) rows: u16,
}

/// One payoff, in one row of a piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) payoff: f64,
    pub(crate) row: u32,
}

impl Tree {
    /// Walks `game` once and lays it out. Time and memory grow with the number of histories
    /// ([`crate::contract::check`] counts them). The walk takes about 30 bytes for each terminal
    /// history and 150 for each information set; the result takes [`Tree::bytes`].
    pub fn compile<G: Game>(game: &G) -> Result<Tree, CompileError> {
        let walked = walk::walk(game)?;
        let layouts = layout::lay_out(&walked);
        Ok(Tree {
            histories: walked.histories,
            constant_sum: walked.constant_sum,
            plexes: payoffs::attach(layouts, walked.leaves),
        })
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.plexes.len()
    }

    /// The number of histories of the game, chance nodes and terminal histories included.
    pub fn histories(&self) -> u64 {
        self.histories
    }

    /// The sum of the players' utilities, if it is the same at every terminal history.
    pub fn constant_sum(&self) -> Option<f64> {
        self.constant_sum
    }

    /// The number of information sets of `player`.
    pub fn infosets(&self, player: Player) -> usize {
        self.plexes[player.index()].keys.len()
    }

    /// The number of information sets of each player.
    pub fn infosets_by_player(&self) -> Vec<usize> {
        self.plexes.iter().map(|plex| plex.keys.len()).collect()
    }

    /// The number of sequences of `player`: the actions of all information sets, and the empty
    /// sequence.
    pub fn sequences(&self, player: Player) -> usize {
        self.plexes[player.index()].sequences
    }

    /// The greatest value of `of` over all players.
    pub(crate) fn most(&self, of: impl Fn(&Treeplex) -> usize) -> usize {
        self.plexes.iter().map(of).max().unwrap_or(0)
    }

    /// The size of the compiled game in bytes.
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
