//! A game that was read from an extensive-form file.

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use super::error::{EfgError, Position};
use super::names::distinct;
use super::parser;
use super::parts::{Move, Node, Parts};
use crate::game::{Fraction, Game, InfosetKey, Player, Turn};

/// A node of an [`EfgGame`]: its number in prefix order. Nodes that never happen are not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EfgNode(u32);

/// An information set; a chance event if it has no player.
#[derive(Clone, Debug)]
struct Set {
    player: Option<Player>,
    name: String,
    actions: Vec<String>,
    /// For chance, the probability of each action.
    chances: Vec<Chance>,
}

#[derive(Clone, Copy, Debug)]
struct Chance {
    probability: f64,
    fraction: Option<Fraction>,
}

impl Chance {
    fn new(exact: &BigRational) -> Chance {
        let fraction = exact.numer().to_u64().zip(exact.denom().to_u64());
        Chance {
            // The contract of a game requires a positive probability, however small.
            probability: exact.to_f64().unwrap_or(0.0).max(f64::MIN_POSITIVE),
            fraction: fraction.map(|(numerator, denominator)| Fraction {
                numerator,
                denominator,
            }),
        }
    }
}

/// A game in extensive form that was read from a file: any number of players, any payoffs.
///
/// A file may hold a game without perfect recall. The solvers and best responses of this crate are
/// not valid for such a game: see [`EfgGame::check_perfect_recall`].
#[derive(Clone, Debug)]
pub struct EfgGame {
    title: String,
    comment: String,
    players: Vec<String>,
    sets: Vec<Set>,
    nodes: Vec<Node>,
    children: Vec<u32>,
    payoffs: Vec<f64>,
    bounds: (f64, f64),
    bytes: u64,
}

impl EfgGame {
    /// Reads a file.
    ///
    /// # Errors
    /// The error of a file that is not a complete and consistent game, with its line and column.
    pub fn parse(text: &str) -> Result<EfgGame, EfgError> {
        EfgGame::parse_text(text, u64::MAX)
    }

    fn parse_text(text: &str, allowed: u64) -> Result<EfgGame, EfgError> {
        parser::parse(text, allowed).map(EfgGame::assemble)
    }

    /// Reads the bytes of a file, which must be UTF-8.
    ///
    /// # Errors
    /// [`EfgError::NotUtf8`], and the errors of [`EfgGame::parse`].
    pub fn parse_bytes(bytes: &[u8]) -> Result<EfgGame, EfgError> {
        EfgGame::parse_within(bytes, u64::MAX)
    }

