//! The contract between a game and the engine.

use super::{Other, Own, Shape};
use crate::game::Player;

/// The next move in a public state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeTurn {
    /// The game is over: [`RangeGame::evaluate`] computes its value.
    Terminal,
    /// Chance moves in public; the probability of an outcome is part of [`RangeGame::weight`].
    Chance {
        /// The number of outcomes.
        outcomes: usize,
    },
    /// A player moves; [`RangeGame::shape`] gives the actions.
    Decision {
        /// The player to move.
        player: Player,
    },
    /// The rest of the game is computed by [`RangeGame::endgame`] in one go.
    Endgame,
}

/// The ranges of the player that a walk is for, and of the other player.
#[derive(Clone, Copy, Debug)]
pub struct Reaches<'a> {
    /// The reach of each of the player's own hands, by their own actions.
    pub own: &'a [f32],
    /// The same for the other player.
    pub other: &'a [f32],
}

impl<'a> Reaches<'a> {
    /// The views of both players' ranges in a walk for `player`.
    pub fn of(ranges: &'a [Vec<f32>; 2], player: Player) -> Reaches<'a> {
        Reaches {
            own: &ranges[player.index()],
            other: &ranges[player.opponent().index()],
        }
    }
}

/// The value of a range whose hands have the values `worths`.
pub fn total(worths: &[f32], range: &[f32]) -> f64 {
    let products = worths.iter().zip(range);
    products
        .map(|(&worth, &weight)| f64::from(worth) * f64::from(weight))
        .sum()
}

/// A decision of a player.
#[derive(Debug)]
pub struct At<'a, G: RangeGame> {
    /// The game.
    pub game: &'a G,
    /// The public state.
    pub public: &'a G::Public,
    /// The player to move.
    pub player: Player,
    /// The reach of each of the player's hands, by their own actions.
    pub reach: &'a [f32],
}

/// A zero-sum game of two players whose actions are all public.
///
/// The weight of a hand is the [`RangeGame::prior`] of its player, times the probabilities of that
/// player's own actions. The probability that two hands occur *together* (they are dealt from one
/// pack) is part of [`RangeGame::evaluate`]. A factor that depends on the public actions alone, the
/// same for all hands, is [`RangeGame::weight`]. Examples are the probabilities of chance, or the
/// number of copies of a card that could be played.
pub trait RangeGame: Sync + Sized {
    /// A public state.
    type Public: Clone + std::fmt::Debug + Send + Sync;

    /// The public state at the beginning of the game.
    fn root(&self) -> Self::Public;

    /// Writes the initial weight of each of the player's hands.
    fn prior(&self, player: Player, out: &mut [f32]);

    /// The number of hands of `player` in a public state. Hands are numbered from 0.
    fn hands(&self, public: &Self::Public, player: Player) -> usize;

    /// The next move in a public state.
    fn turn(&self, public: &Self::Public) -> RangeTurn;

    /// The actions of each hand of the player to move.
    fn shape(&self, public: &Self::Public) -> Shape<'_>;

    /// The public state after an action of the player to move, or an outcome.
    fn act(&self, public: &Self::Public, action: usize) -> Self::Public;

    /// The factor of all values below an action or outcome. It is 0 if the action or outcome cannot
    /// happen.
    fn weight(&self, _public: &Self::Public, _action: usize) -> f32 {
        1.0
    }

    /// The length of the scratch that [`RangeGame::evaluate`] needs.
    fn scratch(&self) -> usize {
        0
    }

    /// Writes the value of a terminal state to each hand of `player`. It is a sum over the other
    /// player's hands: their weight in `other`, times the probability that the two hands occur
    /// together, times the utility of `player`. The other player's utility is its negative.
    fn evaluate(
        &self,
        public: &Self::Public,
        player: Player,
        other: &[f32],
        out: &mut [f32],
        scratch: &mut [f32],
    );

    /// True if a walk below `action` may need as much scratch as below any other action. If the
    /// actions of a game differ only in the card that is played, one of them is enough.
    fn is_representative(&self, _public: &Self::Public, _action: usize) -> bool {
        true
    }

    /// The number of cells of an endgame on the tape of `player`: [`PAIR`](super::PAIR) for each
    /// decision of that player in it.
    fn endgame_cells(&self, _public: &Self::Public, _player: Player) -> usize {
        0
    }

    /// Walks the rest of the game for `player`, and writes its value to each of that player's
    /// hands, as [`RangeGame::evaluate`] does. It is called only where the turn is
    /// [`RangeTurn::Endgame`]. Each player's decisions in it are numbered from 0, and must be
    /// visited in that order.
    fn endgame<O: Own<Self>, T: Other<Self>>(
        &self,
        _public: &Self::Public,
        _player: Player,
        _own: &mut O,
        _other: &mut T,
        _reaches: Reaches<'_>,
        out: &mut [f32],
    ) {
        out.fill(0.0);
    }
}
