//! The builder of a game, node by node.

use rustc_hash::FxHashMap;
use thiserror::Error;

use super::game::{BuiltGame, Chance, Node, Parts, Set};
use crate::game::Player;

/// The greatest number of nodes from the root to a terminal node, both included. Walks of this
/// crate recurse (best responses, sampling), so a deeper game would exhaust the stack there.
pub const MAX_DEPTH: usize = 1000;
/// The tolerance for the sum of a chance event's probabilities, as in the contract of a game.
const SUM_TOLERANCE: f64 = 1e-9;

/// An information set of a [`GameBuilder`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InfosetId(u32);

impl InfosetId {
    /// The number of the information set. The key of the information set in the finished game is this number.
    pub fn number(self) -> u64 {
        self.0.into()
    }
}

/// A chance event of a [`GameBuilder`]: outcomes with their probabilities. Many nodes may share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(u32);

/// The error of building a game.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BuildError {
    /// A player who is not in the game.
    #[error("player {player} moves, but there are only {players}, counted from 0")]
    NoSuchPlayer {
        /// The player.
        player: Player,
        /// The number of players.
        players: usize,
    },
    /// An information set without actions.
    #[error("information set {infoset} has no action: give it one, or end the game there")]
    NoAction {
        /// The name of the information set.
        infoset: String,
    },
    /// A chance event without outcomes, or whose lists differ in length.
    #[error("a chance event has {names} names of outcomes and {probabilities} probabilities")]
    Outcomes {
        /// The number of names.
        names: usize,
        /// The number of probabilities.
        probabilities: usize,
    },
    /// A probability of a chance event is not positive, or the probabilities do not sum to 1.
    #[error("the probabilities of a chance event are {probabilities:?}: they must be positive and sum to 1")]
    Probabilities {
        /// The probabilities.
        probabilities: Vec<f64>,
    },
    /// A payoff is infinite or not a number.
    #[error("player {player} gets {payoff} at a terminal node, not a finite number")]
    NotFinite {
        /// The player.
        player: usize,
        /// The payoff.
        payoff: f64,
    },
    /// A payoff for each player is needed.
    #[error("a terminal node has {payoffs} payoffs, and the game has {players} players")]
    Payoffs {
        /// The number of payoffs.
        payoffs: usize,
        /// The number of players.
        players: usize,
    },
    /// A node after the last one.
    #[error("a node follows after the tree is complete")]
    Complete,
    /// Nodes are missing.
    #[error("the tree is not complete: {missing} nodes at least are missing")]
    Incomplete {
        /// The number of children that are not there.
        missing: usize,
    },
    /// The game is too deep for walks that recurse.
    #[error("the game is deeper than {MAX_DEPTH} nodes")]
    TooDeep,
    /// The game has too many nodes, children or information sets for numbers of 32 bits.
    #[error("the game has more than {} nodes", u32::MAX)]
    TooLarge,
}

/// A node whose children are being added.
#[derive(Debug)]
struct Open {
    /// The index of the next child in the list of children.
    next: usize,
    /// The end of the node's children in that list.
    end: usize,
}

/// The builder of a [`BuiltGame`]. Nodes are added in prefix order: a node, then everything below its
/// first child, then everything below its second child.
///
/// ```
/// use cardsharp_solvers::built::GameBuilder;
/// use cardsharp_solvers::prelude::*;
///
/// // Matching pennies: the second player does not see the coin of the first.
/// let names = || vec!["heads".to_owned(), "tails".to_owned()];
/// let mut builder = GameBuilder::new(2);
/// let first = builder.infoset(Player::ZERO, "first".into(), names())?;
/// let second = builder.infoset(Player::ONE, "second".into(), names())?;
/// builder.decision(first)?;
/// for payoffs in [[[1.0, -1.0], [-1.0, 1.0]], [[-1.0, 1.0], [1.0, -1.0]]] {
///     builder.decision(second)?;
///     for payoff in payoffs {
///         builder.terminal(&payoff)?;
///     }
/// }
/// let tree = Tree::compile(&builder.finish()?)?;
/// assert_eq!((tree.histories(), tree.infosets_by_player()), (7, vec![1, 1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameBuilder {
    parts: Parts,
    open: Vec<Open>,
    /// The row of each combination of payoffs.
    rows: FxHashMap<Vec<u64>, u32>,
}

impl GameBuilder {
    /// The builder of a game for this many players.
    pub fn new(players: usize) -> GameBuilder {
        GameBuilder { parts: Parts { players, ..Parts::default() }, open: Vec::new(), rows: FxHashMap::default() }
    }

    /// The number of nodes so far.
    pub fn nodes(&self) -> usize {
        self.parts.nodes.len()
    }

    /// Adds an information set of `player` with these actions. The names of information sets are
    /// distinct, and so are those of the actions of each.
    ///
    /// # Errors
    ///
    /// [`BuildError::NoSuchPlayer`], [`BuildError::NoAction`], [`BuildError::TooLarge`].
    pub fn infoset(&mut self, player: Player, name: String, actions: Vec<String>) -> Result<InfosetId, BuildError> {
        let players = self.parts.players;
        if player.index() >= players {
            return Err(BuildError::NoSuchPlayer { player, players });
        }
        if actions.is_empty() {
            return Err(BuildError::NoAction { infoset: name });
        }
        let set = Set { player: Some(player), name, actions, chances: Vec::new() };
        self.set(set).map(InfosetId)
    }

