//! A game with the probability and the exact value of every history under a policy.

use cardsharp_solvers::built::{BuiltGame, BuiltNode};
use cardsharp_solvers::game::{Game, InfosetKey, Player, Turn};
use rustc_hash::FxHashMap;

use crate::explicit::UNREACHED;
use cardsharp_contest::explorer::HandLine;

/// A game that is written out, with a policy.
pub(super) struct ValuedTree {
    /// The game.
    pub(super) tree: BuiltGame,
    /// By the number of the information set: its histories.
    pub(super) infosets: Vec<Vec<BuiltNode>>,
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
    pub(super) fn new(tree: BuiltGame, behaviour: &FxHashMap<InfosetKey, Vec<f64>>) -> ValuedTree {
        let (count, players) = (tree.nodes(), tree.players());
        let mut valued = ValuedTree {
            shares: vec![1.0; count],
            reach: vec![1.0; count],
            values: vec![0.0; count * players],
            against: vec![1.0; count],
            infosets: tree.histories_by_infoset(),
            tree,
        };
        valued.spread(behaviour);
        valued.gather();
        valued
    }

    /// Fills in probabilities from the root on.
    fn spread(&mut self, behaviour: &FxHashMap<InfosetKey, Vec<f64>>) {
        let players = self.tree.players();
        // By node and player: the probability of the player's own actions.
        let mut own = vec![1.0; self.tree.nodes() * players];
        for node in self.tree.in_order() {
            let (number, turn) = (node.number(), self.tree.turn(&node));
            let shares = match turn {
                Turn::Decision { player, .. } => {
                    let others = (0..players).filter(|&other| other != player.index());
                    let chance = self.against[number];
                    let others: f64 = others.map(|other| own[number * players + other]).product();
                    self.against[number] = chance * others;
                    let shares = behaviour.get(&self.tree.infoset(&node)).map(Vec::as_slice);
                    Some((player, shares.unwrap_or_default(), chance))
                }
                _ => None,
            };
            // Where the policy has no row, all actions are equally likely.
            let even = 1.0 / turn.children() as f64;
            for (index, child) in self.tree.children(node).enumerate() {
                let child = child.number();
                let share = match shares {
                    Some((_, shares, _)) => shares.get(index).copied().unwrap_or(even),
                    None => self.tree.chance_probability(&node, index),
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
        let players = self.tree.players();
        for node in self.tree.in_order().rev() {
            for player in 0..players {
                let of = |node: BuiltNode| node.number() * players + player;
                let mut value = match self.tree.turn(&node) {
                    Turn::Terminal => self.tree.utility(&node, Player::new(player as u8)),
                    _ => 0.0,
                };
                for child in self.tree.children(node).rev() {
                    value += self.shares[child.number()] * self.values[of(child)];
                }
                self.values[of(node)] = value;
            }
        }
    }

    /// The expected utility of a player after a history.
    pub(super) fn value(&self, node: BuiltNode, player: Player) -> f64 {
        self.values[node.number() * self.tree.players() + player.index()]
    }

    /// The probabilities and values of the actions at an information set. The values are means over its histories,
    /// as likely as chance and the other players make them; there are none if those never get there.
    pub(super) fn line(&self, infoset: usize) -> HandLine {
        let nodes = &self.infosets[infoset];
        let first = nodes.first().copied();
        let sum: f64 = nodes.iter().map(|node| self.against[node.number()]).sum();
        let player = match first.map(|node| self.tree.turn(&node)) {
            Some(Turn::Decision { player, .. }) => player,
            _ => Player::ZERO,
        };
        let value = |index: usize| {
            let histories = nodes.iter().map(|node| {
                let child = self.tree.child(node, index);
                self.against[node.number()] * self.value(child, player)
            });
            let total: f64 = histories.sum();
            (sum > 0.0).then(|| total / sum)
        };
        let actions = first.map_or(0, |node| self.tree.children(node).len());
        let children = first.map(|node| self.tree.children(node));
        let children = children.into_iter().flatten();
        let reach: f64 = nodes.iter().map(|node| self.reach[node.number()]).sum();
        HandLine {
            name: first.map_or_else(String::new, |node| self.tree.infoset_name(&node)),
            cell: None,
            reach,
            probabilities: children.map(|child| self.shares[child.number()]).collect(),
            values: (0..actions).map(value).collect(),
            remark: (reach < UNREACHED).then_some("play does not come here"),
        }
    }
}
