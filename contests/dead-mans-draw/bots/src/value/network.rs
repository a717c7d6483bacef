//! A small feed-forward network: two hidden layers of rectified linear units, and one probability
//! as output.
//!
//! The network takes some ten thousand multiplications, and a search evaluates it millions of
//! times. It is therefore written as plain loops over fixed sizes, which the compiler turns into
//! vector code. A deep-learning library would take longer for the call than for the sums.

use rand::Rng;

use super::features::FEATURES;

/// The number of units of the first hidden layer.
pub const FIRST: usize = 64;
/// The number of units of the second hidden layer.
pub const SECOND: usize = 32;

const FIRST_BIAS: usize = FEATURES * FIRST;
const SECOND_WEIGHTS: usize = FIRST_BIAS + FIRST;
const SECOND_BIAS: usize = SECOND_WEIGHTS + FIRST * SECOND;
const LAST_WEIGHTS: usize = SECOND_BIAS + SECOND;
const LAST_BIAS: usize = LAST_WEIGHTS + SECOND;

/// The number of all weights.
pub const WEIGHTS: usize = LAST_BIAS + 1;

/// The network. The weights are one array: for each layer first the weights, input by input, and
/// then the biases.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    weights: Vec<f32>,
}

/// The outputs of the layers, which learning needs again.
#[derive(Clone, Debug)]
pub struct Layers {
    first: [f32; FIRST],
    second: [f32; SECOND],
    /// The output of the network.
    pub probability: f32,
}

impl Network {
    /// Random weights after He et al. (2015): normally distributed, with a smaller deviation for
    /// more inputs.
    pub fn random(rng: &mut impl Rng) -> Network {
        let mut weights = vec![0.0; WEIGHTS];
        let mut fill = |range: std::ops::Range<usize>, inputs: usize| {
            let deviation = (2.0 / inputs as f32).sqrt();
            for weight in &mut weights[range] {
                // The sum of twelve uniform numbers is close enough to a normal distribution here.
                let sum: f32 = (0..12).map(|_| rng.random::<f32>()).sum();
                *weight = deviation * (sum - 6.0);
            }
        };
        fill(0..FIRST_BIAS, FEATURES);
        fill(SECOND_WEIGHTS..SECOND_BIAS, FIRST);
        fill(LAST_WEIGHTS..LAST_BIAS, 4 * SECOND);
        Network { weights }
    }

    /// A network without knowledge, whose output is always one half.
    pub fn zero() -> Network {
        Network {
            weights: vec![0.0; WEIGHTS],
        }
    }

    /// The network with these weights; none unless there are [`WEIGHTS`] of them and all are
    /// finite.
    pub fn of(weights: Vec<f32>) -> Option<Network> {
        let sound = weights.len() == WEIGHTS && weights.iter().all(|weight| weight.is_finite());
        sound.then_some(Network { weights })
    }

    /// The weights.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The network's output for `inputs`: a probability.
    pub fn probability(&self, inputs: &[f32; FEATURES]) -> f32 {
        self.layers(inputs).probability
    }

    /// As [`Network::probability`], with the outputs of the layers.
    pub fn layers(&self, inputs: &[f32; FEATURES]) -> Layers {
        let mut first = [0.0; FIRST];
        first.copy_from_slice(&self.weights[FIRST_BIAS..SECOND_WEIGHTS]);
        let (rows, _) = self.weights[..FIRST_BIAS].as_chunks::<FIRST>();
        for (&input, row) in inputs.iter().zip(rows) {
            // About half of the features of a position are usually zero.
            if input != 0.0 {
                add(&mut first, input, row);
            }
        }
        first.iter_mut().for_each(|sum| *sum = sum.max(0.0));
        let mut second = [0.0; SECOND];
        second.copy_from_slice(&self.weights[SECOND_BIAS..LAST_WEIGHTS]);
        let (rows, _) = self.weights[SECOND_WEIGHTS..SECOND_BIAS].as_chunks::<SECOND>();
        for (&input, row) in first.iter().zip(rows) {
            if input != 0.0 {
                add(&mut second, input, row);
            }
        }
        second.iter_mut().for_each(|sum| *sum = sum.max(0.0));
        let last = &self.weights[LAST_WEIGHTS..LAST_BIAS];
        let products = second.iter().zip(last).map(|(sum, weight)| sum * weight);
        let sum = products.sum::<f32>() + self.weights[LAST_BIAS];
        Layers {
            first,
            second,
            probability: 1.0 / (1.0 + (-sum).exp()),
        }
    }

    /// One step of gradient descent on the cross entropy between the output in `layers` for
    /// `inputs` and `target`.
    pub fn learn(&mut self, inputs: &[f32; FEATURES], layers: &Layers, target: f32, rate: f32) {
        let step = rate * (target - layers.probability);
        let mut back = [0.0; SECOND];
        let last = &mut self.weights[LAST_WEIGHTS..];
        for (index, (back, &sum)) in back.iter_mut().zip(&layers.second).enumerate() {
            if sum > 0.0 {
                *back = step * last[index];
                last[index] += step * sum;
            }
        }
        last[SECOND] += step;
        let mut first_back = [0.0; FIRST];
        let (rows, _) = self.weights[SECOND_WEIGHTS..SECOND_BIAS].as_chunks_mut::<SECOND>();
        for ((&sum, row), first_back) in layers.first.iter().zip(rows).zip(&mut first_back) {
            if sum > 0.0 {
                let products = row.iter().zip(&back).map(|(weight, back)| weight * back);
                *first_back = products.sum();
                add(row, sum, &back);
            }
        }
        let biases = &mut self.weights[SECOND_BIAS..LAST_WEIGHTS];
        biases.iter_mut().zip(&back).for_each(|(bias, back)| *bias += back);
        let (rows, _) = self.weights[..FIRST_BIAS].as_chunks_mut::<FIRST>();
        for (&input, row) in inputs.iter().zip(rows) {
            if input != 0.0 {
                add(row, input, &first_back);
            }
        }
        let biases = &mut self.weights[FIRST_BIAS..SECOND_WEIGHTS];
        biases
            .iter_mut()
            .zip(&first_back)
            .for_each(|(bias, back)| *bias += back);
    }
}

#[inline(always)]
fn add<const N: usize>(sums: &mut [f32; N], times: f32, row: &[f32; N]) {
    for (sum, &one) in sums.iter_mut().zip(row) {
        *sum += times * one;
    }
}

#[cfg(test)]
mod tests {
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
                let mut other = network.clone();
                other.weights[weight] += by;
                cross_entropy(&other, &seen, target)
            };
            let gradient = (moved(1e-2) - moved(-1e-2)) / 2e-2;
            let step = stepped.weights[weight] - network.weights[weight];
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
}
