//! The file of `--lock`: the information sets that are played as it says.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use cardsharp_options::nearest;
use cardsharp_solvers::built::BuiltGame;
use cardsharp_solvers::dyn_game::{DynGame, NamedInfoset};
use cardsharp_solvers::game::{InfosetKey, Player};
use cardsharp_solvers::locked::{Locked, distribution};
use cardsharp_solvers::strategy::Behaviour;

use cardsharp_commands::solve::{LockLine, lock_lines};

/// The most histories of a game with locked information sets, which is stored.
const MOST: usize = 10_000_000;

/// The locked information sets of a game, by their number in the order of the game.
pub struct Locks {
    infosets: Vec<NamedInfoset>,
    rows: BTreeMap<usize, Vec<f64>>,
}

impl Locks {
    /// Reads the file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or names what the game does not have.
    pub fn read(path: &Path, game: &dyn DynGame) -> anyhow::Result<Locks> {
        let shown = path.display();
        let infosets = game.infosets();
        let numbers: HashMap<_, _> = infosets
            .iter()
            .enumerate()
            .map(|(number, one)| ((one.player.index(), one.name.as_str()), number))
            .collect();
        let mut named: BTreeMap<usize, Vec<Option<f64>>> = BTreeMap::new();
        for (at, line) in lock_lines(path)? {
            let LockLine { player, infoset, action, probability } = line;
            let Some(&number) = numbers.get(&(player, infoset.as_str())) else {
                let own = numbers.keys().filter(|(mover, _)| *mover == player).map(|(_, name)| *name);
                let meant = nearest(&infoset, own).map_or_else(String::new, |one| format!("; did you mean `{one}`?"));
                bail!("{at}: player {player} has no information set `{infoset}`{meant}");
            };
            let actions = &infosets[number].actions;
            let Some(place) = actions.iter().position(|one| *one == action) else {
                bail!("{at}: `{infoset}` has the actions {}, and no `{action}`", actions.join(", "));
            };
            let row = named.entry(number).or_insert_with(|| vec![None; actions.len()]);
            ensure!(row[place].is_none(), "{at}: `{action}` at `{infoset}` for the second time");
            row[place] = Some(probability);
        }
        let mut rows = BTreeMap::new();
        for (number, row) in named {
            let NamedInfoset { name, actions, .. } = &infosets[number];
            let left_out = row.iter().zip(actions).find(|(share, _)| share.is_none());
            if let Some((_, action)) = left_out {
                bail!("{shown}: `{name}` has no probability of `{action}`");
            }
            rows.insert(number, row.into_iter().flatten().collect());
        }
        Ok(Locks { infosets, rows })
    }

    /// The number of locked information sets.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// The game with its information sets locked.
    ///
    /// # Errors
    ///
    /// The game is too large, or a row is no distribution.
    pub fn apply(&self, game: &dyn DynGame) -> anyhow::Result<BuiltGame> {
        let too_large = || format!("--lock stores the game, and this one has more than {MOST} histories");
        let stored = game.named(MOST).with_context(too_large)?;
        let mut locked = Locked::new(&stored);
        for (&number, row) in &self.rows {
            let NamedInfoset { key, name, .. } = &self.infosets[number];
            locked.lock(*key, row).with_context(|| format!("`{name}` cannot be locked"))?;
        }
        BuiltGame::of(&locked, MOST).with_context(too_large)
    }

    /// The locked distributions of one player, by the keys of the game.
    ///
    /// # Errors
    ///
    /// A row is no distribution, or the other player is locked somewhere.
    pub fn of(&self, player: Player) -> anyhow::Result<Vec<(InfosetKey, Vec<f64>)>> {
        let rows = self.rows.iter().map(|(&number, row)| {
            let NamedInfoset { key, name, player: mover, .. } = &self.infosets[number];
            ensure!(
                *mover == player,
                "`{name}` is an information set of player {}: only those of player {} can be locked here",
                mover.index(),
                player.index()
            );
            let shares = distribution(row).with_context(|| format!("`{name}` cannot be locked"))?;
            Ok((*key, shares))
        });
        rows.collect()
    }

    /// The rows of all information sets, of which `solved` has those that are not locked. Those that only actions of
    /// probability 0 lead to are left out.
    pub fn complete(&self, solved: Vec<Behaviour>) -> Vec<Behaviour> {
        let mut solved: HashMap<_, _> =
            solved.into_iter().map(|row| ((row.player, row.infoset.clone()), row)).collect();
        let rows = self.infosets.iter().enumerate().filter_map(|(number, infoset)| {
            let Some(row) = self.rows.get(&number) else {
                return solved.remove(&(infoset.player, infoset.name.clone()));
            };
            let sum: f64 = row.iter().sum();
            let shares = row.iter().map(|share| share / sum);
            Some(Behaviour {
                player: infoset.player,
                infoset: infoset.name.clone(),
                actions: infoset.actions.iter().cloned().zip(shares).collect(),
            })
        });
        rows.collect()
    }
}
