//! The state of a match, from the arena's objects and events. The objects leave out the piles, so
//! these are followed through the events.

use std::collections::VecDeque;

use thiserror::Error;

use cardsharp_dead_mans_draw_game::rules::{
    Action, BadPosition, Card, CardSet, Chance, ChanceEvent, Effect, RecordedEvent, Rules, State,
};
use cardsharp_dead_mans_draw_game::wire::{DeltaObject, Event, EventMessage, EventTexts, MatchObject};

/// The reason why a match cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TrackError {
    /// The object does not contain all moves of the match.
    #[error("{shown} of its {there} moves are shown")]
    MovesMissing {
        /// The number of moves in the object.
        shown: usize,
        /// The number of moves of the match.
        there: u32,
    },
    /// The events lead to a pile of another size than the object's.
    #[error("{followed} cards should be in the {pile}, but {shown} are")]
    OtherSize {
        /// The name of the pile.
        pile: &'static str,
        /// The number of cards by the events.
        followed: usize,
        /// The number of cards by the object.
        shown: usize,
    },
    /// No player has to act.
    #[error("nobody has to act in it")]
    NoPlayerToMove,
    /// The position is impossible.
    #[error(transparent)]
    Impossible(#[from] BadPosition),
}

/// The piles, as followed through the events.
#[derive(Debug)]
struct Piles {
    draw: CardSet,
    /// The next card, once an oracle has shown it.
    next: Option<Card>,
    discards: Vec<Card>,
    /// The discard pile at the beginning of the turn.
    before: Vec<Card>,
    /// The offer of a map. Its cards are in no pile meanwhile.
    offer: Vec<Card>,
}

impl Piles {
    /// The piles at the set-up of the match.
    fn of(object: &MatchObject, rules: &Rules) -> Piles {
        let params = &object.creation_params;
        let draw = match &params.draw_pile {
            Some(given) => given.iter().copied().collect(),
            None => rules.deck.first_draw_pile(),
        };
        let discards = match &params.discard_pile {
            Some(given) => given.clone(),
            None => rules.deck.first_discards().iter().collect(),
        };
        Piles { draw, next: None, before: discards.clone(), discards, offer: Vec::new() }
    }

    fn take(&mut self, event: &Event) {
        match event {
            Event::Draw { card } => {
                self.draw = self.draw.without(*card);
                self.next = None;
            }
            Event::CardPlayedEffect { effect } => {
                let cards = effect.cards.iter().flatten().copied().flatten();
                match effect.effect_type {
                    Effect::Map => {
                        self.offer = cards.collect();
                        self.discards.retain(|card| !self.offer.contains(card));
                    }
                    Effect::Oracle => self.next = cards.into_iter().next(),
                    _ => {}
                }
            }
            Event::ResponseToEffect { effect, card } => match (effect, card) {
                (Effect::Map, chosen) => {
                    let back = self.offer.drain(..).filter(|card| Some(*card) != *chosen);
                    self.discards.extend(back);
                }
                (Effect::Cannon, Some(shot)) => self.discards.push(*shot),
                _ => {}
            },
            Event::TurnEnded { delta, .. } => self.end_turn(delta),
            _ => {}
        }
    }

    /// Updates the discard pile at the end of a turn. The delta is relative to the beginning of the turn.
    fn end_turn(&mut self, delta: &DeltaObject) {
        self.offer.clear();
        self.discards = std::mem::take(&mut self.before);
        if let Some(change) = &delta.discard_pile {
            self.discards.retain(|card| !change.removed.contains(card));
            self.discards.extend(&change.added);
        }
        self.before = self.discards.clone();
    }
}

