//! The first moves of a strategy: the leader's at the beginning, and the follower's after the first
//! card led or the first challenge.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{Number, RangeCfr, RangeGame, RangeTurn};

use super::{FixedStrategy, RangeHand};
use crate::infosets::{HandId, HandState, Stake};
use crate::policy::HandStrategy;

/// The strategy of a player at the first move with a hand.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstMove {
    /// The player.
    pub player: Player,
    /// The player's hand.
    pub hand: HandId,
    /// The state before the move.
    pub state: HandState,
    /// The probability of each action of the hand: its ranks from the lowest, and the challenge; or
    /// to accept, and to reject.
    pub shares: Vec<f64>,
}

/// The first moves of the strategies that `solver` has found.
pub fn first_moves<N: Number>(solver: &RangeCfr<'_, RangeHand, N>) -> Vec<FirstMove> {
    let mut found = Vec::new();
    let game = solver.game();
    solver.for_each_decision(&mut |decision| {
        let first = decision.public.history < 16;
        let after_leader = decision.player == Player::ONE;
        if first && (decision.public.history == 0 || after_leader) {
            add(game, decision.public, decision.strategy, &mut found);
        }
        // Decisions after a second move do not matter here.
        decision.public.history == 0
    });
    found
}

/// The first moves of `strategy` with the payoffs of a class.
pub fn first_moves_of(game: &RangeHand, strategy: &dyn HandStrategy, class: u8) -> Vec<FirstMove> {
    let mut fixed = FixedStrategy::new(game.game(), strategy, class);
    first_moves_by(game, &mut |public| fixed.cells(game, public))
}

/// The first moves of the strategy that gives the probabilities of the cells of each public state.
pub fn first_moves_by(game: &RangeHand, cells: &mut dyn FnMut(&HandState) -> Vec<f32>) -> Vec<FirstMove> {
    let root = game.root();
    let actions = 0..game.layout(&root).actions();
    let possible = actions.filter(|&action| game.weight(&root, action) != 0.0);
    let after = possible.map(|action| game.act(&root, action));
    let mut found = Vec::new();
    for public in [root].into_iter().chain(after) {
        if matches!(game.turn(&public), RangeTurn::Decision { .. }) {
            add(game, &public, &cells(&public), &mut found);
        }
    }
    found
}

/// Adds the moves of all hands in `public`, from the cells of a strategy.
fn add(game: &RangeHand, public: &HandState, strategy: &[f32], found: &mut Vec<FirstMove>) {
    let space = game.space();
    let (player, layout) = (public.to_move(), game.layout(public));
    let cards = public.cards_left(player, space.rules().hand_size());
    let ranks = usize::from(space.rules().ranks());
    let answers = matches!(public.stake, Stake::Offered(_));
    for hand in space.of_size(cards).filter(|&hand| game.ways(hand) > 0.0) {
        let cell = |action: usize, index: usize| f64::from(strategy[layout.range(action).start + index]);
        let local = space.local(hand);
        let mut shares: Vec<f64> = Vec::new();
        if answers {
            shares.extend([0, 1].map(|action| cell(action, local)));
        } else {
            let held = space.distinct(hand).iter();
            let left = |rank: u8| space.local(space.without(hand, rank));
            shares.extend(held.map(|&rank| cell(usize::from(rank) - 1, left(rank))));
            if layout.kept == 1 {
                shares.push(cell(ranks, local));
            }
        }
        found.push(FirstMove { player, hand, state: *public, shares });
    }
}
