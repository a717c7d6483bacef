//! The tree of what one may do and may see.

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

/// How much is tried that has not done best so far, in units of what a game is worth.
const EXPLORATION: f64 = 0.7;
/// Bits of a card among those that were seen.
const CARD_BITS: u32 = 7;

/// A bid, or the place of a card.
type Choice = u8;

/// One's own decisions, each reached by what one did and saw since the last: an information set, as the
/// other's hand plays no part in it.
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// From a decision, by what was done and seen, to the next.
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

/// A game on its way through the tree.
#[derive(Default)]
pub(super) struct Walk {
    path: ArrayVec<(u32, usize), 14>,
    /// What was done at the last decision and seen since.
    seen: u32,
    /// Whether it has left the tree.
    left: bool,
}

impl Tree {
    /// A tree in which only the first decision is known.
    pub(super) fn new(choices: impl Iterator<Item = Choice>) -> Tree {
        let mut tree = Tree {
            nodes: Vec::new(),
            edges: FxHashMap::default(),
        };
        tree.grow(choices);
        tree
    }

    fn grow(&mut self, choices: impl Iterator<Item = Choice>) -> u32 {
        let tried = choices.map(|choice| Tried {
            choice,
            visits: 0,
            total: 0.0,
        });
        self.nodes.push(Node {
            visits: 0,
            tried: tried.collect(),
        });
        self.nodes.len() as u32 - 1
    }

    /// What to do in this game, as long as it is in the tree; which it leaves after a decision that was
    /// not known.
    pub(super) fn choose(
        &mut self,
        walk: &mut Walk,
        choices: impl Iterator<Item = Choice>,
    ) -> Option<Choice> {
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
        let place = self.nodes[node as usize].most_promising();
        let choice = self.nodes[node as usize].tried.get(place)?.choice;
        walk.path.push((node, place));
        walk.seen = u32::from(choice) + 1;
        Some(choice)
    }

    /// What the game was worth, 0 to 1.
    pub(super) fn learn(&mut self, walk: &Walk, worth: f64) {
        for &(node, place) in &walk.path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.tried[place].visits += 1;
            node.tried[place].total += worth;
        }
    }

    /// What was done most often at the first decision, the first of equal ones.
    pub(super) fn most_tried(&self) -> Option<Choice> {
        let tried = self.nodes[0].tried.iter().rev();
        tried
            .max_by_key(|tried| tried.visits)
            .map(|tried| tried.choice)
    }
}

impl Walk {
    /// The other has done this.
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
        let places = self.tried.iter().map(bound).enumerate();
        let best = places.reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map_or(0, |(place, _)| place)
    }
}
