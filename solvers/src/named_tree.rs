//! A game written out with the names of its actions and information sets, for programs that show it.
//!
//! ```
//! use cardsharp_solvers::dyn_game::DynGame;
//! use cardsharp_solvers::games::Kuhn;
//!
//! let tree = Kuhn::TWO.named(1000).unwrap();
//! let bet = tree.walk(["0", "1", "bet"].map(str::to_owned).as_slice());
//! assert!(bet.is_ok());
//! assert_eq!(tree.infosets.len(), 12);
//! ```

use rustc_hash::FxHashMap;

use crate::game::{Game, InfosetKey, Player, Turn};

/// A history of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedNode {
    /// The next move.
    pub turn: Turn,
    /// The node before; the root's is the root itself.
    pub parent: usize,
    /// The number of the first child. Children have consecutive numbers, greater than that of the node.
    pub first: usize,
    /// The name of the action or outcome that leads here, as an index of [`NamedTree::names`].
    pub name: usize,
    /// The probability of the outcome that leads here; 1 after an action.
    pub probability: f64,
    /// The information set, as an index of [`NamedTree::infosets`], or the utilities, as an index of
    /// [`NamedTree::utilities`]. A chance node has 0.
    pub place: usize,
}

impl NamedNode {
    /// The numbers of the children.
    pub fn children(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.turn.children()
    }
}

/// An information set.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedInfoset {
    /// The player to move.
    pub player: Player,
    /// The key.
    pub key: InfosetKey,
    /// The name.
    pub name: String,
    /// The numbers of its histories.
    pub nodes: Vec<usize>,
}

/// A whole game with names.
#[derive(Clone, Debug)]
pub struct NamedTree {
    /// The number of players.
    pub players: usize,
    /// The histories, each before those that follow it. The first one is the root.
    pub nodes: Vec<NamedNode>,
    /// The names of actions and outcomes, each once.
    pub names: Vec<String>,
    /// The information sets.
    pub infosets: Vec<NamedInfoset>,
    /// The utilities of terminal histories, by player.
    pub utilities: Vec<Vec<f64>>,
}

impl NamedTree {
    /// Writes `game` out. Returns `None` if it has more than `most` histories.
    pub fn of<G: Game>(game: &G, most: usize) -> Option<NamedTree> {
        let mut tree = NamedTree {
            players: game.players(),
            nodes: Vec::new(),
            names: vec![String::new()],
            infosets: Vec::new(),
            utilities: Vec::new(),
        };
        let mut names = FxHashMap::default();
        let mut infosets = FxHashMap::default();
        // The histories whose nodes have their children yet to come, in the order of the nodes.
        let mut open = std::collections::VecDeque::from([game.root()]);
        tree.nodes.push(NamedNode {
            turn: game.turn(&open[0]),
            parent: 0,
            first: 0,
            name: 0,
            probability: 1.0,
            place: 0,
        });
        for number in 0.. {
            let Some(state) = open.pop_front() else {
                break;
            };
            let turn = tree.nodes[number].turn;
            tree.nodes[number].first = tree.nodes.len();
            tree.nodes[number].place = tree.place(game, &state, number, &mut infosets);
            if tree.nodes.len() + turn.children() > most {
                return None;
            }
            for index in 0..turn.children() {
                let name = game.action_name(&state, index);
                let all = &mut tree.names;
                let name = *names.entry(name).or_insert_with_key(|name: &String| {
                    all.push(name.clone());
                    all.len() - 1
                });
                let child = game.child(&state, index);
                tree.nodes.push(NamedNode {
                    turn: game.turn(&child),
                    parent: number,
                    first: 0,
                    name,
                    probability: match turn {
                        Turn::Chance { .. } => game.chance_probability(&state, index),
                        _ => 1.0,
                    },
                    place: 0,
                });
                open.push_back(child);
            }
        }
        Some(tree)
    }

    /// The place of a node: adds it to its information set, or adds its utilities.
    fn place<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        number: usize,
        infosets: &mut FxHashMap<InfosetKey, usize>,
    ) -> usize {
        match self.nodes[number].turn {
            Turn::Chance { .. } => 0,
            Turn::Terminal => {
                let players = (0..self.players as u8).map(Player::new);
                let gets = players.map(|player| game.utility(state, player));
                self.utilities.push(gets.collect());
                self.utilities.len() - 1
            }
            Turn::Decision { player, .. } => {
                let key = game.infoset(state);
                let place = *infosets.entry(key).or_insert(self.infosets.len());
                if place == self.infosets.len() {
                    self.infosets.push(NamedInfoset {
                        player,
                        key,
                        name: game.infoset_name(state),
                        nodes: Vec::new(),
                    });
                }
                self.infosets[place].nodes.push(number);
                place
            }
        }
    }

    /// The name of the action or outcome that leads to a node.
    pub fn name(&self, node: usize) -> &str {
        &self.names[self.nodes[node].name]
    }

    /// The node after these actions and outcomes.
    ///
    /// # Errors
    ///
    /// The number of the first step, from 0, that is not possible, and the node where it is not.
    pub fn walk(&self, steps: &[String]) -> Result<usize, (usize, usize)> {
        steps
            .iter()
            .enumerate()
            .try_fold(0, |node, (number, step)| {
                let mut children = self.nodes[node].children();
                let child = children.find(|&child| self.name(child) == step);
                child.ok_or((number, node))
            })
    }

    /// The actions and outcomes that lead to a node: the node before each, and its name.
    pub fn path(&self, node: usize) -> Vec<(usize, &str)> {
        let mut path = Vec::new();
        let mut at = node;
        while at != 0 {
            path.push((self.nodes[at].parent, self.name(at)));
            at = self.nodes[at].parent;
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Kuhn, Leduc};

    #[test]
    fn a_tree_has_every_history_and_finds_each_by_its_names() {
        let tree = NamedTree::of(&Leduc::default(), 10_000).unwrap();
        assert_eq!(tree.nodes.len(), 9457);
        assert_eq!(tree.infosets.len(), 936);
        for node in 0..tree.nodes.len() {
            let path = tree.path(node);
            let steps: Vec<String> = path.iter().map(|(_, name)| (*name).to_owned()).collect();
            assert_eq!(tree.walk(&steps), Ok(node), "{steps:?}");
            let chance: f64 = tree.nodes[node]
                .children()
                .map(|child| tree.nodes[child].probability)
                .sum();
            if matches!(tree.nodes[node].turn, Turn::Chance { .. }) {
                assert!((chance - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn too_many_histories_and_impossible_steps_are_refused() {
        assert!(NamedTree::of(&Leduc::default(), 9456).is_none());
        let tree = NamedTree::of(&Kuhn::TWO, 1000).unwrap();
        let first = tree.name(tree.nodes[0].first).to_owned();
        let (number, at) = tree.walk(&[first, "fly".to_owned()]).unwrap_err();
        assert_eq!(number, 1);
        assert_eq!(tree.nodes[at].parent, 0);
    }
}
