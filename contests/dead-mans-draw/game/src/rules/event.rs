//! The events of a match, as the arena reports them.

use cardsharp_player::Player;

use super::{Area, Card, Delta, Effect, MatchEnd, Pending};

/// An event of a match. The wire protocol defines its form in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The match was set up.
    MatchStarted,
    /// A turn began. This is reported with the first action of the turn.
    TurnStarted {
        /// The changes of the turn before; none in the first turn.
        delta: Option<Delta>,
    },
    /// A card was drawn.
    Draw {
        /// The card.
        card: Card,
    },
    /// A card came into the play area. This is not reported for a card that busts.
    Placed {
        /// The card.
        card: Card,
    },
    /// The effect of the card just placed waits for an answer.
    EffectPlayed {
        /// The effect and its offer. The count of a kraken is in its `owed`. The draws owed under a
        /// cannon or an oracle are not part of the arena's event.
        pending: Pending,
    },
    /// An effect was answered. Draws for a kraken are not reported as answers, nor are the draw or
    /// the end of the turn under an oracle.
    Response {
        /// The effect.
        effect: Effect,
        /// The card chosen; none for an oracle that was only looked at.
        card: Option<Card>,
    },
    /// A card left a bank.
    RemovedFromBank {
        /// The card.
        card: Card,
        /// The owner of the bank.
        bank: Player,
    },
    /// The turn is over.
    TurnEnded {
        /// True if the turn did not bust.
        successful: bool,
        /// The changes of the turn.
        delta: Delta,
        /// The cards that came with chest and key, in the order of taking; none if the bonus did
        /// not apply. It may apply and bring no card.
        bonus: Option<Area>,
    },
    /// The match is over.
    MatchEnded(MatchEnd),
    /// A comment on an event.
    Comment(Comment),
}

/// The subject of a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comment {
    /// The player did not act in time.
    Late,
    /// The match was terminated with a text.
    Termination,
}

/// A receiver of events. The unit type drops them at no cost.
pub trait EventSink {
    /// Receives an event. `player` is the player of the event. The arena gives none to the start
    /// and the end of the match, and to the comment of a termination.
    fn event(&mut self, player: Option<Player>, event: Event);
}

impl EventSink for () {
    #[inline(always)]
    fn event(&mut self, _: Option<Player>, _: Event) {}
}

/// An event and its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedEvent {
    /// The player of the event, if there is one.
    pub player: Option<Player>,
    /// The event.
    pub event: Event,
}

impl EventSink for Vec<RecordedEvent> {
    fn event(&mut self, player: Option<Player>, event: Event) {
        self.push(RecordedEvent { player, event });
    }
}

impl<S: EventSink + ?Sized> EventSink for &mut S {
    #[inline]
    fn event(&mut self, player: Option<Player>, event: Event) {
        (**self).event(player, event);
    }
}
