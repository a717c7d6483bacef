//! The place of a match in a tournament.

use serde::{Deserialize, Serialize};

/// The place of a match in the tournament of its server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MatchPlace {
    /// The number of the meeting in the tournament, from 0.
    pub(super) meeting: usize,
    /// The number of the match in its meeting, from 0.
    pub(super) number: usize,
}

impl MatchPlace {
    /// True if the entrant who is named second in the pairing has the first seat, and so moves first. This
    /// alternates within a meeting, and from one meeting to the next.
    pub(super) const fn is_swapped(self) -> bool {
        (self.meeting + self.number) % 2 == 1
    }

    /// The same two in the order of the seats if they were in the order of the pairing, and the other way round.
    pub(super) fn exchanged<T>(self, [one, other]: [T; 2]) -> [T; 2] {
        if self.is_swapped() { [other, one] } else { [one, other] }
    }
}
