//! A game that is stored as its tree.

use thiserror::Error;

use crate::game::{Fraction, Game, InfosetKey, Player, Turn};

/// A node of a [`BuiltGame`]: its number in prefix order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BuiltNode(u32);

impl BuiltNode {
    /// The number.
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// The kind of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node {
    /// A terminal node. The payoffs are this row of the table.
    Terminal { row: u32 },
    /// A move of a player or of chance; its children are listed from `first` on.
    Move { set: u32, first: u32 },
}

/// An information set; a chance event if it has no player.
#[derive(Clone, Debug)]
pub(crate) struct Set {
    pub(crate) player: Option<Player>,
    pub(crate) name: String,
    pub(crate) actions: Vec<String>,
    /// For chance, the probability of each action.
    pub(crate) chances: Vec<Chance>,
}

/// The probability of an outcome.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chance {
    pub(crate) probability: f64,
    pub(crate) fraction: Option<Fraction>,
}

/// An information set whose player does not remember all own moves and observations.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("information set {infoset} is reached by different choices of its own player: its player has imperfect recall")]
pub struct ImperfectRecall {
    /// The name of the information set.
    pub infoset: String,
}

/// A game in extensive form whose nodes are stored: any number of players, any payoffs.
///
/// It may have imperfect recall, for which the solvers and best responses of this crate are not
/// valid: see [`BuiltGame::check_perfect_recall`].
#[derive(Clone, Debug)]
pub struct BuiltGame {
    players: usize,
    sets: Vec<Set>,
    nodes: Vec<Node>,
    children: Vec<u32>,
    payoffs: Vec<f64>,
    remainders: Option<Vec<f64>>,
    bounds: (f64, f64),
    /// The keys of the sets; empty if they are the sets' numbers.
    pub(super) keys: Vec<InfosetKey>,
}

/// The parts of a [`BuiltGame`].
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub(crate) players: usize,
    pub(crate) sets: Vec<Set>,
    /// The nodes in prefix order.
    pub(crate) nodes: Vec<Node>,
    pub(crate) children: Vec<u32>,
    /// One row of all players' payoffs after another.
    pub(crate) payoffs: Vec<f64>,
    /// The difference of the exact payoffs to the stored ones; 0 beyond the end of the list. `None` if they are not known exactly.
    pub(crate) remainders: Option<Vec<f64>>,
}

impl BuiltGame {
    pub(crate) fn assemble(parts: Parts) -> BuiltGame {
        let mut game = BuiltGame {
            players: parts.players,
            sets: parts.sets,
            nodes: parts.nodes,
            children: parts.children,
            payoffs: parts.payoffs,
            remainders: parts.remainders,
            bounds: (0.0, 0.0),
            keys: Vec::new(),
        };
        let used = game.nodes.iter().filter_map(|node| match *node {
            Node::Terminal { row } => Some(game.row(row)),
            Node::Move { .. } => None,
        });
        game.bounds = used
            .flatten()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), &payoff| (least.min(payoff), most.max(payoff)));
        game
    }

    fn row(&self, row: u32) -> &[f64] {
        &self.payoffs[row as usize * self.players..][..self.players]
    }

    fn set(&self, state: BuiltNode) -> Option<(usize, &Set)> {
        match self.nodes[state.0 as usize] {
            Node::Move { set, .. } => Some((set as usize, &self.sets[set as usize])),
            Node::Terminal { .. } => None,
        }
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The nodes in prefix order: each before those below it.
    pub fn in_order(&self) -> impl DoubleEndedIterator<Item = BuiltNode> + use<> {
        (0..self.nodes.len() as u32).map(BuiltNode)
    }

    /// The nodes after each action or outcome of a node, in their order.
    pub fn children(&self, node: BuiltNode) -> impl DoubleEndedIterator<Item = BuiltNode> + ExactSizeIterator {
        self.numbers(node).iter().map(|&child| BuiltNode(child))
    }

    /// The numbers of the children. In prefix order they rise.
    fn numbers(&self, node: BuiltNode) -> &[u32] {
        match self.nodes[node.number()] {
            Node::Move { set, first } => {
                let actions = self.sets[set as usize].actions.len();
                &self.children[first as usize..][..actions]
            }
            Node::Terminal { .. } => &[],
        }
    }

    /// The names of a node's actions or outcomes, in their order.
    pub fn names(&self, node: BuiltNode) -> &[String] {
        self.set(node).map_or(&[], |(_, set)| &set.actions)
    }

    /// The number of the information set of a node; `None` if no player moves there.
    pub fn infoset_number(&self, node: BuiltNode) -> Option<usize> {
        let (number, set) = self.set(node)?;
        set.player.map(|_| number)
    }

    /// The nodes of every information set, in prefix order, by the number of the set. Chance events
    /// share these numbers and have no nodes here.
    pub fn histories_by_infoset(&self) -> Vec<Vec<BuiltNode>> {
        let mut histories = vec![Vec::new(); self.sets.len()];
        for node in self.in_order() {
            if let Some(number) = self.infoset_number(node) {
                histories[number].push(node);
            }
        }
        histories
    }

    /// The node after these actions and outcomes.
    ///
    /// # Errors
    ///
    /// The number of the first step, from 0, that is not possible, and the node where it is not.
    pub fn walk(&self, steps: &[String]) -> Result<BuiltNode, (usize, BuiltNode)> {
        let mut steps = steps.iter().enumerate();
        steps.try_fold(self.root(), |node, (number, step)| {
            let index = self.names(node).iter().position(|name| name == step);
            index.map(|index| self.child(&node, index)).ok_or((number, node))
        })
    }

    /// The actions and outcomes that lead to a node: the node before each, and its name.
    pub fn path(&self, node: BuiltNode) -> Vec<(BuiltNode, &str)> {
        let mut path = Vec::new();
        let mut at = self.root();
        while at != node {
            // A child's number is the least one of all nodes below it.
            let later = self.numbers(at).partition_point(|&child| child <= node.0);
            let Some(index) = later.checked_sub(1) else {
                break;
            };
            path.push((at, self.names(at)[index].as_str()));
            at = self.child(&at, index);
        }
        path
    }

    /// The bytes of memory that the game takes, about.
    pub fn bytes(&self) -> usize {
        let names = |set: &Set| {
            let actions = set.actions.iter().map(|name| size_of_val(name) + name.len());
            set.name.len() + actions.sum::<usize>() + size_of_val(&set.chances[..])
        };
        size_of_val(&self.nodes[..])
            + size_of_val(&self.children[..])
            + size_of_val(&self.payoffs[..])
            + self.remainders.as_deref().map_or(0, size_of_val)
            + size_of_val(&self.sets[..])
            + size_of_val(&self.keys[..])
            + self.sets.iter().map(names).sum::<usize>()
    }

    /// The number of information sets of a player.
    pub fn infosets(&self, player: Player) -> usize {
        let owned = self.sets.iter().filter(|set| set.player == Some(player));
        owned.count()
    }

    /// Checks perfect recall: that every player remembers all own moves and observations.
    ///
    /// # Errors
    ///
    /// [`ImperfectRecall`] with an information set whose player does not.
    pub fn check_perfect_recall(&self) -> Result<(), ImperfectRecall> {
        // Under perfect recall, all nodes of a set have the same last own set and action before them.
        let mut last: Vec<Option<(usize, usize)>> = vec![None; self.players];
        let mut first_seen = vec![None; self.sets.len()];
        let mut open = vec![(BuiltNode(0), 0, None)];
        while let Some((node, next, before)) = open.last_mut() {
            let Some((index, set)) = self.set(*node) else {
                open.pop();
                continue;
            };
            if let Some(player) = set.player.map(Player::index) {
                if *next == 0 {
                    *before = last[player];
                    if *first_seen[index].get_or_insert(*before) != *before {
                        let infoset = set.name.clone();
                        return Err(ImperfectRecall { infoset });
                    }
                }
                last[player] = Some((index, *next));
                if *next == set.actions.len() {
                    last[player] = *before;
                }
            }
            if *next == set.actions.len() {
                open.pop();
            } else {
                let child = self.child(node, *next);
                *next += 1;
                open.push((child, 0, None));
            }
        }
        Ok(())
    }
}

