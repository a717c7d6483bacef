//! The files of a hand that a device has solved.

use cardsharp_challenge_solver::infosets::{HandState, PublicPlays, Stake};
use cardsharp_challenge_solver::ranges::RangeHand;
use cardsharp_challenge_solver::solved_hand::{BuilderError, End, FolderBuilder, HandFolder};
use cardsharp_gpu::{Buffer, DeviceError};
use rayon::prelude::*;
use thiserror::Error;

use crate::hand_solver::{AVERAGE_SCALE, HandSolver};

/// A reason why there are no files of a hand.
#[derive(Debug, Error)]
pub enum SolutionError {
    /// The files are for other hands.
    #[error(transparent)]
    Builder(#[from] BuilderError),
    /// The device reports an error.
    #[error(transparent)]
    Device(#[from] DeviceError),
}

/// The reach and the values of some public states with the challenge in one way, one after the other.
struct Vectors {
    first: u64,
    stride: usize,
    reach: [Vec<f32>; 2],
    values: [Vec<f32>; 2],
}

impl Vectors {
    fn of(vectors: &[Vec<f32>; 2], state: usize, stride: usize) -> [&[f32]; 2] {
        vectors.each_ref().map(|vectors| &vectors[state * stride..][..stride])
    }
}

impl HandSolver {
    /// The average strategies of all tricks but the last three, and what every hand is worth where they end: to a player
    /// who plays a best response from there on, but for the last two tricks, which count with the average values of the
    /// run. `hand` is the hand that is solved.
    ///
    /// # Errors
    ///
    /// [`SolutionError`] if the hand is too short, or if the device refuses.
    pub fn solution(&self, hand: &RangeHand) -> Result<HandFolder, SolutionError> {
        let tricks = FolderBuilder::tricks(self.rules(), self.payoffs())?;
        let mut builder = FolderBuilder::new(hand, self.rules(), tricks, self.iterations());
        let [decisions, ends] = builder.public_states();
        for public in decisions {
            if let Some(found) = self.average_strategy(&PublicPlays::of(&public))? {
                let mut sums = match public.stake {
                    Stake::Offered(_) => found.answers,
                    _ => found.moves,
                };
                sums.iter_mut().for_each(|sum| *sum *= builder.unit() / AVERAGE_SCALE);
                builder.decision(&public, &sums);
            }
        }
        self.ends(&mut builder, &ends, 2 * tricks)?;
        Ok(builder.finish())
    }

    fn ends(&self, builder: &mut FolderBuilder<'_>, ends: &[HandState], plays: u8) -> Result<(), SolutionError> {
        let ranks = self.rules().ranks();
        let ends = ends.iter().map(|public| (public, PublicPlays::of(public)));
        let ends: Vec<_> = ends.map(|(public, plays)| (public, plays.class(), plays.number(ranks))).collect();
        self.each_by_average_values(&mut |level, chunk| {
            if level != plays {
                return Ok(());
            }
            let (first, count) = self.chunk(level, chunk);
            for class in 0..=plays {
                let Some(vectors) = self.vectors(class, level, chunk, builder.unit())? else {
                    continue;
                };
                let here =
                    ends.par_iter().filter(|(_, of, number)| *of == class && (first..first + count).contains(number));
                let found: Vec<End> = here
                    .map(|&(public, _, number)| {
                        let state = (number - vectors.first) as usize;
                        let of = |all| Vectors::of(all, state, vectors.stride);
                        builder.end(public, of(&vectors.reach), of(&vectors.values))
                    })
                    .collect();
                found.iter().for_each(|end| builder.add(end));
            }
            Ok(())
        })
    }

    /// Reaches and values times `unit`.
    fn vectors(&self, class: u8, level: u8, chunk: u64, unit: f32) -> Result<Option<Vectors>, DeviceError> {
        let Some(memory) = self.level(class, level) else {
            return Ok(None);
        };
        let (first, count) = self.chunk(level, chunk);
        let kept = self.first_vector(level, chunk);
        let stride = memory.shape.stride;
        let read = |buffer: &Buffer| -> Result<Vec<f32>, DeviceError> {
            let mut numbers = buffer.read((first - kept) * stride, (count * stride) as usize)?;
            numbers.iter_mut().for_each(|number| *number *= unit);
            Ok(numbers)
        };
        Ok(Some(Vectors {
            first,
            stride: stride as usize,
            reach: [read(&memory.reach[0])?, read(&memory.reach[1])?],
            values: [read(&memory.values[0])?, read(&memory.values[1])?],
        }))
    }
}
