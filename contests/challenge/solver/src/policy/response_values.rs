//! The worths of all hands where the table of a policy ends.

use cardsharp_solvers::game::Player;

use cardsharp_policy::PolicyError;
use cardsharp_policy::container::{Reader, Section};

/// The sections: the number of tricks, the step of a code, the public states with the player, by how much their
/// steps are coarser, and the lower and the higher bytes of the codes.
const OVER: &str = "worth_over";
const STEP: &str = "worth_step";
const LEAVES: &str = "worth_leaves";
const COARSENESS: &str = "worth_coarseness";
const LOW: &str = "worth_low";
const HIGH: &str = "worth_high";
/// The most bytes of a section.
const MAX_BYTES: u64 = 1 << 28;
/// The largest coarseness: 256 steps.
pub const MAX_COARSENESS: u8 = 8;

/// The worths of a public state and a player.
#[derive(Clone, Debug)]
pub struct ResponseRow {
    /// The public actions.
    pub history: u64,
    /// The player.
    pub player: Player,
    /// The worths are rounded to two to this power of steps; at most [`MAX_COARSENESS`].
    pub coarseness: u8,
    /// By hand; NaN where it is unknown.
    pub worths: Vec<f64>,
}

/// The value of each hand of a player where the table ends, in steps, or in a power of two of them. A row has the
/// zigzag differences of its codes; a code of 0 is that of an unknown worth.
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseValues {
    /// The number of tricks before.
    pub over: u8,
    /// The difference of two neighbouring codes.
    pub step: f64,
    hands: usize,
    /// The public actions times two, plus the number of the player, in ascending order.
    leaves: Vec<u64>,
    coarseness: Vec<u8>,
    codes: Vec<u16>,
}

impl ResponseValues {
    /// No worths yet, of `hands` hands after `over` tricks.
    pub fn new(over: u8, step: f64, hands: usize) -> ResponseValues {
        ResponseValues { over, step, hands, leaves: Vec::new(), coarseness: Vec::new(), codes: Vec::new() }
    }

    /// These worths of the leaves.
    #[must_use]
    pub fn with(mut self, mut rows: Vec<ResponseRow>) -> ResponseValues {
        rows.sort_by_key(|row| key(row.history, row.player));
        for row in rows {
            let coarseness = row.coarseness.min(MAX_COARSENESS);
            self.leaves.push(key(row.history, row.player));
            self.coarseness.push(coarseness);
            let step = self.step_of(coarseness);
            let mut before = 0;
            self.codes.extend(row.worths.into_iter().map(|response| {
                // A worth that is itself rounded is often a tie: those must not all go up.
                let code = if response.is_nan() { 0 } else { ((response + 0.5) / step).round_ties_even() as i32 + 1 };
                let difference = code - before;
                before = code;
                ((difference << 1) ^ (difference >> 31)) as u16
            }));
        }
        self
    }

    fn step_of(&self, coarseness: u8) -> f64 {
        self.step * f64::from(1_u32 << coarseness)
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.leaves.len()
    }

    /// The worth of each hand of `player` after the public actions `history`. It is NaN for a hand of
    /// which it is unknown, and none where no hand's is known.
    pub fn row(&self, history: u64, player: Player) -> Option<Vec<f32>> {
        let row = self.leaves.binary_search(&key(history, player)).ok()?;
        let codes = self.codes.get(row * self.hands..(row + 1) * self.hands)?;
        let step = self.step_of(*self.coarseness.get(row)?);
        let mut code = 0_i32;
        let responses = codes.iter().map(|&zigzag| {
            code += i32::from(zigzag >> 1) ^ -i32::from(zigzag & 1);
            if code > 0 { (f64::from(code - 1) * step - 0.5) as f32 } else { f32::NAN }
        });
        Some(responses.collect())
    }

    /// The worths of a file, if it has any. A row has as many as there are hands of `hands(over)`.
    pub(super) fn read(reader: &Reader, hands: impl Fn(u8) -> usize) -> Result<Option<ResponseValues>, PolicyError> {
        if !reader.sections().any(|entry| entry.name == LEAVES) {
            return Ok(None);
        }
        let over: Vec<u8> = reader.section_within(OVER, 1)?;
        let step: Vec<f64> = reader.section_within(STEP, 8)?;
        let leaves: Vec<u64> = reader.section_within(LEAVES, MAX_BYTES)?;
        // Files of earlier versions have one step.
        let coarseness: Vec<u8> = if reader.sections().any(|entry| entry.name == COARSENESS) {
            reader.section_within(COARSENESS, MAX_BYTES)?
        } else {
            vec![0; leaves.len()]
        };
        let low: Vec<u8> = reader.section_within(LOW, MAX_BYTES)?;
        let high: Vec<u8> = reader.section_within(HIGH, MAX_BYTES)?;
        let what = "its worths of hands are damaged; import it again";
        let damaged = || PolicyError::damaged(reader, what);
        let (&[over], &[step]) = (&over[..], &step[..]) else {
            return Err(damaged());
        };
        let hands = hands(over);
        let sound = leaves.len().checked_mul(hands) == Some(low.len())
            && low.len() == high.len()
            && coarseness.len() == leaves.len()
            && coarseness.iter().all(|&coarseness| coarseness <= MAX_COARSENESS)
            && leaves.is_sorted_by(|one, next| one < next)
            && step > 0.0
            && step < 1.0;
        if !sound {
            return Err(damaged());
        }
        let bytes = low.into_iter().zip(high);
        Ok(Some(ResponseValues {
            over,
            step,
            hands,
            leaves,
            coarseness,
            codes: bytes.map(|(low, high)| u16::from_le_bytes([low, high])).collect(),
        }))
    }

    /// The lower and the higher bytes of the codes.
    pub(super) fn bytes(&self) -> [Vec<u8>; 2] {
        let codes = &self.codes;
        [0, 1].map(|byte| codes.iter().map(|code| code.to_le_bytes()[byte]).collect())
    }

    /// The sections of a file, from the [`ResponseValues::bytes`].
    pub(super) fn sections<'a>(&'a self, [low, high]: &'a [Vec<u8>; 2]) -> [Section<'a>; 6] {
        [
            Section::new(OVER, std::slice::from_ref(&self.over)),
            Section::new(STEP, std::slice::from_ref(&self.step)),
            Section::new(LEAVES, &self.leaves).compressed(),
            Section::new(COARSENESS, &self.coarseness).compressed(),
            Section::new(LOW, low).compressed(),
            Section::new(HIGH, high).compressed(),
        ]
    }
}

fn key(history: u64, player: Player) -> u64 {
    history << 1 | player.index() as u64
}
