use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

fn inputs(rng: &mut impl Rng) -> [f32; FEATURES] {
    // About 40 % of the inputs are -0.2.
    std::array::from_fn(|_| rng.random_range(-1.0_f32..1.0).max(-0.2))
}

fn cross_entropy(network: &Network, inputs: &[f32; FEATURES], target: f32) -> f32 {
    let said = network.probability(inputs);
    -target * said.ln() - (1.0 - target) * (1.0 - said).ln()
}

#[test]
fn a_step_goes_down_the_gradient_as_differences_measure_it() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let network = Network::random(&mut rng);
    let seen = inputs(&mut rng);
    let (target, rate) = (0.9, 1e-3);
    let mut stepped = network.clone();
    stepped.learn(&seen, &network.layers(&seen), target, rate);
    for weight in (0..WEIGHTS).step_by(97).chain([WEIGHTS - 1, FIRST_BIAS, SECOND_BIAS]) {
        let moved = |by: f32| {
            let mut weights = network.weights().to_vec();
            weights[weight] += by;
            cross_entropy(&Network::of(weights).unwrap(), &seen, target)
        };
        let gradient = (moved(1e-2) - moved(-1e-2)) / 2e-2;
        let step = stepped.weights()[weight] - network.weights()[weight];
        assert!(
            (step + rate * gradient).abs() < 2e-5 * gradient.abs().max(1.0),
            "weight {weight}: {step}, gradient {gradient}"
        );
    }
}

#[test]
fn it_learns_what_no_straight_line_tells_apart() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut network = Network::random(&mut rng);
    let corner = |rng: &mut Xoshiro256PlusPlus| {
        let mut seen = [0.0; FEATURES];
        let (one, two) = (rng.random::<bool>(), rng.random::<bool>());
        seen[0] = f32::from(u8::from(one));
        seen[1] = f32::from(u8::from(two));
        (seen, f32::from(u8::from(one != two)))
    };
    for _ in 0..20_000 {
        let (seen, target) = corner(&mut rng);
        let layers = network.layers(&seen);
        network.learn(&seen, &layers, target, 0.02);
    }
    for _ in 0..20 {
        let (seen, target) = corner(&mut rng);
        assert!((network.probability(&seen) - target).abs() < 0.1);
    }
}

#[test]
fn weights_that_are_none_are_refused() {
    assert!(Network::of(vec![0.0; WEIGHTS]).is_some());
    assert!(Network::of(vec![0.0; WEIGHTS - 1]).is_none());
    assert!(Network::of(vec![f32::NAN; WEIGHTS]).is_none());
    assert_eq!(Network::zero().probability(&[0.5; FEATURES]), 0.5);
}
