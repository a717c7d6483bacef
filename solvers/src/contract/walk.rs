//! The walk of a check: every history, or random ones.

use std::collections::HashMap;

use rand::Rng;

use super::violation::{History, Violation};
use super::{Coverage, Report, chance};
use crate::game::{Game, InfosetKey, Player, Turn};

/// The tolerance of the utility bounds, relative to the larger one. Binary sums need it.
const TOLERANCE: f64 = 1e-9;

/// The last own move of a player: an action of an information set. By induction it stands for all
/// earlier own moves, since that set was reached by one own sequence only.
type LastMove = Option<(InfosetKey, usize)>;

/// An information set with the data of its first state.
struct Infoset {
    player: Player,
    actions: Vec<String>,
    last_move: LastMove,
}

/// A history on the path, and its next child.
struct Step<S> {
    state: S,
    turn: Turn,
    next: usize,
}

pub(super) struct Walk<'a, G: Game> {
    game: &'a G,
    deepest: usize,
    infosets: HashMap<InfosetKey, Infoset>,
    names: HashMap<String, InfosetKey>,
    bounds: (f64, f64),
    /// The child indices from the root to the history being visited.
    path: Vec<usize>,
    /// The moves of each player on the path.
    moves: Vec<Vec<(InfosetKey, usize)>>,
    report: Report,
}

impl<'a, G: Game> Walk<'a, G> {
    pub(super) fn new(game: &'a G, deepest: usize) -> Result<Walk<'a, G>, Violation> {
        let (least, most) = game.utility_bounds();
        if !(least.is_finite() && most.is_finite() && least <= most) {
            return Err(Violation::Bounds { least, most });
        }
        Ok(Walk {
            game,
            deepest,
            infosets: HashMap::new(),
            names: HashMap::new(),
            bounds: (least, most),
            path: Vec::new(),
            moves: vec![Vec::new(); game.players()],
            report: Report {
                coverage: Coverage::Whole,
                histories: 0,
                terminals: 0,
                chance_nodes: 0,
                decision_nodes: 0,
                infosets: vec![0; game.players()],
                max_actions: 0,
                depth: 0,
                utilities: (f64::INFINITY, f64::NEG_INFINITY),
            },
        })
    }

    /// Visits every history.
    pub(super) fn whole(&mut self) -> Result<(), Violation> {
        let mut open = vec![self.enter(self.game.root())?];
        while let Some(step) = open.last_mut() {
            if step.next == step.turn.children() {
                open.pop();
                if let Some(parent) = open.last() {
                    self.leave(parent.turn);
                }
                continue;
            }
            let (index, state) = (step.next, step.state.clone());
            step.next += 1;
            let child = self.follow(&state, step.turn, index);
            open.push(self.enter(child)?);
        }
        Ok(())
    }

    /// Visits the histories of one random path, with all children equally likely.
    pub(super) fn random(&mut self, rng: &mut impl Rng) -> Result<(), Violation> {
        self.path.clear();
        self.moves.iter_mut().for_each(Vec::clear);
        let mut step = self.enter(self.game.root())?;
        while step.turn != Turn::Terminal {
            let index = rng.random_range(0..step.turn.children());
            let child = self.follow(&step.state, step.turn, index);
            step = self.enter(child)?;
        }
        Ok(())
    }

    /// Steps to a child.
    fn follow(&mut self, state: &G::State, turn: Turn, index: usize) -> G::State {
        if let Turn::Decision { player, .. } = turn {
            let key = self.game.infoset(state);
            self.moves[player.index()].push((key, index));
        }
        self.path.push(index);
        self.game.child(state, index)
    }

    /// Steps back to a parent.
    fn leave(&mut self, parent: Turn) {
        self.path.pop();
        if let Turn::Decision { player, .. } = parent {
            self.moves[player.index()].pop();
        }
    }

    fn history(&self) -> History {
        History::named(self.game, &self.path)
    }

    /// Checks and counts a history.
    fn enter(&mut self, state: G::State) -> Result<Step<G::State>, Violation> {
        let turn = self.game.turn(&state);
        self.report.histories += 1;
        self.report.depth = self.report.depth.max(self.path.len());
        if self.path.len() > self.deepest {
            let first = &self.path[..self.path.len().min(8)];
            return Err(Violation::TooDeep { history: History::named(self.game, first), depth: self.path.len() });
        }
        if turn != Turn::Terminal && turn.children() == 0 {
            let history = self.history();
            return Err(Violation::NothingToDo { history });
        }
        match turn {
            Turn::Terminal => {
                self.report.terminals += 1;
                self.check_utilities(&state)?;
            }
            Turn::Chance { outcomes } => {
                self.report.chance_nodes += 1;
                chance::check(self.game, &state, outcomes, &self.path)?;
                self.child_names(&state, outcomes)?;
            }
            Turn::Decision { player, actions } => {
                self.report.decision_nodes += 1;
                self.report.max_actions = self.report.max_actions.max(actions);
                self.check_decision(&state, player, actions)?;
            }
        }
        Ok(Step { state, turn, next: 0 })
    }

    /// The names of the children, which must be distinct.
    fn child_names(&self, state: &G::State, children: usize) -> Result<Vec<String>, Violation> {
        let names = (0..children).map(|index| self.game.action_name(state, index));
        let names: Vec<String> = names.collect();
        let mut sorted: Vec<&String> = names.iter().collect();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            None => Ok(names),
            Some(pair) => Err(Violation::SharedActionName { history: self.history(), name: pair[0].clone() }),
        }
    }

