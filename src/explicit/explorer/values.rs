//! A game with the probability and the exact value of every history under a policy.

use cardsharp_solvers::game::{InfosetKey, Player, Turn};
use cardsharp_solvers::named_tree::NamedTree;
use rustc_hash::FxHashMap;

use cardsharp_contest::explorer::HandLine;

/// A game that is written out, with a policy.
pub(super) struct ValuedTree {
    /// The game.
    pub(super) tree: NamedTree,
    /// By node: the probability of the action or outcome that leads there.
    pub(super) shares: Vec<f64>,
    /// By node: the probability of the history.
    pub(super) reach: Vec<f64>,
    /// By node and player: the expected utility.
    values: Vec<f64>,
    /// By node: the probability that chance and the other players than the one to act there make the history.
    against: Vec<f64>,
}

impl ValuedTree {
    /// The game with a policy: the probabilities of the actions at each information set. They are equal where it has
    /// none.
    pub(super) fn new(tree: NamedTree, behaviour: &FxHashMap<InfosetKey, Vec<f64>>) -> ValuedTree {
        let (count, players) = (tree.nodes.len(), tree.players);
        let mut valued = ValuedTree {
            shares: vec![1.0; count],
            reach: vec![1.0; count],
            values: vec![0.0; count * players],
            against: vec![1.0; count],
            tree,
        };
        valued.spread(behaviour);
        valued.gather();
        valued
    }

    /// Fills in probabilities from the root on.
    fn spread(&mut self, behaviour: &FxHashMap<InfosetKey, Vec<f64>>) {
        let players = self.tree.players;
        // By node and player: the probability of the player's own actions.
        let mut own = vec![1.0; self.tree.nodes.len() * players];
        for (number, node) in self.tree.nodes.iter().enumerate() {
            let shares = match node.turn {
                Turn::Decision { player, .. } => {
                    let others = (0..players).filter(|&other| other != player.index());
                    let chance = self.against[number];
                    let others: f64 = others.map(|other| own[number * players + other]).product();
                    self.against[number] = chance * others;
                    let key = self.tree.infosets[node.place].key;
                    let shares = behaviour.get(&key).map(Vec::as_slice);
                    Some((player, shares.unwrap_or_default(), chance))
                }
                _ => None,
            };
            // Where the policy has no row, all actions are equally likely.
            let even = 1.0 / node.turn.children() as f64;
            for (place, child) in node.children().enumerate() {
                let share = match shares {
                    Some((_, shares, _)) => shares.get(place).copied().unwrap_or(even),
                    None => self.tree.nodes[child].probability,
                };
                self.shares[child] = share;
                self.reach[child] = self.reach[number] * share;
                own.copy_within(number * players..(number + 1) * players, child * players);
                // Until the node is visited, `against` is the probability of chance alone.
                match shares {
                    Some((player, _, chance)) => {
                        own[child * players + player.index()] *= share;
                        self.against[child] = chance;
                    }
                    None => self.against[child] = self.against[number] * share,
                }
            }
        }
    }

    /// Fills in expected utilities, from the ends on.
    fn gather(&mut self) {
        let players = self.tree.players;
        for (number, node) in self.tree.nodes.iter().enumerate().rev() {
            if node.turn == Turn::Terminal {
                let gets = &self.tree.utilities[node.place];
                self.values[number * players..][..players].copy_from_slice(gets);
            }
            if number > 0 {
                for player in 0..players {
                    let value = self.values[number * players + player];
                    self.values[node.parent * players + player] += self.shares[number] * value;
                }
            }
        }
    }

    /// The expected utility of a player after a history.
    pub(super) fn value(&self, node: usize, player: Player) -> f64 {
        self.values[node * self.tree.players + player.index()]
    }

    /// The probabilities and values of the actions at an information set. The values are means over its histories,
    /// as likely as chance and the other players make them; there are none if those never get there.
    pub(super) fn line(&self, infoset: usize) -> HandLine {
        let infoset = &self.tree.infosets[infoset];
        let actions = infoset
            .nodes
            .first()
            .map_or(0, |&node| self.tree.nodes[node].turn.children());
        let sum: f64 = infoset.nodes.iter().map(|&node| self.against[node]).sum();
        let value = |place: usize| {
            let histories = infoset.nodes.iter().map(|&node| {
                let child = self.tree.nodes[node].first + place;
                self.against[node] * self.value(child, infoset.player)
            });
            let worth: f64 = histories.sum();
            (sum > 0.0).then(|| worth / sum)
        };
        HandLine {
            name: infoset.name.clone(),
            cell: None,
            reach: infoset.nodes.iter().map(|&node| self.reach[node]).sum(),
            probabilities: infoset.nodes.first().map_or_else(Vec::new, |&node| {
                let children = self.tree.nodes[node].children();
                children.map(|child| self.shares[child]).collect()
            }),
            values: (0..actions).map(value).collect(),
        }
    }
}