/// The state of a match whose object contains all its moves.
///
/// # Errors
///
/// The reason why the state cannot be determined.
pub fn state_of(object: &MatchObject) -> Result<State, TrackError> {
    let rules = Rules::ARENA;
    let to_move = object.active_player_index;
    let to_move = to_move.ok_or(TrackError::NoPlayerToMove)?;
    if u32::try_from(object.moves.len()) != Ok(object.move_count) {
        return Err(TrackError::MovesMissing { shown: object.moves.len(), there: object.move_count });
    }
    let mut piles = Piles::of(object, &rules);
    let events = object.moves.iter().flat_map(|one| &one.events);
    events.for_each(|message| piles.take(&message.event));
    let sizes = [
        ("draw pile", piles.draw.len(), object.draw_pile_size),
        ("discard pile", piles.discards.len(), object.discard_pile_size),
    ];
    for (pile, followed, shown) in sizes {
        if followed != shown {
            return Err(TrackError::OtherSize { pile, followed, shown });
        }
    }
    let mut position = object.state.position(to_move, piles.discards, &rules);
    if let (true, Some(next)) = (position.known.is_empty(), piles.next) {
        position.known.push(next);
    }
    // Cards that the match was set up without are in no pile.
    let known = position.known.iter().copied().collect();
    position.unseen = piles.draw.minus(known);
    Ok(State::at(&rules, &position)?)
}

/// The state of a match after this player's own `action`. The rules are applied with the chance
/// outcomes that the events of the response report. None if this leads to other events, or if the
/// turn is over. The match must then be read again.
pub fn state_after(state: &State, action: Action, events: &[EventMessage]) -> Option<State> {
    let mut chance = ReportedChance::of(state, events);
    let mut after = *state;
    let mut own: Vec<RecordedEvent> = Vec::new();
    after.apply(action, &mut chance, &mut own).ok()?;
    let own = own.iter().map(|one| EventMessage::of(one, EventTexts::default()).event);
    let alike = own.filter(is_move).eq(events.iter().map(|one| &one.event).filter(|event| is_move(event)).cloned());
    (alike && !chance.lost).then_some(after)
}

/// True if an event belongs to the rules, and not only to the protocol.
fn is_move(event: &Event) -> bool {
    !matches!(event, Event::TurnStarted { .. } | Event::Comment { .. } | Event::Unknown)
}

/// The chance outcomes that the events of one action report.
struct ReportedChance {
    /// The cards drawn or shown, without a next card that was known before.
    drawn: VecDeque<Card>,
    /// The draw pile, or the cards left of it.
    pile: CardSet,
    offered: VecDeque<Card>,
    discards: Vec<Card>,
    /// True if the rules asked for an outcome that the events do not report.
    lost: bool,
}

impl ReportedChance {
    fn of(state: &State, events: &[EventMessage]) -> ReportedChance {
        let mut chance = ReportedChance {
            drawn: VecDeque::new(),
            pile: state.draw_pile().cards(),
            offered: VecDeque::new(),
            discards: state.discards().to_vec(),
            lost: false,
        };
        let mut next = state.draw_pile().next_known();
        for message in events {
            match &message.event {
                Event::Draw { card } if next == Some(*card) => {
                    chance.pile = chance.pile.without(*card);
                    next = None;
                }
                Event::Draw { card } => chance.drawn.push_back(*card),
                Event::CardPlayedEffect { effect } => {
                    let mut cards = effect.cards.iter().flatten().copied().flatten();
                    match effect.effect_type {
                        Effect::Map => chance.offered.extend(cards),
                        Effect::Oracle if next.is_none() => chance.drawn.extend(cards.next()),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        chance
    }

    /// The index if it is valid for `among` cards; otherwise 0, and the outcome counts as lost.
    fn valid_index(&mut self, index: Option<usize>, among: usize) -> usize {
        match index {
            Some(index) if index < among => index,
            _ => {
                self.lost = true;
                0
            }
        }
    }
}

impl Chance for ReportedChance {
    fn one(&mut self, event: ChanceEvent, among: usize) -> usize {
        match event {
            ChanceEvent::NextCard => {
                let card = self.drawn.pop_front();
                let index = self.pile.iter().position(|one| Some(one) == card);
                if let Some(card) = card {
                    self.pile = self.pile.without(card);
                }
                self.valid_index(index, among)
            }
            ChanceEvent::Offered => {
                let card = self.offered.pop_front();
                let index = self.discards.iter().position(|&one| Some(one) == card);
                if let Some(index) = index {
                    self.discards.remove(index);
                }
                self.valid_index(index, among)
            }
            // An action with a bonus ends the turn, and the match has begun before.
            ChanceEvent::Bonus | ChanceEvent::Starter => self.valid_index(None, among),
        }
    }
}
