//! The state of a trunk that learns, as the sections of a checkpoint.

use std::io;

use cardsharp_solvers::range::CheckpointError;
use cardsharp_solvers::value_network::{BadNetwork, Examples, Network};
use thiserror::Error;

use super::trunk_learning::TrunkLearning;
use crate::leaf_values::{Corrections, Leaf, Sums};
use crate::policy::LeafTable;
use cardsharp_policy::container::{ContainerError, Reader, Section};

/// The sections of a level: its network, and its examples.
const NETWORKS: [&str; 3] = ["network", "nested_network", "last_network"];
const EXAMPLES: [[&str; 3]; 3] = [
    ["inputs", "targets", "weights"],
    ["nested_inputs", "nested_targets", "nested_weights"],
    ["last_inputs", "last_targets", "last_weights"],
];
/// The sections of the leaves to learn from next: their public actions, and the ranges.
const HISTORIES: &str = "leaves";
const RANGES: &str = "ranges";
/// The sections of the errors of a network that stays, and of the averages: the leaves, and their numbers.
const CORRECTIONS: [&str; 2] = ["corrected_leaves", "corrections"];
const AVERAGES: [&str; 2] = ["averaged_leaves", "averages"];
/// The section of the weight of the averages: one number.
const AVERAGES_WEIGHT: &str = "averages_weight";
/// The section of the number of rounds in which networks learn: one number, or none.
const LEARNING_ROUNDS: &str = "learning_rounds";
/// The section of the last error: one number, or none.
const ERROR: &str = "value_error";
/// The section of the trunk's solver.
const SOLVER: &str = "solver";
/// The most bytes of a compressed section.
const MAX_BYTES: u64 = 1 << 33;

/// The parts of a trunk that do not lie in memory as a checkpoint has them.
pub(super) struct Lessons {
    networks: Vec<Vec<u8>>,
    histories: Vec<u64>,
    ranges: Vec<f32>,
    corrections: (Vec<u64>, Vec<f32>),
    averages: (Vec<u64>, Vec<f32>),
    averages_weight: [f64; 1],
    learning_rounds: Vec<u64>,
    error: Vec<f64>,
    solver: Vec<u8>,
}

