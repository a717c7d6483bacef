use super::*;

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

fn half_of_squares(network: &Network, examples: &Examples) -> f64 {
    let total: f64 = examples.weights.iter().map(|&weight| f64::from(weight)).sum();
    network.error(examples).powi(2) * total / (2.0 * examples.len() as f64)
}

/// Central differences of the error.
#[test]
fn gradients_are_those_of_the_error() {
    let examples = examples(20);
    let network = Network::new(&[3, 8, 5, 2], 3);
    let gradients = gradients(&network, &examples);
    let step = 1e-2;
    for (index, gradient) in gradients.into_iter().enumerate() {
        let ends = [step, -step].map(|step| {
            let mut moved = network.clone();
            moved.parameters[index] += step;
            half_of_squares(&moved, &examples)
        });
        let slope = (ends[0] - ends[1]) / f64::from(2.0 * step);
        let off = (slope - f64::from(gradient)).abs();
        assert!(off < 3e-3, "{slope} {gradient}");
    }
}

#[test]
fn the_parts_of_a_batch_are_added() {
    let examples = examples(2 * PART + 20);
    let network = Network::new(&[3, 8, 5, 2], 3);
    let rows = 0..examples.len();
    let scale = 1.0 / examples.len() as f32;
    let whole = part_gradients(&network, &examples.slice(rows), scale);
    let close = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-6;
    let found = gradients(&network, &examples);
    assert_eq!(found.len(), whole.len());
    assert!(found.iter().zip(&whole).all(close));
}

#[test]
fn one_input_gives_what_many_rows_give() {
    let examples = examples(50);
    let network = Network::new(&[3, 8, 5, 2], 3);
    let all = network.activations(examples.inputs.view()).pop().unwrap();
    for (input, row) in examples.inputs.rows().into_iter().zip(all.rows()) {
        let mut out = [0.0; 2];
        network.outputs(input.to_slice().unwrap(), 0..2, &mut out);
        let mut second = [0.0];
        network.outputs(input.to_slice().unwrap(), 1..2, &mut second);
        assert!((out[0] - row[0]).abs() < 1e-5 && (out[1] - row[1]).abs() < 1e-5);
        assert_eq!(second[0], out[1]);
    }
}
