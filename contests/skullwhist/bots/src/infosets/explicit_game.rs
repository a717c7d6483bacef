//! A member small enough to be listed as an explicit game, with perfect recall.

use std::collections::HashMap;
use std::io;

use cardsharp_solvers::built::BuiltGame;
use cardsharp_solvers::dominance::Undominated;
use cardsharp_solvers::dyn_game::{DynGame, NamedInfoset};
use cardsharp_solvers::efg::{EfgError, Written};
use cardsharp_solvers::game::InfosetKey;
use cardsharp_solvers::nodes::{Nodes, TooLarge};
use cardsharp_solvers::strategy::Behaviour;
use cardsharp_solvers::tree::{CompileError, Tree, TreeStrategy};
use thiserror::Error;

use super::{InfosetsError, Recall, WholeGame};
use cardsharp_skullwhist_game::rules::Params;

/// The largest number of terminal histories of a member that fits in memory.
const MAX_TERMINALS: u64 = 100_000_000;

/// A member with perfect recall, as its own [`WholeGame`].
#[derive(Debug)]
pub struct ExplicitGame {
    params: Params,
    everything: Recall,
}

/// A reason why a member cannot be listed.
#[derive(Debug, Error)]
pub enum ExplicitGameError {
    /// The information sets do not fit their key.
    #[error(transparent)]
    Infosets(#[from] InfosetsError),
    /// The member has too many terminal histories.
    #[error("{0} is too large to be written out: choose fewer cards, or train it by sampling")]
    TooManyTerminals(Params),
}

impl ExplicitGame {
    /// The game `params`.
    ///
    /// # Errors
    ///
    /// [`ExplicitGameError`] if it is too large.
    pub fn new(params: Params) -> Result<ExplicitGame, ExplicitGameError> {
        let everything = Recall::new(params.rules)?;
        let most = WholeGame::new(params, &everything).max_terminals();
        if most.is_some_and(|most| most <= MAX_TERMINALS) {
            Ok(ExplicitGame { params, everything })
        } else {
            Err(ExplicitGameError::TooManyTerminals(params))
        }
    }

    fn game(&self) -> WholeGame<'_> {
        WholeGame::new(self.params, &self.everything)
    }
}

impl DynGame for ExplicitGame {
    fn utility_range(&self) -> (f64, f64) {
        self.game().utility_range()
    }

    fn undominated(&self) -> Undominated {
        self.game().undominated()
    }

    fn reach_probabilities(&self, strategy: &TreeStrategy<'_>) -> HashMap<InfosetKey, f64> {
        self.game().reach_probabilities(strategy)
    }

    fn compile(&self) -> Result<Tree, CompileError> {
        self.game().compile()
    }

    fn compile_nodes(&self) -> Result<Nodes, TooLarge> {
        self.game().compile_nodes()
    }

    fn terminals(&self, most: u64) -> Option<u64> {
        self.game().terminals(most)
    }

    fn named(&self, most: usize) -> Option<BuiltGame> {
        self.game().named(most)
    }

    fn infosets(&self) -> Vec<NamedInfoset> {
        self.game().infosets()
    }

    fn behaviours(&self, strategy: &TreeStrategy<'_>) -> Vec<Behaviour> {
        self.game().behaviours(strategy)
    }

    fn write_efg(&self, title: &str, out: &mut dyn io::Write) -> Result<Written, EfgError> {
        self.game().write_efg(title, out)
    }
}
