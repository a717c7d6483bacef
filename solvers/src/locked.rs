//! Node locking: a game in which some information sets are played by a fixed strategy.
//!
//! The other information sets can be solved again by any solver, which takes the fixed moves for moves of chance. The
//! equilibrium of the locked game is the best that both players can do while nobody changes what is locked. With every
//! information set of one player locked, it is a best response to that player.

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::game::{Fraction, Game, InfosetKey, Player, Turn};

/// The largest distance from 1 of the sum of a distribution, which is then divided by its sum.
const TOLERANCE: f64 = 1e-6;
/// Probabilities below this are what rounding leaves of 0. A linear program cannot take them beside others.
const NEGLIGIBLE: f64 = 1e-12;

/// The reason why numbers are no distribution over actions.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum LockError {
    /// A number is below 0, infinite, or none.
    #[error("{0} is no probability")]
    Probability(f64),
    /// The sum is not 1.
    #[error("the probabilities sum to {0}, and not to 1")]
    Sum(f64),
}

/// The probabilities of a row, divided by their sum.
///
/// # Errors
///
/// [`LockError`] if the numbers are no distribution.
pub fn distribution(probabilities: &[f64]) -> Result<Vec<f64>, LockError> {
    let wrong = probabilities.iter().find(|share| !(share.is_finite() && **share >= 0.0));
    if let Some(&wrong) = wrong {
        return Err(LockError::Probability(wrong));
    }
    let sum: f64 = probabilities.iter().sum();
    if (sum - 1.0).abs() > TOLERANCE {
        return Err(LockError::Sum(sum));
    }
    Ok(probabilities.iter().map(|share| share / sum).collect())
}

/// A game with locked information sets. Moves in them are chance nodes, without the actions of probability 0 (below 1e-12).
/// So information sets that only such actions lead to are not in the game.
///
/// ```
/// use cardsharp_solvers::dyn_game::DynGame;
/// use cardsharp_solvers::games::Kuhn;
/// use cardsharp_solvers::locked::Locked;
///
/// let game = Kuhn::default();
/// let infosets = game.infosets();
/// let mut locked = Locked::new(&game);
/// // The first player never bets with the jack.
/// let jack = infosets.iter().find(|infoset| infoset.name == "0").unwrap();
/// locked.lock(jack.key, &[1.0, 0.0])?;
/// assert_eq!(locked.infosets().len(), infosets.len() - 1);
/// # Ok::<(), cardsharp_solvers::locked::LockError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Locked<'a, G> {
    game: &'a G,
    /// The actions of positive probability, with it, and the number of all actions.
    rows: FxHashMap<InfosetKey, (Vec<(usize, f64)>, usize)>,
}

impl<'a, G: Game> Locked<'a, G> {
    /// The game with nothing locked.
    pub fn new(game: &'a G) -> Locked<'a, G> {
        let rows = FxHashMap::default();
        Locked { game, rows }
    }

    /// Locks an information set. A row that has another number of actions than the information set locks nothing.
    ///
    /// # Errors
    ///
    /// [`LockError`] if the numbers are no distribution.
    pub fn lock(&mut self, infoset: InfosetKey, probabilities: &[f64]) -> Result<(), LockError> {
        let shares = distribution(probabilities)?.into_iter().enumerate();
        let row = shares.filter(|&(_, share)| share > NEGLIGIBLE).collect();
        self.rows.insert(infoset, (row, probabilities.len()));
        Ok(())
    }

    /// The locked actions of a state, if it is in a locked information set.
    fn row(&self, state: &G::State) -> Option<&[(usize, f64)]> {
        let Turn::Decision { actions, .. } = self.game.turn(state) else {
            return None;
        };
        let (row, length) = self.rows.get(&self.game.infoset(state))?;
        (*length == actions).then_some(row)
    }

    /// The action of the game that is child `index` of a state.
    fn action(&self, state: &G::State, index: usize) -> usize {
        self.row(state).map_or(index, |row| row[index].0)
    }
}

impl<G: Game> Game for Locked<'_, G> {
    type State = G::State;

    fn players(&self) -> usize {
        self.game.players()
    }

    fn root(&self) -> G::State {
        self.game.root()
    }

    fn turn(&self, state: &G::State) -> Turn {
        match self.row(state) {
            Some(row) => Turn::Chance { outcomes: row.len() },
            None => self.game.turn(state),
        }
    }

    fn child(&self, state: &G::State, index: usize) -> G::State {
        self.game.child(state, self.action(state, index))
    }

    fn chance_probability(&self, state: &G::State, index: usize) -> f64 {
        match self.row(state) {
            Some(row) => row[index].1,
            None => self.game.chance_probability(state, index),
        }
    }

    fn utility(&self, state: &G::State, player: Player) -> f64 {
        self.game.utility(state, player)
    }

    fn utility_remainder(&self, state: &G::State, player: Player) -> Option<f64> {
        self.game.utility_remainder(state, player)
    }

    fn utility_bounds(&self) -> (f64, f64) {
        self.game.utility_bounds()
    }

    fn infoset(&self, state: &G::State) -> InfosetKey {
        self.game.infoset(state)
    }

    fn chance_fraction(&self, state: &G::State, index: usize) -> Option<Fraction> {
        match self.row(state) {
            Some(_) => None,
            None => self.game.chance_fraction(state, index),
        }
    }

    fn action_name(&self, state: &G::State, index: usize) -> String {
        self.game.action_name(state, self.action(state, index))
    }

    fn infoset_name(&self, state: &G::State) -> String {
        self.game.infoset_name(state)
    }
}
