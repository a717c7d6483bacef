//! The value of every action for every hand, by a walk over the game of ranges.

use cardsharp_solvers::range::{RangeGame, Reaches, hand_values};
use rayon::prelude::*;

use super::range::Range;
use super::walk::{Ground, Spot, action_index, number};
use cardsharp_challenge_game::rules::Move;
use cardsharp_challenge_solver::infosets::{HandId, HandState};
use cardsharp_challenge_solver::ranges::{FixedStrategy, LastTrick, RangeHand};
use cardsharp_challenge_solver::scores::Score;

/// The largest number of tricks to come, the one under way included, for which values are computed. With
/// one more a page would not come at once.
pub const MAX_TRICKS: u8 = 3;

/// True if values can be computed at once in the state.
pub fn are_near(ground: &Ground<'_>, state: &HandState) -> bool {
    let policy = ground.policy;
    let left = policy.game.rules().hand_size() - state.over;
    // A strategy is asked by the numbers of hands, which depend on the copies of a rank.
    let same_numbers = policy.game.space().len() == ground.hand.space().len();
    left <= MAX_TRICKS && same_numbers && policy.trunk_tricks().is_none()
}

/// By move and hand: the probability that the player to act wins the game if both follow the policy after the
/// move. It is `None` where the hand does not have the move.
pub fn values(ground: &Ground<'_>, spot: &Spot, range: &Range, moves: &[Move]) -> Option<Vec<Vec<Option<f64>>>> {
    let class = ground.policy.classes.class(ground.score);
    let payoffs = ground.policy.game.payoffs()[usize::from(class)];
    let game = RangeHand::new(ground.policy.game.rules(), payoffs).ok()?;
    // Cards that all win the last trick are told apart, as positions are.
    let game = game.with_last_trick(LastTrick::CardByCard);
    let values = moves.par_iter().map(|&chosen| {
        let after = values_after(ground, &game, (spot, range), class, chosen);
        let weight = game.weight(&spot.state, number(&game, chosen));
        let first = game.space().first(ground.cards(&spot.state)).index();
        let masses = range.masses.iter().enumerate();
        let value = |(local, &mass): (usize, &f32)| {
            let hand = HandId::from_index(first + local);
            action_index(game.space(), hand, chosen).filter(|_| mass > 0.0)?;
            let left = match chosen {
                Move::Play(rank) => game.space().without(hand, rank.value()),
                _ => hand,
            };
            let value = after[game.space().local(left)];
            Some(0.5 + f64::from(weight) * f64::from(value) / f64::from(mass))
        };
        masses.map(value).collect()
    });
    Some(values.collect())
}

/// The value of the position after a move to each hand that is then left.
fn values_after(
    ground: &Ground<'_>,
    game: &RangeHand,
    (spot, range): (&Spot, &Range),
    class: u8,
    chosen: Move,
) -> Vec<f32> {
    let player = spot.state.to_move();
    let next = ground.next(&spot.state, chosen);
    // Also the hands that would not move so have a value, so all of them go on.
    let own = ground.pass(spot, chosen, &spot.dealt[player.index()], false);
    let own: Vec<f32> = own.into_iter().map(|weight| weight as f32).collect();
    let reaches = Reaches {
        own: &own,
        other: &range.other,
    };
    let strategy = || FixedStrategy::new(game.game(), ground.policy, class);
    hand_values(game, &next, player, reaches, strategy(), strategy())
}

/// The meaning of the values.
pub fn unit(score: Score) -> String {
    format!("probability of winning the game from the score {score} (leader, follower)")
}
