//! A fully connected network with rectified linear units.

use std::ops::Range;

use ndarray::{Array1, Array2, ArrayView2, Axis};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

use crate::examples::Examples;

/// The first bytes of a network.
const MARK: &[u8; 8] = b"network1";

/// A layer: its inputs times `weights`, plus `bias`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layer {
    /// A row for each input, a column for each output.
    pub(crate) weights: Array2<f32>,
    pub(crate) bias: Array1<f32>,
}

/// A network. All layers but the last end with rectified linear units.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    pub(crate) layers: Vec<Layer>,
}

/// A reason why bytes are no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadNetwork {
    /// The bytes begin with something else.
    #[error("these bytes are no network")]
    Mark,
    /// The bytes end too soon or too late for the sizes of the layers.
    #[error("the network is cut, or has bytes too many")]
    Length,
    /// A weight is infinite or no number.
    #[error("a weight of the network is not a finite number")]
    NotFinite,
}

impl Network {
    /// A network with random weights. `sizes` are the number of inputs, the number of units of each
    /// hidden layer, and the number of outputs. The weights are uniform with the variance of K. He,
    /// X. Zhang, S. Ren, J. Sun, "Delving deep into rectifiers", ICCV 2015.
    ///
    /// # Panics
    ///
    /// If there are fewer than two sizes, or one is 0.
    pub fn new(sizes: &[usize], seed: u64) -> Network {
        assert!(
            sizes.len() >= 2 && !sizes.contains(&0),
            "a network needs inputs and outputs"
        );
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let layers = sizes.windows(2).map(|pair| {
            let bound = (6.0 / pair[0] as f32).sqrt();
            Layer {
                weights: Array2::from_shape_simple_fn((pair[0], pair[1]), || rng.random_range(-bound..bound)),
                bias: Array1::zeros(pair[1]),
            }
        });
        Network {
            layers: layers.collect(),
        }
    }

    /// The number of inputs, of the units of each hidden layer, and of outputs.
    pub fn sizes(&self) -> Vec<usize> {
        let first = self.layers[0].weights.nrows();
        let others = self.layers.iter().map(|layer| layer.bias.len());
        std::iter::once(first).chain(others).collect()
    }

    /// Writes some of the outputs for one input. Inputs that are 0 cost nothing.
    ///
    /// # Panics
    ///
    /// If a length is not that of the network.
    pub fn outputs(&self, input: &[f32], which: Range<usize>, out: &mut [f32]) {
        assert_eq!(input.len(), self.layers[0].weights.nrows(), "inputs");
        assert_eq!(out.len(), which.len(), "outputs");
        let mut units = input.to_vec();
        let mut next = Vec::new();
        let (last, hidden) = self.layers.split_last().unwrap_or_else(|| unreachable!());
        for layer in hidden {
            next.clear();
            next.extend(layer.bias.iter());
            layer.add_products(&units, 0..next.len(), &mut next);
            next.iter_mut().for_each(|unit| *unit = unit.max(0.0));
            std::mem::swap(&mut units, &mut next);
        }
        for (out, bias) in out.iter_mut().zip(last.bias.iter().skip(which.start)) {
            *out = *bias;
        }
        last.add_products(&units, which, out);
    }

    /// The units of every layer, the inputs first, for one input in each row.
    pub(crate) fn activations(&self, inputs: ArrayView2<'_, f32>) -> Vec<Array2<f32>> {
        let mut units = vec![inputs.to_owned()];
        for (number, layer) in self.layers.iter().enumerate() {
            let mut next = units[number].dot(&layer.weights) + &layer.bias;
            if number + 1 < self.layers.len() {
                next.mapv_inplace(|unit| unit.max(0.0));
            }
            units.push(next);
        }
        units
    }

    /// The root of the weighted mean of the squared errors.
    pub fn error(&self, examples: &Examples) -> f64 {
        let (mut errors, mut weights) = (0.0, 0.0);
        let numbers: Vec<usize> = (0..examples.len()).collect();
        for numbers in numbers.chunks(512) {
            let some = examples.select(numbers);
            let found = self.activations(some.inputs.view()).pop();
            let found = found.iter().flatten();
            for ((found, target), weight) in found.zip(&some.targets).zip(&some.weights) {
                errors += f64::from(weight * (found - target).powi(2));
                weights += f64::from(*weight);
            }
        }
        (errors / weights).sqrt()
    }

