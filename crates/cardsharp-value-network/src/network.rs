//! A fully connected network with rectified linear units.

use std::ops::Range;

use ndarray::{Array2, ArrayView1, ArrayView2};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

use crate::examples::Examples;

/// The first bytes of a network.
const MARK: &[u8; 8] = b"network1";

/// Calls a function that is always inlined, in a copy for AVX2 where the processor has it.
macro_rules! compiled_for_avx2 {
    ($function:path, $($argument:ident: $kind:ty),*) => {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            #[target_feature(enable = "avx2")]
            fn compiled($($argument: $kind),*) {
                $function($($argument),*);
            }
            // SAFETY: the processor has the feature.
            #[allow(unsafe_code)]
            unsafe {
                compiled($($argument),*);
            }
            return;
        }
        $function($($argument),*);
    };
}

/// A network. All layers but the last end with rectified linear units.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    sizes: Vec<usize>,
    pub(crate) parameters: Vec<f32>,
}

/// A layer: its inputs times `weights`, plus `bias`.
#[derive(Clone, Copy)]
pub(crate) struct Layer<'n> {
    /// A row for each input, with a number for each output.
    weights: &'n [f32],
    bias: &'n [f32],
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
        assert!(sizes.len() >= 2 && !sizes.contains(&0), "a network needs inputs and outputs");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut parameters = Vec::new();
        for pair in sizes.windows(2) {
            let bound = (6.0 / pair[0] as f32).sqrt();
            parameters.extend((0..pair[0] * pair[1]).map(|_| rng.random_range(-bound..bound)));
            parameters.resize(parameters.len() + pair[1], 0.0);
        }
        Network { sizes: sizes.to_vec(), parameters }
    }

    /// The network with these weights and biases, in the order of [`Network::parameters`].
    ///
    /// # Errors
    ///
    /// [`BadNetwork::Length`] and [`BadNetwork::NotFinite`].
    pub fn from_parameters(sizes: &[usize], parameters: Vec<f32>) -> Result<Network, BadNetwork> {
        let of_layer = |pair: &[usize]| pair[0].checked_add(1)?.checked_mul(pair[1]);
        let mut layers = sizes.windows(2).map(of_layer);
        let needed = layers.try_fold(0_usize, |sum, layer| sum.checked_add(layer?));
        if sizes.len() < 2 || sizes.contains(&0) || needed != Some(parameters.len()) {
            return Err(BadNetwork::Length);
        }
        if !parameters.iter().all(|number| number.is_finite()) {
            return Err(BadNetwork::NotFinite);
        }
        let sizes = sizes.to_vec();
        Ok(Network { sizes, parameters })
    }

    /// The number of inputs, of the units of each hidden layer, and of outputs.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// For each layer the weights, input by input, and then the biases.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    pub(crate) fn layers(&self) -> impl Iterator<Item = Layer<'_>> {
        let mut rest = self.parameters.as_slice();
        self.sizes.windows(2).map(move |pair| {
            let (weights, others) = rest.split_at(pair[0] * pair[1]);
            let (bias, others) = others.split_at(pair[1]);
            rest = others;
            Layer { weights, bias }
        })
    }

    /// Writes some of the outputs for one input. Inputs that are 0 cost nothing.
    ///
    /// # Panics
    ///
    /// If a length is not that of the network.
    pub fn outputs(&self, input: &[f32], which: Range<usize>, out: &mut [f32]) {
        assert_eq!(input.len(), self.sizes[0], "inputs");
        assert_eq!(out.len(), which.len(), "outputs");
        let mut hidden = vec![0.0; self.sizes[1..self.sizes.len() - 1].iter().sum()];
        let (last, below) = self.activate_hidden(input, &mut hidden);
        out.copy_from_slice(&last.bias[which.clone()]);
        last.add_products(below, which, out);
    }

    /// Writes the units of every layer after the inputs, layer by layer, for one input. The biases of the outputs are
    /// added last.
    ///
    /// # Panics
    ///
    /// If a length is not that of the network.
    pub fn activate(&self, input: &[f32], units: &mut [f32]) {
        assert_eq!(input.len(), self.sizes[0], "inputs");
        assert_eq!(units.len(), self.sizes[1..].iter().sum::<usize>(), "units");
        let (hidden, outputs) = units.split_at_mut(units.len() - self.sizes[self.sizes.len() - 1]);
        let (last, below) = self.activate_hidden(input, hidden);
        if let [output] = outputs {
            [*output] = products([below], last.weights);
        } else {
            outputs.fill(0.0);
            last.add_products(below, 0..outputs.len(), outputs);
        }
        add_rows([(1.0, last.bias)], outputs);
    }

    /// Writes the units of the hidden layers. Returns the last layer and its inputs.
    fn activate_hidden<'u>(&self, input: &'u [f32], units: &'u mut [f32]) -> (Layer<'_>, &'u [f32]) {
        let (mut below, mut rest) = (input, units);
        let mut layers = self.layers();
        for layer in layers.by_ref().take(self.sizes.len() - 2) {
            let (units, later) = rest.split_at_mut(layer.bias.len());
            units.copy_from_slice(layer.bias);
            layer.add_products(below, 0..units.len(), units);
            units.iter_mut().for_each(|unit| *unit = unit.max(0.0));
            (below, rest) = (units, later);
        }
        (layers.next().unwrap_or_else(|| unreachable!()), below)
    }

    /// One step of gradient descent by one example: `units` are those of [`Network::activate`] for `input`, and `steps`
    /// the change that is wanted of each output.
    ///
    /// # Panics
    ///
    /// If a length is not that of the network.
    pub fn descend(&mut self, input: &[f32], units: &[f32], steps: &[f32]) {
        let (mut parameters, mut units) = (self.parameters.as_mut_slice(), units);
        let mut steps = steps.to_vec();
        for (number, pair) in self.sizes.windows(2).enumerate().rev() {
            units = &units[..units.len() - pair[1]];
            let below = if number == 0 { input } else { &units[units.len() - pair[0]..] };
            let (others, bias) = parameters.split_at_mut(parameters.len() - pair[1]);
            add_rows([(1.0, &steps)], bias);
            let (others, weights) = others.split_at_mut(others.len() - pair[0] * pair[1]);
            parameters = others;
            let mut steps_below = vec![0.0; if number > 0 { pair[0] } else { 0 }];
            pass_back(below, &steps, weights, &mut steps_below);
            steps = steps_below;
        }
    }

    /// The units of every layer, the inputs first, for one input in each row.
    pub(crate) fn activations(&self, inputs: ArrayView2<'_, f32>) -> Vec<Array2<f32>> {
        let mut units = vec![inputs.to_owned()];
        for (number, layer) in self.layers().enumerate() {
            let mut next = units[number].dot(&layer.weights()) + ArrayView1::from(layer.bias);
            if number + 2 < self.sizes.len() {
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
        let mut bytes = MARK.to_vec();
        let header = std::iter::once(self.sizes.len()).chain(self.sizes.iter().copied());
        bytes.extend(header.flat_map(|number| (number as u32).to_le_bytes()));
        bytes.extend(self.parameters.iter().flat_map(|number| number.to_le_bytes()));
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
        let numbers = numbers.iter().map(|word| f32::from_le_bytes(*word));
        Network::from_parameters(&sizes, numbers.collect())
    }
}

impl<'n> Layer<'n> {
    /// The weights, with a row for each input.
    pub(crate) fn weights(self) -> ArrayView2<'n, f32> {
        let shape = (self.weights.len() / self.bias.len(), self.bias.len());
        let rows = ArrayView2::from_shape(shape, self.weights);
        rows.unwrap_or_else(|_| unreachable!())
    }

    /// Adds the products of the inputs and of the columns `which` of the weights.
    fn add_products(self, units: &[f32], which: Range<usize>, out: &mut [f32]) {
        let layer = self;
        compiled_for_avx2!(Layer::add_products_in_steps, layer: Layer<'_>, units: &[f32], which: Range<usize>, out: &mut [f32]);
    }

    /// Takes several inputs that are not 0 at once, so that `out` is read and written less often.
    #[inline(always)]
    fn add_products_in_steps(self, units: &[f32], which: Range<usize>, out: &mut [f32]) {
        let columns = self.bias.len();
        let parts = units.chunks(PART).zip(self.weights.chunks(PART * columns));
        for (units, rows) in parts {
            let row = |number: u8| {
                let number = usize::from(number);
                (units[number], &rows[number * columns..][which.clone()])
            };
            let mut room = [0; PART];
            let (steps, rest) = live(units, &mut room).as_chunks::<STEP>();
            steps.iter().for_each(|step| add_rows(step.map(row), out));
            rest.iter().for_each(|&number| add_rows([row(number)], out));
        }
    }
}

/// The number of inputs that are sifted at once.
const PART: usize = 256;
/// The number of inputs that are taken at once.
const STEP: usize = 8;

/// Adds the products of some numbers and rows.
#[inline(always)]
fn add_rows<const COUNT: usize>(rows: [(f32, &[f32]); COUNT], out: &mut [f32]) {
    let count = out.len();
    let rows = rows.map(|(unit, row)| (unit, &row[..count]));
    for (index, out) in out.iter_mut().enumerate() {
        let mut sum = *out;
        for (unit, row) in &rows {
            sum += unit * row[index];
        }
        *out = sum;
    }
}

/// Writes the steps of the inputs that are not 0, unless there is no room for them, and adds the product of `steps` and
/// of each of these inputs to the input's row.
fn pass_back(units: &[f32], steps: &[f32], rows: &mut [f32], steps_below: &mut [f32]) {
    compiled_for_avx2!(pass_back_in_steps, units: &[f32], steps: &[f32], rows: &mut [f32], steps_below: &mut [f32]);
}

#[inline(always)]
fn pass_back_in_steps(units: &[f32], steps: &[f32], rows: &mut [f32], steps_below: &mut [f32]) {
    let columns = steps.len();
    let mut parts_below = steps_below.chunks_mut(PART);
    for (units, rows) in units.chunks(PART).zip(rows.chunks_mut(PART * columns)) {
        let mut room = [0; PART];
        let live = live(units, &mut room);
        if let Some(below) = parts_below.next() {
            let row = |number: u8| &rows[usize::from(number) * columns..][..columns];
            for numbers in live.chunks(STEP) {
                let mut padded = [0; STEP];
                padded[..numbers.len()].copy_from_slice(numbers);
                let found = products(padded.map(row), steps);
                numbers.iter().zip(found).for_each(|(&number, found)| below[usize::from(number)] = found);
            }
        }
        for number in live.iter().map(|&number| usize::from(number)) {
            add_rows([(units[number], steps)], &mut rows[number * columns..][..columns]);
        }
    }
}

/// The numbers of the units that are not 0.
#[inline(always)]
fn live<'l>(units: &[f32], room: &'l mut [u8; PART]) -> &'l [u8] {
    // Without a branch, which would be foretold wrongly half of the time.
    let mut count = 0;
    for (number, unit) in units.iter().enumerate() {
        room[count % PART] = number as u8;
        count += usize::from(*unit != 0.0);
    }
    &room[..count]
}

/// The sum of products of each row with `other`, each in the order of the numbers.
#[inline(always)]
fn products<const COUNT: usize>(rows: [&[f32]; COUNT], other: &[f32]) -> [f32; COUNT] {
    let rows = rows.map(|row| &row[..other.len()]);
    let mut sums = [-0.0; COUNT];
    for (index, other) in other.iter().enumerate() {
        for (sum, row) in sums.iter_mut().zip(&rows) {
            *sum += row[index] * other;
        }
    }
    sums
}
