//! A game that fits in memory as a tree that is walked, with the exact values of a policy (`values`), and solved again
//! around decisions that a user fixes (`locked`).

mod locked;
#[cfg(test)]
#[path = "../../../tests/unit/explicit/explorer/mod.rs"]
mod tests;
mod values;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::bail;
use cardsharp_solvers::built::{BuiltGame, BuiltNode};
use cardsharp_solvers::cfr::{Cfr, Preset};
use cardsharp_solvers::game::{Game, InfosetKey, Player, Turn};
use cardsharp_solvers::tree::{RealizationPlan, Tree};
use rustc_hash::FxHashMap;

use self::values::ValuedTree;
use super::game::ExplicitGame;
use super::policy::read_with_note;
use cardsharp_contest::explorer::{
    ExploreError, Explorer, HandLine, Lockable, Node, NodeAction, NodeTurn, Place, Tone, TreePart, checked_settings,
    shortened,
};
use cardsharp_policy::container::{self, Kind};
use cardsharp_policy::loaded;

/// The largest number of histories of a game that is shown: about 150 bytes each.
const MAX_HISTORIES: usize = 2_000_000;
/// The solver of a game without a policy, and its limits: iterations, and histories visited in all.
const PRESET: Preset = Preset::PCFR_PLUS;
const MAX_ITERATIONS: u64 = 2000;
const MAX_VISITS: u64 = 100_000_000;
/// The exploitability at which the solver stops.
const TARGET: f64 = 1e-6;
/// The levels of the tree that are drawn, the children of a node, and the nodes in all.
const LEVELS: usize = 3;
const MAX_CHILDREN: usize = 12;
const MAX_DRAWN: usize = 90;

/// A game with a policy.
pub struct TreeExplorer {
    game: String,
    title: String,
    players: Vec<String>,
    summary: String,
    span: f64,
    valued: ValuedTree,
}

impl TreeExplorer {
    /// The policy of a file.
    ///
    /// # Errors
    ///
    /// The policy or its game cannot be read, or the game is too large.
    pub fn load(path: &Path) -> anyhow::Result<TreeExplorer> {
        let newest = container::open_newest(path)?;
        newest.reader.require_kind(Kind::Policy)?;
        let reader = loaded((&newest.reader, newest.instead_of), "showing");
        let header = reader.header();
        let game = ExplicitGame::open(&header.game)?;
        // A short file may name a game that no memory holds.
        named(&game)?;
        let tree = game.game().compile()?;
        let plan = read_with_note(reader, &tree)?;
        let found = plan.exploitability(&tree);
        let summary =
            format!("{}, {} iterations, NashConv {:.3e}", header.solver, header.iterations, found.nash_conv());
        TreeExplorer::new(&game, &behaviour(&tree, &plan), summary)
    }

    /// A game, with what a short run of a solver finds. If no solver takes the game, all actions are equally likely.
    ///
    /// # Errors
    ///
    /// The game cannot be opened, or it is too large.
    pub fn solved(game: &str) -> anyhow::Result<TreeExplorer> {
        let game = ExplicitGame::open(game)?;
        let histories = named(&game)?.nodes() as u64;
        let tree = match game.game().compile() {
            Ok(tree) => tree,
            // The rules can be looked at even if no solver takes them.
            Err(error) => {
                let summary = format!("no policy was given, and all actions are equally likely: {error}");
                return TreeExplorer::new(&game, &FxHashMap::default(), summary);
            }
        };
        let most = (MAX_VISITS / histories).clamp(1, MAX_ITERATIONS);
        let (plan, how) = equilibrium(&tree, most, None);
        TreeExplorer::new(&game, &behaviour(&tree, &plan), format!("no policy was given: {how}"))
    }

    fn new(
        game: &ExplicitGame,
        behaviour: &FxHashMap<InfosetKey, Vec<f64>>,
        summary: String,
    ) -> anyhow::Result<TreeExplorer> {
        let (least, most) = game.game().utility_range();
        let tree = named(game)?;
        let numbered = || (0..tree.players()).map(|player| format!("player {player}")).collect();
        Ok(TreeExplorer {
            game: game.name(),
            title: game.title(),
            players: game.player_names().map_or_else(numbered, <[String]>::to_vec),
            summary,
            span: most - least,
            valued: ValuedTree::new(tree, behaviour),
        })
    }

    fn name(&self, player: Player) -> String {
        self.players[player.index()].clone()
    }

    /// The title of the game.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The tree below a place, of so many levels and nodes at most.
    ///
    /// # Errors
    ///
    /// A step is not possible.
    pub fn part(&self, place: &Place, levels: usize, nodes: usize) -> Result<TreePart, ExploreError> {
        Ok(self.drawn(self.at(place)?, levels, nodes, &mut { nodes }))
    }

