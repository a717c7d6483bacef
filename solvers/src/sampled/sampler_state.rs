//! The state of a [`Sampler`], from which a later run continues to the same bytes.

use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::sampler::{Cell, Table};
use super::{Abstraction, RestoreError, RowKey, Sampler};
use crate::game::Game;

/// The state of a [`Sampler`].
#[derive(Clone, Debug, PartialEq)]
pub struct SamplerState {
    /// The number of traversals done.
    pub traversals: u64,
    /// The number of nodes walked.
    pub nodes: u64,
    /// The state of the random number generator.
    pub generator: [u64; 4],
    /// The keys of the rows, by the places of their cells.
    pub keys: Vec<u64>,
    /// The first cell of each of these rows.
    pub firsts: Vec<u64>,
    /// Of each cell the regret and the sum of the average strategy.
    pub cells: Vec<f64>,
    /// Of each cell the baselines, one for each player.
    pub baselines: Vec<f64>,
}

/// The generator, as its crate serializes it.
#[derive(Serialize, Deserialize)]
struct Generator {
    s: [u64; 4],
}

impl<G: Game, A: Abstraction<G> + ?Sized> Sampler<'_, G, A> {
    /// The state after the traversals so far.
    pub fn state(&self) -> SamplerState {
        let mut rows: Vec<(u64, u64)> = self.table.firsts.iter().map(|(key, &first)| (first as u64, key.0)).collect();
        rows.sort_unstable();
        let cells = self.table.cells.iter();
        SamplerState {
            traversals: self.traversals(),
            nodes: self.nodes(),
            generator: generator_of(&self.rng),
            keys: rows.iter().map(|&(_, key)| key).collect(),
            firsts: rows.iter().map(|&(first, _)| first).collect(),
            cells: cells.flat_map(|cell| [cell.regret, cell.average]).collect(),
            baselines: self.table.baselines.clone(),
        }
    }

    /// Continues from the state of a solver of the same game, abstraction and preset.
    ///
    /// # Errors
    ///
    /// [`RestoreError`] if no run can have the state; the solver is then as it was.
    pub fn restore(&mut self, state: &SamplerState) -> Result<(), RestoreError> {
        let (pairs, rest) = state.cells.as_chunks::<2>();
        let room = pairs.len() * self.game.players();
        if !rest.is_empty() || state.baselines.len() != room {
            let found = state.baselines.len();
            return Err(RestoreError::Size { found, room });
        }
        // Rows follow each other without gaps.
        let ascends = state.firsts.is_sorted_by(|one, other| one < other);
        let fits = state.firsts.last().is_none_or(|&last| (last as usize) < pairs.len());
        let begins = state.firsts.first().copied().unwrap_or(0) == 0;
        let keys = state.keys.iter().map(|&key| RowKey(key));
        let firsts = state.firsts.iter().map(|&first| first as usize);
        let table = Table {
            firsts: keys.zip(firsts).collect(),
            cells: pairs.iter().map(|&[regret, average]| Cell { regret, average }).collect(),
            baselines: state.baselines.clone(),
        };
        let is_table = ascends && fits && begins && table.firsts.len() == state.firsts.len();
        if !is_table || state.keys.len() != state.firsts.len() || pairs.is_empty() != state.firsts.is_empty() {
            return Err(RestoreError::Keys);
        }
        let sound = |cell: &Cell| cell.regret.is_finite() && (0.0..=f64::MAX).contains(&cell.average);
        let generator = generator(state.generator);
        match generator {
            Some(generator) if table.cells.iter().all(sound) && state.baselines.iter().all(|one| one.is_finite()) => {
                self.rng = generator;
                self.table = table;
                (self.traversals, self.nodes) = (state.traversals, state.nodes);
                Ok(())
            }
            _ => Err(RestoreError::Numbers),
        }
    }
}

/// The numbers of a generator. Its crate gives them to serde alone.
fn generator_of(rng: &Xoshiro256PlusPlus) -> [u64; 4] {
    let numbers = serde_json::to_value(rng).and_then(serde_json::from_value);
    numbers.map_or([0; 4], |Generator { s }| s)
}

/// The generator with these numbers; `None` if they are all 0, from which it would never move.
fn generator(s: [u64; 4]) -> Option<Xoshiro256PlusPlus> {
    let generator = serde_json::to_value(Generator { s }).and_then(serde_json::from_value);
    generator.ok().filter(|_| s != [0; 4])
}
