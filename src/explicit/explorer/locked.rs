//! A game solved again around information sets that a user fixes.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use cardsharp_solvers::built::{BuiltGame, BuiltNode};
use cardsharp_solvers::dyn_game::DynGame;
use cardsharp_solvers::game::{Game, InfosetKey, Player, Turn};
use cardsharp_solvers::locked::Locked;
use rustc_hash::FxHashMap;

use super::values::ValuedTree;
use super::{MAX_HISTORIES, MAX_ITERATIONS, TreeExplorer, behaviour, equilibrium};
use cardsharp_contest::explorer::{ExploreError, Explorer, Lockable, shortened};
use cardsharp_contest::locked::{Lock, Resolved, require_few};
use cardsharp_terminal::counted::counted;

/// Probabilities by the number of the information set.
type Rows = BTreeMap<usize, Vec<f64>>;

impl TreeExplorer {
    /// The rows that locks name. A later lock of an information set replaces an earlier one.
    fn locked_rows(&self, locks: &[Lock]) -> Result<Rows, ExploreError> {
        require_few(locks)?;
        let mut rows = BTreeMap::new();
        for lock in locks {
            let node = self.at(&lock.place)?;
            if !matches!(self.valued.tree.turn(&node), Turn::Decision { .. }) {
                return Err(ExploreError::NobodyActs);
            }
            let shares = lock.shares(self.valued.tree.children(node).len())?;
            let alike = self.alike(node).into_iter();
            let meant = alike.filter(|&infoset| {
                let name = lock.hand.as_ref();
                name.is_none_or(|name| *name == self.infoset_name(infoset))
            });
            let named: Rows = meant.map(|infoset| (infoset, shares.clone())).collect();
            if named.is_empty() {
                return Err(ExploreError::Hand {
                    hand: shortened(lock.hand.as_deref().unwrap_or_default()),
                    wanted: "choose an information set of the list there".to_owned(),
                });
            }
            rows.extend(named);
        }
        Ok(rows)
    }

    fn first(&self, infoset: usize) -> Option<BuiltNode> {
        self.valued.infosets[infoset].first().copied()
    }

    fn infoset_name(&self, infoset: usize) -> String {
        let first = self.first(infoset);
        first.map_or_else(String::new, |node| self.valued.tree.infoset_name(&node))
    }

    fn mover(&self, infoset: usize) -> Option<Player> {
        match self.valued.tree.turn(&self.first(infoset)?) {
            Turn::Decision { player, .. } => Some(player),
            _ => None,
        }
    }

    /// Adds the policy's own rows of all players who have one.
    fn with_own_rows(&self, rows: &mut Rows) {
        let mut is_locked = vec![false; self.valued.tree.players()];
        for player in rows.keys().filter_map(|&infoset| self.mover(infoset)) {
            is_locked[player.index()] = true;
        }
        for infoset in 0..self.valued.infosets.len() {
            if self.mover(infoset).is_some_and(|player| is_locked[player.index()]) {
                let own = || self.valued.line(infoset).probabilities;
                rows.entry(infoset).or_insert_with(own);
            }
        }
    }

    /// The probabilities at all information sets: those of `rows`, and those that `solved` has for the others. The
    /// others are as they were.
    fn merged(&self, rows: &Rows, solved: &FxHashMap<InfosetKey, Vec<f64>>) -> FxHashMap<InfosetKey, Vec<f64>> {
        let all = (0..self.valued.infosets.len()).filter_map(|infoset| {
            let key = self.valued.tree.infoset(&self.first(infoset)?);
            let row = rows.get(&infoset).or_else(|| solved.get(&key));
            let row = row.cloned();
            Some((key, row.unwrap_or_else(|| self.valued.line(infoset).probabilities)))
        });
        all.collect()
    }
}

impl Lockable for TreeExplorer {
    fn values(&self) -> Vec<f64> {
        let root = self.valued.tree.root();
        let players = (0..self.valued.tree.players() as u8).map(Player::new);
        players.map(|player| self.valued.value(root, player)).collect()
    }

    fn locked(&self, locks: &[Lock], resolved: Resolved, time: Duration) -> Result<Box<dyn Explorer>, ExploreError> {
        let end = Instant::now() + time;
        let unsolved =
            |why: &dyn std::fmt::Display| ExploreError::Other(format!("the locked game is not solved: {why}"));
        let mut rows = self.locked_rows(locks)?;
        let locked_sets = rows.len() as u64;
        if resolved == Resolved::Replies {
            self.with_own_rows(&mut rows);
        }
        let mut game = Locked::new(&self.valued.tree);
        for (&infoset, row) in &rows {
            if let Some(node) = self.first(infoset) {
                let key = self.valued.tree.infoset(&node);
                game.lock(key, row).map_err(|error| unsolved(&error))?;
            }
        }
        let stored = BuiltGame::of(&game, MAX_HISTORIES).ok_or_else(|| unsolved(&"it is too large"))?;
        let tree = stored.compile().map_err(|error| unsolved(&error))?;
        let (plan, how) = equilibrium(&tree, MAX_ITERATIONS, Some(end));
        let all = self.merged(&rows, &behaviour(&tree, &plan));
        let what = counted(locked_sets, "locked information set");
        Ok(Box::new(TreeExplorer {
            game: self.game.clone(),
            title: self.title.clone(),
            players: self.players.clone(),
            summary: format!("{what}, the rest solved again: {how}"),
            span: self.span,
            valued: ValuedTree::new(self.valued.tree.clone(), &all),
        }))
    }
}
