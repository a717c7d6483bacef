//! A game as its Python object described it, node by node. Whatever the object said is kept, so that the check
//! of the contract can name what is wrong. Names are for show: they are made to differ here.

use cardsharp_solvers::game::{Game, InfosetKey, Player, Turn};
use rustc_hash::{FxHashMap, FxHashSet};

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
    /// The names of the information sets, by number.
    infosets: Vec<Names>,
    taken: FxHashSet<String>,
    /// The names of children.
    labels: Interned,
    /// Bytes of all names.
    named: usize,
}

/// The names of an information set, as its first state has them.
#[derive(Debug)]
struct Names {
    name: String,
    labels: Option<u32>,
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
    Player { player: u8, infoset: u32 },
}

/// A decision as the object described it.
pub struct Decision {
    /// The player to move.
    pub player: u8,
    /// The number of the information set.
    pub infoset: u32,
    /// The name of the information set, if it is a new one.
    pub name: Option<String>,
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
            infosets: Vec::new(),
            taken: FxHashSet::default(),
            labels: Interned::default(),
            named: 0,
        }
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The number of nodes that are known.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The bytes of memory that the game takes, about.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..])
            + size_of_val(&self.children[..])
            + size_of_val(&self.payoffs[..])
            + size_of_val(&self.probabilities[..])
            + self.named
    }

    /// The bytes of all names.
    pub fn named_bytes(&self) -> usize {
        self.named
    }

    /// Takes the least and the greatest payoff as the bounds, if they are within those that the object gave.
    /// Solvers rely on bounds that are reached.
    pub fn tighten_bounds(&mut self) {
        let payoffs = self.payoffs.iter();
        let reached = payoffs
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), &payoff| (least.min(payoff), most.max(payoff)));
        let is_finite = self.payoffs.iter().all(|payoff| payoff.is_finite());
        if is_finite && self.bounds.0 <= reached.0 && reached.1 <= self.bounds.1 {
            self.bounds = reached;
        }
    }

    /// Records that the node is terminal, with the payoff of each player.
    pub fn terminal(&mut self, node: u32, payoffs: &[f64]) {
        self.nodes[node as usize] = Node::Terminal { payoffs: self.payoffs.len() as u32 };
        self.payoffs.extend_from_slice(payoffs);
    }

    /// Records that chance moves at the node. Returns the number of the first child; the others follow.
    pub fn chance(&mut self, node: u32, probabilities: &[f64], labels: Option<Vec<String>>) -> u32 {
        let mover = Mover::Chance { probabilities: self.probabilities.len() as u32 };
        self.probabilities.extend_from_slice(probabilities);
        let labels = labels.map(|labels| self.label(labels));
        self.branch(node, probabilities.len(), labels, mover)
    }

    /// Records a decision at the node. Returns the number of the first child; the others follow.
    pub fn decision(&mut self, node: u32, decision: Decision, actions: usize, labels: Option<Vec<String>>) -> u32 {
        let infoset = decision.infoset;
        let labels = labels.map(|labels| self.label(labels));
        if let Some(name) = decision.name {
            let name = self.free_name(name, infoset);
            self.named += 2 * (size_of_val(&name) + name.len());
            self.taken.insert(name.clone());
            self.infosets.push(Names { name, labels });
        }
        let mover = Mover::Player { player: decision.player, infoset };
        let first = self.infosets.get(infoset as usize).and_then(|names| names.labels);
        let labels = first.zip(labels).map(|(first, own)| self.shown(first, own));
        self.branch(node, actions, labels, mover)
    }

    /// A name that no other information set has: this one, or with the number of the information set.
    fn free_name(&self, mut name: String, infoset: u32) -> String {
        while self.taken.contains(&name) {
            name = format!("{name} ({infoset})");
        }
        name
    }

    /// The number of these names of children. Names that some have in common get the numbers of the children.
    fn label(&mut self, mut labels: Vec<String>) -> u32 {
        let differ: FxHashSet<&String> = labels.iter().collect();
        if differ.len() < labels.len() {
            let numbered = labels.iter().enumerate();
            labels = numbered.map(|(index, label)| format!("{label} ({index})")).collect();
        }
        let (number, bytes) = self.labels.number(labels);
        self.named += bytes;
        number
    }

    /// The names of the actions of a state: those of the first state of its information set. The same names in
    /// another order stay, since they tell that the actions are in another order, which is a fault of the game.
    fn shown(&self, first: u32, own: u32) -> u32 {
        if first == own {
            return first;
        }
        let sorted = |number: u32| {
            let mut labels: Vec<&String> = self.labels.all[number as usize].iter().collect();
            labels.sort_unstable();
            labels
        };
        let (first_labels, own_labels) = (sorted(first), sorted(own));
        // With another number of actions the names of the first state do not fit.
        let keeps = first_labels == own_labels || first_labels.len() != own_labels.len();
        if keeps { own } else { first }
    }

    fn branch(&mut self, node: u32, children: usize, labels: Option<u32>, mover: Mover) -> u32 {
        let first = self.nodes.len() as u32;
        self.nodes[node as usize] =
            Node::Branch(Branch { first: self.children.len() as u32, children: children as u32, labels, mover });
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
            Mover::Player { player, .. } => Turn::Decision { player: Player::new(player), actions: children },
        }
    }

    fn child(&self, state: &u32, index: usize) -> u32 {
        self.at(*state).map_or(*state, |branch| self.children[branch.first as usize + index])
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
            Some(Mover::Player { infoset, .. }) => self.infosets[infoset as usize].name.clone(),
            _ => String::new(),
        }
    }
}

/// Lists of names that are stored once.
#[derive(Debug, Default)]
struct Interned {
    all: Vec<Vec<String>>,
    numbers: FxHashMap<Vec<String>, u32>,
}

impl Interned {
    /// The number of a list, and the bytes that it takes if it is new.
    fn number(&mut self, names: Vec<String>) -> (u32, usize) {
        if let Some(&number) = self.numbers.get(&names) {
            return (number, 0);
        }
        let number = self.all.len() as u32;
        let bytes = names.iter().map(|name| size_of_val(name) + name.len()).sum::<usize>();
        self.all.push(names.clone());
        self.numbers.insert(names, number);
        // The list and its copy among the keys.
        (number, 2 * (bytes + size_of::<Vec<String>>()))
    }
}
