//! The tree of own decisions and observations.

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

/// The weight of exploration, in units of the value of a game.
const EXPLORATION: f64 = 0.7;
/// The number of bits of a card in an observation.
const CARD_BITS: u32 = 7;

/// A bid, or the index of a card.
type Choice = u8;

/// The own decisions, each reached by the own choice and the observations since the last one. Such
/// a decision is an information set, since the other's hand plays no part in it.
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// From a decision, by choice and observations, to the next decision.
    edges: FxHashMap<(u32, u32), u32>,
}

struct Node {
    visits: u32,
    tried: ArrayVec<Tried, 13>,
}

struct Tried {
    choice: Choice,
    visits: u32,
    total: f64,
}

/// The path of one simulation through the tree.
#[derive(Default)]
pub(super) struct Walk {
    path: ArrayVec<(u32, usize), 14>,
    /// The choice at the last decision and the observations since.
    seen: u32,
    /// True if it has left the tree.
    left: bool,
}

impl Tree {
    /// A tree with only the first decision.
    pub(super) fn new(choices: impl Iterator<Item = Choice>) -> Tree {
        let mut tree = Tree { nodes: Vec::new(), edges: FxHashMap::default() };
        tree.grow(choices);
        tree
    }

    fn grow(&mut self, choices: impl Iterator<Item = Choice>) -> u32 {
        let tried = choices.map(|choice| Tried { choice, visits: 0, total: 0.0 });
        self.nodes.push(Node { visits: 0, tried: tried.collect() });
        self.nodes.len() as u32 - 1
    }

    /// The choice of this simulation while it is in the tree. It leaves the tree after a decision that is new.
    pub(super) fn choose(&mut self, walk: &mut Walk, choices: impl Iterator<Item = Choice>) -> Option<Choice> {
        if walk.left {
            return None;
        }
        let node = match walk.path.last() {
            None => 0,
            Some(&(last, _)) => match self.edges.get(&(last, walk.seen)) {
                Some(&node) => node,
                None => {
                    let node = self.grow(choices);
                    self.edges.insert((last, walk.seen), node);
                    walk.left = true;
                    node
                }
            },
        };
        let index = self.nodes[node as usize].most_promising();
        let choice = self.nodes[node as usize].tried.get(index)?.choice;
        walk.path.push((node, index));
        walk.seen = u32::from(choice) + 1;
        Some(choice)
    }

    /// Records the value of the simulation, 0 to 1.
    pub(super) fn learn(&mut self, walk: &Walk, value: f64) {
        for &(node, index) in &walk.path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.tried[index].visits += 1;
            node.tried[index].total += value;
        }
    }

    /// The most frequent choice at the first decision, the first of equal ones.
    pub(super) fn most_tried(&self) -> Option<Choice> {
        let tried = self.nodes[0].tried.iter().rev();
        tried.max_by_key(|tried| tried.visits).map(|tried| tried.choice)
    }
}

impl Walk {
    /// Adds an observation: an action of the other player.
    pub(super) fn saw(&mut self, done: Choice) {
        self.seen = self.seen << CARD_BITS | (u32::from(done) + 1);
    }
}

impl Node {
    /// UCB1 (Auer, Cesa-Bianchi and Fischer, 2002).
    fn most_promising(&self) -> usize {
        let log = f64::from(self.visits.max(1)).ln();
        let bound = |tried: &Tried| {
            let visits = f64::from(tried.visits);
            tried.total / visits + EXPLORATION * (log / visits).sqrt()
        };
        if let Some(new) = self.tried.iter().position(|tried| tried.visits == 0) {
            return new;
        }
        let bounds = self.tried.iter().map(bound).enumerate();
        let best = bounds.reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map_or(0, |(index, _)| index)
    }
}