    /// Adds a chance event with these outcomes. Probabilities are positive and sum to 1.
    ///
    /// # Errors
    ///
    /// [`BuildError::Outcomes`], [`BuildError::Probabilities`], [`BuildError::TooLarge`].
    pub fn event(&mut self, outcomes: Vec<String>, probabilities: &[f64]) -> Result<EventId, BuildError> {
        if outcomes.is_empty() || outcomes.len() != probabilities.len() {
            return Err(BuildError::Outcomes { names: outcomes.len(), probabilities: probabilities.len() });
        }
        let sum: f64 = probabilities.iter().sum();
        let positive = probabilities.iter().all(|&probability| probability > 0.0);
        if !positive || (sum - 1.0).abs() > SUM_TOLERANCE {
            return Err(BuildError::Probabilities { probabilities: probabilities.to_vec() });
        }
        let chance = |&probability: &f64| Chance { probability, fraction: None };
        let set = Set {
            player: None,
            name: String::new(),
            actions: outcomes,
            chances: probabilities.iter().map(chance).collect(),
        };
        self.set(set).map(EventId)
    }

    fn set(&mut self, set: Set) -> Result<u32, BuildError> {
        let number = u32::try_from(self.parts.sets.len()).map_err(|_| BuildError::TooLarge)?;
        self.parts.sets.push(set);
        Ok(number)
    }

    /// Adds a node at which the player of `infoset` moves.
    ///
    /// # Errors
    ///
    /// [`BuildError::Complete`], [`BuildError::TooDeep`], [`BuildError::TooLarge`].
    pub fn decision(&mut self, infoset: InfosetId) -> Result<(), BuildError> {
        self.branch(infoset.0)
    }

    /// Adds a node at which chance moves.
    ///
    /// # Errors
    ///
    /// [`BuildError::Complete`], [`BuildError::TooDeep`], [`BuildError::TooLarge`].
    pub fn chance(&mut self, event: EventId) -> Result<(), BuildError> {
        self.branch(event.0)
    }

    fn branch(&mut self, set: u32) -> Result<(), BuildError> {
        let next = self.parts.children.len();
        let end = next + self.parts.sets[set as usize].actions.len();
        let first = u32::try_from(next).map_err(|_| BuildError::TooLarge)?;
        self.push(Node::Move { set, first })?;
        self.parts.children.resize(end, 0);
        self.open.push(Open { next, end });
        Ok(())
    }

    /// Adds a terminal node with the payoff of each player.
    ///
    /// # Errors
    ///
    /// [`BuildError::Payoffs`], [`BuildError::NotFinite`], [`BuildError::Complete`],
    /// [`BuildError::TooDeep`], [`BuildError::TooLarge`].
    pub fn terminal(&mut self, payoffs: &[f64]) -> Result<(), BuildError> {
        let players = self.parts.players;
        if payoffs.len() != players {
            return Err(BuildError::Payoffs { payoffs: payoffs.len(), players });
        }
        if let Some(player) = payoffs.iter().position(|payoff| !payoff.is_finite()) {
            let payoff = payoffs[player];
            return Err(BuildError::NotFinite { player, payoff });
        }
        let bits = payoffs.iter().map(|payoff| payoff.to_bits()).collect();
        let next = self.parts.payoffs.len() / players.max(1);
        let next = u32::try_from(next).map_err(|_| BuildError::TooLarge)?;
        let row = *self.rows.entry(bits).or_insert(next);
        if row == next {
            self.parts.payoffs.extend_from_slice(payoffs);
        }
        self.push(Node::Terminal { row })
    }

    /// Adds a node as the next child of the deepest node that lacks one.
    fn push(&mut self, node: Node) -> Result<(), BuildError> {
        let number = u32::try_from(self.parts.nodes.len()).map_err(|_| BuildError::TooLarge)?;
        while self.open.last().is_some_and(|open| open.next == open.end) {
            self.open.pop();
        }
        match self.open.last_mut() {
            Some(open) => {
                self.parts.children[open.next] = number;
                open.next += 1;
            }
            None if number > 0 => return Err(BuildError::Complete),
            None => {}
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(BuildError::TooDeep);
        }
        self.parts.nodes.push(node);
        Ok(())
    }

    /// The game, if all its nodes have been added.
    ///
    /// # Errors
    ///
    /// [`BuildError::Incomplete`].
    pub fn finish(self) -> Result<BuiltGame, BuildError> {
        let missing: usize = self.open.iter().map(|open| open.end - open.next).sum();
        if missing > 0 || self.parts.nodes.is_empty() {
            return Err(BuildError::Incomplete { missing: missing.max(1) });
        }
        Ok(BuiltGame::assemble(self.parts))
    }
}
