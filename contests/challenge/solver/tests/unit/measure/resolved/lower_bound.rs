use cardsharp_solvers::strategy::Uniform;
use cardsharp_solvers::value_network::Network;

use super::super::exact::{nash_conv_of, walk_all};
use super::*;
use crate::infosets::Payoffs;
use crate::leaf_values::{LeafEncoding, LearnedValues};
use crate::resolve::ResolveOptions;
use cardsharp_challenge_game::rules::Params;

const ITERATIONS: u64 = 10;

fn with_subject(check: impl FnOnce(Subject<'_>)) {
    let payoffs = Payoffs { win: 0.7, lose: 0.35, tie: 0.45 };
    let rules = Params::new(3, 4, 4).unwrap();
    let hand = RangeHand::new(rules, payoffs).unwrap();
    check(Subject { hand: &hand, strategy: &Uniform, class: 0, options: ResolveOptions::default() });
}

/// Every public state where the table is left or the hand is over, with its probability.
fn all(opponent: &Opponent<'_>, (chance, root): (f64, Root<HandState>), found: &mut Vec<(f64, Root<HandState>)>) {
    let after = opponent.blueprint.after(&root);
    if after.is_empty() {
        return found.push((chance, root));
    }
    let whole = opponent.blueprint.mass(&root);
    let masses: f64 = after.iter().map(|(mass, _)| mass).sum();
    assert!((masses / whole - 1.0).abs() < 1e-4, "{masses} of {whole}");
    for (mass, child) in after {
        all(opponent, (chance * mass / masses, child), found);
    }
}

/// The expectation of the bound: with re-solving, and of the table alone.
fn expected(opponents: [Opponent<'_>; 2]) -> [f64; 2] {
    let mut whole = [0.0; 2];
    for opponent in opponents {
        let mut roots = Vec::new();
        let root = Root::of(opponent.blueprint.subject.hand);
        all(&opponent, (1.0, root), &mut roots);
        assert!(roots.len() > 50, "{}", roots.len());
        whole.iter_mut().for_each(|whole| *whole += opponent.foreseen);
        for (chance, root) in roots {
            let gain = opponent.state_gain(&root).unwrap();
            whole[0] += chance * gain.resolved;
            whole[1] += chance * gain.table;
        }
    }
    whole
}

fn assert_near(estimate: Estimate, whole: f64, most: f64) {
    let off = (estimate.mean - whole).abs();
    assert!(off < 2.0 * estimate.half_width, "{estimate:?}, in truth {whole}");
    assert!(estimate.half_width < most, "{estimate:?}");
}

#[test]
fn sampled_states_estimate_all_public_states_and_stay_below_the_best_response() {
    with_subject(|subject| {
        let seats = [Player::ZERO, Player::ONE];
        let opponent = |seat| Opponent::new(subject, ITERATIONS, seat, &|| ());
        let whole = expected(seats.map(opponent));
        let sampled = lower_bound(subject, None, ITERATIONS, (300, 1), &|| ()).unwrap();
        assert_near(sampled.resolved, whole[0], 0.05);
        assert_near(sampled.table.unwrap(), whole[1], 0.05);
        let walked = walk_all(subject, ITERATIONS, Shard::WHOLE, &|| ()).unwrap();
        let exact = nash_conv_of(subject, &walked).unwrap();
        assert!(whole[0] <= exact + 1e-5, "{} of {exact}", whole[0]);
        assert!(whole[0] > 0.25 * exact, "{} of {exact}", whole[0]);
        assert!(whole[0] < whole[1], "{whole:?}");
        // Whatever is taken for the values of the leaves, it is a bound.
        let encoding = LeafEncoding::new(subject.hand, until(&subject));
        let network = Network::new(&[encoding.inputs(), encoding.outputs()], 1);
        let learned = LeafExpectation::from(LearnedValues { encoding, network: Arc::new(network), to_add: None });
        let blueprint = BlueprintPlay { subject, until: until(&subject), other: None };
        let trunk = LearnedTrunk::new(&blueprint, &learned);
        let opponent = |seat| Opponent::of_trunk(&blueprint, ITERATIONS, seat, &trunk);
        let [by_values, _] = expected(seats.map(opponent));
        assert!(by_values <= exact + 1e-5, "{by_values} of {exact}");
        let learned = Some(&learned);
        let sampled = lower_bound(subject, learned, ITERATIONS, (300, 1), &|| ()).unwrap();
        assert_near(sampled.resolved, by_values, 0.1);
        assert_eq!(sampled.table, None);
    });
}

#[test]
fn the_same_seed_samples_the_same() {
    with_subject(|subject| {
        let sample = |seed| lower_bound(subject, None, 2, (20, seed), &|| ()).unwrap();
        assert_eq!(sample(3), sample(3));
        assert_ne!(sample(3), sample(4));
    });
}
