//! The games with known values against OpenSpiel 2.0.2: counts, and expected utilities of a profile that is no
//! equilibrium.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.
use std::collections::HashSet;

use cardsharp_solvers::game::{Game, Player, Turn};
use cardsharp_solvers::games::{BadGameName, GameVisitor, KnownGame};

/// The numbers of nodes of each kind, and of information sets.
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
        Counts { nodes, infosets: infosets.len() }
    }
}

/// Computes the expected utility of each player if every choice, chance's too, prefers later
/// children by a rule that changes from move to move. The rule treats no two outcomes, actions or
/// players alike. So a wrong payoff, probability or order changes the result.
struct Lopsided;

impl GameVisitor for Lopsided {
    type Output = Vec<f64>;

    fn visit<G: Game>(self, game: &G) -> Vec<f64> {
        let mut values = vec![0.0; game.players()];
        add_lopsided(game, &game.root(), 0, 1.0, &mut values);
        values
    }
}

fn add_lopsided<G: Game>(game: &G, state: &G::State, depth: usize, weight: f64, values: &mut [f64]) {
    let (children, is_chance) = match game.turn(state) {
        Turn::Terminal => {
            for (player, value) in values.iter_mut().enumerate() {
                *value += weight * game.utility(state, Player::new(player as u8));
            }
            return;
        }
        Turn::Chance { outcomes } => (outcomes, true),
        Turn::Decision { actions, .. } => (actions, false),
    };
    let lean = |index| (index as f64 + 1.0).powi(depth as i32 % 3 + 1);
    let sum: f64 = (0..children).map(lean).sum();
    for index in 0..children {
        let mut share = lean(index) / sum;
        if is_chance {
            share *= game.chance_probability(state, index) * children as f64;
        }
        let child = game.child(state, index);
        add_lopsided(game, &child, depth + 1, weight * share, values);
    }
}

fn game(name: &str) -> KnownGame {
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
        let counts = game(name).visit(Count);
        assert_eq!(counts, Counts { nodes, infosets }, "{name}");
    }
}

#[test]
fn lopsided_play_is_worth_what_it_is_in_openspiel() {
    let measured: [(&str, &[f64]); 15] = [
        ("kuhn_poker", &[0.460246913580, -0.460246913580]),
        ("kuhn_poker(players=3)", &[0.426067411327, 0.283684891240, -0.709752302567]),
        ("kuhn_poker(players=4)", &[0.895259641315, 0.822269000999, -0.338552272181, -1.378976370133]),
        ("leduc_poker", &[-0.480427434755, 0.480427434755]),
        ("leduc_poker(suit_isomorphism=true)", &[-0.954608440280, 0.954608440280]),
        ("liars_dice(numdice=1,dice_sides=4)", &[-0.122329026319, 0.122329026319]),
        ("liars_dice(numdice=1,dice_sides=5)", &[-0.164571922509, 0.164571922509]),
        ("liars_dice(numdice=2,dice_sides=2)", &[0.336661531454, -0.336661531454]),
        ("goofspiel(num_cards=4,imp_info=true,points_order=descending)", &[-0.037417695473, 0.037417695473]),
        (
            "goofspiel(num_cards=4,imp_info=true,points_order=descending,returns_type=point_difference)",
            &[-0.027350823045, 0.027350823045],
        ),
        (
            "goofspiel(num_cards=4,imp_info=true,points_order=descending,returns_type=total_points)",
            &[3.330185185185, 3.384886831276],
        ),
        ("goofspiel(num_cards=4,imp_info=true,points_order=ascending)", &[0.011141975309, -0.011141975309]),
        ("goofspiel(num_cards=5,imp_info=true,points_order=descending)", &[-0.062697949014, 0.062697949014]),
        ("goofspiel(num_cards=3,imp_info=true,points_order=random)", &[-0.040245933764, 0.040245933764]),
        ("goofspiel(num_cards=4,imp_info=true,points_order=random)", &[-0.043800904697, 0.043800904697]),
    ];
    for (name, values) in measured {
        let ours = game(name).visit(Lopsided);
        assert_eq!(ours.len(), values.len(), "{name}");
        for (ours, theirs) in ours.iter().zip(values) {
            assert!((ours - theirs).abs() < 1e-11, "{name}: {ours} {theirs}");
        }
    }
}

