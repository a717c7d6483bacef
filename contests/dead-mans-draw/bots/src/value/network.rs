//! A small feed-forward network: two hidden layers of rectified linear units, and one probability as output.

use cardsharp_value_network as value_network;
use rand::Rng;

use super::features::FEATURES;

/// The number of units of the first hidden layer.
const FIRST: usize = 64;
/// The number of units of the second hidden layer.
const SECOND: usize = 32;

const FIRST_BIAS: usize = FEATURES * FIRST;
const SECOND_WEIGHTS: usize = FIRST_BIAS + FIRST;
const SECOND_BIAS: usize = SECOND_WEIGHTS + FIRST * SECOND;
const LAST_WEIGHTS: usize = SECOND_BIAS + SECOND;
const LAST_BIAS: usize = LAST_WEIGHTS + SECOND;

/// The number of all weights.
pub const WEIGHTS: usize = LAST_BIAS + 1;

/// The network. The weights are one array: for each layer first the weights, input by input, and then the biases.
#[derive(Clone, Debug, PartialEq)]
pub struct Network(value_network::Network);

/// The outputs of the layers, which learning needs again.
#[derive(Clone, Debug)]
pub struct Layers {
    units: [f32; FIRST + SECOND + 1],
    /// The output of the network.
    pub probability: f32,
}

impl Network {
    /// Random weights after He et al. (2015): normally distributed, with a smaller deviation for more inputs.
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
        Network::of(weights).unwrap_or_else(|| unreachable!())
    }

    /// A network without knowledge, whose output is always one half.
    pub fn zero() -> Network {
        Network::of(vec![0.0; WEIGHTS]).unwrap_or_else(|| unreachable!())
    }

    /// The network with these weights; none unless there are [`WEIGHTS`] of them and all are finite.
    pub fn of(weights: Vec<f32>) -> Option<Network> {
        let network = value_network::Network::from_parameters(&[FEATURES, FIRST, SECOND, 1], weights);
        network.ok().map(Network)
    }

    /// The weights.
    pub fn weights(&self) -> &[f32] {
        self.0.parameters()
    }

    /// The network's output for `inputs`: a probability.
    pub fn probability(&self, inputs: &[f32; FEATURES]) -> f32 {
        self.layers(inputs).probability
    }

    /// As [`Network::probability`], with the outputs of the layers.
    pub fn layers(&self, inputs: &[f32; FEATURES]) -> Layers {
        let mut units = [0.0; FIRST + SECOND + 1];
        self.0.activate(inputs, &mut units);
        let probability = 1.0 / (1.0 + (-units[FIRST + SECOND]).exp());
        Layers { units, probability }
    }

    /// One step of gradient descent on the cross entropy between the output in `layers` for `inputs` and `target`.
    pub fn learn(&mut self, inputs: &[f32; FEATURES], layers: &Layers, target: f32, rate: f32) {
        let step = rate * (target - layers.probability);
        self.0.descend(inputs, &layers.units, &[step]);
    }
}

#[cfg(test)]
#[path = "../../tests/unit/value/network.rs"]
mod tests;
