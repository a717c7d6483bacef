//! The memory that a solve takes, known before any is taken.

use cardsharp_challenge_game::rules::Params;
use cardsharp_challenge_solver::infosets::HandSpace;

use crate::Precision;
use crate::sizes::{ENDGAME_UNIT, EndgameSizes};
use crate::states::{Difference, States};

/// With more chunks launches become small, and hardly any memory is saved.
const MOST_CHUNK_PLAYS: u8 = 3;

/// The bytes of each part of a solve on a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryPlan {
    /// Regrets and averages of all tricks but the last two.
    pub trunk: u64,
    /// Regrets of the last two tricks.
    pub endgames: u64,
    /// The average value of every hand before the last two tricks.
    pub average_values: u64,
    /// Ranges and values of one chunk of the public states.
    pub vectors: u64,
    /// The first plays whose public states are worked on one after the other.
    pub chunk_plays: u8,
}

impl MemoryPlan {
    /// The bytes in all.
    pub fn total(&self) -> u64 {
        self.trunk + self.endgames + self.average_values + self.vectors
    }

    /// The plan with the fewest chunks that fits in `free` bytes, or else the smallest.
    pub fn fitting(rules: Params, precision: Precision, free: u64) -> MemoryPlan {
        let space = HandSpace::new(rules);
        let plays = States::trunk_plays(rules);
        let leaves = States::new(rules).leaves();
        let plan = |chunk| MemoryPlan::of(&space, leaves, precision, chunk);
        let plans = (0..=plays.min(MOST_CHUNK_PLAYS)).map(plan);
        let mut smallest: Option<MemoryPlan> = None;
        for plan in plans {
            if plan.total() <= free {
                return plan;
            }
            if smallest.is_none_or(|found| plan.total() < found.total()) {
                smallest = Some(plan);
            }
        }
        smallest.unwrap_or_else(|| plan(0))
    }

    /// The plan with chunks of the public states after this number of plays.
    pub fn with_chunks(rules: Params, precision: Precision, chunk_plays: u8) -> MemoryPlan {
        let plays = States::trunk_plays(rules);
        let leaves = States::new(rules).leaves();
        MemoryPlan::of(&HandSpace::new(rules), leaves, precision, chunk_plays.min(plays))
    }

    /// `leaves` are those with each difference.
    fn of(space: &HandSpace, leaves: [u64; 4], precision: Precision, chunk_plays: u8) -> MemoryPlan {
        let rules = space.rules();
        let states = States::new(rules);
        let number = precision.bytes();
        let mut plan = MemoryPlan { trunk: 0, endgames: 0, average_values: 0, vectors: 0, chunk_plays };
        let plays = States::trunk_plays(rules);
        for class in 0..=plays {
            for level in class.saturating_sub(1)..=plays {
                let shape = LevelShape::new(space, class == 0, level);
                plan.vectors += states.vectors(level, chunk_plays) * shape.stride * 4 * if class == 0 { 5 } else { 4 };
                if level < plays {
                    plan.trunk += states.count(level) * 2 * number * (shape.numbers + shape.answers);
                }
            }
        }
        let sizes = EndgameSizes::new(rules.ranks());
        let undecided = &leaves[..Difference::Decided as usize];
        for (tricks, leaves) in (0..).zip(undecided) {
            let units = sizes.units(true, tricks) + u64::from(plays) * sizes.units(false, tricks);
            plan.endgames += leaves * units * ENDGAME_UNIT * number;
        }
        let undecided: u64 = undecided.iter().sum();
        plan.average_values = (u64::from(plays) + 1) * undecided * 2 * space.count(2) as u64 * number;
        // Places of endgames, places of values, lists of leaves.
        plan.vectors += states.count(plays) * 12 + states.vectors(plays, chunk_plays) * 16;
        plan
    }
}

/// The sizes of a public state of the trunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LevelShape {
    pub(crate) own_cards: usize,
    pub(crate) other_cards: usize,
    pub(crate) stride: u64,
    /// The numbers of the player to move, and those of the answers of the other.
    pub(crate) numbers: u64,
    pub(crate) answers: u64,
}

impl LevelShape {
    pub(crate) fn new(space: &HandSpace, open: bool, plays: u8) -> LevelShape {
        let size = usize::from(space.rules().hand_size());
        let own_cards = size - usize::from(plays / 2);
        let other_cards = own_cards - usize::from(plays % 2);
        let stride = space.count(own_cards) as u64;
        let moved = u64::from(space.rules().ranks()) * space.count(own_cards - 1) as u64;
        LevelShape {
            own_cards,
            other_cards,
            stride,
            numbers: if open { moved + stride } else { moved },
            answers: if open { 2 * space.count(other_cards) as u64 } else { 0 },
        }
    }
}
