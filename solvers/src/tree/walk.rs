//! The one walk through a game, which collects all that the layout needs.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHashSet};
use siphasher::sip::SipHasher24;

use super::error::CompileError;
use super::utilities::{Differences, Utilities};
use crate::game::{Game, InfosetKey, Player, Turn};

/// The greatest number of players of a compiled game.
pub const MAX_PLAYERS: usize = 10;

/// The kinds of histories in a fingerprint. A smaller kind is the player to move.
const CHANCE: u64 = 1 << 32;
const TERMINAL: u64 = CHANCE + 1;

/// A sequence of a player. Actions are numbered over all information sets of the player in the
/// order of their discovery; 0 is the empty sequence.
pub(super) type Sequence = u32;

/// The sequences of all players at one history; 0 for players that the game does not have.
pub(super) type Sequences = [Sequence; MAX_PLAYERS];

/// An information set as the walk found it.
pub(super) struct Found {
    pub(super) key: InfosetKey,
    pub(super) actions: u32,
    /// The player's last sequence before it.
    pub(super) parent: Sequence,
    /// The sequence of its first action. Those of the other actions follow.
    pub(super) first: Sequence,
    /// The number of the player's own decisions before it.
    pub(super) level: u32,
}

/// The result of the walk.
pub(super) struct Walked {
    /// Each player's information sets, in the order of discovery.
    pub(super) infosets: Vec<Vec<Found>>,
    /// The last sequence of each player at each terminal history, one history after the other.
    pub(super) ends: Vec<Sequence>,
    /// The utilities there.
    pub(super) utilities: Differences,
    /// Pairs of consecutive decisions of two players: the earlier one and the later one, as
    /// (player, information set). Each pair appears once.
    pub(super) follows: Vec<[(u8, u32); 2]>,
    pub(super) histories: u64,
    /// A hash of everything that the walk met.
    pub(super) fingerprint: u64,
}

/// A history that the walk has yet to visit.
struct Open<S> {
    state: S,
    chance: f64,
    sequences: Sequences,
    /// The last decision before it.
    last: Option<(u8, u32)>,
}

/// Walks all histories depth first, children in their order.
pub(super) fn walk<G: Game>(game: &G) -> Result<Walked, CompileError> {
    let players = game.players();
    if players == 0 || players > MAX_PLAYERS {
        return Err(CompileError::Players { players });
    }
    let mut walker = Walker {
        game,
        known: FxHashMap::default(),
        next: vec![1; players],
        levels: vec![vec![0]; players],
        pairs: FxHashSet::default(),
        infosets: (0..players).map(|_| Vec::new()).collect(),
        ends: Vec::new(),
        chances: Vec::new(),
        utilities: Utilities::new(players),
        follows: Vec::new(),
        histories: 0,
        hash: SipHasher24::new(),
    };
    let mut stack = vec![Open { state: game.root(), chance: 1.0, sequences: [0; MAX_PLAYERS], last: None }];
    while let Some(open) = stack.pop() {
        let begin = stack.len();
        walker.visit(open, &mut stack)?;
        stack[begin..].reverse();
    }
    Ok(Walked {
        infosets: walker.infosets,
        ends: walker.ends,
        utilities: walker.utilities.differences(&walker.chances)?,
        follows: walker.follows,
        histories: walker.histories,
        fingerprint: walker.hash.finish(),
    })
}

struct Walker<'g, G: Game> {
    game: &'g G,
    known: FxHashMap<InfosetKey, (u8, u32)>,
    /// The next free sequence of each player.
    next: Vec<Sequence>,
    /// The number of own decisions up to each sequence.
    levels: Vec<Vec<u32>>,
    pairs: FxHashSet<[(u8, u32); 2]>,
    infosets: Vec<Vec<Found>>,
    ends: Vec<Sequence>,
    /// The probability of chance at each terminal history.
    chances: Vec<f64>,
    utilities: Utilities,
    follows: Vec<[(u8, u32); 2]>,
    histories: u64,
    hash: SipHasher24,
}

impl<G: Game> Walker<'_, G> {
    fn visit(&mut self, open: Open<G::State>, stack: &mut Vec<Open<G::State>>) -> Result<(), CompileError> {
        self.histories += 1;
        let game = self.game;
        match game.turn(&open.state) {
            Turn::Terminal => {
                self.utilities.push(game, &open.state)?;
                self.hash_turn(TERMINAL, game.players());
                for player in 0..game.players() {
                    let player = Player::new(player as u8);
                    self.hash_number(game.utility(&open.state, player));
                    let remainder = game.utility_remainder(&open.state, player);
                    self.hash_number(remainder.unwrap_or(0.0));
                }
                self.chances.push(open.chance);
                let sequences = &open.sequences[..game.players()];
                self.ends.extend_from_slice(sequences);
            }
            Turn::Chance { outcomes } => {
                self.hash_turn(CHANCE, outcomes);
                for index in 0..outcomes {
                    self.hash_number(game.chance_probability(&open.state, index));
                    stack.push(Open {
                        state: game.child(&open.state, index),
                        chance: open.chance * game.chance_probability(&open.state, index),
                        sequences: open.sequences,
                        last: open.last,
                    });
                }
            }
            Turn::Decision { player, actions } => {
                let infoset = self.infoset(&open, player, actions)?;
                self.hash_turn(player.index() as u64, actions);
                self.hash.write_u64(game.infoset(&open.state).0);
                let here = (player.index() as u8, infoset);
                if let Some(last) = open.last.filter(|last| last.0 != here.0) {
                    let pair = [last, here];
                    if self.pairs.insert(pair) {
                        self.follows.push(pair);
                    }
                }
                let first = self.infosets[player.index()][infoset as usize].first;
                for action in 0..actions {
                    let mut sequences = open.sequences;
                    sequences[player.index()] = first + action as u32;
                    stack.push(Open {
                        state: game.child(&open.state, action),
                        chance: open.chance,
                        sequences,
                        last: Some(here),
                    });
                }
            }
        }
        Ok(())
    }

    fn hash_turn(&mut self, kind: u64, children: usize) {
        self.hash.write_u64(kind);
        self.hash.write_u64(children as u64);
    }

    fn hash_number(&mut self, number: f64) {
        // Both zeros are the same number.
        self.hash.write_u64((number + 0.0).to_bits());
    }

    /// The number of the information set at `open`. A new one is added.
    fn infoset(&mut self, open: &Open<G::State>, player: Player, actions: usize) -> Result<u32, CompileError> {
        let key = self.game.infoset(&open.state);
        let index = player.index();
        let parent = open.sequences[index];
        if let Some(&(owner, known)) = self.known.get(&key) {
            let name = || self.game.infoset_name(&open.state);
            if usize::from(owner) != index {
                return Err(CompileError::SharedKey { infoset: name() });
            }
            let found = &self.infosets[index][known as usize];
            if found.actions as usize != actions {
                return Err(CompileError::Actions { infoset: name() });
            }
            if found.parent != parent {
                return Err(CompileError::ImperfectRecall { infoset: name() });
            }
            return Ok(known);
        }
        let infosets = &mut self.infosets[index];
        let number = infosets.len() as u32;
        let level = self.levels[index][parent as usize];
        infosets.push(Found { key, actions: actions as u32, parent, first: self.next[index], level });
        self.next[index] += actions as u32;
        self.levels[index].extend(std::iter::repeat_n(level + 1, actions));
        self.known.insert(key, (index as u8, number));
        Ok(number)
    }
}
