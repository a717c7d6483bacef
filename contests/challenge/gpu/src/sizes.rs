//! The sizes of endgames, as `kernels/endgame.cuh` has them.

/// Endgames begin at multiples of this many numbers.
pub(crate) const ENDGAME_UNIT: u64 = 16;

/// The sizes of endgames with a number of ranks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndgameSizes {
    ranks: u64,
}

impl EndgameSizes {
    pub(crate) fn new(ranks: u8) -> EndgameSizes {
        EndgameSizes { ranks: ranks.into() }
    }

    fn pairs(self) -> u64 {
        self.ranks * self.ranks
    }

    fn steps(self) -> u64 {
        self.ranks / 2 + 1
    }

    fn slots(self) -> u64 {
        self.steps() * self.ranks
    }

    /// The decisions of the follower's reply after an accepted challenge.
    fn replies(self, difference: u8) -> u64 {
        match difference {
            0 => 2 * self.slots(),
            1 => self.slots(),
            _ => 0,
        }
    }

    /// The numbers of an endgame in which a player is `difference` tricks ahead.
    pub(crate) fn numbers(self, open: bool, difference: u8) -> u64 {
        let accepted = 2 * self.slots() + 2 * self.replies(difference);
        if !open {
            return accepted;
        }
        let distant = self.slots() - self.ranks;
        let [level, behind] = match difference {
            0 => [self.ranks, self.pairs()],
            1 => [distant, self.ranks],
            _ => [0, distant],
        };
        let first_trick = 5 * self.slots() + 2 * self.pairs() + 3 * self.steps() * self.pairs();
        accepted + first_trick + 2 * self.replies(difference) + 8 * self.ranks * level + 2 * self.ranks * behind
    }

    /// The same in units of [`ENDGAME_UNIT`] numbers.
    pub(crate) fn units(self, open: bool, difference: u8) -> u64 {
        self.numbers(open, difference).div_ceil(ENDGAME_UNIT)
    }

    /// The floats of shared memory that an endgame works in.
    pub(crate) fn floats(self) -> u64 {
        let (pairs, steps, slots, ranks) = (self.pairs(), self.steps(), self.slots(), self.ranks);
        let tables = 20 * pairs + ranks * pairs + 3 * steps * pairs;
        32 + tables + 10 * slots + 2 * ranks * (ranks + 2)
    }
}
