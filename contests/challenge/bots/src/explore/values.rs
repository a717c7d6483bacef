//! The value of every action for every hand, by a walk over the game of ranges.

use cardsharp_solvers::range::{DepthLimited, Opponent, RangeGame, Reaches, Traverser, hand_values};
use rayon::prelude::*;

use super::moves::{action_index, number};
use super::range::Range;
use super::solution::Solution;
use super::solved::Play;
use super::walk::{Ground, Spot, range_hand};
use cardsharp_challenge_game::rules::Move;
use cardsharp_challenge_solver::infosets::{HandId, HandState};
use cardsharp_challenge_solver::leaf_values::WorthLeaves;
use cardsharp_challenge_solver::policy::{HandStrategy, ResponseValues};
use cardsharp_challenge_solver::ranges::{FixedStrategy, InTrunk, LastTrick, RangeHand};

/// The largest number of tricks to come, the one under way included, for which the values of a table are computed. With
/// one more a page would not come at once.
pub const MAX_TRICKS: u8 = 3;
/// The widest interval of a value that counts as known. It is wide where hands come to leaves of which a solution knows no
/// worth.
const MAX_WIDTH: f64 = 0.01;

/// True if values can be computed at once in the state.
pub fn are_near(ground: &Ground<'_>, state: &HandState) -> bool {
    let Play::Policy(policy) = ground.play else {
        return true;
    };
    let left = policy.game.rules().hand_size() - state.over;
    // A strategy is asked by the numbers of hands, which depend on the copies of a rank.
    let same_numbers = policy.game.space().len() == ground.hand.space().len();
    let known = policy.response_values.is_some() || ground.below_trunk.is_some();
    same_numbers && (known || left <= MAX_TRICKS && policy.trunk_tricks().is_none())
}

/// By move and hand: the probability that the player to act wins the game if both follow the policy after the
/// move. It is `None` where the hand does not have the move.
pub fn values(ground: &Ground<'_>, spot: &Spot, range: &Range, moves: &[Move]) -> Option<Vec<Vec<Option<f64>>>> {
    match ground.play {
        Play::Policy(policy) => {
            if let Some(below) = &ground.below_trunk {
                return Some(by_solution(ground, (spot, range), moves, &below.solution));
            }
            let class = policy.classes.class(ground.score);
            let game = range_hand(policy, class).ok()?;
            match &policy.response_values {
                Some(responses) => {
                    let player = || InTrunk(FixedStrategy::new(game.game(), &**policy, class));
                    Some(by_worths(ground, (spot, range), moves, (&game, responses), &player))
                }
                None => Some(by_cards(ground, (spot, range), moves, &game, (&**policy, class))),
            }
        }
        Play::Solved(solved) => Some(by_solution(ground, (spot, range), moves, &solved.solution)),
    }
}

/// The values by a solution.
fn by_solution(ground: &Ground<'_>, at: (&Spot, &Range), moves: &[Move], solution: &Solution) -> Vec<Vec<Option<f64>>> {
    match solution.player(&at.0.state) {
        Some(player) => values_by(ground, at, moves, &solution.hand, &|| player),
        None => by_cards(ground, at, moves, &solution.hand, (solution, 0)),
    }
}

/// The values by the decisions of a trunk, and by what every hand is worth where it ends. An unknown worth is between a lost
/// game and one that is won.
fn by_worths<'a>(
    ground: &Ground<'_>,
    at: (&Spot, &Range),
    moves: &[Move],
    (hand, responses): (&'a RangeHand, &ResponseValues),
    player: &(impl Fn() -> InTrunk<'a> + Sync),
) -> Vec<Vec<Option<f64>>> {
    let [lowest, highest] = [-0.5, 0.5].map(|unknown| {
        let trunk = DepthLimited { game: hand, leaves: WorthLeaves { responses, unknown } };
        values_by(ground, at, moves, &trunk, player)
    });
    let between = |(low, high): (Vec<Option<f64>>, Vec<Option<f64>>)| {
        let both = low.into_iter().zip(high);
        let both = both.map(|(low, high)| low.zip(high).filter(|(low, high)| high - low <= MAX_WIDTH));
        both.map(|both| both.map(|(low, high)| (low + high) / 2.0)).collect()
    };
    lowest.into_iter().zip(highest).map(between).collect()
}

/// The values by a strategy that is asked hand by hand. Cards that all win the last trick are told apart, as positions are.
fn by_cards(
    ground: &Ground<'_>,
    at: (&Spot, &Range),
    moves: &[Move],
    game: &RangeHand,
    (strategy, class): (&dyn HandStrategy, u8),
) -> Vec<Vec<Option<f64>>> {
    let game = game.clone().with_last_trick(LastTrick::CardByCard);
    let player = || FixedStrategy::new(game.game(), strategy, class);
    values_by(ground, at, moves, &game, &player)
}

/// The values by two players of walks over the hand.
fn values_by<G: RangeGame<Public = HandState>, P: Traverser<G> + Opponent<G>>(
    ground: &Ground<'_>,
    (spot, range): (&Spot, &Range),
    moves: &[Move],
    game: &G,
    player: &(impl Fn() -> P + Sync),
) -> Vec<Vec<Option<f64>>> {
    let space = ground.hand.space();
    let values = moves.par_iter().map(|&chosen| {
        let after = values_after(ground, game, (spot, range), player, chosen);
        let weight = game.weight(&spot.state, number(ground.hand, chosen));
        let first = space.first(ground.cards(&spot.state)).index();
        let masses = range.masses.iter().enumerate();
        let value = |(local, &mass): (usize, &f32)| {
            let hand = HandId::from_index(first + local);
            action_index(space, hand, chosen).filter(|_| mass > 0.0)?;
            let left = match chosen {
                Move::Play(rank) => space.without(hand, rank.value()),
                _ => hand,
            };
            let value = after[space.local(left)];
            Some(0.5 + f64::from(weight) * f64::from(value) / f64::from(mass))
        };
        masses.map(value).collect()
    });
    values.collect()
}

/// The value of the position after a move to each hand that is then left.
fn values_after<G: RangeGame<Public = HandState>, P: Traverser<G> + Opponent<G>>(
    ground: &Ground<'_>,
    game: &G,
    (spot, range): (&Spot, &Range),
    both: &impl Fn() -> P,
    chosen: Move,
) -> Vec<f32> {
    let player = spot.state.to_move();
    let next = ground.next(&spot.state, chosen);
    // Also the hands that would not move so have a value, so all of them go on.
    let own = ground.pass(spot, chosen, &spot.dealt[player.index()], false);
    let own: Vec<f32> = own.into_iter().map(|weight| weight as f32).collect();
    let reaches = Reaches { own: &own, other: &range.other };
    hand_values(game, &next, player, reaches, both(), both())
}

/// The meaning of the values.
pub fn unit(ground: &Ground<'_>) -> String {
    let score = ground.score;
    match ground.play {
        Play::Policy(_) => format!("probability of winning the game from the score {score} (leader, follower)"),
        Play::Solved(solved) => format!(
            "probability of winning the game, if a point for the leader makes it {} for the leader, one for the follower {}, \
             and a tie {}",
            solved.payoffs.win, solved.payoffs.lose, solved.payoffs.tie
        ),
    }
}
