//! A game compiled once into flat arrays, in sequence form, ordered for the sweep.
//!
//! Each player's decisions form a forest of information sets. A *sequence* (an information set and an action, or the
//! empty sequence) leads to further information sets (D. Koller, N. Megiddo, B. von Stengel, "Efficient computation of
//! equilibria for extensive two-person games", 1996). The compiled game does not store histories. For every combination
//! of the players' last sequences it stores the probability of chance times the utility. Counterfactual values are then
//! the product of this sparse table and the opponents' realization plans, summed in one sweep from the last decisions
//! to the first.
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
//! | the arrays | `treeplex` |
//! | the one walk through the game | `walk` |
//! | the error of compiling | `error` |
//! | the parts that threads sweep at the same time | `cut` |
//! | the order of information sets and sequences | `layout` |
//! | the utilities of terminal histories, above a base of each player | `utilities` |
//! | the payoffs of terminal histories, by sequences | `payoffs` |
//! | the sweep from the last decisions to the first | `ascend` |
//! | realization plans and their best responses | `plan` |
//! | the average of joint play | `joint_play` |

mod ascend;
mod cut;
mod error;
mod joint_play;
mod layout;
mod payoffs;
mod plan;
mod treeplex;
mod utilities;
mod walk;

use crate::game::{Game, Player};

pub(crate) use ascend::{InfosetValues, Step, Sweep};
pub(crate) use cut::PARTS;
pub use error::CompileError;
pub(crate) use joint_play::JointPlay;
pub(crate) use plan::{MeasureBuffers, Respond};
pub use plan::{RealizationPlan, TreeStrategy};
use treeplex::{Block, Entry, PIECE_ROWS, Piece, Run};
pub(crate) use treeplex::{Part, Treeplex, UNIT_WIDTH, Unit};
pub(crate) use utilities::offset_of;
pub use walk::MAX_PLAYERS;

/// A game compiled once. Several solvers may share it.
#[derive(Debug)]
pub struct Tree {
    histories: u64,
    constant_sum: Option<f64>,
    /// The sum of the players' utilities above their bases, if it is the same everywhere to the bit.
    rest: Option<f64>,
    /// What every utility of a player in `plexes` is a difference from.
    pub(crate) bases: Vec<f64>,
    spread: f64,
    fingerprint: u64,
    pub(crate) plexes: Vec<Treeplex>,
}

impl Tree {
    /// Walks `game` once and lays it out. Time and memory grow with the number of histories
    /// ([`crate::contract::check`] counts them). The walk takes about 40 bytes for each terminal
    /// history and 150 for each information set; the result takes [`Tree::bytes`].
    ///
    /// # Errors
    ///
    /// [`CompileError`] if the game breaks the contract, has imperfect recall, or has utilities that
    /// cannot be added up.
    pub fn compile<G: Game>(game: &G) -> Result<Tree, CompileError> {
        let walked = walk::walk(game)?;
        let layouts = layout::lay_out(&walked);
        let utilities = walked.utilities;
        let leaves = payoffs::Leaves { sequences: walked.ends, weighted: utilities.weighted };
        Ok(Tree {
            histories: walked.histories,
            fingerprint: walked.fingerprint,
            constant_sum: utilities.constant_sum,
            rest: utilities.rest,
            bases: utilities.bases,
            spread: utilities.spread,
            plexes: payoffs::attach(layouts, leaves),
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

    /// The sum of the players' utilities, if it is the same at every terminal history. It may vary by
    /// rounding alone: by 1e-9 of the largest difference between two utilities of a player, and by a
    /// few units in the last place of the largest utility. Where the game knows its utilities exactly
    /// ([`Game::utility_remainder`]) it may not vary at all.
    pub fn constant_sum(&self) -> Option<f64> {
        self.constant_sum
    }

    /// A hash of the game: of the keys and numbers of actions of its information sets, the
    /// probabilities of chance, and the utilities, in the order of a depth-first walk. A strategy that
    /// was computed for a game with another fingerprint belongs to another game.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The largest difference between two utilities of one player.
    pub fn spread(&self) -> f64 {
        self.spread
    }

    /// The number of information sets of `player`.
    pub fn infosets(&self, player: Player) -> usize {
        self.plexes[player.index()].keys.len()
    }

    /// The number of information sets of each player.
    pub fn infosets_by_player(&self) -> Vec<usize> {
        self.plexes.iter().map(|plex| plex.keys.len()).collect()
    }

    /// The number of sequences of `player`: the actions of all information sets, and the empty sequence.
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
