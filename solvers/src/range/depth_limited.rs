//! A game that is cut at some public states, where a function of both ranges gives the values.

use super::decision_layout::DecisionLayout;
use super::game::{Opponent, RangeGame, RangeTurn, Reaches, Traverser};
use crate::game::Player;

/// The values of the public states at which a game is cut. Examples are the solution of the subgame
/// for the ranges that come there, and a network that was trained on such solutions.
pub trait LeafValues<G: RangeGame>: Sync {
    /// True if the game is cut at `public`. Every endgame of the game must be below a leaf.
    fn is_leaf(&self, game: &G, public: &G::Public) -> bool;

    /// Writes the value of a leaf to each hand of `player`, as [`RangeGame::evaluate`] does. The two
    /// ranges come from the strategies of the present iteration. Either of them may be zero.
    fn write_values(&self, game: &G, public: &G::Public, player: Player, reaches: Reaches<'_>, out: &mut [f32]);
}

impl<G: RangeGame, V: LeafValues<G>> LeafValues<G> for &V {
    fn is_leaf(&self, game: &G, public: &G::Public) -> bool {
        (**self).is_leaf(game, public)
    }

    fn write_values(&self, game: &G, public: &G::Public, player: Player, reaches: Reaches<'_>, out: &mut [f32]) {
        (**self).write_values(game, public, player, reaches, out);
    }
}

/// A depth-limited game: a game without what is below its leaves (M. Moravčík and others, "DeepStack:
/// expert-level artificial intelligence in heads-up no-limit poker", Science 2017).
///
/// The values of a leaf depend on both ranges. So iterations of a solver give a strategy for the decisions above the
/// leaves, but a best response to that strategy has no meaning before the values of each leaf are fixed. Measure with
/// [`LeafValues`] that ignore [`Reaches::own`]: the walk of a best response does not compute that range.
#[derive(Clone, Copy, Debug)]
pub struct DepthLimited<'g, G, V> {
    /// The whole game. Its decisions leave no hand out.
    pub game: &'g G,
    /// The leaves and their values.
    pub leaves: V,
}

impl<G: RangeGame, V: LeafValues<G>> RangeGame for DepthLimited<'_, G, V> {
    type Public = G::Public;

    const NEEDS_BOTH_RANGES: bool = true;

    fn root(&self) -> G::Public {
        self.game.root()
    }

    fn prior(&self, player: Player, out: &mut [f32]) {
        self.game.prior(player, out);
    }

    fn hands(&self, public: &G::Public, player: Player) -> usize {
        self.game.hands(public, player)
    }

    /// A leaf may be below every decision, so that none is the last.
    ///
    /// # Panics
    ///
    /// If the game has an endgame that is not below a leaf.
    fn turn(&self, public: &G::Public) -> RangeTurn {
        if self.leaves.is_leaf(self.game, public) {
            return RangeTurn::Endgame;
        }
        let turn = self.game.turn(public);
        assert!(turn != RangeTurn::Endgame, "an endgame of the game is not below a leaf");
        match turn {
            RangeTurn::LastDecision { player } => RangeTurn::Decision { player },
            turn => turn,
        }
    }

    fn layout(&self, public: &G::Public) -> DecisionLayout<'_> {
        self.game.layout(public)
    }

    fn act(&self, public: &G::Public, action: usize) -> G::Public {
        self.game.act(public, action)
    }

    fn weight(&self, public: &G::Public, action: usize) -> f32 {
        self.game.weight(public, action)
    }

    fn scratch(&self) -> usize {
        self.game.scratch()
    }

    fn evaluate(&self, public: &G::Public, player: Player, other: &[f32], out: &mut [f32], scratch: &mut [f32]) {
        self.game.evaluate(public, player, other, out, scratch);
    }

    fn is_representative(&self, public: &G::Public, action: usize) -> bool {
        self.game.is_representative(public, action)
    }

    fn endgame<O: Traverser<Self>, T: Opponent<Self>>(
        &self,
        public: &G::Public,
        player: Player,
        _own: &mut O,
        _other: &mut T,
        reaches: Reaches<'_>,
        out: &mut [f32],
    ) {
        self.leaves.write_values(self.game, public, player, reaches, out);
    }
}
