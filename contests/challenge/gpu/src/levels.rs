//! The memory of the trunk: levels of public states with one number of plays, by the challenge.

use std::sync::Arc;

use cardsharp_challenge_solver::infosets::HandSpace;
use cardsharp_gpu::{Buffer, Device, DeviceError};

use crate::Precision;
use crate::arguments::Level;
use crate::plan::LevelShape;
use crate::states::States;

/// Largest utilities of the players: with the point, and with the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stakes {
    pub(crate) point: f32,
    pub(crate) game: f32,
}

/// Which level it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LevelPlace {
    /// 0 if a challenge is possible, and 1 + k if one was accepted before play k.
    pub(crate) class: u8,
    pub(crate) plays: u8,
    /// The plays after which public states are worked on in chunks.
    pub(crate) chunk_plays: u8,
}

/// The cells of a level, which the last one has not.
#[derive(Debug)]
pub(crate) struct LevelCells {
    pub(crate) regrets: Buffer,
    pub(crate) averages: Buffer,
    pub(crate) answer_regrets: Buffer,
    pub(crate) answer_averages: Buffer,
}

/// A level.
#[derive(Debug)]
pub(crate) struct LevelMemory {
    pub(crate) shape: LevelShape,
    pub(crate) cells: Option<LevelCells>,
    pub(crate) reach: [Buffer; 2],
    pub(crate) values: [Buffer; 2],
    offers: Option<Buffer>,
    plays: u8,
    open: bool,
    scale: f32,
}

impl LevelMemory {
    pub(crate) fn new(
        device: &Arc<dyn Device>,
        space: &HandSpace,
        precision: Precision,
        place: LevelPlace,
        stakes: Stakes,
    ) -> Result<LevelMemory, DeviceError> {
        let LevelPlace { class, plays, chunk_plays } = place;
        let states = States::new(space.rules());
        let open = class == 0;
        let shape = LevelShape::new(space, open, plays);
        let vector = states.vectors(plays, chunk_plays) * shape.stride * 4;
        let zeroed = |bytes| Buffer::zeroed(device, bytes);
        let pair = || -> Result<[Buffer; 2], DeviceError> { Ok([zeroed(vector)?, zeroed(vector)?]) };
        let is_leaf = plays == States::trunk_plays(space.rules());
        let cells = if is_leaf {
            None
        } else {
            let numbers = states.count(plays) * shape.numbers * precision.bytes();
            let answers = states.count(plays) * shape.answers * precision.bytes();
            Some(LevelCells {
                regrets: zeroed(numbers)?,
                averages: zeroed(numbers)?,
                answer_regrets: zeroed(answers)?,
                answer_averages: zeroed(answers)?,
            })
        };
        Ok(LevelMemory {
            cells,
            reach: pair()?,
            values: pair()?,
            offers: if open { Some(zeroed(vector)?) } else { None },
            plays,
            open,
            scale: scale(space, &shape, if open { stakes.point } else { stakes.game }),
            shape,
        })
    }

    /// The level as kernels see it, with the vectors of the states from `first` on.
    pub(crate) fn view(&self, first: u64) -> Level {
        let cells = self.cells.as_ref();
        let address = |buffer: fn(&LevelCells) -> &Buffer| cells.map_or(0, |cells| buffer(cells).address());
        Level {
            plays: self.plays.into(),
            open: self.open.into(),
            own_cards: self.shape.own_cards as i32,
            other_cards: self.shape.other_cards as i32,
            stride: self.shape.stride as i32,
            scale: self.scale,
            first: first as i64,
            numbers: self.shape.numbers as i64,
            regrets: address(|cells| &cells.regrets),
            averages: address(|cells| &cells.averages),
            answer_regrets: address(|cells| &cells.answer_regrets),
            answer_averages: address(|cells| &cells.answer_averages),
            reach: [self.reach[0].address(), self.reach[1].address()],
            values: [self.values[0].address(), self.values[1].address()],
            offers: self.offers.as_ref().map_or(0, Buffer::address),
        }
    }
}

/// The greatest power of two that is no greater. A power of two changes no number but its exponent.
pub(crate) fn power_of_two(number: f64) -> f32 {
    number.log2().floor().exp2() as f32
}

/// The factor with which regrets fit in half precision: the greatest values are those of a hand that meets all others.
fn scale(space: &HandSpace, shape: &LevelShape, stake: f32) -> f32 {
    let ranks = f64::from(space.rules().ranks());
    let ways = f64::from(space.rules().copies()).powi((shape.own_cards + shape.other_cards) as i32);
    let orders: f64 = (1..=shape.other_cards).map(|card| card as f64).product();
    let greatest = ranks.powi(shape.other_cards as i32) / orders * ways;
    power_of_two(64.0 / f64::from(stake) / greatest)
}
