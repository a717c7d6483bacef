//! The extensive-form game: the interface that solvers use, and the contract that a game must keep.
//!
//! # A game in one file
//!
//! In this game the first player draws an ace or a king, and passes or bets. The second player, who
//! has not seen the card, folds or calls. A solver needs no more than the code below. The last
//! lines check that the game keeps the contract:
//!
//! ```
//! use cardsharp_solvers::contract::{self, CheckOptions};
//! use cardsharp_solvers::game::{Fraction, Game, InfosetKey, Player, Turn};
//!
//! /// Both ante 1; a bet is 1 more.
//! struct AceOrKing;
//!
//! /// What has happened, in order: the card, the bet, the answer.
//! #[derive(Clone, Copy)]
//! enum State {
//!     Start,
//!     Dealt { ace: bool },
//!     Bet { ace: bool },
//!     Over { first_gets: f64 },
//! }
//!
//! impl Game for AceOrKing {
//!     type State = State;
//!
//!     fn root(&self) -> State {
//!         State::Start
//!     }
//!
//!     fn turn(&self, state: &State) -> Turn {
//!         let (player, actions) = match state {
//!             State::Start => return Turn::Chance { outcomes: 2 },
//!             State::Dealt { .. } => (Player::ZERO, 2),
//!             State::Bet { .. } => (Player::ONE, 2),
//!             State::Over { .. } => return Turn::Terminal,
//!         };
//!         Turn::Decision { player, actions }
//!     }
//!
//!     fn child(&self, state: &State, index: usize) -> State {
//!         match (*state, index) {
//!             (State::Start, index) => State::Dealt { ace: index == 0 },
//!             (State::Dealt { .. }, 0) => State::Over { first_gets: -1.0 },
//!             (State::Dealt { ace }, _) => State::Bet { ace },
//!             (State::Bet { .. }, 0) => State::Over { first_gets: 1.0 },
//!             (State::Bet { ace: true }, _) => State::Over { first_gets: 2.0 },
//!             (State::Bet { ace: false }, _) => State::Over { first_gets: -2.0 },
//!             (over, _) => over,
//!         }
//!     }
//!
//!     fn chance_probability(&self, _state: &State, _index: usize) -> f64 {
//!         0.5
//!     }
//!
//!     fn utility(&self, state: &State, player: Player) -> f64 {
//!         match *state {
//!             State::Over { first_gets } if player == Player::ZERO => first_gets,
//!             State::Over { first_gets } => -first_gets,
//!             _ => 0.0,
//!         }
//!     }
//!
//!     fn utility_bounds(&self) -> (f64, f64) {
//!         (-2.0, 2.0)
//!     }
//!
//!     /// The first player knows the card; the second does not, and has one information set.
//!     fn infoset(&self, state: &State) -> InfosetKey {
//!         InfosetKey(match state {
//!             State::Dealt { ace: false } => 0,
//!             State::Dealt { ace: true } => 1,
//!             _ => 2,
//!         })
//!     }
//!
//!     // The rest has defaults, and is for people and files.
//!     fn chance_fraction(&self, _state: &State, _index: usize) -> Option<Fraction> {
//!         Some(Fraction { numerator: 1, denominator: 2 })
//!     }
//!
//!     fn action_name(&self, state: &State, index: usize) -> String {
//!         let names = match state {
//!             State::Start => ["ace", "king"],
//!             State::Dealt { .. } => ["pass", "bet"],
//!             _ => ["fold", "call"],
//!         };
//!         names[index].to_owned()
//!     }
//!
//!     fn infoset_name(&self, state: &State) -> String {
//!         ["first with a king", "first with an ace", "second"][self.infoset(state).0 as usize].into()
//!     }
//! }
//!
//! let report = contract::check(&AceOrKing, &CheckOptions::default())?;
//! assert_eq!((report.histories, report.infosets), (11, vec![2, 1]));
//! # Ok::<(), contract::Violation>(())
//! ```

use std::hash::{Hash, Hasher};

use rand::Rng;
use siphasher::sip::SipHasher24;

pub use cardsharp_player::Player;

/// The next move in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The game is over: the state is a terminal history, and [`Game::utility`] is defined.
    Terminal,
    /// Chance moves: the state is a chance node.
    Chance {
        /// The number of outcomes. Their probabilities are [`Game::chance_probability`].
        outcomes: usize,
    },
    /// A player moves.
    Decision {
        /// The player to move.
        player: Player,
        /// The number of actions: at least one, and the same in every state of an information set.
        actions: usize,
    },
}

impl Turn {
    /// The number of children.
    pub fn children(self) -> usize {
        match self {
            Turn::Terminal => 0,
            Turn::Chance { outcomes } => outcomes,
            Turn::Decision { actions, .. } => actions,
        }
    }
}

/// The key of an information set. Two states have equal keys exactly if the player to move cannot
/// tell them apart. The key must be unique over all players of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InfosetKey(pub u64);