/// A reason why a checkpoint's sections are not of this trunk.
#[derive(Debug, Error)]
pub enum BadLessons {
    /// The file cannot be read.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// A network is damaged.
    #[error(transparent)]
    Network(#[from] BadNetwork),
    /// The trunk's solver is damaged, or another one.
    #[error(transparent)]
    Solver(#[from] CheckpointError),
    /// A section does not fit.
    #[error("its section `{0}` does not fit the trunk of this run")]
    Section(&'static str),
}

impl Lessons {
    /// # Errors
    ///
    /// There is not enough memory.
    pub(super) fn of(learning: &TrunkLearning<'_>) -> io::Result<Lessons> {
        let mut solver = Vec::new();
        learning.solver.save(&mut solver)?;
        let (averages, averages_weight) = learning.averages().parts();
        let leaves = &learning.leaves;
        let ranges = leaves.iter().flat_map(|leaf| leaf.ranges.iter().flatten());
        Ok(Lessons {
            networks: learning.levels.iter().map(|level| level.network.to_bytes()).collect(),
            histories: leaves.iter().map(|leaf| leaf.public.history).collect(),
            ranges: ranges.copied().collect(),
            corrections: learning.corrections.sums().parts(),
            averages,
            averages_weight: [averages_weight],
            learning_rounds: learning.learning_rounds().into_iter().collect(),
            error: learning.error.into_iter().collect(),
            solver,
        })
    }

    /// The sections of a checkpoint.
    pub(super) fn sections<'a>(&'a self, learning: &'a TrunkLearning<'_>) -> Vec<Section<'a>> {
        let networks = NETWORKS.into_iter().zip(&self.networks);
        let mut sections: Vec<Section<'a>> = networks.map(|(name, bytes)| Section::new(name, bytes)).collect();
        for (names, level) in EXAMPLES.into_iter().zip(&learning.levels) {
            let parts = names.into_iter().zip(level.examples.parts());
            sections.extend(parts.map(|(name, numbers)| Section::new(name, numbers)));
        }
        sections.push(Section::new(HISTORIES, &self.histories));
        sections.push(Section::new(RANGES, &self.ranges));
        let tables = [(CORRECTIONS, &self.corrections), (AVERAGES, &self.averages)];
        for ([leaves, numbers], table) in tables {
            sections.push(Section::new(leaves, &table.0));
            sections.push(Section::new(numbers, &table.1));
        }
        sections.push(Section::new(AVERAGES_WEIGHT, &self.averages_weight));
        sections.push(Section::new(LEARNING_ROUNDS, &self.learning_rounds));
        sections.push(Section::new(ERROR, &self.error));
        sections.push(Section::new(SOLVER, &self.solver));
        sections
    }

    /// Puts the sections of a checkpoint into `learning`.
    pub(super) fn read(reader: &Reader, learning: &mut TrunkLearning<'_>) -> Result<(), BadLessons> {
        for (number, level) in learning.levels.iter_mut().enumerate() {
            let bytes: Vec<u8> = reader.section_within(NETWORKS[number], MAX_BYTES)?;
            let network = Network::from_bytes(&bytes)?;
            if network.sizes() != level.network.sizes() {
                return Err(BadLessons::Section(NETWORKS[number]));
            }
            level.network = network;
            let [inputs, targets, weights] = EXAMPLES[number];
            let parts = [
                reader.section_within(inputs, MAX_BYTES)?,
                reader.section_within(targets, MAX_BYTES)?,
                reader.section_within(weights, MAX_BYTES)?,
            ];
            let sizes = [level.encoding.inputs(), level.encoding.outputs()];
            let finite = parts.iter().flatten().all(|number: &f32| number.is_finite());
            let examples = Examples::from_parts(sizes, parts).filter(|_| finite);
            level.examples = examples.ok_or(BadLessons::Section(inputs))?;
        }
        let histories: Vec<u64> = reader.section_within(HISTORIES, MAX_BYTES)?;
        let ranges: Vec<f32> = reader.section_within(RANGES, MAX_BYTES)?;
        learning.leaves = leaves(learning, &histories, &ranges)?;
        read_tables(reader, learning)?;
        let error: Vec<f64> = reader.section_within(ERROR, MAX_BYTES)?;
        learning.error = match error[..] {
            [] => None,
            [error] if error >= 0.0 && error.is_finite() => Some(error),
            _ => return Err(BadLessons::Section(ERROR)),
        };
        let solver: Vec<u8> = reader.section_within(SOLVER, MAX_BYTES)?;
        learning.resume_solver(&mut solver.as_slice())?;
        Ok(())
    }
}

/// Reads the corrections, the averages and the number of rounds of learning. Older checkpoints have none.
fn read_tables(reader: &Reader, learning: &mut TrunkLearning<'_>) -> Result<(), BadLessons> {
    if !reader.sections().any(|entry| entry.name == AVERAGES_WEIGHT) {
        return Ok(());
    }
    let rounds: Vec<u64> = reader.section_within(LEARNING_ROUNDS, MAX_BYTES)?;
    learning.resume_learning_rounds(rounds.first().copied());
    let outputs = learning.levels[0].encoding.outputs();
    let table = |[leaves, numbers]: [&'static str; 2], width| {
        let histories: Vec<u64> = reader.section_within(leaves, MAX_BYTES)?;
        let values: Vec<f32> = reader.section_within(numbers, MAX_BYTES)?;
        LeafTable::from_parts(width, &histories, &values).ok_or(BadLessons::Section(numbers))
    };
    let corrections = Corrections::of(outputs, table(CORRECTIONS, outputs + 1)?);
    learning.corrections = corrections.ok_or(BadLessons::Section(CORRECTIONS[1]))?;
    let weight: Vec<f64> = reader.section_within(AVERAGES_WEIGHT, MAX_BYTES)?;
    match weight[..] {
        [weight] if weight >= 0.0 && weight.is_finite() => {
            let values = table(AVERAGES, outputs)?;
            learning.averages().restore(Sums { values, weight });
            Ok(())
        }
        _ => Err(BadLessons::Section(AVERAGES_WEIGHT)),
    }
}

fn leaves(learning: &TrunkLearning<'_>, histories: &[u64], ranges: &[f32]) -> Result<Vec<Leaf>, BadLessons> {
    let hands = learning.levels[0].encoding.outputs() / 2;
    let sound = |reach: &f32| (0.0..=f32::MAX).contains(reach);
    if ranges.len() != 2 * hands * histories.len() || !ranges.iter().all(sound) {
        return Err(BadLessons::Section(RANGES));
    }
    let over = learning.levels[0].encoding.over();
    let pairs = histories.iter().zip(ranges.chunks_exact(2 * hands));
    let leaves = pairs.map(|(&history, ranges)| {
        let (first, second) = ranges.split_at(hands);
        let ranges = [first.to_vec(), second.to_vec()];
        Leaf::at(learning.hand(), over, history, ranges).ok_or(BadLessons::Section(HISTORIES))
    });
    leaves.collect()
}
