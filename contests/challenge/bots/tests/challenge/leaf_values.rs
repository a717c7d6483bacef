//! The values of the beginnings of a trick: encoding, solving, learning, sampling.

use std::sync::Arc;

use cardsharp_challenge_game::rules::Params;
use cardsharp_challenge_solver::infosets::{Payoffs, Stake};
use cardsharp_challenge_solver::leaf_values::{Leaf, LeafEncoding, LeafSample, LearnedValues, random_leaf, solve};
use cardsharp_challenge_solver::policy::{LeafNetwork, LeafTable};
use cardsharp_challenge_solver::ranges::RangeHand;
use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{DepthLimited, LeafValues, RangeCfr, RangeOptions, Reaches, Root, total};
use cardsharp_solvers::value_network::Network;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const PLAYERS: [Player; 2] = [Player::ZERO, Player::ONE];

fn hand(ranks: u8, cards: u8) -> RangeHand {
    RangeHand::new(Params::new(ranks, 8, cards).unwrap(), Payoffs::EARLY).unwrap()
}

fn leaves(hand: &RangeHand, over: u8, count: u64) -> Vec<Leaf> {
    let leaf = |seed| random_leaf(hand, over, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
    (0..count).map(leaf).collect()
}

#[test]
fn random_play_comes_to_the_beginning_of_a_trick_at_either_stake() {
    let hand = hand(5, 4);
    let mut stakes = [0; 2];
    for leaf in leaves(&hand, 2, 200) {
        let Leaf { public, ranges } = &leaf;
        assert_eq!((public.over, public.table, public.ending), (2, 0, None));
        stakes[usize::from(public.stake == Stake::Accepted)] += 1;
        assert!(ranges.iter().flatten().all(|&reach| reach >= 0.0));
        let again = Leaf::at(&hand, 2, public.history, ranges.clone()).unwrap();
        assert_eq!(&again.public, public);
        assert!(Leaf::at(&hand, 1, public.history, ranges.clone()).is_none());
    }
    assert!(stakes.iter().all(|&count| count > 20), "{stakes:?}");
}

#[test]
fn actions_that_lead_to_no_leaf_are_refused() {
    let hand = hand(3, 2);
    let ranges = || [vec![1.0; 3], vec![1.0; 3]];
    // A rank that does not exist, an answer without a challenge, and no action at all.
    for history in [0x9, 0xf, 0x0, 0x1111_1111] {
        assert!(Leaf::at(&hand, 1, history, ranges()).is_none(), "{history:x}");
    }
    assert!(Leaf::at(&hand, 1, 0x12, ranges()).is_some());
}

#[test]
fn ranges_are_encoded_as_probabilities_with_the_leader_first() {
    let hand = hand(5, 4);
    let encoding = LeafEncoding::new(&hand, 2);
    let hands = encoding.outputs() / 2;
    assert_eq!(encoding.inputs(), 2 * hands + 5 + 5 + 2 + 3);
    for leaf in leaves(&hand, 2, 100) {
        let input = encoding.input(&hand, &leaf);
        let lead = leaf.public.lead;
        for (index, player) in [lead, lead.opponent()].into_iter().enumerate() {
            let shares = &input[index * hands..(index + 1) * hands];
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            let outputs = encoding.outputs_of(&leaf.public, player);
            assert_eq!(outputs, index * hands..(index + 1) * hands);
            let reached = leaf.ranges[player.index()].iter();
            // A hand with a share is one that comes here; the shoe may lack the cards of others.
            assert!(reached.zip(shares).all(|(&reach, &share)| reach > 0.0 || share == 0.0));
        }
        let tricks = &input[2 * hands + 5..2 * hands + 10];
        assert_eq!(tricks.iter().sum::<f32>(), 1.0);
        assert_eq!(input[2 * hands + 10..2 * hands + 12].iter().sum::<f32>(), 1.0);
    }
}

/// The values of both players add up to nothing, and lie within what best responses allow.
#[test]
fn values_are_those_of_the_solved_subgame() {
    let hand = hand(5, 4);
    for leaf in leaves(&hand, 2, 10) {
        let values = solve(&hand, &hand, &leaf, 200, 1 << 30).unwrap();
        let Leaf { public, ranges } = leaf.mixed(&hand);
        let masses = PLAYERS.map(|player| hand.masses(&public, player, &ranges[player.opponent().index()]));
        let met = total(&masses[0], &ranges[0]);
        let of_all = PLAYERS.map(|player| {
            let (values, masses) = (&values[player.index()], &masses[player.index()]);
            let weighed: Vec<f32> = values.iter().zip(masses).map(|(value, mass)| value * mass).collect();
            total(&weighed, &ranges[player.index()]) / met
        });
        let options =
            RangeOptions { preset: Preset::PCFR_PLUS, planned: Some(200), prunes: false, max_memory: 1 << 30 };
        let root = Root { public, ranges };
        let mut solver = RangeCfr::<_, f32>::with_options(&hand, root, options).unwrap();
        solver.advance(200);
        let found = solver.exploitability();
        let near = 2.0 * found.nash_conv() / met + 1e-3;
        assert!(near < 0.01, "{near}");
        assert!((of_all[0] + of_all[1]).abs() < near, "{of_all:?}");
        assert!((of_all[0] - found.values[0] / met).abs() < near, "{of_all:?} {found:?}");
    }
}

#[test]
fn a_network_of_another_hand_is_refused() {
    let hand = hand(5, 4);
    let encoding = LeafEncoding::new(&hand, 2);
    let sizes = [encoding.inputs(), encoding.outputs()];
    let leaf = |over, sizes: [usize; 2]| LeafNetwork { over, network: Arc::new(Network::new(&sizes, 1)) };
    assert!(LearnedValues::new(&hand, &leaf(2, sizes)).is_ok());
    // Of another trick, of a trick that the hand does not have, and of one output more.
    let [inputs, outputs] = sizes;
    for other in [leaf(1, sizes), leaf(4, sizes), leaf(2, [inputs, outputs + 1])] {
        let refused = LearnedValues::new(&hand, &other).unwrap_err();
        assert_ne!(refused.found, refused.needed);
        assert!(refused.to_string().contains("does not fit"), "{refused}");
    }
}

#[test]
fn learned_values_are_outputs_times_the_hands_met() {
    let hand = hand(5, 4);
    let encoding = LeafEncoding::new(&hand, 2);
    let network = Network::new(&[encoding.inputs(), 8, encoding.outputs()], 1);
    let network = Arc::new(network);
    let learned = LearnedValues { encoding, network, to_add: None };
    for leaf in leaves(&hand, 2, 20) {
        let input = encoding.input(&hand, &leaf);
        for player in PLAYERS {
            let range = encoding.outputs_of(&leaf.public, player);
            let mut outputs = vec![0.0; range.len()];
            learned.network.outputs(&input, range, &mut outputs);
            let reaches = Reaches::of(&leaf.ranges, player);
            let masses = hand.masses(&leaf.public, player, reaches.other);
            let mut found = vec![f32::NAN; outputs.len()];
            learned.write_values(&hand, &leaf.public, player, reaches, &mut found);
            for ((found, output), mass) in found.iter().zip(outputs).zip(&masses) {
                assert!((found - output * mass).abs() <= 1e-5 * mass.abs() + 1e-6);
            }
            // Corrections of outputs count per hand met too.
            let mut table = LeafTable::new(encoding.outputs());
            table.row_mut(leaf.public.history).fill(0.25);
            let corrected = LearnedValues { to_add: Some(Arc::new(table)), ..learned.clone() };
            let mut values = found.clone();
            corrected.write_values(&hand, &leaf.public, player, reaches, &mut values);
            for ((value, found), mass) in values.iter().zip(&found).zip(&masses) {
                assert!((value - found - 0.25 * mass).abs() <= 1e-5 * mass.abs() + 1e-6);
            }
            // Nobody is met, so that nothing is won.
            let nobody = vec![0.0; reaches.other.len()];
            let reaches = Reaches { own: reaches.own, other: &nobody };
            learned.write_values(&hand, &leaf.public, player, reaches, &mut found);
            assert!(found.iter().all(|&value| value == 0.0));
        }
    }
}

/// The leaves that a trunk with values by an untrained network comes to.
fn sampled(threads: usize, size: usize) -> Vec<Leaf> {
    let hand = hand(4, 4);
    let encoding = LeafEncoding::new(&hand, 1);
    let network = Arc::new(Network::new(&[encoding.inputs(), 8, encoding.outputs()], 1));
    let learned = LearnedValues { encoding, network, to_add: None };
    let trunk = DepthLimited { game: &hand, leaves: LeafSample::new(learned, encoding.outputs() / 2) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let mut solver = RangeCfr::new(&trunk, Preset::DCFR.max_memory(1 << 30)).unwrap();
    trunk.leaves.open(7, size);
    pool.unwrap().install(|| solver.advance(10));
    trunk.leaves.close()
}

#[test]
fn a_sample_has_its_size_and_is_the_same_on_any_number_of_threads() {
    let [one, two] = [1, 2].map(|threads| sampled(threads, 50));
    assert_eq!(one.len(), 50);
    for (one, two) in one.iter().zip(&two) {
        assert_eq!((one.public, &one.ranges), (two.public, &two.ranges));
    }
    let more = sampled(2, 100_000);
    assert!(more.len() > 50 && more.len() < 100_000);
    // The smaller sample is the beginning of the larger one.
    for (one, other) in one.iter().zip(&more) {
        assert_eq!(one.public, other.public);
    }
}