    /// The network as bytes, lowest byte first: a mark, the number of sizes and the sizes as 32 bits
    /// each, and then the weights and biases of each layer as `f32`.
    pub fn to_bytes(&self) -> Vec<u8> {
        let sizes = self.sizes();
        let mut bytes = MARK.to_vec();
        let header = std::iter::once(sizes.len()).chain(sizes);
        bytes.extend(header.flat_map(|number| (number as u32).to_le_bytes()));
        for layer in &self.layers {
            let numbers = layer.weights.iter().chain(&layer.bias);
            bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        }
        bytes
    }

    /// Reads what [`Network::to_bytes`] wrote.
    ///
    /// # Errors
    ///
    /// [`BadNetwork`], without taking more memory than `bytes` has.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, BadNetwork> {
        let bytes = bytes.strip_prefix(MARK).ok_or(BadNetwork::Mark)?;
        let (words, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() {
            return Err(BadNetwork::Length);
        }
        let (count, words) = words.split_first().ok_or(BadNetwork::Length)?;
        let count = u32::from_le_bytes(*count) as usize;
        let (sizes, numbers) = words.split_at_checked(count).ok_or(BadNetwork::Length)?;
        let sizes: Vec<usize> = sizes.iter().map(|size| u32::from_le_bytes(*size) as usize).collect();
        if sizes.len() < 2 || sizes.contains(&0) {
            return Err(BadNetwork::Length);
        }
        let mut numbers: Vec<f32> = numbers.iter().map(|word| f32::from_le_bytes(*word)).collect();
        let mut layers = Vec::new();
        for pair in sizes.windows(2) {
            let weights = pair[0].checked_mul(pair[1]).ok_or(BadNetwork::Length)?;
            let needed = weights.checked_add(pair[1]).ok_or(BadNetwork::Length)?;
            if numbers.len() < needed {
                return Err(BadNetwork::Length);
            }
            let later = numbers.split_off(needed);
            let bias = Array1::from(numbers.split_off(weights));
            let weights = Array2::from_shape_vec((pair[0], pair[1]), numbers);
            let weights = weights.map_err(|_| BadNetwork::Length)?;
            layers.push(Layer { weights, bias });
            numbers = later;
        }
        if !numbers.is_empty() {
            return Err(BadNetwork::Length);
        }
        let network = Network { layers };
        if network.is_finite() {
            Ok(network)
        } else {
            Err(BadNetwork::NotFinite)
        }
    }

    fn is_finite(&self) -> bool {
        let all = self.layers.iter();
        all.flat_map(|layer| layer.weights.iter().chain(&layer.bias))
            .all(|number| number.is_finite())
    }
}

impl Layer {
    /// Adds the products of the inputs and of the columns `which` of the weights.
    fn add_products(&self, units: &[f32], which: Range<usize>, out: &mut [f32]) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the feature.
            #[allow(unsafe_code)]
            unsafe {
                self.add_products_avx2(units, which, out);
            }
            return;
        }
        self.add_products_in_steps(units, which, out);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn add_products_avx2(&self, units: &[f32], which: Range<usize>, out: &mut [f32]) {
        self.add_products_in_steps(units, which, out);
    }

    /// Takes several inputs that are not 0 at once, so that `out` is read and written less often.
    #[inline(always)]
    fn add_products_in_steps(&self, units: &[f32], which: Range<usize>, out: &mut [f32]) {
        let rows = units.iter().zip(self.weights.axis_iter(Axis(0)));
        let mut live = rows.filter(|(unit, _)| **unit != 0.0).map(|(unit, row)| {
            let row = row.to_slice().unwrap_or_default();
            (*unit, &row[which.clone()])
        });
        loop {
            let mut units = [0.0; STEP];
            let mut rows: [&[f32]; STEP] = [&[]; STEP];
            let mut count = 0;
            for ((unit, row), live) in units.iter_mut().zip(&mut rows).zip(live.by_ref()) {
                (*unit, *row) = live;
                count += 1;
            }
            if count < STEP {
                for (unit, row) in units.iter().zip(rows).take(count) {
                    add_rows([*unit], [row], out);
                }
                return;
            }
            add_rows(units, rows, out);
        }
    }
}

/// The number of inputs that are taken at once.
const STEP: usize = 8;

#[inline(always)]
fn add_rows<const COUNT: usize>(units: [f32; COUNT], rows: [&[f32]; COUNT], out: &mut [f32]) {
    let count = out.len();
    let rows = rows.map(|row| &row[..count]);
    for (index, out) in out.iter_mut().enumerate() {
        let mut sum = *out;
        for (unit, row) in units.iter().zip(&rows) {
            sum += unit * row[index];
        }
        *out = sum;
    }
}
