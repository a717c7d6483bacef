//! The contract between a game, the two players of a walk, and the engine.

use super::decision_layout::DecisionLayout;
use super::lanes::{LANES, Lane, pair_mean};
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
    /// A player moves; [`RangeGame::layout`] gives the actions.
    Decision {
        /// The player to move.
        player: Player,
    },
    /// The same, if no player has a choice after it: [`RangeGame::evaluate_own_actions`] and
    /// [`RangeGame::evaluate_other_actions`] compute its value. Its layout may leave hands out: they
    /// have one action, or only one that is not dominated.
    LastDecision {
        /// The player to move.
        player: Player,
    },
    /// The rest of the game is computed by [`RangeGame::endgame`] in one go.
    Endgame,
}

/// The ranges of the traverser and of the opponent.
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
        Reaches { own: &ranges[player.index()], other: &ranges[player.opponent().index()] }
    }

    /// The ranges of the first player and of the second, as a walk for `player` sees them.
    pub fn by_player(self, player: Player) -> [&'a [f32]; 2] {
        let Reaches { own, other } = self;
        match player {
            Player::ZERO => [own, other],
            _ => [other, own],
        }
    }
}

/// The value of a range whose hands have the values `values`.
pub fn total(values: &[f32], range: &[f32]) -> f64 {
    let products = values.iter().zip(range);
    products.map(|(&value, &weight)| f64::from(value) * f64::from(weight)).sum()
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

    /// True if [`RangeGame::endgame`] reads the traverser's own range in every iteration, and not for
    /// the average strategy alone.
    const NEEDS_BOTH_RANGES: bool = false;

    /// The public state at the beginning of the game.
    fn root(&self) -> Self::Public;

    /// Writes the initial weight of each of the player's hands.
    fn prior(&self, player: Player, out: &mut [f32]);

    /// The number of hands of `player` in a public state. Hands are numbered from 0.
    fn hands(&self, public: &Self::Public, player: Player) -> usize;

    /// The next move in a public state.
    fn turn(&self, public: &Self::Public) -> RangeTurn;

    /// The actions of each hand of the player to move.
    fn layout(&self, public: &Self::Public) -> DecisionLayout<'_>;

    /// The public state after an action of the player to move, or an outcome.
    fn act(&self, public: &Self::Public, action: usize) -> Self::Public;

    /// The factor of all values below an action or outcome. It is 0 if the action or outcome cannot happen.
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
    fn evaluate(&self, public: &Self::Public, player: Player, other: &[f32], out: &mut [f32], scratch: &mut [f32]);

    /// Evaluates all actions of a [`RangeTurn::LastDecision`] of `player` at once. It writes to `values` for every cell
    /// the value of the hand that is left, as a walk below the action would find it, times [`RangeGame::weight`]; and
    /// to `fixed` the value of every hand that the layout leaves out.
    fn evaluate_own_actions(
        &self,
        _public: &Self::Public,
        _player: Player,
        _other: &[f32],
        [values, fixed]: [&mut [f32]; 2],
    ) {
        values.fill(0.0);
        fixed.fill(0.0);
    }

    /// Evaluates all actions of a [`RangeTurn::LastDecision`] of the other player at once, for `player`. `reach` is the
    /// other player's range, and `split` the part of it that takes each cell. It writes for every hand the sum over the
    /// actions of the values that walks below them would find, times [`RangeGame::weight`].
    fn evaluate_other_actions(
        &self,
        _public: &Self::Public,
        _player: Player,
        [_reach, _split]: [&[f32]; 2],
        out: &mut [f32],
    ) {
        out.fill(0.0);
    }

    /// True if a walk below `action` may need as much scratch as below any other action. If the
    /// actions of a game differ only in the card that is played, one of them is enough.
    fn is_representative(&self, _public: &Self::Public, _action: usize) -> bool {
        true
    }

    /// The number of lanes of an endgame decision that are stored: [`LANES`], or
    /// [`HALF_LANES`](super::HALF_LANES) if there are no more hands than that.
    #[inline(always)]
    fn lanes(&self) -> usize {
        LANES
    }

    /// The number of cells of an endgame of `player`: two for each lane ([`RangeGame::lanes`]) of each
    /// decision of that player in it.
    fn endgame_cells(&self, _public: &Self::Public, _player: Player) -> usize {
        0
    }

    /// Walks the rest of the game for `player`, and writes its value to each of that player's
    /// hands, as [`RangeGame::evaluate`] does. It is called only where the turn is
    /// [`RangeTurn::Endgame`]. Each player's decisions in it are numbered from 0, and must be
    /// visited in that order.
    fn endgame<O: Traverser<Self>, T: Opponent<Self>>(
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

/// A decision whose actions have been valued.
#[derive(Clone, Copy, Debug)]
pub struct Valued<'a> {
    /// The actions of each hand.
    pub layout: &'a DecisionLayout<'a>,
    /// The strategy that is played.
    pub strategy: &'a [f32],
    /// The value of each cell.
    pub values: &'a [f32],
}

/// The player that a walk is for. A player who says no more than what must be said learns nothing. The walk visits each decision twice: on the way down for the
/// strategy, and on the way up with the value of every action.
pub trait Traverser<G: RangeGame>: Sized + Send {
    /// The data of a decision.
    type Cells;
    /// True if a walk may leave out subtrees that the player reaches with no hand. It must be false
    /// if the cells of such a subtree have to be skipped, or if its values are needed.
    const SKIPS: bool = false;

    /// True if the walk must compute the player's own range.
    fn needs_reach(&self) -> bool {
        false
    }

    /// Takes the data of the next decision, which has `count` cells.
    fn take(&mut self, at: &At<'_, G>, count: usize) -> Self::Cells;

    /// Takes the data of decision `number` of an endgame, the next one.
    fn take_pair(&mut self, at: &At<'_, G>, number: usize) -> Self::Cells;

    /// Splits off the next `count` cells, for another thread.
    fn split_off(&mut self, count: usize) -> Self;

    /// Skips the next `count` cells.
    fn skip(&mut self, _count: usize) {}

    /// Writes the strategy that is played, if the values depend on it. `hands` has room for two numbers for each hand.
    #[inline(always)]
    fn strategy(&self, _cells: &Self::Cells, _layout: &DecisionLayout<'_>, _out: &mut [f32], _hands: &mut [f32]) {}

    /// Writes the strategy that is played and, if it is needed ([`Traverser::needs_reach`]), the part
    /// of the range `reach` that takes each cell.
    #[inline(always)]
    fn begin(
        &self,
        cells: &mut Self::Cells,
        layout: &DecisionLayout<'_>,
        reach: &[f32],
        [out, split]: [&mut [f32]; 2],
        hands: &mut [f32],
    ) {
        self.strategy(cells, layout, out, hands);
        if self.needs_reach() {
            layout.split_reach(out, reach, split);
        }
    }

    /// Writes the value of the decision to each hand. `hands` has room for two numbers for each hand.
    #[inline(always)]
    fn back_up(&self, _cells: Self::Cells, valued: Valued<'_>, out: &mut [f32], _hands: &mut [f32]) {
        valued.layout.mean(valued.strategy, valued.values, out);
    }

    /// Does the same as [`Traverser::strategy`] where every hand has two actions. Returns the probability of the first.
    #[inline(always)]
    fn pair_strategy(&self, _cells: &Self::Cells) -> Lane {
        [0.0; LANES]
    }

    /// Does the same as [`Traverser::back_up`] where every hand has two actions. `first` is the
    /// strategy that is played, and `reach` the player's own range.
    #[inline(always)]
    fn back_up_pair(&self, _cells: Self::Cells, first: &Lane, values: [&Lane; 2], _reach: &Lane) -> Lane {
        pair_mean(first, values)
    }
}

/// The player against whom a walk is done.
pub trait Opponent<G: RangeGame>: Sized + Send {
    /// True if a walk may leave out subtrees that the opponent reaches with no hand. It must be
    /// false if the cells of such a subtree have to be skipped.
    const SKIPS: bool;
    /// True if the walk follows one action of the opponent, and not all ([`Opponent::sampled`]).
    const SAMPLES: bool = false;

    /// Splits off the next `count` cells, for another thread.
    fn split_off(&mut self, count: usize) -> Self;

    /// Skips the next `count` cells.
    fn skip(&mut self, _count: usize) {}

    /// Writes the strategy of the next decision. `hands` has room for two numbers for each hand.
    fn strategy(&mut self, at: &At<'_, G>, layout: &DecisionLayout<'_>, out: &mut [f32], hands: &mut [f32]);

    /// Writes the part of the range that takes each cell of the next decision. `out` has room for the strategy.
    #[inline(always)]
    fn split(&mut self, at: &At<'_, G>, layout: &DecisionLayout<'_>, [out, split]: [&mut [f32]; 2], hands: &mut [f32]) {
        self.strategy(at, layout, out, hands);
        layout.split_reach(out, at.reach, split);
    }

    /// The one action that the walk follows after the latest [`Opponent::strategy`]; its cells alone
    /// count then. `None` if the walk follows all actions.
    #[inline(always)]
    fn sampled(&self) -> Option<usize> {
        None
    }

    /// The strategy of decision `number` of an endgame, where every hand has two actions: the
    /// probability of the first. `reach` is the reach of each hand at this decision. It may be less
    /// than that of `at`, which is for the whole endgame.
    fn pair_strategy(&mut self, at: &At<'_, G>, number: usize, reach: &Lane) -> Lane;
}
