//! What a game owes to the engine.

use super::{Other, Own, Shape};
use crate::game::Player;

/// Who moves in a public state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeTurn {
    /// Nobody: what it is worth is [`RangeGame::evaluate`].
    Terminal,
    /// Chance, in public: an outcome weighs [`RangeGame::weight`].
    Chance {
        /// Number of outcomes.
        outcomes: usize,
    },
    /// A player; what there is to choose is [`RangeGame::shape`].
    Decision {
        /// Who.
        player: Player,
    },
    /// What is left is done by [`RangeGame::endgame`] in one go.
    Endgame,
}

/// The ranges of the player for whom a walk is done, and of the other.
#[derive(Clone, Copy, Debug)]
pub struct Reaches<'a> {
    /// For each of one's own hands, how much of it comes here by one's own choice.
    pub own: &'a [f32],
    /// The same of the other player.
    pub other: &'a [f32],
}

impl<'a> Reaches<'a> {
    /// Those of both players' ranges, for a walk for `player`.
    pub fn of(ranges: &'a [Vec<f32>; 2], player: Player) -> Reaches<'a> {
        Reaches {
            own: &ranges[player.index()],
            other: &ranges[player.opponent().index()],
        }
    }
}

/// What a range is worth whose hands are worth `worths`.
pub fn total(worths: &[f32], range: &[f32]) -> f64 {
    let products = worths.iter().zip(range);
    products
        .map(|(&worth, &weight)| f64::from(worth) * f64::from(weight))
        .sum()
}

/// Where a player decides.
#[derive(Debug)]
pub struct At<'a, G: RangeGame> {
    /// The game.
    pub game: &'a G,
    /// The public state.
    pub public: &'a G::Public,
    /// Who decides.
    pub player: Player,
    /// For each of his hands, how much of it comes here by his own choice.
    pub reach: &'a [f32],
}

/// A zero-sum game of two players whose actions are all public.
///
/// A hand's weight is the [`RangeGame::prior`] of the player who holds it, times the probabilities of
/// his own choices; how likely two hands are *together* (they are dealt from one pack) is for
/// [`RangeGame::evaluate`] to count in. What the public actions themselves make more or less likely,
/// the same for all hands, is [`RangeGame::weight`]: chance's probabilities, say, or the copies of a
/// card that there were to play.
pub trait RangeGame: Sync + Sized {
    /// A public state.
    type Public: Clone + std::fmt::Debug + Send + Sync;

    /// The beginning.
    fn root(&self) -> Self::Public;

    /// Writes the weight of each of the player's hands at the beginning.
    fn prior(&self, player: Player, out: &mut [f32]);

    /// Number of hands of `player` in a public state, numbered from 0.
    fn hands(&self, public: &Self::Public, player: Player) -> usize;

    /// Who moves.
    fn turn(&self, public: &Self::Public) -> RangeTurn;

    /// What each hand of the player to move can choose.
    fn shape(&self, public: &Self::Public) -> Shape<'_>;

    /// The public state after an action of the player to move, or an outcome.
    fn act(&self, public: &Self::Public, action: usize) -> Self::Public;

    /// What all values below an action or outcome are multiplied by; where it is 0 nobody can come.
    fn weight(&self, _public: &Self::Public, _action: usize) -> f32 {
        1.0
    }

    /// Numbers that [`RangeGame::evaluate`] needs for its own use.
    fn scratch(&self) -> usize {
        0
    }

    /// Writes, for each hand of `player`, what the end is worth to him: the sum over the other's
    /// hands of their weight in `other`, how likely the two hands are together, and `player`'s
    /// utility, which is the negative of the other's.
    fn evaluate(
        &self,
        public: &Self::Public,
        player: Player,
        other: &[f32],
        out: &mut [f32],
        scratch: &mut [f32],
    );

    /// Whether a walk below `action` may need as much room as below any other. A game whose actions
    /// differ in nothing but the card played need name one of them.
    fn is_representative(&self, _public: &Self::Public, _action: usize) -> bool {
        true
    }

    /// Numbers that an endgame takes on the tape of `player`: [`PAIR`](super::PAIR) for each of his
    /// decisions in it.
    fn endgame_cells(&self, _public: &Self::Public, _player: Player) -> usize {
        0
    }

    /// Walks all that is left for `player`, and writes what it is worth to each of his hands, as
    /// [`RangeGame::evaluate`] does. Only asked for where the turn is [`RangeTurn::Endgame`]. Each
    /// player's decisions in it have numbers from 0, and are asked for in their order.
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