    fn turn(&self, node: BuiltNode) -> NodeTurn {
        match self.valued.tree.turn(&node) {
            Turn::Terminal => NodeTurn::Over,
            Turn::Chance { .. } => NodeTurn::Chance,
            Turn::Decision { player, .. } => NodeTurn::Player(player.index(), self.name(player)),
        }
    }

    /// The information sets of the player to act at `node` after the same actions of all players, whatever chance
    /// has done, that have the same actions.
    fn alike(&self, node: BuiltNode) -> Vec<usize> {
        let actions = self.actions_before(node);
        let tree = &self.valued.tree;
        let (turn, own) = (tree.turn(&node), tree.names(node));
        let infosets = self.valued.infosets.iter().enumerate();
        let alike = infosets.filter(|(_, nodes)| {
            nodes.iter().any(|&other| {
                tree.turn(&other) == turn && tree.names(other) == own && self.actions_before(other) == actions
            })
        });
        alike.map(|(index, _)| index).collect()
    }

    /// The names of the players' actions before a node, without those of chance.
    fn actions_before(&self, node: BuiltNode) -> Vec<&str> {
        let path = self.valued.tree.path(node).into_iter();
        let actions = path.filter(|(before, _)| matches!(self.valued.tree.turn(before), Turn::Decision { .. }));
        actions.map(|(_, name)| name).collect()
    }

    fn drawn(&self, node: BuiltNode, levels: usize, most: usize, left: &mut usize) -> TreePart {
        let children = self.valued.tree.children(node);
        let all = children.len();
        let shown = match levels {
            0 => 0,
            _ => all.min(most).min(*left),
        };
        *left -= shown;
        let named = children.zip(self.valued.tree.names(node)).take(shown);
        let children = named.map(|(child, name)| {
            let below = self.drawn(child, levels - 1, most, left);
            (name.clone(), self.valued.shares[child.number()], below)
        });
        let children = children.collect();
        let players = (0..self.valued.tree.players() as u8).map(Player::new);
        TreePart {
            turn: self.turn(node),
            infoset: match self.valued.tree.turn(&node) {
                Turn::Decision { .. } => self.valued.tree.infoset_name(&node),
                _ => String::new(),
            },
            values: players.map(|player| self.valued.value(node, player)).collect(),
            children,
            left_out: all - shown,
        }
    }
}

/// An equilibrium of a game after `most` iterations at most, or at `end`, and how it was found.
fn equilibrium(tree: &Tree, most: u64, end: Option<Instant>) -> (RealizationPlan, String) {
    let mut solver = Cfr::new(tree, PRESET).planned(most);
    let mut plan = solver.plan();
    let mut found = plan.exploitability(tree);
    let mut iterations = 0;
    let is_over = || end.is_some_and(|end| Instant::now() >= end);
    while iterations < most && found.nash_conv() > TARGET && !is_over() {
        // A measurement costs about as much as an iteration.
        let more = (iterations / 4).clamp(1, most - iterations);
        solver.advance(more);
        iterations += more;
        plan = solver.plan();
        found = plan.exploitability(tree);
    }
    let how = format!("{} of {iterations} iterations, NashConv {:.3e}", PRESET.name, found.nash_conv());
    (plan, how)
}

fn named(game: &ExplicitGame) -> anyhow::Result<BuiltGame> {
    let Some(tree) = game.game().named(MAX_HISTORIES) else {
        bail!("{} has more than {MAX_HISTORIES} histories, too many to be shown: choose a smaller game", game.name());
    };
    Ok(tree)
}

/// The probabilities and the exact values of an information set of this player; `None` if the game is too large to be
/// written out, or has no such information set.
pub fn line(
    game: &ExplicitGame,
    tree: &Tree,
    plan: &RealizationPlan,
    (player, infoset): (Player, &str),
) -> Option<HandLine> {
    let valued = ValuedTree::new(named(game).ok()?, &behaviour(tree, plan));
    let is_wanted = |nodes: &Vec<BuiltNode>| {
        let node = nodes.first()?;
        let turn = valued.tree.turn(node);
        let is_players = matches!(turn, Turn::Decision { player: mover, .. } if mover == player);
        (is_players && valued.tree.infoset_name(node) == infoset).then_some(())
    };
    let found = valued.infosets.iter().position(|nodes| is_wanted(nodes).is_some());
    found.map(|index| valued.line(index))
}

fn behaviour(tree: &Tree, plan: &RealizationPlan) -> FxHashMap<InfosetKey, Vec<f64>> {
    let mut behaviour = FxHashMap::default();
    plan.for_each_behaviour(tree, |_, key, shares| {
        behaviour.insert(key, shares.to_vec());
    });
    behaviour
}

