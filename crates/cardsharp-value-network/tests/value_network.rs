//! Networks: their learning, and their bytes.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.
use cardsharp_value_network::{BadNetwork, Examples, Fit, Network, Trainer};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn examples(count: usize) -> Examples {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut examples = Examples::new(3, 2);
    for _ in 0..count {
        let x: [f32; 3] = std::array::from_fn(|_| rng.random_range(-1.0..1.0));
        let wanted = [x[0].max(x[1]), x[0] * x[2]];
        examples.add(&x, &wanted, &[1.0, rng.random_range(0.5..2.0)]);
    }
    examples
}

#[test]
fn a_function_with_a_kink_and_a_product_is_learned() {
    let examples = examples(4000);
    let mut trainer = Trainer::new(Network::new(&[3, 32, 32, 2], 1));
    let before = trainer.network().error(&examples);
    let fit = Fit { steps: 4000, batch: 64, rate: 3e-3, seed: 1 };
    trainer.fit(&examples, fit);
    let after = trainer.network().error(&examples);
    assert!(after < 0.03 && after < before / 10.0, "{before} {after}");
}

#[test]
fn the_number_of_threads_changes_no_network() {
    let examples = examples(500);
    let fit = Fit {
        steps: 20,
        // Threads take 64 examples at a time.
        batch: 3 * 64 - 10,
        rate: 1e-2,
        seed: 4,
    };
    let networks = [1, 2, 8].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| {
            let mut trainer = Trainer::new(Network::new(&[3, 16, 16, 2], 1));
            trainer.fit(&examples, fit);
            trainer.into_network().to_bytes()
        })
    });
    assert!(networks[0] == networks[1] && networks[0] == networks[2]);
}

#[test]
fn outputs_without_weight_are_not_learned() {
    let mut with = Examples::new(1, 2);
    let mut without = Examples::new(1, 2);
    for step in 0..50 {
        let x = step as f32 / 50.0;
        with.add(&[x], &[x, 100.0], &[1.0, 0.0]);
        without.add(&[x], &[x, -3.0], &[1.0, 0.0]);
    }
    let fit = Fit { steps: 50, batch: 10, rate: 1e-2, seed: 1 };
    let [with, without] = [with, without].map(|examples| {
        let mut trainer = Trainer::new(Network::new(&[1, 4, 2], 1));
        trainer.fit(&examples, fit);
        trainer.network().clone()
    });
    assert_eq!(with, without);
}

/// Plain loops over one layer of `sizes` inputs and outputs: its units, and the steps of its inputs.
fn plain_layer(
    parameters: &mut [f32],
    [inputs, outputs]: [usize; 2],
    below: &[f32],
    steps: Option<&[f32]>,
) -> Vec<f32> {
    let (weights, bias) = parameters.split_at_mut(inputs * outputs);
    let Some(steps) = steps else {
        let sum = |output: usize| {
            let products = (0..inputs).map(|input| below[input] * weights[input * outputs + output]);
            products.sum::<f32>() + bias[output]
        };
        return (0..outputs).map(sum).collect();
    };
    bias.iter_mut().zip(steps).for_each(|(bias, step)| *bias += step);
    let mut back = vec![0.0; inputs];
    for input in (0..inputs).filter(|&input| below[input] > 0.0) {
        for (output, step) in steps.iter().enumerate() {
            let weight = &mut weights[input * outputs + output];
            back[input] += step * *weight;
            *weight += step * below[input];
        }
    }
    back
}

/// More units than are sifted at once, in the inputs and in a hidden layer.
#[test]
fn one_example_is_learned_as_in_plain_loops() {
    let (sizes, ends) = ([600, 5, 300, 2], [3005, 4805, 5407]);
    let mut network = Network::new(&sizes, 3);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let input: Vec<f32> = (0..600).map(|_| rng.random_range(-1.0_f32..1.0).max(0.0)).collect();
    let mut plain = network.parameters().to_vec();
    assert_eq!(plain.len(), ends[2]);
    let first = &mut plain[..ends[0]];
    let rectified = |units: Vec<f32>| units.into_iter().map(|unit| unit.max(0.0)).collect::<Vec<f32>>();
    let one = rectified(plain_layer(first, [600, 5], &input, None));
    let two = rectified(plain_layer(&mut plain[ends[0]..ends[1]], [5, 300], &one, None));
    let out = plain_layer(&mut plain[ends[1]..], [300, 2], &two, None);
    let mut units = vec![0.0; 307];
    network.activate(&input, &mut units);
    let mut outputs = [0.0; 2];
    network.outputs(&input, 0..2, &mut outputs);
    let near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-4;
    let expected = [&one[..], &two, &out].concat();
    assert!(units.iter().zip(&expected).all(near) && outputs.iter().zip(&out).all(near));
    let steps = [0.5, -0.25];
    let back = plain_layer(&mut plain[ends[1]..], [300, 2], &two, Some(&steps));
    let back = plain_layer(&mut plain[ends[0]..ends[1]], [5, 300], &one, Some(&back));
    plain_layer(&mut plain[..ends[0]], [600, 5], &input, Some(&back));
    let before = network.parameters().to_vec();
    network.descend(&input, &units, &steps);
    assert!(network.parameters().iter().zip(&plain).all(near));
    let moved = before.iter().zip(&plain).filter(|(before, after)| before != after);
    assert!(moved.count() > 500);
}

#[test]
fn bytes_come_back_and_damage_is_named() {
    let network = Network::new(&[3, 8, 2], 3);
    let bytes = network.to_bytes();
    assert_eq!(Network::from_bytes(&bytes), Ok(network));
    for length in 0..bytes.len() {
        let found = Network::from_bytes(&bytes[..length]);
        let expected = if length < 8 { BadNetwork::Mark } else { BadNetwork::Length };
        assert_eq!(found, Err(expected), "{length}");
    }
    let mut more = bytes.clone();
    more.extend([0; 4]);
    assert_eq!(Network::from_bytes(&more), Err(BadNetwork::Length));
    let mut infinite = bytes.clone();
    let end = infinite.len();
    infinite[end - 4..].copy_from_slice(&f32::INFINITY.to_le_bytes());
    assert_eq!(Network::from_bytes(&infinite), Err(BadNetwork::NotFinite));
    let mut huge = bytes;
    huge[12..16].fill(0xff);
    assert_eq!(Network::from_bytes(&huge), Err(BadNetwork::Length));
}
