//! The changes of a turn.

use super::CardSet;

/// The changes of a turn outside the play area: the difference between its beginning and its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delta {
    /// Cards drawn.
    pub drawn: CardSet,
    /// Changes of the discard pile.
    pub discards: Change,
    /// Changes of the banks, by player.
    pub banks: [Change; 2],
}

/// The cards that came and the cards that left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// The cards that are there now and were not before.
    pub added: CardSet,
    /// The cards that were there before and are not now.
    pub removed: CardSet,
}

impl Change {
    fn between(before: CardSet, after: CardSet) -> Change {
        Change { added: after.minus(before), removed: before.minus(after) }
    }
}

/// The cards outside the play area at the beginning of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct TurnStart {
    pub(super) draw_pile: CardSet,
    pub(super) discards: CardSet,
    pub(super) banks: [CardSet; 2],
}

impl TurnStart {
    #[inline]
    pub(super) fn delta(&self, now: &TurnStart) -> Delta {
        let bank = |seat: usize| Change::between(self.banks[seat], now.banks[seat]);
        Delta {
            drawn: self.draw_pile.minus(now.draw_pile),
            discards: Change::between(self.discards, now.discards),
            banks: [bank(0), bank(1)],
        }
    }
}
