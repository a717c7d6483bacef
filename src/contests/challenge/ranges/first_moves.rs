//! The first moves of an equilibrium: the leader's at the beginning, and the follower's after the
//! first card led or the first challenge.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{Number, PublicDecision, RangeCfr};

use super::RangeHand;
use crate::contests::challenge::infosets::{HandId, HandState, Stake};

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
            add(game, decision, &mut found);
        }
        // Decisions after a second move do not matter here.
        decision.public.history == 0
    });
    found
}

fn add(game: &RangeHand, decision: &PublicDecision<'_, RangeHand>, found: &mut Vec<FirstMove>) {
    let space = game.space();
    let size = space.rules().hand_size();
    let cards = decision.public.cards_left(decision.player, size);
    let layout = decision.layout;
    let ranks = usize::from(space.rules().ranks());
    let answers = matches!(decision.public.stake, Stake::Offered(_));
    for hand in space.of_size(cards).filter(|&hand| game.ways(hand) > 0.0) {
        let cell = |action: usize, place: usize| {
            f64::from(decision.strategy[layout.range(action).start + place])
        };
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
        found.push(FirstMove {
            player: decision.player,
            hand,
            state: *decision.public,
            shares,
        });
    }
}
