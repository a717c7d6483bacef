//! Random small games with chance, hidden information, unequal numbers of actions and perfect recall.

use std::collections::HashMap;

use cardsharp_solvers::game::{Game, InfosetKey, Player, Turn};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[derive(Clone, Debug)]
enum Node {
    End(Vec<f64>),
    Chance(Vec<(f64, usize)>),
    Decision { player: u8, infoset: u64, children: Vec<usize> },
}

/// A game as a list of nodes.
#[derive(Clone, Debug)]
pub struct Tree {
    players: usize,
    nodes: Vec<Node>,
}

/// The payoffs of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code)] // Each of the test programs that share this file makes use of some.
pub enum Payoffs {
    /// Zeros, whole numbers, and fractions of any magnitude.
    Wild,
    /// Fractions between -1 and 1.
    Tame,
    /// The same, with the negative of the first player's payoff for the second of two players.
    ZeroSum,
}

/// The random game of a seed, at most `depth` moves deep.
pub fn grown(seed: u64, players: usize, depth: usize, payoffs: Payoffs) -> Tree {
    let mut grower = Grower {
        rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        tree: Tree { players, nodes: Vec::new() },
        payoffs,
        infosets: HashMap::new(),
    };
    grower.grow(depth, &vec![0; players]);
    grower.tree
}

/// The player to move, the player's memory, the number of actions, and the observation.
type Sight = (u8, u64, usize, u8);

struct Grower {
    rng: Xoshiro256PlusPlus,
    tree: Tree,
    payoffs: Payoffs,
    infosets: HashMap<Sight, u64>,
}

impl Grower {
    /// Adds a subtree. `memory` holds the last own information set and action of every player.
    fn grow(&mut self, depth: usize, memory: &[u64]) -> usize {
        let index = self.tree.nodes.len();
        self.tree.nodes.push(Node::End(Vec::new()));
        let kind = if depth == 0 { 0 } else { self.rng.random_range(0..8) };
        let node = match kind {
            0 => Node::End(self.end()),
            1 | 2 => {
                Node::Chance(self.chances().into_iter().map(|chance| (chance, self.grow(depth - 1, memory))).collect())
            }
            _ => self.decision(depth, memory),
        };
        self.tree.nodes[index] = node;
        index
    }

    fn decision(&mut self, depth: usize, memory: &[u64]) -> Node {
        let player = self.rng.random_range(0..self.tree.players);
        let actions = self.rng.random_range(1..=4);
        let seen = self.rng.random_range(0..2);
        let fresh = self.infosets.len() as u64;
        let sight = (player as u8, memory[player], actions, seen);
        let infoset = *self.infosets.entry(sight).or_insert(fresh);
        let children = (0..actions).map(|action| {
            let mut memory = memory.to_vec();
            memory[player] = 1 + infoset * 4 + action as u64;
            self.grow(depth - 1, &memory)
        });
        Node::Decision { player: player as u8, infoset, children: children.collect() }
    }

    fn end(&mut self) -> Vec<f64> {
        let mut payoffs: Vec<f64> = (0..self.tree.players).map(|_| self.payoff()).collect();
        if self.payoffs == Payoffs::ZeroSum {
            payoffs[1] = -payoffs[0];
        }
        payoffs
    }

    fn payoff(&mut self) -> f64 {
        if self.payoffs != Payoffs::Wild {
            return self.rng.random_range(-1.0..1.0);
        }
        match self.rng.random_range(0..4) {
            0 => 0.0,
            1 => f64::from(self.rng.random_range(-9..=9)),
            2 => self.rng.random_range(-1.0..1.0),
            _ => self.rng.random_range(-1.0..1.0) * 10_f64.powi(self.rng.random_range(-30..30)),
        }
    }

    fn chances(&mut self) -> Vec<f64> {
        let outcomes = self.rng.random_range(1..=4);
        let even = self.rng.random();
        let weights: Vec<f64> = (0..outcomes)
            .map(|_| if even { f64::from(self.rng.random_range(1..=6)) } else { self.rng.random_range(0.01..1.0) })
            .collect();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / sum).collect()
    }
}

impl Game for Tree {
    type State = usize;

    fn players(&self) -> usize {
        self.players
    }

    fn root(&self) -> usize {
        0
    }

    fn turn(&self, state: &usize) -> Turn {
        match &self.nodes[*state] {
            Node::End(_) => Turn::Terminal,
            Node::Chance(outcomes) => Turn::Chance { outcomes: outcomes.len() },
            Node::Decision { player, children, .. } => {
                Turn::Decision { player: Player::new(*player), actions: children.len() }
            }
        }
    }

    fn child(&self, state: &usize, index: usize) -> usize {
        match &self.nodes[*state] {
            Node::End(_) => *state,
            Node::Chance(outcomes) => outcomes[index].1,
            Node::Decision { children, .. } => children[index],
        }
    }

    fn chance_probability(&self, state: &usize, index: usize) -> f64 {
        match &self.nodes[*state] {
            Node::Chance(outcomes) => outcomes[index].0,
            _ => 0.0,
        }
    }

    fn utility(&self, state: &usize, player: Player) -> f64 {
        match &self.nodes[*state] {
            Node::End(payoffs) => payoffs[player.index()],
            _ => 0.0,
        }
    }

    fn utility_bounds(&self) -> (f64, f64) {
        let ends = self.nodes.iter().filter_map(|node| match node {
            Node::End(payoffs) => Some(payoffs),
            _ => None,
        });
        ends.flatten()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), &payoff| (least.min(payoff), most.max(payoff)))
    }

    fn infoset(&self, state: &usize) -> InfosetKey {
        match &self.nodes[*state] {
            Node::Decision { infoset, .. } => InfosetKey(*infoset),
            _ => InfosetKey(u64::MAX),
        }
    }

    /// Every third name is empty and the rest repeat. The writer has to make them distinct.
    fn infoset_name(&self, state: &usize) -> String {
        ["", "a \"name\"", " ♠\\"][(self.infoset(state).0 % 3) as usize].to_owned()
    }

    fn action_name(&self, state: &usize, index: usize) -> String {
        match self.turn(state) {
            Turn::Decision { .. } => ["fold", "", "call  ", "call"][index % 4].to_owned(),
            _ => String::new(),
        }
    }
}