impl Game for BuiltGame {
    type State = BuiltNode;

    fn players(&self) -> usize {
        self.players
    }

    fn root(&self) -> BuiltNode {
        BuiltNode(0)
    }

    fn turn(&self, state: &BuiltNode) -> Turn {
        let Some((_, set)) = self.set(*state) else {
            return Turn::Terminal;
        };
        let actions = set.actions.len();
        match set.player {
            Some(player) => Turn::Decision { player, actions },
            None => Turn::Chance { outcomes: actions },
        }
    }

    fn child(&self, state: &BuiltNode, index: usize) -> BuiltNode {
        let child = self.numbers(*state).get(index);
        child.map_or(*state, |&child| BuiltNode(child))
    }

    fn chance_probability(&self, state: &BuiltNode, index: usize) -> f64 {
        self.set(*state).map_or(0.0, |(_, set)| set.chances[index].probability)
    }

    fn utility(&self, state: &BuiltNode, player: Player) -> f64 {
        match self.nodes[state.0 as usize] {
            Node::Terminal { row } => self.row(row)[player.index()],
            Node::Move { .. } => 0.0,
        }
    }

    fn utility_remainder(&self, state: &BuiltNode, player: Player) -> Option<f64> {
        let remainders = self.remainders.as_ref()?;
        match self.nodes[state.0 as usize] {
            Node::Terminal { row } => {
                let index = row as usize * self.players + player.index();
                Some(remainders.get(index).copied().unwrap_or(0.0))
            }
            Node::Move { .. } => None,
        }
    }

    fn utility_bounds(&self) -> (f64, f64) {
        self.bounds
    }

    fn infoset(&self, state: &BuiltNode) -> InfosetKey {
        let number = self.set(*state).map_or(usize::MAX, |(number, _)| number);
        let key = self.keys.get(number).copied();
        key.unwrap_or(InfosetKey(number as u64))
    }

    fn chance_fraction(&self, state: &BuiltNode, index: usize) -> Option<Fraction> {
        self.set(*state)?.1.chances.get(index)?.fraction
    }

    fn action_name(&self, state: &BuiltNode, index: usize) -> String {
        let name = self.set(*state).and_then(|(_, set)| set.actions.get(index));
        name.cloned().unwrap_or_default()
    }

    fn infoset_name(&self, state: &BuiltNode) -> String {
        self.set(*state).map_or_else(String::new, |(_, set)| set.name.clone())
    }
}
