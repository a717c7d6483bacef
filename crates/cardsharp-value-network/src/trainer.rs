//! The steps of learning.

use std::sync::atomic::{AtomicBool, Ordering};

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayViewMut1, ArrayViewMut2, Axis, Zip};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::examples::{Examples, ExamplesView};
use crate::network::{Layer, Network};

/// The decay of the mean of gradients, and that of the mean of their squares: the values of Adam's authors.
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
    /// The largest learning rate. It rises to it in the first 100 steps, and falls to 0 in half a cosine.
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
        Trainer { moments: [(); 2].map(|()| vec![0.0; network.parameters.len()]), network, steps: 0 }
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
        general_mat_mul(1.0, &units.t(), &errors, 0.0, &mut of_weights.unwrap_or_else(|_| unreachable!()));
        errors = errors.dot(&weights.t());
        Zip::from(&mut errors).and(units).for_each(|error, &unit| *error *= f32::from(u8::from(unit > 0.0)));
    }
    gradients
}

#[cfg(test)]
#[path = "../tests/unit/trainer.rs"]
mod tests;