    /// Reads the bytes of a file, which must be UTF-8. While it is read, the game takes about
    /// `allowed` bytes of memory at most, besides the file itself.
    ///
    /// # Errors
    /// [`EfgError::TooLarge`], [`EfgError::NotUtf8`], and the errors of [`EfgGame::parse`].
    pub fn parse_within(bytes: &[u8], allowed: u64) -> Result<EfgGame, EfgError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => EfgGame::parse_text(text, allowed),
            Err(error) => {
                let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
                let last = good.rsplit('\n').next().unwrap_or_default();
                let at = Position {
                    line: good.matches('\n').count() as u64 + 1,
                    column: last.chars().count() as u64 + 1,
                };
                Err(EfgError::NotUtf8 { at })
            }
        }
    }

    fn assemble(parts: Parts) -> EfgGame {
        let mut game = EfgGame {
            title: parts.title,
            comment: parts.comment,
            players: distinct(parts.players, |index| format!("Player {}", index + 1)),
            sets: sets(parts.moves),
            nodes: parts.nodes,
            children: parts.children,
            payoffs: parts.payoffs,
            bounds: (0.0, 0.0),
            bytes: parts.bytes,
        };
        let used = game.nodes.iter().filter_map(|node| match *node {
            Node::Terminal { row } => Some(game.row(row)),
            Node::Move { .. } => None,
        });
        game.bounds = used.flatten().fold(
            (f64::INFINITY, f64::NEG_INFINITY),
            |(least, most), &payoff| (least.min(payoff), most.max(payoff)),
        );
        game
    }

    fn row(&self, row: u32) -> &[f64] {
        let players = self.players.len();
        &self.payoffs[row as usize * players..][..players]
    }

    fn set(&self, state: EfgNode) -> Option<(usize, &Set)> {
        match self.nodes[state.0 as usize] {
            Node::Move { set, .. } => Some((set as usize, &self.sets[set as usize])),
            Node::Terminal { .. } => None,
        }
    }

    /// The title of the game.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The comment after the players; empty if there is none.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// The players' names, in order; "Player 1" and so on if the file has none.
    pub fn player_names(&self) -> &[String] {
        &self.players
    }

    /// The number of nodes of the game. Nodes that never happen are not counted.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The bytes of memory that the game has taken while it was read, about.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of information sets of a player in the file.
    pub fn infosets(&self, player: Player) -> usize {
        let owned = self.sets.iter().filter(|set| set.player == Some(player));
        owned.count()
    }

    /// Checks perfect recall: that every player remembers all own moves and observations.
    ///
    /// # Errors
    /// [`EfgError::ImperfectRecall`] with an information set whose player does not.
    pub fn check_perfect_recall(&self) -> Result<(), EfgError> {
        // Under perfect recall, all nodes of a set have the same last own set and action before
        // them.
        let mut last: Vec<Option<(usize, usize)>> = vec![None; self.players.len()];
        let mut first_seen = vec![None; self.sets.len()];
        let mut open = vec![(EfgNode(0), 0, None)];
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
                        return Err(EfgError::ImperfectRecall { infoset });
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

fn sets(moves: Vec<Move>) -> Vec<Set> {
    // Chance events need no names, and must not take names from the players' sets.
    let named = moves.iter().filter_map(|set| Some((set, set.player?)));
    let (names, defaults): (Vec<_>, Vec<_>) = named
        .map(|(set, player)| {
            let name = set.name.clone().unwrap_or_default();
            (name, format!("({},{})", player + 1, set.number))
        })
        .unzip();
    let mut names = distinct(names, |index| defaults[index].clone()).into_iter();
    let sets = moves.into_iter().map(|set| {
        let name = set.player.and_then(|_| names.next()).unwrap_or_default();
        let mut actions = distinct(set.actions, |index| (index + 1).to_string());
        let mut happens = set.probabilities.iter().map(|chance| !chance.is_zero());
        actions.retain(|_| happens.next().unwrap_or(true));
        let positive = set.probabilities.iter().filter(|chance| !chance.is_zero());
        Set {
            player: set.player.map(|player| Player::new(player as u8)),
            name,
            actions,
            chances: positive.map(Chance::new).collect(),
        }
    });
    sets.collect()
}

impl Game for EfgGame {
    type State = EfgNode;

    fn players(&self) -> usize {
        self.players.len()
    }

    fn root(&self) -> EfgNode {
        EfgNode(0)
    }

    fn turn(&self, state: &EfgNode) -> Turn {
        let Some((_, set)) = self.set(*state) else {
            return Turn::Terminal;
        };
        let actions = set.actions.len();
        match set.player {
            Some(player) => Turn::Decision { player, actions },
            None => Turn::Chance { outcomes: actions },
        }
    }

    fn child(&self, state: &EfgNode, index: usize) -> EfgNode {
        match self.nodes[state.0 as usize] {
            Node::Move { first, .. } => EfgNode(self.children[first as usize + index]),
            Node::Terminal { .. } => *state,
        }
    }

    fn chance_probability(&self, state: &EfgNode, index: usize) -> f64 {
        self.set(*state)
            .map_or(0.0, |(_, set)| set.chances[index].probability)
    }

    fn utility(&self, state: &EfgNode, player: Player) -> f64 {
        match self.nodes[state.0 as usize] {
            Node::Terminal { row } => self.row(row)[player.index()],
            Node::Move { .. } => 0.0,
        }
    }

    fn utility_bounds(&self) -> (f64, f64) {
        self.bounds
    }

    fn infoset(&self, state: &EfgNode) -> InfosetKey {
        InfosetKey(self.set(*state).map_or(u64::MAX, |(index, _)| index as u64))
    }

    fn chance_fraction(&self, state: &EfgNode, index: usize) -> Option<Fraction> {
        self.set(*state)?.1.chances.get(index)?.fraction
    }

    fn action_name(&self, state: &EfgNode, index: usize) -> String {
        let name = self.set(*state).and_then(|(_, set)| set.actions.get(index));
        name.cloned().unwrap_or_default()
    }

    fn infoset_name(&self, state: &EfgNode) -> String {
        self.set(*state)
            .map_or_else(String::new, |(_, set)| set.name.clone())
    }
}
