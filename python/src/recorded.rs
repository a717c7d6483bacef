//! A game as its Python object described it, node by node. Whatever the object said is kept, so that the check
//! of the contract can name what is wrong.

use cardsharp_solvers::game::{Game, InfosetKey, Player, Turn};
use rustc_hash::FxHashMap;

/// A game that was recorded. A state is the number of a node.
#[derive(Debug)]
pub struct Recorded {
    players: usize,
    bounds: (f64, f64),
    nodes: Vec<Node>,
    /// The children of one node after the other.
    children: Vec<u32>,
    /// The payoffs of one terminal node after the other.
    payoffs: Vec<f64>,
    /// The probabilities of one chance node after the other.
    probabilities: Vec<f64>,
    /// The names of information sets.
    names: Interned<String>,
    /// The names of children.
    labels: Interned<Vec<String>>,
}

/// A node.
#[derive(Clone, Copy, Debug)]
enum Node {
    /// A node that was not visited yet.
    Unknown,
    /// A terminal node with the place of its payoffs.
    Terminal { payoffs: u32 },
    /// A node with children.
    Branch(Branch),
}

#[derive(Clone, Copy, Debug)]
struct Branch {
    first: u32,
    children: u32,
    /// The names of the children, if the object gives names.
    labels: Option<u32>,
    mover: Mover,
}

#[derive(Clone, Copy, Debug)]
enum Mover {
    Chance { probabilities: u32 },
    Player { player: u8, infoset: u32, name: u32 },
}

/// A decision as the object described it.
pub struct Decision {
    /// The player to move.
    pub player: u8,
    /// The number of the information set.
    pub infoset: u32,
    /// The name of the information set.
    pub name: String,
}

impl Recorded {
    /// A game of which nothing is known but its root.
    pub fn new(players: usize, bounds: (f64, f64)) -> Recorded {
        Recorded {
            players,
            bounds,
            nodes: vec![Node::Unknown],
            children: Vec::new(),
            payoffs: Vec::new(),
            probabilities: Vec::new(),
            names: Interned::default(),
            labels: Interned::default(),
        }
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The bytes of memory that the game takes, about.
    pub fn bytes(&self) -> usize {
        let labels = self.labels.all.iter().flatten();
        size_of_val(&self.nodes[..])
            + size_of_val(&self.children[..])
            + size_of_val(&self.payoffs[..])
            + size_of_val(&self.probabilities[..])
            + labels
                .chain(&self.names.all)
                .map(|name| size_of_val(name) + name.len())
                .sum::<usize>()
    }

    /// Records that the node is terminal, with the payoff of each player.
    pub fn terminal(&mut self, node: u32, payoffs: &[f64]) {
        self.nodes[node as usize] = Node::Terminal {
            payoffs: self.payoffs.len() as u32,
        };
        self.payoffs.extend_from_slice(payoffs);
    }

    /// Records that chance moves at the node. Returns the number of the first child; the others follow.
    pub fn chance(&mut self, node: u32, probabilities: &[f64], labels: Option<Vec<String>>) -> u32 {
        let mover = Mover::Chance {
            probabilities: self.probabilities.len() as u32,
        };
        self.probabilities.extend_from_slice(probabilities);
        self.branch(node, probabilities.len(), labels, mover)
    }

    /// Records a decision at the node. Returns the number of the first child; the others follow.
    pub fn decision(&mut self, node: u32, decision: Decision, actions: usize, labels: Option<Vec<String>>) -> u32 {
        let mover = Mover::Player {
            player: decision.player,
            infoset: decision.infoset,
            name: self.names.number(decision.name),
        };
        self.branch(node, actions, labels, mover)
    }

    fn branch(&mut self, node: u32, children: usize, labels: Option<Vec<String>>, mover: Mover) -> u32 {
        let first = self.nodes.len() as u32;
        self.nodes[node as usize] = Node::Branch(Branch {
            first: self.children.len() as u32,
            children: children as u32,
            labels: labels.map(|labels| self.labels.number(labels)),
            mover,
        });
        self.nodes.resize(self.nodes.len() + children, Node::Unknown);
        self.children.extend(first..first + children as u32);
        first
    }

    /// The names of the first `most` moves to the node.
    pub fn first_moves(&self, node: u32, most: usize) -> Vec<String> {
        let mut before = vec![None; self.nodes.len()];
        for parent in 0..self.nodes.len() as u32 {
            let children = self.at(parent).map_or(0, |branch| branch.children as usize);
            for index in 0..children {
                before[self.child(&parent, index) as usize] = Some((parent, index));
            }
        }
        let last = before[node as usize];
        let moves = std::iter::successors(last, |(parent, _)| before[*parent as usize]);
        let mut moves: Vec<String> = moves.map(|(parent, index)| self.action_name(&parent, index)).collect();
        moves.reverse();
        moves.truncate(most);
        moves
    }

    fn at(&self, node: u32) -> Option<Branch> {
        match self.nodes[node as usize] {
            Node::Branch(branch) => Some(branch),
            Node::Terminal { .. } | Node::Unknown => None,
        }
    }
}

impl Game for Recorded {
    type State = u32;