impl InfosetKey {
    /// A key made of everything that the player to move knows, including which player it is:
    /// `InfosetKey::of(&(player, &own_cards, &public_actions))`.
    ///
    /// It is a hash of 64 bits (SipHash-2-4, whose output is the same in every run and on every machine of one word
    /// size). Two information sets of a game with a million of them share a key with a probability of 3e-8.
    /// [`contract::check`](crate::contract::check) finds such a collision. [`InfosetKey::packed`] has no such risk.
    pub fn of(known: &impl Hash) -> InfosetKey {
        let mut hasher = SipHasher24::new();
        known.hash(&mut hasher);
        InfosetKey(hasher.finish())
    }

    /// A key packed from small numbers. Each pair is a value and the number of values that there are. Different values
    /// give different keys if all keys of a game are made with the same bounds. Returns `None` if a value is not below
    /// its bound, or if 64 bits do not hold all of them.
    ///
    /// ```
    /// use cardsharp_solvers::game::InfosetKey;
    ///
    /// // The player (2), the card (13), the number of bets (5).
    /// let key = InfosetKey::packed([(1, 2), (12, 13), (3, 5)]);
    /// assert_eq!(key, Some(InfosetKey(1 + 2 * (12 + 13 * 3))));
    /// assert_eq!(InfosetKey::packed([(2, 2)]), None);
    /// ```
    pub fn packed(fields: impl IntoIterator<Item = (u64, u64)>) -> Option<InfosetKey> {
        let (mut key, mut unit) = (0_u64, 1_u64);
        for (value, bound) in fields {
            if value >= bound {
                return None;
            }
            // A value is below its bound, so it fits where the bound fits.
            let next = unit.checked_mul(bound)?;
            key += unit * value;
            unit = next;
        }
        Some(InfosetKey(key))
    }
}

/// A fraction of whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// The numerator.
    pub numerator: u64,
    /// The denominator, not 0.
    pub denominator: u64,
}

/// An extensive-form game with chance and hidden information.
///
/// The contract of an implementation, which [`contract::check`](crate::contract::check) checks:
/// - children have a fixed order: child `i` of two states of one information set is the same action;
/// - the chance probabilities of a state are positive and sum to 1;
/// - the utility bounds are exact: each is the utility of a player in some terminal state;
/// - the keys of [`Game::infoset`] describe perfect recall (a player forgets neither observations
///   nor own actions) and differ between players;
/// - names are distinct: those of a state's children, and those of information sets.
///
/// An abstraction that forgets belongs in a solver, not in the game.
pub trait Game: Sync {
    /// A history of the game. Solvers walk by copying states, so a copy must be cheap.
    type State: Clone + Send + Sync;

    /// The number of players.
    fn players(&self) -> usize {
        2
    }

    /// The empty history, before any move.
    fn root(&self) -> Self::State;

    /// The next move in `state`.
    fn turn(&self, state: &Self::State) -> Turn;

    /// The state after outcome or action `index`.
    fn child(&self, state: &Self::State, index: usize) -> Self::State;

    /// The probability of outcome `index` of a chance state.
    fn chance_probability(&self, state: &Self::State, index: usize) -> f64;

    /// The utility of `player` in a terminal state.
    fn utility(&self, state: &Self::State, player: Player) -> f64;

    /// What [`Game::utility`] lacks to the exact utility, to the nearest `f64`. Returns `None` if no
    /// more is known than [`Game::utility`]. A large number that all utilities of a player have in
    /// common takes no digits from their differences if the game gives this.
    fn utility_remainder(&self, _state: &Self::State, _player: Player) -> Option<f64> {
        None
    }

    /// The least and the greatest utility of any player. Both are reached in some terminal state.
    /// Pruning and baselines depend on them.
    fn utility_bounds(&self) -> (f64, f64);

    /// The information set of the player to move.
    fn infoset(&self, state: &Self::State) -> InfosetKey;

    /// The probability of outcome `index` of a chance state as a fraction, for files that hold
    /// exact numbers. Returns `None` if it is not known as a fraction.
    fn chance_fraction(&self, _state: &Self::State, _index: usize) -> Option<Fraction> {
        None
    }

    /// The name of outcome or action `index`, for people and files.
    fn action_name(&self, _state: &Self::State, index: usize) -> String {
        index.to_string()
    }

    /// The name of the information set of the player to move, for people and files. Different
    /// information sets have different names, as they have different keys.
    fn infoset_name(&self, state: &Self::State) -> String {
        format!("{:x}", self.infoset(state).0)
    }

    /// Draws a child of a chance state with its probability. Override it where listing the outcomes
    /// would be slow (a deal from a shoe).
    fn sample_chance(&self, state: &Self::State, rng: &mut impl Rng) -> Self::State {
        let Turn::Chance { outcomes } = self.turn(state) else {
            return state.clone();
        };
        let mut left: f64 = rng.random();
        for index in 0..outcomes {
            left -= self.chance_probability(state, index);
            if left < 0.0 {
                return self.child(state, index);
            }
        }
        self.child(state, outcomes - 1)
    }
}

/// Every history of `game` with its next move: depth first, children in their order.
pub(crate) fn histories<G: Game>(game: &G) -> impl Iterator<Item = (G::State, Turn)> {
    let mut open = vec![game.root()];
    std::iter::from_fn(move || {
        let state = open.pop()?;
        let turn = game.turn(&state);
        let children = (0..turn.children()).rev();
        open.extend(children.map(|index| game.child(&state, index)));
        Some((state, turn))
    })
}
