//! What happens, event by event, as the arena reports it.

use cardsharp_solvers::game::Player;

use super::{Area, Card, CardSet, Effect, MatchEnd, Pending, State};

/// Something that happened. Which keys these become on the wire is not said here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The match was set up.
    MatchStarted,
    /// A turn began; reported with the first action of the turn.
    TurnStarted {
        /// What the turn before has changed; none in the first turn.
        delta: Option<Delta>,
    },
    /// A card was drawn.
    Draw {
        /// The card.
        card: Card,
    },
    /// A card came into the play area. The card that busts does not.
    Placed {
        /// The card.
        card: Card,
    },
    /// The effect of the card just placed waits for an answer.
    EffectPlayed {
        /// The effect, with what it offers. A kraken's count stands in its `owed`; what is owed
        /// under a cannon or an oracle is no part of the arena's event.
        pending: Pending,
    },
    /// An effect was answered. Draws for a kraken, and the draw or the end of the turn under an
    /// oracle, are not reported so.
    Response {
        /// Which effect.
        effect: Effect,
        /// The card chosen; none for an oracle that was only looked at.
        card: Option<Card>,
    },
    /// A card left a bank.
    RemovedFromBank {
        /// The card.
        card: Card,
        /// Whose bank.
        bank: Player,
    },
    /// The turn is over.
    TurnEnded {
        /// Whether it did not bust.
        successful: bool,
        /// What it has changed.
        delta: Delta,
        /// The cards that came with chest and key, in order of taking; none if they did not apply.
        /// There may be no card when they did.
        bonus: Option<Area>,
    },
    /// The match is over.
    MatchEnded(MatchEnd),
    /// Words about what happened.
    Comment(Comment),
}

/// What a comment is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comment {
    /// The player did not act in time.
    Late,
    /// Whoever terminated the match had something to say.
    Termination,
}

/// What a turn has changed outside the play area: the difference between its start and its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delta {
    /// Cards drawn.
    pub drawn: CardSet,
    /// Changes of the discard pile.
    pub discards: Change,
    /// Changes of the banks, by player.
    pub banks: [Change; 2],
}

/// Cards that came and cards that left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// What is there now and was not.
    pub added: CardSet,
    /// What was there and is not now.
    pub removed: CardSet,
}

impl Change {
    fn between(before: CardSet, after: CardSet) -> Change {
        Change {
            added: after.minus(before),
            removed: before.minus(after),
        }
    }
}

/// Where the cards outside the play area were when a turn started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct TurnStart {
    draw_pile: CardSet,
    discards: CardSet,
    banks: [CardSet; 2],
}

impl TurnStart {
    #[inline]
    pub(super) fn of(state: &State) -> TurnStart {
        TurnStart {
            draw_pile: state.draw_pile.cards(),
            discards: state.discard_set,
            banks: [state.banks[0].cards(), state.banks[1].cards()],
        }
    }

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

/// Where events go. The unit type drops them, and then they cost nothing.
pub trait EventSink {
    /// Takes an event. `player` is whose it is; the arena gives none to the start and the end of
    /// the match and to the comment of a termination.
    fn event(&mut self, player: Option<Player>, event: Event);
}

impl EventSink for () {
    #[inline(always)]
    fn event(&mut self, _: Option<Player>, _: Event) {}
}

/// An event, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Whose it is, if anybody's.
    pub player: Option<Player>,
    /// What happened.
    pub event: Event,
}

impl EventSink for Vec<Recorded> {
    fn event(&mut self, player: Option<Player>, event: Event) {
        self.push(Recorded { player, event });
    }
}

impl<S: EventSink + ?Sized> EventSink for &mut S {
    #[inline]
    fn event(&mut self, player: Option<Player>, event: Event) {
        (**self).event(player, event);
    }
}
