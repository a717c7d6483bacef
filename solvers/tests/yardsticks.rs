//! The yardsticks against OpenSpiel 2.0.2: counts, and what play that is no equilibrium is worth.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.
use std::collections::HashSet;

use cardsharp_solvers::best_response::expected_value;
use cardsharp_solvers::game::{Game, Player, Turn};
use cardsharp_solvers::strategy::Strategy;
use cardsharp_solvers::yardsticks::{GameVisitor, Yardstick};

/// Nodes of all kinds, and information sets.
#[derive(Debug, PartialEq)]
struct Counts {
    nodes: usize,
    infosets: usize,
}

struct Count;

impl GameVisitor for Count {
    type Output = Counts;

    fn visit<G: Game>(self, game: &G) -> Counts {
        let mut infosets = HashSet::new();
        let mut open = vec![game.root()];
        let mut nodes = 0;
        while let Some(state) = open.pop() {
            nodes += 1;
            let children = match game.turn(&state) {
                Turn::Terminal => 0,
                Turn::Chance { outcomes } => outcomes,
                Turn::Decision { actions, .. } => {
                    infosets.insert(game.infoset(&state));
                    actions
                }
            };
            open.extend((0..children).map(|index| game.child(&state, index)));
        }
        Counts {
            nodes,
            infosets: infosets.len(),
        }
    }
}

/// The first player weighs action i, from 1, as i, the second as i squared, and so on: no two
/// actions and no two players are alike, so that a wrong order shows in the value.
struct Lopsided;

impl<G: Game> Strategy<G> for Lopsided {
    fn probabilities(&self, game: &G, state: &G::State, out: &mut [f64]) {
        let Turn::Decision { player, .. } = game.turn(state) else {
            return;
        };
        for (index, weight) in out.iter_mut().enumerate() {
            *weight = (index as f64 + 1.0).powi(player.index() as i32 + 1);
        }
        let sum: f64 = out.iter().sum();
        out.iter_mut().for_each(|weight| *weight /= sum);
    }
}

struct Values;

impl GameVisitor for Values {
    type Output = Vec<f64>;

    fn visit<G: Game>(self, game: &G) -> Vec<f64> {
        let players = (0..game.players()).map(|player| Player::new(player as u8));
        players
            .map(|player| expected_value(game, &Lopsided, player))
            .collect()
    }
}

fn yardstick(name: &str) -> Yardstick {
    name.parse().unwrap()
}

#[test]
fn nodes_and_information_sets_are_as_many_as_published() {
    let published = [
        ("kuhn_poker", 58, 12),
        ("kuhn_poker(players=3)", 617, 48),
        ("kuhn_poker(players=4)", 7_886, 160),
        ("leduc_poker", 9_457, 936),
        ("leduc_poker(suit_isomorphism=true)", 1_939, 288),
        ("liars_dice(dice_sides=4)", 8_181, 1_024),
        ("liars_dice(dice_sides=5)", 51_181, 5_120),
        ("liars_dice(dice_sides=6)", 294_883, 24_576),
        ("liars_dice(numdice=2,dice_sides=2)", 8_191, 768),
        ("goofspiel(num_cards=4)", 1_077, 162),
        ("goofspiel(num_cards=4,points_order=ascending)", 1_077, 162),
        ("goofspiel(num_cards=5)", 26_931, 2_124),
        ("goofspiel(num_cards=3,points_order=random)", 418, 90),
        ("goofspiel(num_cards=4,points_order=random)", 26_773, 3_608),
    ];
    for (name, nodes, infosets) in published {
        let counts = yardstick(name).visit(Count);
        assert_eq!(counts, Counts { nodes, infosets }, "{name}");
    }
}

#[test]
fn lopsided_play_is_worth_what_it_is_in_openspiel() {
    let measured: [(&str, &[f64]); 15] = [
        ("kuhn_poker", &[0.044444444444, -0.044444444444]),
        (
            "kuhn_poker(players=3)",
            &[0.023703703704, -0.038518518519, 0.014814814815],
        ),
        (
            "kuhn_poker(players=4)",
            &[
                -0.004344387961,
                -0.056872965922,
                -0.003389009925,
                0.064606363808,
            ],
        ),
        ("leduc_poker", &[-1.012561753590, 1.012561753590]),
        (
            "leduc_poker(suit_isomorphism=true)",
            &[-1.012561753590, 1.012561753590],
        ),
        (
            "liars_dice(dice_sides=4)",
            &[-0.161593523187, 0.161593523187],
        ),
        (
            "liars_dice(dice_sides=5)",
            &[-0.189475464807, 0.189475464807],
        ),
        (
            "liars_dice(numdice=2,dice_sides=2)",
            &[0.172282263204, -0.172282263204],
        ),
        ("goofspiel", &[-0.196492063492, 0.196492063492]),
        (
            "goofspiel(returns_type=point_difference)",
            &[-0.330428571429, 0.330428571429],
        ),
        (
            "goofspiel(returns_type=total_points)",
            &[3.112, 3.772857142857],
        ),
        (
            "goofspiel(points_order=ascending)",
            &[0.213560846561, -0.213560846561],
        ),
        ("goofspiel(num_cards=5)", &[-0.206436145583, 0.206436145583]),
        (
            "goofspiel(num_cards=3,points_order=random)",
            &[0.003174603175, -0.003174603175],
        ),
        (
            "goofspiel(num_cards=4,points_order=random)",
            &[0.005968253968, -0.005968253968],
        ),
    ];
    for (name, values) in measured {
        let ours = yardstick(name).visit(Values);
        assert_eq!(ours.len(), values.len(), "{name}");
        for (ours, theirs) in ours.iter().zip(values) {
            assert!((ours - theirs).abs() < 1e-11, "{name}: {ours} {theirs}");
        }
    }
}
