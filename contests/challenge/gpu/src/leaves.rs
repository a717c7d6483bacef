//! The memory of the leaves: stored endgames, and average values.

use std::sync::Arc;

use cardsharp_challenge_solver::infosets::HandSpace;
use cardsharp_gpu::{Buffer, Device, DeviceError};

use crate::Precision;
use crate::arguments::Leaves;
use crate::plan::MemoryPlan;
use crate::sizes::{ENDGAME_UNIT, EndgameSizes};
use crate::states::{Difference, States};

/// The endgames, and the lists of those that are worked on.
#[derive(Debug)]
pub(crate) struct LeafMemory {
    regrets: Buffer,
    open_places: Buffer,
    accepted_places: Buffer,
    average_values: Buffer,
    undecided: Buffer,
    lists: [Buffer; 4],
    lengths: Buffer,
    accepted_base: u64,
    accepted_class: u64,
    undecided_count: u64,
}

impl LeafMemory {
    pub(crate) fn new(
        device: &Arc<dyn Device>,
        space: &HandSpace,
        precision: Precision,
        plan: &MemoryPlan,
    ) -> Result<LeafMemory, DeviceError> {
        let rules = space.rules();
        let states = States::new(rules);
        let plays = States::trunk_plays(rules);
        let sizes = EndgameSizes::new(rules.ranks());
        let count = states.count(plays) as usize;
        let (mut open_places, mut accepted_places) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut undecided = Vec::with_capacity(count);
        let (mut open_end, mut accepted_end, mut undecided_count) = (0, 0, 0);
        for difference in states.differences() {
            open_places.push(open_end as u32);
            accepted_places.push(accepted_end as u32);
            undecided.push(undecided_count as u32);
            if difference != Difference::Decided {
                open_end += sizes.units(true, difference as u8);
                accepted_end += sizes.units(false, difference as u8);
                undecided_count += 1;
            }
        }
        let units = open_end + u64::from(plays) * accepted_end;
        let listed = 4 * states.vectors(plays, plan.chunk_plays);
        let values = (u64::from(plays) + 1) * undecided_count * 2 * space.count(2) as u64;
        let list = || Buffer::zeroed(device, listed);
        Ok(LeafMemory {
            regrets: Buffer::zeroed(device, units * ENDGAME_UNIT * precision.bytes())?,
            average_values: Buffer::zeroed(device, values * precision.bytes())?,
            open_places: Buffer::of(device, &open_places)?,
            accepted_places: Buffer::of(device, &accepted_places)?,
            undecided: Buffer::of(device, &undecided)?,
            lists: [list()?, list()?, list()?, list()?],
            lengths: Buffer::of(device, &[0_u32; 4])?,
            accepted_base: open_end,
            accepted_class: accepted_end,
            undecided_count,
        })
    }

    pub(crate) fn view(&self) -> Leaves {
        Leaves {
            regrets: self.regrets.address(),
            open_places: self.open_places.address(),
            accepted_places: self.accepted_places.address(),
            accepted_base: self.accepted_base as i64,
            accepted_class: self.accepted_class as i64,
            average_values: self.average_values.address(),
            undecided: self.undecided.address(),
            undecided_count: self.undecided_count as i64,
            lists: [0, 1, 2, 3].map(|index| self.lists[index].address()),
            lengths: self.lengths.address(),
        }
    }

    /// Empties the lists.
    pub(crate) fn clear_lists(&self) -> Result<(), DeviceError> {
        self.lengths.clear()
    }

    /// The lengths of the lists.
    pub(crate) fn lengths(&self) -> Result<Vec<u32>, DeviceError> {
        self.lengths.read(0, 4)
    }
}
