//! A game whose type is known only at run time, such as a game opened by its name.

use std::collections::HashMap;

use crate::built::BuiltGame;
use crate::dominance::{Undominated, reach_probabilities};
#[cfg(feature = "efg")]
use crate::efg::{self, EfgError, Written};
use crate::game::{Game, InfosetKey, Player, Turn, histories};
use crate::nodes::{Nodes, TooLarge};
use crate::strategy::{Behaviour, behaviours, for_each_infoset};
use crate::tree::{CompileError, Tree, TreeStrategy};

/// An information set with its name and those of its actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedInfoset {
    /// The player to move.
    pub player: Player,
    /// The key.
    pub key: InfosetKey,
    /// The name.
    pub name: String,
    /// The names of the actions, in the game's order.
    pub actions: Vec<String>,
}

/// An object-safe subset of [`Game`]'s operations, implemented for every game.
///
/// ```
/// use cardsharp_solvers::dyn_game::DynGame;
/// use cardsharp_solvers::games::{Kuhn, Leduc};
///
/// let games: [Box<dyn DynGame>; 2] = [Box::new(Kuhn::default()), Box::new(Leduc::default())];
/// let infosets = games.map(|game| game.compile().map(|tree| tree.infosets_by_player()));
/// assert_eq!(infosets, [Ok(vec![6, 6]), Ok(vec![468, 468])]);
/// ```
pub trait DynGame: Send + Sync {
    /// The least and the greatest utility: [`Game::utility_bounds`].
    fn utility_range(&self) -> (f64, f64);

    /// The game without its dominated actions: [`Undominated::of`].
    fn undominated(&self) -> Undominated;

    /// The probability of each information set: [`reach_probabilities`].
    fn reach_probabilities(&self, strategy: &TreeStrategy<'_>) -> HashMap<InfosetKey, f64>;

    /// Compiles the game: [`Tree::compile`].
    ///
    /// # Errors
    ///
    /// Those of [`Tree::compile`].
    fn compile(&self) -> Result<Tree, CompileError>;

    /// Stores the game node by node: [`Nodes::compile`].
    ///
    /// # Errors
    ///
    /// Those of [`Nodes::compile`].
    fn compile_nodes(&self) -> Result<Nodes, TooLarge>;

    /// The number of terminal histories, or `None` if there are more than `most`.
    fn terminals(&self, most: u64) -> Option<u64>;

    /// Stores the game with the names of its actions, or returns `None` if it has more than `most`
    /// histories: [`BuiltGame::of`].
    fn named(&self, most: usize) -> Option<BuiltGame>;

    /// The information sets with their names, in the order of a depth-first walk.
    fn infosets(&self) -> Vec<NamedInfoset>;

    /// The rows of a strategy, with names: [`behaviours`].
    fn behaviours(&self, strategy: &TreeStrategy<'_>) -> Vec<Behaviour>;

    /// Writes the game as an extensive-form file: [`efg::write`].
    ///
    /// # Errors
    ///
    /// Those of [`efg::write`].
    #[cfg(feature = "efg")]
    fn write_efg(&self, title: &str, out: &mut dyn std::io::Write) -> Result<Written, EfgError>;
}

impl<G: Game + Send> DynGame for G {
    fn utility_range(&self) -> (f64, f64) {
        self.utility_bounds()
    }

    fn undominated(&self) -> Undominated {
        Undominated::of(self)
    }

    fn reach_probabilities(&self, strategy: &TreeStrategy<'_>) -> HashMap<InfosetKey, f64> {
        reach_probabilities(self, strategy)
    }

    fn compile(&self) -> Result<Tree, CompileError> {
        Tree::compile(self)
    }

    fn compile_nodes(&self) -> Result<Nodes, TooLarge> {
        Nodes::compile(self)
    }

    fn terminals(&self, most: u64) -> Option<u64> {
        let terminals = histories(self).filter(|(_, turn)| *turn == Turn::Terminal);
        let counted = (0..=most).zip(terminals).count() as u64;
        (counted <= most).then_some(counted)
    }

    fn named(&self, most: usize) -> Option<BuiltGame> {
        BuiltGame::of(self, most)
    }

    fn infosets(&self) -> Vec<NamedInfoset> {
        let mut found = Vec::new();
        for_each_infoset(self, &mut |state, player, actions| {
            let names = (0..actions).map(|index| self.action_name(state, index));
            found.push(NamedInfoset {
                player,
                key: self.infoset(state),
                name: self.infoset_name(state),
                actions: names.collect(),
            });
        });
        found
    }

    fn behaviours(&self, strategy: &TreeStrategy<'_>) -> Vec<Behaviour> {
        behaviours(self, strategy)
    }

    #[cfg(feature = "efg")]
    fn write_efg(&self, title: &str, mut out: &mut dyn std::io::Write) -> Result<Written, EfgError> {
        efg::write(self, title, &mut out)
    }
}
