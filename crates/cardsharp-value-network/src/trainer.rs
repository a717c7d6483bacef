//! The steps of learning.

use std::sync::atomic::{AtomicBool, Ordering};

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayViewMut1, ArrayViewMut2, Axis, Zip};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::examples::{Examples, ExamplesView};
use crate::network::{Layer, Network};

/// The decay of the mean of gradients, and that of the mean of their squares: the values of Adam's
/// authors.
const DECAYS: [f32; 2] = [0.9, 0.999];
/// The steps in which the learning rate rises: the first means of gradients are those of few examples.
const RISE: f32 = 100.0;
/// The examples of a batch that one thread takes at a time.
const PART: usize = 64;
/// Keeps a step finite where no gradient was seen.
const SMALLEST: f32 = 1e-8;

/// The extent of a call of [`Trainer::fit`].
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// The number of steps.
    pub steps: u64,
    /// The number of examples of a step, drawn with replacement.
    pub batch: usize,
    /// The largest learning rate. It rises to it in the first 100 steps, and falls to 0 in half a
    /// cosine.
    pub rate: f32,
    /// The seed of the draws.
    pub seed: u64,
}

/// A network that learns.
#[derive(Clone, Debug)]
pub struct Trainer {
    network: Network,
    /// The means of gradients and of their squares, for each parameter.
    moments: [Vec<f32>; 2],
    /// The steps done.
    steps: i32,
}

impl Trainer {
    /// A network before its first step.
    pub fn new(network: Network) -> Trainer {
        Trainer {
            moments: [(); 2].map(|()| vec![0.0; network.parameters.len()]),
            network,
            steps: 0,
        }
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The network, which learns no more.
    pub fn into_network(self) -> Network {
        self.network
    }

    /// Does the steps of `fit` on examples drawn at random. Does nothing without examples.
    ///
    /// # Panics
    ///
    /// If the examples have another size than the network.
    pub fn fit(&mut self, examples: &Examples, fit: Fit) {
        self.fit_unless(examples, fit, &AtomicBool::new(false));
    }

    /// Does the same as [`Trainer::fit`], and stops between two steps once `interrupt` is set. Returns
    /// true if all steps were done.
    ///
    /// # Panics
    ///
    /// If the examples have another size than the network.
    pub fn fit_unless(&mut self, examples: &Examples, fit: Fit, interrupt: &AtomicBool) -> bool {
        if examples.is_empty() {
            return true;
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(fit.seed);
        for step in 0..fit.steps {
            if interrupt.load(Ordering::Relaxed) {
                return false;
            }
            let drawn = (0..fit.batch).map(|_| rng.random_range(0..examples.len()));
            let batch = examples.select(&drawn.collect::<Vec<_>>());
            let done = step as f32 / fit.steps as f32;
            let risen = ((step + 1) as f32 / RISE).min(1.0);
            let rate = fit.rate * risen * 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
            self.step(&batch, rate);
        }
        true
    }

    /// One step of Adam along the gradient of the batch.
    fn step(&mut self, batch: &Examples, rate: f32) {
        self.steps += 1;
        let gradients = gradients(&self.network, batch);
        let corrections = DECAYS.map(|decay| 1.0 - decay.powi(self.steps));
        let [means, squares] = &mut self.moments;
        let moments = means.iter_mut().zip(squares);
        let parameters = self.network.parameters.iter_mut().zip(&gradients);
        for ((parameter, &gradient), (mean, square)) in parameters.zip(moments) {
            *mean += (1.0 - DECAYS[0]) * (gradient - *mean);
            *square += (1.0 - DECAYS[1]) * (gradient * gradient - *square);
            let step = (*mean / corrections[0]) / ((*square / corrections[1]).sqrt() + SMALLEST);
            *parameter -= rate * step;
        }
    }
}

/// The gradient of half the weighted squared error of a mean example by each parameter. Parts of the batch
/// are added in their order, so that the number of threads changes no sum.
fn gradients(network: &Network, batch: &Examples) -> Vec<f32> {
    let scale = 1.0 / batch.len() as f32;
    let parts: Vec<usize> = (0..batch.len()).step_by(PART).collect();
    let parts = parts.into_par_iter().map(|first| {
        let rows = first..batch.len().min(first + PART);
        part_gradients(network, &batch.slice(rows), scale)
    });
    let parts = parts.collect::<Vec<_>>().into_iter();
    let sum = parts.reduce(|mut sum, part| {
        sum.iter_mut().zip(part).for_each(|(sum, more)| *sum += more);
        sum
    });
    sum.unwrap_or_default()
}

/// `scale` times the gradient of half the weighted squared error of these examples together.
fn part_gradients(network: &Network, part: &ExamplesView<'_>, scale: f32) -> Vec<f32> {
    let mut units = network.activations(part.inputs);
    let found = units.pop().unwrap_or_default();
    let mut errors = (found - part.targets) * part.weights * scale;
    let mut gradients = vec![0.0; network.parameters.len()];
    let mut rest = gradients.as_mut_slice();
    let layers: Vec<Layer<'_>> = network.layers().collect();
    for (layer, units) in layers.into_iter().zip(&units).rev() {
        let weights = layer.weights();
        let bias;
        (rest, bias) = rest.split_at_mut(rest.len() - weights.ncols());
        ArrayViewMut1::from(bias).assign(&errors.sum_axis(Axis(0)));
        let of_weights;
        (rest, of_weights) = rest.split_at_mut(rest.len() - weights.len());
        let of_weights = ArrayViewMut2::from_shape(weights.dim(), of_weights);
        general_mat_mul(
            1.0,
            &units.t(),
            &errors,
            0.0,
            &mut of_weights.unwrap_or_else(|_| unreachable!()),
        );
        errors = errors.dot(&weights.t());
        Zip::from(&mut errors)
            .and(units)
            .for_each(|error, &unit| *error *= f32::from(u8::from(unit > 0.0)));
    }
    gradients
}

#[cfg(test)]
mod tests {
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
}
