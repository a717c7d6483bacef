//! The values of a leaf by solving what is left.

use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{RangeCfr, RangeGame, RangeOptions, Root, TooLarge};

use super::leaf::Leaf;
use crate::infosets::HandState;
use crate::ranges::RangeHand;

/// The variant of CFR: of all, it has the smallest error after few iterations.
const PRESET: Preset = Preset::PCFR_PLUS;

/// The utility of each hand of both players where `game`, the hand or a part of it, is played on from a leaf: the mean
/// over the later half of `iterations`. A hand that cannot meet any other has the value 0.
///
/// # Errors
///
/// [`TooLarge`] if the subgame takes more than `max_memory` bytes.
pub fn solve<G: RangeGame<Public = HandState>>(
    game: &G,
    hand: &RangeHand,
    leaf: &Leaf,
    iterations: u64,
    max_memory: u64,
) -> Result<[Vec<f32>; 2], TooLarge> {
    let Leaf { public, ranges } = leaf.mixed(hand);
    let players = Player::BOTH;
    let masses = players.map(|player| hand.masses(&public, player, &ranges[player.opponent().index()]));
    let options = RangeOptions { preset: PRESET, planned: Some(iterations), prunes: false, max_memory };
    let mut solver = RangeCfr::<_, f32>::with_options(game, Root { public, ranges }, options)?;
    let mut sums = masses.each_ref().map(|masses| vec![0.0; masses.len()]);
    let first = iterations / 2;
    for iteration in 0..iterations {
        solver.iterate(&mut |player, values| {
            if iteration >= first {
                let sums = sums[player.index()].iter_mut();
                sums.zip(values).for_each(|(sum, value)| *sum += value);
            }
            None
        });
    }
    let count = (iterations - first).max(1) as f32;
    for (sums, masses) in sums.iter_mut().zip(&masses) {
        for (sum, &mass) in sums.iter_mut().zip(masses) {
            *sum = if mass > 0.0 { *sum / (mass * count) } else { 0.0 };
        }
    }
    Ok(sums)
}