impl TreeExplorer {
    fn at(&self, place: &Place) -> Result<BuiltNode, ExploreError> {
        checked_settings(&[], place)?;
        self.valued.tree.walk(&place.steps).map_err(|(number, node)| {
            let step = shortened(&place.steps[number]);
            let number = number + 1;
            let names = self.valued.tree.names(node).iter();
            let possible: Vec<String> = names.take(MAX_DRAWN).cloned().collect();
            if possible.is_empty() {
                ExploreError::Over { number, step }
            } else {
                ExploreError::Step { number, step, possible }
            }
        })
    }

    fn facts(&self, node: BuiltNode) -> Vec<(String, String)> {
        let mut facts =
            vec![("probability of the history".to_owned(), format!("{:.6}", self.valued.reach[node.number()]))];
        if let Some(infoset) = self.valued.tree.infoset_number(node) {
            let count = histories(self.valued.infosets[infoset].len());
            let name = format!("{} ({count})", self.valued.tree.infoset_name(&node));
            facts.push(("information set".to_owned(), name));
        }
        for player in (0..self.valued.tree.players() as u8).map(Player::new) {
            let what = match self.valued.tree.turn(&node) {
                Turn::Terminal => format!("utility of {}", self.name(player)),
                _ => format!("expected utility of {}", self.name(player)),
            };
            facts.push((what, format!("{:.6}", self.valued.value(node, player))));
        }
        facts
    }

    /// The actions of the information set of a node, or the outcomes of chance.
    fn actions(&self, node: BuiltNode) -> Vec<NodeAction> {
        let infoset = self.valued.tree.infoset_number(node);
        let line = infoset.map(|infoset| self.valued.line(infoset));
        let named = self.valued.tree.children(node).zip(self.valued.tree.names(node));
        let actions = named.enumerate().map(|(index, (child, name))| NodeAction {
            name: name.clone(),
            tone: Tone::Numbered(index),
            share: self.valued.shares[child.number()],
            value: line.as_ref().and_then(|line| line.values.get(index).copied().flatten()),
        });
        actions.collect()
    }
}

/// `1 history`, `2 histories`.
fn histories(count: usize) -> String {
    match count {
        1 => "1 history".to_owned(),
        count => format!("{count} histories"),
    }
}

impl Explorer for TreeExplorer {
    fn game(&self) -> &str {
        &self.game
    }

    fn summary(&self) -> String {
        self.summary.clone()
    }

    fn players(&self) -> Vec<String> {
        self.players.clone()
    }

    fn has_public_places(&self) -> bool {
        false
    }

    fn held(&self, place: &Place, _seed: u64) -> Result<HandLine, ExploreError> {
        let infoset = self.valued.tree.infoset_number(self.at(place)?);
        Ok(self.valued.line(infoset.ok_or(ExploreError::NobodyActs)?))
    }

    fn span(&self) -> f64 {
        self.span
    }

    fn lockable(&self) -> Option<&dyn Lockable> {
        Some(self)
    }

    fn node(&self, place: &Place) -> Result<Arc<Node>, ExploreError> {
        let node = self.at(place)?;
        let steps = self.valued.tree.path(node).into_iter().map(|(before, name)| {
            let actor = match self.turn(before) {
                NodeTurn::Player(_, name) => name,
                _ => "chance".to_owned(),
            };
            (actor, name.to_owned())
        });
        let mut hands: Vec<HandLine> = match self.valued.tree.turn(&node) {
            Turn::Decision { .. } => {
                let alike = self.alike(node).into_iter();
                alike.map(|infoset| self.valued.line(infoset)).collect()
            }
            _ => Vec::new(),
        };
        let sum: f64 = hands.iter().map(|hand| hand.reach).sum();
        let mut notes = Vec::new();
        if sum > 0.0 {
            hands.iter_mut().for_each(|hand| hand.reach /= sum);
        } else if !hands.is_empty() {
            notes.push("The policy never plays like this.".to_owned());
        }
        if hands.iter().any(|hand| hand.values.contains(&None)) {
            notes.push("There is no value where the other players never let the information set happen.".to_owned());
        }
        if !hands.is_empty() {
            notes.push(
                "The actions above are those of the information set; the list has all information sets of the player \
                 after the same actions, whatever chance has done."
                    .to_owned(),
            );
        }
        let mut left = MAX_DRAWN;
        Ok(Arc::new(Node {
            steps: steps.collect(),
            turn: self.turn(node),
            facts: self.facts(node),
            actions: self.actions(node),
            hands,
            hands_name: "information sets",
            hands_are_cards: false,
            grid: None,
            unit: "utility of the game".to_owned(),
            tree: Some(self.drawn(node, LEVELS, MAX_CHILDREN, &mut left)),
            notes,
        }))
    }
}
