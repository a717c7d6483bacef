//! The one walk through a game, which collects all that the layout needs.

use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;

use crate::game::{Game, InfosetKey, Player, Turn};

/// The greatest number of players of a compiled game.
pub const MAX_PLAYERS: usize = 10;
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

/// A sequence of a player. Actions are numbered over all information sets of the player in the
/// order of their discovery; 0 is the empty sequence.
pub(super) type Sequence = u32;

/// The sequences of all players at one history; 0 for players that the game does not have.
pub(super) type Sequences = [Sequence; MAX_PLAYERS];

/// An information set as the walk found it.
pub(super) struct Found {
    pub(super) key: InfosetKey,
    pub(super) actions: u32,
    /// The player's last sequence before it.
    pub(super) parent: Sequence,
    /// The sequence of its first action. Those of the other actions follow.
    pub(super) first: Sequence,
    /// The number of the player's own decisions before it.
    pub(super) level: u32,
}

/// The terminal histories, one after the other, with one entry for each player.
#[derive(Default)]
pub(super) struct Leaves {
    /// The last sequence of each player.
    pub(super) sequences: Vec<Sequence>,
    /// The probability of chance times the utility of each player.
    pub(super) weighted: Vec<f64>,
}

/// The result of the walk.
pub(super) struct Walked {
    /// Each player's information sets, in the order of discovery.
    pub(super) infosets: Vec<Vec<Found>>,
    pub(super) leaves: Leaves,
    /// The sum of the players' utilities, if it is the same everywhere.
    pub(super) constant_sum: Option<f64>,
    /// Pairs of consecutive decisions of two players: the earlier one and the later one, as
    /// (player, information set). Each pair appears once.
    pub(super) follows: Vec<[(u8, u32); 2]>,
    pub(super) histories: u64,
}

/// A history that the walk has yet to visit.
struct Open<S> {
    state: S,
    chance: f64,
    sequences: Sequences,
    /// The last decision before it.
    last: Option<(u8, u32)>,
}

/// Walks all histories depth first, children in their order.
pub(super) fn walk<G: Game>(game: &G) -> Result<Walked, CompileError> {
    let players = game.players();
    if players == 0 || players > MAX_PLAYERS {
        return Err(CompileError::Players { players });
    }
    let mut walker = Walker {
        game,
        known: FxHashMap::default(),
        next: vec![1; players],
        levels: vec![vec![0]; players],
        pairs: FxHashSet::default(),
        sum: None,
        constant: true,
        walked: Walked {
            infosets: (0..players).map(|_| Vec::new()).collect(),
            leaves: Leaves::default(),
            constant_sum: None,
            follows: Vec::new(),
            histories: 0,
        },
    };
    let mut stack = vec![Open {
        state: game.root(),
        chance: 1.0,
        sequences: [0; MAX_PLAYERS],
        last: None,
    }];
    while let Some(open) = stack.pop() {
        let begin = stack.len();
        walker.visit(open, &mut stack)?;
        stack[begin..].reverse();
    }
    walker.walked.constant_sum = walker.sum.filter(|_| walker.constant);
    Ok(walker.walked)
}

struct Walker<'g, G: Game> {
    game: &'g G,
    known: FxHashMap<InfosetKey, (u8, u32)>,
    /// The next free sequence of each player.
    next: Vec<Sequence>,
    /// The number of own decisions up to each sequence.
    levels: Vec<Vec<u32>>,
    pairs: FxHashSet<[(u8, u32); 2]>,
    /// The sum of the utilities at the first terminal history.
    sum: Option<f64>,
    /// True if the sum is the same at all others so far.
    constant: bool,
    walked: Walked,
}

impl<G: Game> Walker<'_, G> {
    fn visit(
        &mut self,
        open: Open<G::State>,
        stack: &mut Vec<Open<G::State>>,
    ) -> Result<(), CompileError> {
        self.walked.histories += 1;
        let game = self.game;
        match game.turn(&open.state) {
            Turn::Terminal => {
                let leaves = &mut self.walked.leaves;
                let mut sum = 0.0;
                for player in 0..game.players() {
                    let utility = game.utility(&open.state, Player::new(player as u8));
                    leaves.weighted.push(open.chance * utility);
                    sum += utility;
                }
                let before = *self.sum.get_or_insert(sum);
                self.constant &= (sum - before).abs() <= 1e-9 * (1.0 + before.abs());
                leaves
                    .sequences
                    .extend_from_slice(&open.sequences[..game.players()]);
            }
            Turn::Chance { outcomes } => {
                for index in 0..outcomes {
                    stack.push(Open {
                        state: game.child(&open.state, index),
                        chance: open.chance * game.chance_probability(&open.state, index),
                        sequences: open.sequences,
                        last: open.last,
                    });
                }
            }
            Turn::Decision { player, actions } => {
                let infoset = self.infoset(&open, player, actions)?;
                let here = (player.index() as u8, infoset);
                if let Some(last) = open.last.filter(|last| last.0 != here.0) {
                    let pair = [last, here];
                    if self.pairs.insert(pair) {
                        self.walked.follows.push(pair);
                    }
                }
                let first = self.walked.infosets[player.index()][infoset as usize].first;
                for action in 0..actions {
                    let mut sequences = open.sequences;
                    sequences[player.index()] = first + action as u32;
                    stack.push(Open {
                        state: game.child(&open.state, action),
                        chance: open.chance,
                        sequences,
                        last: Some(here),
                    });
                }
            }
        }
        Ok(())
    }

    /// The number of the information set at `open`. A new one is added.
    fn infoset(
        &mut self,
        open: &Open<G::State>,
        player: Player,
        actions: usize,
    ) -> Result<u32, CompileError> {
        let key = self.game.infoset(&open.state);
        let index = player.index();
        let parent = open.sequences[index];
        if let Some(&(owner, known)) = self.known.get(&key) {
            let name = || self.game.infoset_name(&open.state);
            if usize::from(owner) != index {
                return Err(CompileError::SharedKey { infoset: name() });
            }
            let found = &self.walked.infosets[index][known as usize];
            if found.actions as usize != actions {
                return Err(CompileError::Actions { infoset: name() });
            }
            if found.parent != parent {
                return Err(CompileError::ImperfectRecall { infoset: name() });
            }
            return Ok(known);
        }
        let infosets = &mut self.walked.infosets[index];
        let number = infosets.len() as u32;
        let level = self.levels[index][parent as usize];
        infosets.push(Found {
            key,
            actions: actions as u32,
            parent,
            first: self.next[index],
            level,
        });
        self.next[index] += actions as u32;
        self.levels[index].extend(std::iter::repeat_n(level + 1, actions));
        self.known.insert(key, (index as u8, number));
        Ok(number)
    }
}
