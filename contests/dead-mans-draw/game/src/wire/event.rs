//! The events of a match as JSON: one object for each event, whose type is in `eventType`.

use cardsharp_player::Player;
use serde::{Deserialize, Serialize};

use super::delta::DeltaObject;
use super::effect::EffectObject;
use super::nullable::or_default;
use crate::rules::{self, Card, Comment, Effect, MatchEnd, RecordedEvent};

/// An event and its player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EventMessage {
    /// The event.
    #[serde(flatten)]
    pub event: Event,
    /// The player of the event, if there is one. The response to an action leaves it out.
    #[serde(rename = "playerIndex", skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
}

/// An event of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "eventType")]
pub enum Event {
    /// The match was set up.
    MatchStarted {
        /// The seed of the match, if it may be shown.
        #[serde(rename = "matchStartedSeed")]
        seed: Option<String>,
    },
    /// A turn began. This event comes with the turn's first action.
    TurnStarted {
        /// The changes of the turn before.
        #[serde(rename = "turnStartedDelta")]
        delta: DeltaObject,
    },
    /// A card was drawn.
    Draw {
        /// The card.
        #[serde(rename = "drawCard")]
        card: Card,
    },
    /// A card came into the play area.
    CardPlacedToPlayArea {
        /// The card.
        #[serde(rename = "cardPlacedToPlayAreaCard")]
        card: Card,
    },
    /// The effect of the card just placed waits for an answer.
    CardPlayedEffect {
        /// The effect.
        #[serde(rename = "cardPlayedEffect")]
        effect: EffectObject,
    },
    /// An effect was answered.
    ResponseToEffect {
        /// The effect.
        #[serde(rename = "responseToEffectType")]
        effect: Effect,
        /// The card chosen; null for an oracle that was only looked at.
        #[serde(rename = "responseToEffectCard")]
        card: Option<Card>,
    },
    /// A card left a bank.
    CardRemovedFromBank {
        /// The card.
        #[serde(rename = "cardRemovedFromBankCard")]
        card: Card,
        /// The owner of the bank.
        #[serde(rename = "cardRemovedFromBankIndex")]
        bank: Player,
    },
    /// The turn is over.
    TurnEnded {
        /// True if the turn did not bust.
        #[serde(rename = "turnEndedIsSuccessful")]
        successful: bool,
        /// The changes of the turn.
        #[serde(rename = "turnEndedDelta")]
        delta: DeltaObject,
        /// The cards that came with chest and key, if the bonus applied.
        #[serde(rename = "turnEndedBonusCards", skip_serializing_if = "Option::is_none")]
        bonus: Option<Vec<Card>>,
    },
    /// The match is over.
    MatchEnded {
        /// The points, by player.
        #[serde(rename = "matchEndedScores")]
        scores: [u8; 2],
        /// The winner; null if there is none.
        #[serde(rename = "matchEndedWinnerIdx")]
        winner: Option<Player>,
        /// True if it did not end by the rules.
        #[serde(rename = "matchEndedTerminated", skip_serializing_if = "std::ops::Not::not")]
        terminated: bool,
    },
    /// A comment.
    Comment {
        /// The text.
        comment: String,
    },
    /// An event that this version does not know.
    Unknown,
}

/// The response to a `POST` to a match that is over: the events that ended its last turn and the match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosingEvents {
    /// The events.
    #[serde(default, deserialize_with = "or_default")]
    pub events: Vec<EventMessage>,
}

/// The texts of events that the rules produce without them.
#[derive(Clone, Copy, Debug, Default)]
pub struct EventTexts<'a> {
    /// The seed of the match, if it may be shown.
    pub seed: Option<&'a str>,
    /// The text of the termination.
    pub termination: &'a str,
}

/// The comment on a player who did not act in time.
const LATE: &str = "The player did not act in time: the turn is ended automatically.";

impl EventMessage {
    /// The message of an event of the rules.
    pub fn of(recorded: &RecordedEvent, texts: EventTexts<'_>) -> EventMessage {
        EventMessage { event: Event::of(&recorded.event, texts), player: recorded.player }
    }

    /// The message without its player, as in the response to an action.
    #[must_use]
    pub fn anonymous(mut self) -> EventMessage {
        self.player = None;
        self
    }
}

impl Event {
    fn of(event: &rules::Event, texts: EventTexts<'_>) -> Event {
        match *event {
            rules::Event::MatchStarted => Event::MatchStarted { seed: texts.seed.map(str::to_owned) },
            rules::Event::TurnStarted { delta } => {
                Event::TurnStarted { delta: delta.map(DeltaObject::from).unwrap_or_default() }
            }
            rules::Event::Draw { card } => Event::Draw { card },
            rules::Event::Placed { card } => Event::CardPlacedToPlayArea { card },
            rules::Event::EffectPlayed { pending } => Event::CardPlayedEffect { effect: EffectObject::played(pending) },
            rules::Event::Response { effect, card } => Event::ResponseToEffect { effect, card },
            rules::Event::RemovedFromBank { card, bank } => Event::CardRemovedFromBank { card, bank },
            rules::Event::TurnEnded { successful, delta, bonus } => {
                Event::TurnEnded { successful, delta: delta.into(), bonus: bonus.map(|cards| cards.to_vec()) }
            }
            rules::Event::MatchEnded(end) => Event::ended(&end),
            rules::Event::Comment(about) => Event::Comment {
                comment: match about {
                    Comment::Late => LATE.to_owned(),
                    Comment::Termination => texts.termination.to_owned(),
                },
            },
        }
    }

    fn ended(end: &MatchEnd) -> Event {
        Event::MatchEnded { scores: end.scores, winner: end.verdict.winner(), terminated: end.ending.is_termination() }
    }
}
