//! A game stored node by node, for solvers that walk histories.
//!
//! [`Nodes`] implements [`Game`], and its states are numbers. To go to a child is an addition. The
//! key of an information set is the index of its cells in a table without gaps. Consecutive chance
//! nodes are merged into one, and decisions with one action are removed.
//!
//! ```
//! use cardsharp_solvers::nodes::Nodes;
//! use cardsharp_solvers::sampled::{ExternalSampling, Preset};
//! use cardsharp_solvers::tree::Tree;
//! use cardsharp_solvers::games::Kuhn;
//!
//! let (nodes, tree) = (Nodes::compile(&Kuhn::TWO)?, Tree::compile(&Kuhn::TWO)?);
//! let mut solver = ExternalSampling::new(&nodes, &nodes, Preset::LINEAR_MCCFR)?;
//! solver.advance(200_000);
//! assert!(solver.plan(&tree).exploitability(&tree).nash_conv() < 0.05);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use rand::Rng;
use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::game::{Game, InfosetKey, Player, Turn};
use crate::sampled::{Abstraction, ExternalSampling, Numbering, RowKey, Sampler};
use crate::tree::{RealizationPlan, Tree, offset_of};

/// A game stored node by node.
#[derive(Debug)]
pub struct Nodes {
    players: usize,
    bounds: (f64, f64),
    /// The nodes, one after the other: kind, index, children. The index of a decision is that of
    /// its cells; the index of a chance node is that of its probabilities.
    arena: Vec<u32>,
    root: u32,
    /// The utilities of the players, each combination once.
    utilities: Vec<f64>,
    /// The cumulative probabilities of each chance node whose outcomes are not equally likely.
    cumulated: Vec<f64>,
    /// The row of each information set with at least two actions.
    rows: FxHashMap<InfosetKey, RowKey>,
    cells: u64,
}

/// The bit that marks a terminal state. The rest of the number is the index of its utilities. The
/// number of any other state is that of the first word of its node.
const TERMINAL: u32 = 1 << 31;
/// The number of words of a node before its children.
const HEAD: usize = 2;
/// The kind of a chance node with equally likely outcomes. A smaller kind is the player to move.
const EVEN: u8 = 254;
const CHANCE: u8 = 255;

/// The reason that a game cannot be stored as nodes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TooLarge {
    /// The number of nodes does not fit in 31 bits.
    #[error("the game has too many nodes to be written out: about 500 million fit")]
    Nodes,
    /// The number of children does not fit in 16 bits.
    #[error("a state has {children} children, and at most 65,535 can be counted")]
    Children {
        /// The number of children.
        children: usize,
    },
    /// The number of players does not fit in 8 bits, of whose values two mean chance.
    #[error("the game has {players} players, and at most 254 can be told apart")]
    Players {
        /// The number of players.
        players: usize,
    },
}

impl Nodes {
    /// Walks `game` once and stores it: 8 bytes for each node and 4 for each of its children.
    pub fn compile<G: Game>(game: &G) -> Result<Nodes, TooLarge> {
        let players = game.players();
        if players > usize::from(EVEN) {
            return Err(TooLarge::Players { players });
        }
        let mut writer = Writer {
            game,
            ends: FxHashMap::default(),
            nodes: Nodes {
                players,
                bounds: game.utility_bounds(),
                arena: vec![0],
                root: 0,
                utilities: Vec::new(),
                cumulated: Vec::new(),
                rows: FxHashMap::default(),
                cells: 0,
            },
        };
        // The states to visit, each with the index for its number.
        let mut open = vec![(0, game.root())];
        while let Some((index, state)) = open.pop() {
            let begin = open.len();
            writer.nodes.arena[index] = writer.write(&past_forced(game, state), &mut open)?;
            // The first child is visited next, so that its descendants are near it in memory.
            open[begin..].reverse();
        }
        let mut nodes = writer.nodes;
        nodes.root = nodes.arena[0];
        Ok(nodes)
    }

