//! Leduc poker cut after its first round, where the second is solved for the ranges that come there.

use std::collections::HashMap;

use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{
    DepthLimited, LeafValues, RangeCfr, RangeGame, RangeOptions, RangeTurn, Reaches, Root, Spot, total,
};

use super::leduc::{Leduc, Table};

const PLAYERS: [Player; 2] = [Player::ZERO, Player::ONE];
const VALUE: f64 = -0.0856064240780;

fn is_between_rounds(game: &Leduc, table: &Table) -> bool {
    matches!(game.turn(table), RangeTurn::Chance { .. })
}

/// Both ranges with a small share of uniform play, so that every hand learns an answer.
fn mixed(ranges: [&[f32]; 2]) -> [Vec<f32>; 2] {
    ranges.map(|range| {
        let mass: f32 = range.iter().sum();
        let share = if mass > 0.0 { 1e-3 * mass } else { 1.0 } / range.len() as f32;
        range.iter().map(|reach| reach + share).collect()
    })
}

fn solved<'g>(game: &'g Leduc, table: &Table, ranges: [&[f32]; 2]) -> RangeCfr<'g, Leduc> {
    let root = Root { public: table.clone(), ranges: mixed(ranges) };
    let options = RangeOptions { preset: Preset::PCFR_PLUS, planned: Some(30), prunes: false, max_memory: u64::MAX };
    let mut solver = RangeCfr::with_options(game, root, options).unwrap();
    solver.advance(30);
    solver
}

/// The value of each leaf in the subgame's solution.
struct Solution;

impl LeafValues<Leduc> for Solution {
    fn is_leaf(&self, game: &Leduc, table: &Table) -> bool {
        is_between_rounds(game, table)
    }

    fn write_values(&self, game: &Leduc, table: &Table, player: Player, reaches: Reaches<'_>, out: &mut [f32]) {
        let ranges = reaches.by_player(player);
        let solver = solved(game, table, ranges);
        let mut spot = solver.root();
        spot.ranges = ranges.map(<[f32]>::to_vec);
        out.copy_from_slice(&solver.values_at(&spot, player, false));
    }
}

/// The values of best responses to the solutions of the leaves, for fixed ranges.
struct Answers(HashMap<String, [Vec<f32>; 2]>);

impl LeafValues<Leduc> for Answers {
    fn is_leaf(&self, game: &Leduc, table: &Table) -> bool {
        is_between_rounds(game, table)
    }

    fn write_values(&self, _game: &Leduc, table: &Table, player: Player, _reaches: Reaches<'_>, out: &mut [f32]) {
        out.copy_from_slice(&self.0[&format!("{table:?}")][player.index()]);
    }
}

type Trunk<'g> = DepthLimited<'g, Leduc, Solution>;

/// The answers to the solutions of all leaves below `spot`, for the ranges of the trunk's average.
fn answer_leaves(trunk: &RangeCfr<'_, Trunk<'_>>, spot: &Spot<Table>, answers: &mut HashMap<String, [Vec<f32>; 2]>) {
    let game = trunk.game().game;
    if is_between_rounds(game, &spot.public) {
        let solver = solved(game, &spot.public, [&spot.ranges[0], &spot.ranges[1]]);
        let mut root = solver.root();
        root.ranges.clone_from(&spot.ranges);
        let best = PLAYERS.map(|player| solver.values_at(&root, player, true));
        answers.insert(format!("{:?}", spot.public), best);
        return;
    }
    for (_, after) in trunk.after(spot) {
        answer_leaves(trunk, &after, answers);
    }
}

fn comes_near_the_value(prunes: bool) {
    let game = Leduc::of_ranks(3, 2);
    let trunk = DepthLimited { game: &game, leaves: Solution };
    let options = RangeOptions { preset: Preset::DCFR, planned: Some(200), prunes, max_memory: u64::MAX };
    let mut solver = RangeCfr::<_, f32>::with_options(&trunk, Root::of(&trunk), options).unwrap();
    let prior = Root::of(&game).ranges;
    let mut values = Vec::new();
    for _ in 0..200 {
        solver.iterate(&mut |player, hand_values| {
            if player == Player::ZERO {
                values.push(total(hand_values, &prior[0]));
            }
            None
        });
    }
    let late = &values[100..];
    let mean = late.iter().sum::<f64>() / late.len() as f64;
    assert!((mean - VALUE).abs() < 0.02, "{mean}");

    let mut answers = HashMap::new();
    answer_leaves(&solver, &solver.root(), &mut answers);
    assert_eq!(answers.len(), 5);
    let measured = DepthLimited { game: &game, leaves: Answers(answers) };
    let mut bytes = Vec::new();
    solver.save(&mut bytes).unwrap();
    let same = RangeCfr::<_, f32>::resume(&measured, Root::of(&measured), options, &mut bytes.as_slice()).unwrap();
    let best: f64 = PLAYERS.map(|player| total(&same.best_response(player), &prior[player.index()])).iter().sum();
    // The second round is solved without a gadget, so that this does not go to zero. It is 4.7 if
    // both players play at random.
    assert!(best < 0.15, "the pair's NashConv is {best}");
}

/// Slow: every iteration solves the endgames below the trunk.
#[test]
fn a_trunk_with_solved_leaves_comes_near_the_value() {
    comes_near_the_value(false);
}

/// Slow: every iteration solves the endgames below the trunk.
#[test]
fn pruning_keeps_both_ranges_at_the_leaves() {
    comes_near_the_value(true);
}