fn canonical(text: &str) -> String {
    text.parse::<KnownGame>().unwrap().to_string()
}

fn refusal(text: &str) -> String {
    text.parse::<KnownGame>().unwrap_err().to_string()
}

#[test]
fn openspiels_names_and_the_short_ones_mean_the_same_and_are_shown_in_full() {
    let same = [
        ("kuhn", "kuhn_poker"),
        ("kuhn(players=2)", "kuhn_poker"),
        ("kuhn(players=3)", "kuhn_poker(players=3)"),
        ("leduc()", "leduc_poker"),
        ("leduc(suit_isomorphism=True)", "leduc_poker(suit_isomorphism=true)"),
        ("liars-dice", "liars_dice(numdice=1,dice_sides=6)"),
        (" liars_dice ( dice_sides = 4 , players=2 ) ", "liars_dice(numdice=1,dice_sides=4)"),
        ("goofspiel", "goofspiel(num_cards=4,imp_info=true,points_order=descending)"),
        (
            "goofspiel(points_order=random,returns_type=point_difference,num_cards=5)",
            "goofspiel(num_cards=5,imp_info=true,points_order=random,\
             returns_type=point_difference)",
        ),
    ];
    for (text, name) in same {
        assert_eq!(canonical(text), name);
        assert_eq!(canonical(name), name);
    }
    for name in KnownGame::PUBLISHED {
        assert_eq!(canonical(name), name);
    }
}

#[test]
fn a_refusal_says_what_is_wrong_and_what_there_is() {
    let refused = [
        (
            "poker",
            "no game is called `poker`; there are kuhn_poker, leduc_poker, liars_dice, \
             goofspiel",
        ),
        ("kuhn(cards=3)", "kuhn(cards=3): there is no `cards`: choose players"),
        ("kuhn(players=11)", "kuhn_poker is for 2 to 10 players, not 11"),
        ("kuhn(players=1)", "kuhn_poker is for 2 to 10 players, not 1"),
        ("kuhn(players=-1)", "kuhn(players=-1): `players` is a whole number, not `-1`"),
        ("leduc(players=3)", "leduc(players=3): `players` is 2 in this game, not `3`"),
        ("leduc(suit_isomorphism=1)", "leduc(suit_isomorphism=1): `suit_isomorphism` is true or false, not `1`"),
        (
            "liars-dice(numdice=3,dice_sides=7)",
            "liars_dice takes at least 1 die of at least 2 sides, and numdice times \
             dice_sides at most 20; not 3 of 7",
        ),
        ("goofspiel(num_cards=13)", "goofspiel takes 2 to 8 cards (num_cards), not 13"),
        (
            "goofspiel(imp_info=false)",
            "goofspiel(imp_info=false): `imp_info` is true (with open bids OpenSpiel's information sets forget), not \
             `false`",
        ),
        ("kuhn(players=2,players=3)", "kuhn(players=2,players=3): `players` is given twice; leave one out"),
        ("kuhn(players)", "kuhn(players): `players` has no value: write key=value"),
        ("kuhn(players=2", "kuhn(players=2: it is not of the form name or name(key=value,key=value)"),
        ("kuhn(())", "kuhn(()): it is not of the form name or name(key=value,key=value)"),
    ];
    for (text, reason) in refused {
        assert_eq!(refusal(text), reason);
    }
}

#[test]
fn sizes_that_overflow_are_refused_like_any_other() {
    for text in [
        "liars_dice(numdice=18446744073709551615,dice_sides=18446744073709551615)",
        "goofspiel(num_cards=260)",
        "kuhn(players=258)",
    ] {
        assert!(matches!(text.parse::<KnownGame>(), Err(BadGameName::Game(_))));
    }
}