    fn check_utilities(&mut self, state: &G::State) -> Result<(), Violation> {
        let (least, most) = self.bounds;
        let slack = self.slack();
        for player in (0..self.game.players()).map(|player| Player::new(player as u8)) {
            let utility = self.game.utility(state, player);
            if !utility.is_finite() {
                return Err(Violation::UtilityNotFinite { history: self.history(), player, utility });
            }
            if utility < least - slack || utility > most + slack {
                return Err(Violation::UtilityOutside { history: self.history(), player, utility, least, most });
            }
            let (low, high) = &mut self.report.utilities;
            *low = low.min(utility);
            *high = high.max(utility);
        }
        Ok(())
    }

    fn slack(&self) -> f64 {
        TOLERANCE * self.bounds.0.abs().max(self.bounds.1.abs())
    }

    /// Checks that both bounds were reached.
    pub(super) fn bounds_are_tight(&self) -> Result<(), Violation> {
        let (least, most) = self.bounds;
        let (low, high) = self.report.utilities;
        for (bound, reached) in [(least, low), (most, high)] {
            if (bound - reached).abs() > self.slack() {
                return Err(Violation::BoundNotTight { bound, reached });
            }
        }
        Ok(())
    }

    /// Checks a decision, also against the first state seen of its information set.
    fn check_decision(&mut self, state: &G::State, player: Player, actions: usize) -> Result<(), Violation> {
        let players = self.game.players();
        if player.index() >= players {
            return Err(Violation::NoSuchPlayer { history: self.history(), player, players });
        }
        let key = self.game.infoset(state);
        let here = Infoset {
            player,
            actions: self.child_names(state, actions)?,
            last_move: self.moves[player.index()].last().copied(),
        };
        if let Some(first) = self.infosets.get(&key) {
            self.check_alike(state, key, &here, first)?;
            return self.check_name(state, key);
        }
        self.check_name(state, key)?;
        self.report.infosets[player.index()] += 1;
        self.infosets.insert(key, here);
        Ok(())
    }

    /// Checks that the player cannot distinguish two states of an information set.
    fn check_alike(&self, state: &G::State, key: InfosetKey, here: &Infoset, first: &Infoset) -> Result<(), Violation> {
        let history = || self.history();
        let infoset = || self.game.infoset_name(state);
        Err(if here.player != first.player {
            Violation::SharedKey { history: history(), player: here.player, other: first.player, key: key.0 }
        } else if here.actions.len() != first.actions.len() {
            Violation::ActionCount {
                history: history(),
                actions: here.actions.len(),
                others: first.actions.len(),
                infoset: infoset(),
            }
        } else if here.last_move != first.last_move {
            Violation::PerfectRecall { history: history(), infoset: infoset() }
        } else if here.actions != first.actions {
            Violation::ActionOrder { history: history(), infoset: infoset() }
        } else {
            return Ok(());
        })
    }

    /// Checks that a key has one name, and a name one key.
    fn check_name(&mut self, state: &G::State, key: InfosetKey) -> Result<(), Violation> {
        let name = self.game.infoset_name(state);
        match self.names.get(&name) {
            Some(&other) if other == key => Ok(()),
            Some(_) => Err(Violation::SharedName { history: self.history(), key: key.0, name }),
            None if self.infosets.contains_key(&key) => Err(Violation::SecondName { history: self.history(), name }),
            None => {
                self.names.insert(name, key);
                Ok(())
            }
        }
    }

    pub(super) fn report(self, coverage: Coverage) -> Report {
        Report { coverage, ..self.report }
    }
}
