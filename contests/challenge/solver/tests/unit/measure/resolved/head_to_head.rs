use std::sync::Arc;

use cardsharp_solvers::strategy::Uniform;
use cardsharp_solvers::value_network::Network;

use super::*;
use crate::infosets::Payoffs;
use crate::leaf_values::{LeafEncoding, LearnedValues};
use crate::ranges::{FixedStrategy, RangeHand};
use crate::resolve::ResolveOptions;
use cardsharp_challenge_game::rules::Params;

const ITERATIONS: u64 = 10;

/// The utility of the player who re-solves, in a whole walk.
fn exact(subject: Subject<'_>, seat: Player) -> f64 {
    let root = Root::of(subject.hand);
    let other = seat.opponent();
    let reaches = Reaches::of(&root.ranges, other);
    let own = FixedStrategy::new(subject.hand.game(), &Uniform, 0);
    let resolved = Resolved::new(subject, ITERATIONS);
    let values = hand_values(subject.hand, &root.public, other, reaches, own, resolved);
    -total(&values, reaches.own)
}

#[test]
fn sampled_states_estimate_a_whole_walk_whatever_was_learned() {
    let payoffs = Payoffs { win: 0.7, lose: 0.35, tie: 0.45 };
    let hand = RangeHand::new(Params::new(3, 4, 4).unwrap(), payoffs).unwrap();
    let subject = Subject { hand: &hand, strategy: &Uniform, class: 0, options: ResolveOptions::default() };
    let encoding = LeafEncoding::new(&hand, until(&subject));
    let learned = |seed| {
        LeafExpectation::from(LearnedValues {
            encoding,
            network: Arc::new(Network::new(&[encoding.inputs(), encoding.outputs()], seed)),
            to_add: None,
        })
    };
    let measured = |states, learned: &LeafExpectation| {
        let met: (&dyn HandStrategy, u8) = (&Uniform, 0);
        head_to_head(subject, met, ITERATIONS, (states, 1), (learned, &|| ())).unwrap()
    };
    let truth = Player::BOTH.map(|seat| exact(subject, seat));
    for seed in [1, 2] {
        let found = measured(400, &learned(seed));
        for (seat, truth) in found.seats.iter().zip(truth) {
            let off = (seat.mean - truth).abs();
            assert!(off < 2.0 * seat.half_width, "{seat:?}, in truth {truth}");
            assert!(seat.half_width < 0.05, "{seat:?}");
        }
        let mean = f64::midpoint(truth[0], truth[1]);
        assert!(mean > 0.02, "{truth:?}");
        assert!((found.gain.mean - mean).abs() < 2.0 * found.gain.half_width);
        assert!(found.gain.half_width < found.seats[0].half_width);
    }
    assert_eq!(measured(20, &learned(1)), measured(20, &learned(1)));
}
