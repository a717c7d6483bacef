use super::*;
use crate::built::{BuiltGame, GameBuilder};
use crate::games::{Kuhn, Leduc};

/// Every player chooses once without seeing the others, and gets 1 for the rarer choice.
fn minority(players: usize) -> BuiltGame {
    let mut builder = GameBuilder::new(players);
    let infosets: Vec<_> = (0..players)
        .map(|player| {
            let actions = vec!["0".to_owned(), "1".to_owned()];
            let player = Player::new(player as u8);
            builder.infoset(player, player.to_string(), actions).unwrap()
        })
        .collect();
    let mut open = vec![0_usize];
    let mut chosen = Vec::new();
    while let Some(depth) = open.pop() {
        chosen.truncate(depth.saturating_sub(1));
        if depth > 0 {
            // The second visit of a depth below the same choices is that of the other action.
            chosen.push(usize::from(!open.contains(&depth)));
        }
        if depth < players {
            builder.decision(infosets[depth]).unwrap();
            open.extend([depth + 1, depth + 1]);
            continue;
        }
        let ones: usize = chosen.iter().sum();
        let gets = |choice: &usize| f64::from(u8::from((*choice == 1) == (2 * ones < players)));
        builder.terminal(&chosen.iter().map(gets).collect::<Vec<_>>()).unwrap();
    }
    builder.finish().unwrap()
}

fn assert_no_overflow(tree: &Tree, preset: Preset) {
    let mut solver = Cfr::new(tree, preset).planned(100_000);
    solver.advance(3);
    for (done, weight) in [(4_000, 1e108), (9_999_990, 0.99 * LARGEST_WEIGHT)] {
        // As if the sums of so many iterations were there, of which the last had this weight.
        for learner in &mut solver.learners {
            if learner.sums[0] == 0.0 {
                // The average of the preset begins later.
                learner.sums.clone_from(&learner.reach);
            }
            let factor = weight * done as f64 / learner.sums[0];
            learner.sums.iter_mut().for_each(|sum| *sum *= factor);
        }
        solver.clock.resume(done, weight);
        for _ in 0..20 {
            solver.advance(1);
            let found = solver.exploitability();
            let sound = |value: &f64| value.is_finite() && value.abs() < 100.0;
            assert!(found.values.iter().all(sound), "{} {done}: {found:?}", preset.name);
            assert!(found.gains().all(|gain| (0.0..100.0).contains(&gain)), "{found:?}");
            assert_eq!(solver.plan().exploitability(tree), found);
        }
    }
}

#[test]
fn no_preset_overflows_in_ten_million_iterations_of_any_number_of_players() {
    for players in [2, 5, MAX_PLAYERS] {
        let tree = Tree::compile(&minority(players)).unwrap();
        assert_eq!(tree.histories(), (2 << players) - 1);
        for &preset in Preset::ALL {
            assert_no_overflow(&tree, preset);
        }
    }
    let tree = Tree::compile(&Kuhn::new(3).unwrap()).unwrap();
    for &preset in Preset::ALL {
        assert_no_overflow(&tree, preset);
    }
}

#[test]
fn the_weight_of_a_plan_changes_no_bit_of_its_behaviour() {
    let tree = Tree::compile(&Kuhn::TWO).unwrap();
    let mut solver = Cfr::new(&tree, Preset::HS_DCFR).planned(100);
    solver.advance(100);
    let sums = solver.learners.iter().map(|learner| learner.sums.clone());
    let unscaled = RealizationPlan { reach: sums.collect() };
    assert!(unscaled.reach[0][0] > 1e50);
    assert_eq!(unscaled.as_behaviour(&tree), solver.plan().as_behaviour(&tree));
}

/// In a game of two players with a constant sum, leaving the joint play gains what leaving the averages does.
#[test]
fn the_gap_of_joint_play_is_nash_conv_with_two_players_and_falls_with_three() {
    let tree = Tree::compile(&Leduc::ISOMORPHIC).unwrap();
    for preset in [Preset::CFR, Preset::DCFR, Preset::PCFR_PLUS] {
        let mut cfr = Cfr::new(&tree, preset).with_joint_play();
        assert_eq!(cfr.coarse_gap(), None);
        cfr.advance(200);
        let (gap, nash_conv) = (cfr.coarse_gap().unwrap(), cfr.exploitability().nash_conv());
        assert!((gap - nash_conv).abs() < 1e-9, "{}: {gap} {nash_conv}", preset.name);
    }
    let tree = Tree::compile(&Kuhn::new(3).unwrap()).unwrap();
    let mut cfr = Cfr::new(&tree, Preset::CFR).with_joint_play();
    let gaps = [10, 90, 900].map(|count| {
        cfr.advance(count);
        cfr.coarse_gap().unwrap()
    });
    assert!(gaps.is_sorted_by(|one, two| one > two) && gaps[2] < 0.02 && gaps[2] > -1e-9, "{gaps:?}");
    assert_eq!(Cfr::new(&tree, Preset::CFR).coarse_gap(), None);
}