    /// The same game for solvers by sampling, which count in `f32`. If all utilities of a player are
    /// larger than any difference between two of them, the least or the greatest is subtracted from
    /// all, whichever is nearer to 0. This changes no strategy.
    #[must_use]
    pub fn without_offsets(mut self) -> Nodes {
        let mut offset = false;
        for player in 0..self.players {
            let of_player = self.utilities.iter().skip(player).step_by(self.players);
            let (least, most) = extent(of_player);
            let base = offset_of(least, most, most - least);
            offset |= base != 0.0;
            let of_player = self.utilities.iter_mut().skip(player).step_by(self.players);
            of_player.for_each(|utility| *utility -= base);
        }
        if offset {
            self.bounds = extent(self.utilities.iter());
        }
        self
    }

    /// The size in bytes of the tables that a walk reads.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.arena[..]) + size_of_val(&self.utilities[..]) + size_of_val(&self.cumulated[..])
    }

    /// The row of an information set of the compiled game. Returns `None` if it has one action, or does not exist.
    pub fn row(&self, key: InfosetKey) -> Option<RowKey> {
        self.rows.get(&key).copied()
    }

    /// The plan of a solver's average strategy. The function `average` writes the average of a row
    /// and returns true if it is known. The plan is uniform where it is not.
    fn plan(&self, tree: &Tree, average: impl Fn(RowKey, &mut [f64]) -> bool) -> RealizationPlan {
        RealizationPlan::of(tree, |_, key, out| {
            if !self.row(key).is_some_and(|row| average(row, out)) {
                out.fill(1.0 / out.len() as f64);
            }
        })
    }
}

impl ExternalSampling<'_, Nodes, Nodes> {
    /// The average strategy, on the tree compiled from the same game.
    pub fn plan(&self, tree: &Tree) -> RealizationPlan {
        self.abstraction().plan(tree, |row, out| self.rows().average(row, out))
    }
}

impl Sampler<'_, Nodes, Nodes> {
    /// The average strategy, on the tree compiled from the same game.
    pub fn plan(&self, tree: &Tree) -> RealizationPlan {
        self.abstraction().plan(tree, |row, out| self.average(row, out))
    }
}

fn extent<'u>(utilities: impl Iterator<Item = &'u f64>) -> (f64, f64) {
    utilities.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), &next| (least.min(next), most.max(next)))
}

struct Writer<'g, G> {
    game: &'g G,
    nodes: Nodes,
    /// The index of each combination of utilities.
    ends: FxHashMap<Vec<u64>, u32>,
}

impl<G: Game> Writer<'_, G> {
    /// Writes the node of `state`. Adds its children to `open`, with the indices for their numbers.
    /// Returns the number of the node.
    fn write(&mut self, state: &G::State, open: &mut Vec<(usize, G::State)>) -> Result<u32, TooLarge> {
        let game = self.game;
        match game.turn(state) {
            Turn::Terminal => Ok(self.end(state)),
            Turn::Decision { player, actions } => {
                let next = RowKey(self.nodes.cells);
                let row = *self.nodes.rows.entry(game.infoset(state)).or_insert(next);
                if row == next {
                    self.nodes.cells += actions as u64;
                }
                let children = (0..actions).map(|action| game.child(state, action));
                let kind = player.index() as u8;
                self.node(kind, row.0 as u32, children.collect(), open)
            }
            Turn::Chance { .. } => {
                let (mut shares, mut children) = (Vec::new(), Vec::new());
                draw(game, state, 1.0, &mut |share, child| {
                    shares.push(share);
                    children.push(child);
                });
                let even = |&share: &f64| (share * children.len() as f64 - 1.0).abs() < 1e-12;
                if shares.iter().all(even) {
                    return self.node(EVEN, 0, children, open);
                }
                let index = self.nodes.cumulated.len() as u32;
                let sums = shares.iter().scan(0.0, |sum, share| {
                    *sum += share;
                    Some(*sum)
                });
                self.nodes.cumulated.extend(sums);
                self.node(CHANCE, index, children, open)
            }
        }
    }

    fn end(&mut self, state: &G::State) -> u32 {
        let players = (0..self.nodes.players as u8).map(Player::new);
        let gets = players.map(|player| self.game.utility(state, player));
        let gets: Vec<f64> = gets.collect();
        let utilities = &mut self.nodes.utilities;
        let bits = gets.iter().map(|utility| utility.to_bits()).collect();
        let index = *self.ends.entry(bits).or_insert_with(|| {
            let index = utilities.len() as u32;
            utilities.extend(gets);
            index
        });
        TERMINAL | index
    }

    fn node(
        &mut self,
        kind: u8,
        index: u32,
        children: Vec<G::State>,
        open: &mut Vec<(usize, G::State)>,
    ) -> Result<u32, TooLarge> {
        let number = self.nodes.arena.len();
        if number + HEAD + children.len() >= TERMINAL as usize {
            return Err(TooLarge::Nodes);
        }
        let count = u16::try_from(children.len()).map_err(|_| TooLarge::Children { children: children.len() })?;
        let head = [u32::from(kind) << 16 | u32::from(count), index];
        self.nodes.arena.extend(head);
        let first = self.nodes.arena.len();
        self.nodes.arena.resize(first + children.len(), 0);
        open.extend((first..first + children.len()).zip(children));
        Ok(number as u32)
    }
}