    fn players(&self) -> usize {
        self.players
    }

    fn root(&self) -> u32 {
        0
    }

    fn turn(&self, state: &u32) -> Turn {
        let Some(branch) = self.at(*state) else {
            return Turn::Terminal;
        };
        let children = branch.children as usize;
        match branch.mover {
            Mover::Chance { .. } => Turn::Chance { outcomes: children },
            Mover::Player { player, .. } => Turn::Decision {
                player: Player::new(player),
                actions: children,
            },
        }
    }

    fn child(&self, state: &u32, index: usize) -> u32 {
        self.at(*state)
            .map_or(*state, |branch| self.children[branch.first as usize + index])
    }

    fn chance_probability(&self, state: &u32, index: usize) -> f64 {
        match self.at(*state).map(|branch| branch.mover) {
            Some(Mover::Chance { probabilities }) => self.probabilities[probabilities as usize + index],
            _ => 0.0,
        }
    }

    fn utility(&self, state: &u32, player: Player) -> f64 {
        match self.nodes[*state as usize] {
            Node::Terminal { payoffs } => self.payoffs[payoffs as usize + player.index()],
            Node::Branch(_) | Node::Unknown => 0.0,
        }
    }

    fn utility_bounds(&self) -> (f64, f64) {
        self.bounds
    }

    fn infoset(&self, state: &u32) -> InfosetKey {
        match self.at(*state).map(|branch| branch.mover) {
            Some(Mover::Player { infoset, .. }) => InfosetKey(infoset.into()),
            _ => InfosetKey(u64::MAX),
        }
    }

    fn action_name(&self, state: &u32, index: usize) -> String {
        let labels = self.at(*state).and_then(|branch| branch.labels);
        match labels {
            Some(labels) => self.labels.all[labels as usize][index].clone(),
            None => index.to_string(),
        }
    }

    fn infoset_name(&self, state: &u32) -> String {
        match self.at(*state).map(|branch| branch.mover) {
            Some(Mover::Player { name, .. }) => self.names.all[name as usize].clone(),
            _ => String::new(),
        }
    }
}

/// Values that are stored once.
#[derive(Debug)]
struct Interned<T> {
    all: Vec<T>,
    numbers: FxHashMap<T, u32>,
}

impl<T> Default for Interned<T> {
    fn default() -> Interned<T> {
        Interned {
            all: Vec::new(),
            numbers: FxHashMap::default(),
        }
    }
}

impl<T: Clone + Eq + std::hash::Hash> Interned<T> {
    fn number(&mut self, value: T) -> u32 {
        if let Some(&number) = self.numbers.get(&value) {
            return number;
        }
        let number = self.all.len() as u32;
        self.all.push(value.clone());
        self.numbers.insert(value, number);
        number
    }
}
