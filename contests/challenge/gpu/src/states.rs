//! The public states of the trunk: all tricks but the last two. The state after some plays is a number whose digits, to
//! the base of the number of ranks, are the plays, the first the most significant.

use cardsharp_challenge_game::rules::Params;

/// The tricks that one player is ahead before the last two; three or more decide the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Difference {
    Level,
    One,
    Two,
    Decided,
}

impl Difference {
    pub(crate) const ALL: [Difference; 4] = [Difference::Level, Difference::One, Difference::Two, Difference::Decided];

    fn of(tricks: u8) -> Difference {
        Difference::ALL[usize::from(tricks.min(3))]
    }
}

/// The public states of a hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct States {
    ranks: u64,
    plays: u8,
}

impl States {
    pub(crate) fn new(rules: Params) -> States {
        States { ranks: rules.ranks().into(), plays: States::trunk_plays(rules) }
    }

    /// The plays of the trunk.
    pub(crate) fn trunk_plays(rules: Params) -> u8 {
        2 * rules.hand_size().saturating_sub(2)
    }

    /// The number of states after some plays.
    pub(crate) fn count(&self, plays: u8) -> u64 {
        self.ranks.pow(plays.into())
    }

    /// The number of states whose vectors are kept: all of them up to the plays that make chunks, and those of one chunk
    /// after it.
    pub(crate) fn vectors(&self, plays: u8, chunk_plays: u8) -> u64 {
        match plays.checked_sub(chunk_plays) {
            Some(after @ 1..) => self.count(after),
            _ => self.count(plays),
        }
    }

    /// The number of leaves with each difference. It reads all of them once.
    pub(crate) fn leaves(&self) -> [u64; 4] {
        let mut leaves = [0; 4];
        for difference in self.differences() {
            leaves[difference as usize] += 1;
        }
        leaves
    }

    /// The difference of each leaf, in the order of their numbers.
    pub(crate) fn differences(&self) -> impl Iterator<Item = Difference> {
        let states = *self;
        (0..self.count(self.plays)).map(move |state| states.difference(state))
    }

    fn difference(&self, mut state: u64) -> Difference {
        // A trick's winner depends on who led it, so the plays are read from the first on.
        let mut plays = [0; 8];
        for play in (0..usize::from(self.plays)).rev() {
            plays[play] = state % self.ranks;
            state /= self.ranks;
        }
        let (mut first_leads, mut difference) = (true, 0_i8);
        for trick in plays[..usize::from(self.plays)].chunks_exact(2) {
            if trick[0] == trick[1] {
                continue;
            }
            first_leads = first_leads == (trick[0] > trick[1]);
            difference += if first_leads { 1 } else { -1 };
        }
        Difference::of(difference.unsigned_abs())
    }
}