/// The first state from `state` on with at least two actions or outcomes, or a terminal state.
fn past_forced<G: Game>(game: &G, mut state: G::State) -> G::State {
    while matches!(game.turn(&state), Turn::Decision { actions: 1, .. } | Turn::Chance { outcomes: 1 }) {
        state = game.child(&state, 0);
    }
    state
}

/// Calls `visit` with each state after consecutive chance nodes, and its probability.
fn draw<G: Game>(game: &G, state: &G::State, probability: f64, visit: &mut impl FnMut(f64, G::State)) {
    let Turn::Chance { outcomes } = game.turn(state) else {
        visit(probability, state.clone());
        return;
    };
    for index in 0..outcomes {
        let share = probability * game.chance_probability(state, index);
        draw(game, &game.child(state, index), share, visit);
    }
}

/// The first words of a node.
#[derive(Clone, Copy)]
struct Head {
    kind: u8,
    children: u16,
    index: u32,
}

impl Nodes {
    #[inline(always)]
    fn head(&self, state: u32) -> Head {
        let words = &self.arena[state as usize..state as usize + HEAD];
        Head { kind: (words[0] >> 16) as u8, children: words[0] as u16, index: words[1] }
    }
}

impl Game for Nodes {
    type State = u32;

    fn players(&self) -> usize {
        self.players
    }

    fn root(&self) -> u32 {
        self.root
    }

    #[inline(always)]
    fn turn(&self, state: &u32) -> Turn {
        if state & TERMINAL != 0 {
            return Turn::Terminal;
        }
        let head = self.head(*state);
        let children = usize::from(head.children);
        match head.kind {
            EVEN | CHANCE => Turn::Chance { outcomes: children },
            player => Turn::Decision { player: Player::new(player), actions: children },
        }
    }

    #[inline(always)]
    fn child(&self, state: &u32, index: usize) -> u32 {
        self.arena[*state as usize + HEAD + index]
    }

    fn chance_probability(&self, state: &u32, index: usize) -> f64 {
        let head = self.head(*state);
        match head.kind {
            CHANCE => {
                let sums = &self.cumulated[head.index as usize..];
                sums[index] - if index == 0 { 0.0 } else { sums[index - 1] }
            }
            _ => 1.0 / f64::from(head.children),
        }
    }

    #[inline(always)]
    fn utility(&self, state: &u32, player: Player) -> f64 {
        self.utilities[(state & !TERMINAL) as usize + player.index()]
    }

    fn utility_bounds(&self) -> (f64, f64) {
        self.bounds
    }

    #[inline(always)]
    fn infoset(&self, state: &u32) -> InfosetKey {
        InfosetKey(u64::from(self.head(*state).index))
    }

    #[inline(always)]
    fn sample_chance(&self, state: &u32, rng: &mut impl Rng) -> u32 {
        let head = self.head(*state);
        let chosen = match head.kind {
            CHANCE => {
                let first = head.index as usize;
                let sums = &self.cumulated[first..first + usize::from(head.children) - 1];
                let drawn: f64 = rng.random();
                sums.iter().take_while(|&&sum| sum <= drawn).count()
            }
            _ => rng.random_range(0..u32::from(head.children)) as usize,
        };
        self.child(state, chosen)
    }
}

impl Abstraction<Nodes> for Nodes {
    fn numbering(&self) -> Numbering {
        Numbering::Dense { cells: self.cells }
    }

    #[inline(always)]
    fn row(&self, _game: &Nodes, state: &u32) -> RowKey {
        RowKey(u64::from(self.head(*state).index))
    }
}
