//! One match: its state, its chance, and the list of its moves. Everything else can be computed from these again.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cardsharp_player::Player;
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::accounts::{Account, Accounts};
use super::ids::{MatchId, PlayerId};
use super::place::MatchPlace;
use cardsharp_dead_mans_draw_game::rules::{
    BadPosition, Chance, ChanceEvent, Dice, Event, IllegalAction, NoRandom, RecordedEvent, Rules, Selection, State,
};
use cardsharp_dead_mans_draw_game::wire::{
    ActionFault, CreationParams, DUMMY_ID, EventTexts, NO_RANDOM, RequestedAction, UserAction,
};

/// A time, in milliseconds since 1970.
pub(super) type Timestamp = u64;

/// The creation of a match. It never changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Creation {
    #[serde(rename = "match")]
    pub(super) id: MatchId,
    pub(super) at: Timestamp,
    pub(super) by: PlayerId,
    pub(super) seats: [PlayerId; 2],
    pub(super) params: CreationParams,
    /// The seed of the match's chance.
    pub(super) seed: String,
    /// The place in the tournament, if the match belongs to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<MatchPlace>,
}

impl Creation {
    /// The creator that is shown to everybody; none if the organizers created the match.
    pub(super) fn shown_creator(&self, accounts: &Accounts) -> Option<String> {
        (!self.is_official(accounts)).then(|| self.by.to_string())
    }

    /// True if the organizers created the match: an admin, or the server for its tournament.
    pub(super) fn is_official(&self, accounts: &Accounts) -> bool {
        let admin = |account: &Arc<Account>| account.is_admin();
        self.place.is_some() || accounts.find(&self.by).is_some_and(admin)
    }

    /// True if only the creator and the dummy play in the match.
    pub(super) fn is_practice(&self) -> bool {
        let own = |seat: &PlayerId| *seat == self.by || &**seat == DUMMY_ID;
        self.seats.iter().all(own)
    }

    /// True if the seed may be shown before the match ends. The seed determines every card to come.
    fn may_show_seed(&self) -> bool {
        self.is_practice() && self.params.random_seed.is_some()
    }

    pub(super) fn has_seat(&self, id: &str) -> bool {
        self.seats.iter().any(|seat| &**seat == id)
    }

    /// The seat of a player: the first if they have both.
    pub(super) fn seat_of(&self, id: &str) -> Option<Player> {
        let seats = Player::BOTH;
        seats.into_iter().find(|seat| &*self.seats[seat.index()] == id)
    }

    pub(super) fn has_tag(&self, wanted: &[String]) -> bool {
        let tags = self.params.tags.as_deref().unwrap_or_default();
        wanted.is_empty() || tags.iter().any(|tag| wanted.contains(tag))
    }
}

/// The chance of one match, for its whole length.
#[derive(Clone, Debug)]
enum MatchChance {
    First(NoRandom),
    Dice(Box<Dice<ChaCha20Rng>>),
}

impl MatchChance {
    fn of(seed: &str) -> MatchChance {
        if seed == NO_RANDOM {
            return MatchChance::First(NoRandom);
        }
        let key: [u8; 32] = Sha256::digest(seed.as_bytes()).into();
        MatchChance::Dice(Box::new(Dice(ChaCha20Rng::from_seed(key))))
    }
}

impl Chance for MatchChance {
    fn one(&mut self, event: ChanceEvent, among: usize) -> usize {
        match self {
            MatchChance::First(first) => first.one(event, among),
            MatchChance::Dice(dice) => dice.one(event, among),
        }
    }

    fn some(&mut self, event: ChanceEvent, taken: usize, among: usize) -> Selection {
        match self {
            MatchChance::First(first) => first.some(event, taken, among),
            MatchChance::Dice(dice) => dice.some(event, taken, among),
        }
    }
}

/// The kind of a move, which is one change of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum MoveKind {
    /// A player acted.
    Action(UserAction),
    /// A player was late.
    Late,
    /// The match was ended from outside.
    Terminated {
        winner: Option<Player>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        comment: Option<String>,
    },
}

/// A move with its time and its sender's address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Move {
    pub(super) at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<IpAddr>,
    #[serde(rename = "deed")]
    pub(super) kind: MoveKind,
}

/// The reason why a move cannot be carried out.
#[derive(Debug, Error)]
pub(super) enum MoveError {
    #[error(transparent)]
    Fault(#[from] ActionFault),
    #[error(transparent)]
    Illegal(#[from] IllegalAction),
}

/// A match.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) creation: Arc<Creation>,
    pub(super) state: State,
    chance: MatchChance,
    pub(super) moves: Vec<Move>,
    /// The events of the last move.
    pub(super) last: Vec<RecordedEvent>,
    /// The time at which the time of the player to move began.
    since: Instant,
}

/// The place of a move in its match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveNumbers {
    pub(super) sequence: u32,
    pub(super) turn: u32,
    pub(super) in_turn: u32,
}

/// The result that a move would have.
#[derive(Debug)]
pub(super) struct Next {
    pub(super) state: State,
    chance: MatchChance,
    pub(super) events: Vec<RecordedEvent>,
}

impl Game {
    pub(super) fn start(creation: Arc<Creation>) -> Result<Game, BadPosition> {
        // The caller has checked the number of banks.
        let mut setup = creation.params.setup().unwrap_or_default();
        if creation.place.is_some() {
            setup.starter = Some(Player::ZERO);
        }
        let mut chance = MatchChance::of(&creation.seed);
        let mut last = Vec::new();
        let mut state = State::start(&Rules::ARENA, &setup, &mut chance, &mut last)?;
        state.decide_order(&mut chance);
        Ok(Game { creation, state, chance, moves: Vec::new(), last, since: Instant::now() })
    }

    /// Tries a move without changing the match.
    pub(super) fn try_move(&self, kind: &MoveKind) -> Result<Next, MoveError> {
        let mut next = Next { state: self.state, chance: self.chance.clone(), events: Vec::new() };
        let Next { state, chance, events } = &mut next;
        match kind {
            MoveKind::Action(action) => {
                match action.requested_action()? {
                    RequestedAction::Act(action) => state.apply(action, chance, events)?,
                    RequestedAction::Autopick(request) => state.apply_autopick(request, chance, events)?,
                };
            }
            MoveKind::Late => {
                state.time_out(chance, events)?;
            }
            MoveKind::Terminated { winner, comment } => {
                state.terminate(*winner, comment.is_some(), events)?;
            }
        }
        Ok(next)
    }

    pub(super) fn commit(&mut self, next: Next, made: Move) {
        self.state = next.state;
        self.chance = next.chance;
        self.last = next.events;
        self.moves.push(made);
        self.since = Instant::now();
    }

    /// The place of the last move. The creation is the first move.
    pub(super) fn numbers(&self) -> MoveNumbers {
        let counters = self.state.counters();
        MoveNumbers { sequence: counters.moves - 1, turn: counters.turn, in_turn: counters.moves_in_turn }
    }

    pub(super) fn is_over(&self) -> bool {
        self.state.end().is_some()
    }

    /// The time of the last move.
    pub(super) fn last_at(&self) -> Timestamp {
        self.moves.last().map_or(self.creation.at, |made| made.at)
    }

    /// The time at which the player to move is late; none if there is no limit.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let limit: Duration = self.creation.params.time_limit()?;
        self.since.checked_add(limit)
    }

    pub(super) fn is_late(&self) -> bool {
        !self.is_over() && self.deadline().is_some_and(|end| end <= Instant::now())
    }

    /// The seed; none if it may not be shown.
    pub(super) fn seed(&self) -> Option<&str> {
        let known = self.is_over() || self.creation.may_show_seed();
        known.then_some(self.creation.seed.as_str())
    }

    /// The texts of the last move.
    pub(super) fn texts(&self) -> EventTexts<'_> {
        self.texts_of(self.moves.last())
    }

    fn texts_of<'a>(&'a self, made: Option<&'a Move>) -> EventTexts<'a> {
        let comment = match made.map(|made| &made.kind) {
            Some(MoveKind::Terminated { comment, .. }) => comment.as_deref(),
            _ => None,
        };
        EventTexts { seed: self.seed(), termination: comment.unwrap_or_default() }
    }

    /// The events of the last move that end the match and its last turn.
    pub(super) fn closing(&self) -> impl Iterator<Item = &RecordedEvent> {
        let closing = |event: &Event| matches!(event, Event::TurnEnded { .. } | Event::MatchEnded(_));
        self.last.iter().filter(move |recorded| closing(&recorded.event))
    }

    /// Calls `show` with every move again, from the creation on. The creation has no [`Move`].
    pub(super) fn replay(&self, mut show: impl FnMut(&Game, EventTexts<'_>, Option<&Move>)) -> Result<(), ReplayError> {
        let again = Game::start(self.creation.clone());
        let mut again = again.map_err(|_| ReplayError)?;
        show(&again, self.texts_of(None), None);
        for made in &self.moves {
            let next = again.try_move(&made.kind).map_err(|_| ReplayError)?;
            again.commit(next, made.clone());
            show(&again, self.texts_of(Some(made)), Some(made));
        }
        Ok(())
    }

    /// The match before the move with this number.
    pub(super) fn before(&self, number: u32) -> Result<Game, ReplayError> {
        let mut again = Game::start(self.creation.clone()).map_err(|_| ReplayError)?;
        for made in &self.moves {
            if again.state.counters().moves >= number {
                break;
            }
            let next = again.try_move(&made.kind).map_err(|_| ReplayError)?;
            again.commit(next, made.clone());
        }
        Ok(again)
    }
}

/// A replay of a match has another result.
#[derive(Clone, Copy, Debug, Error)]
#[error("a match cannot be replayed: its journal is of another version of the rules")]
pub(super) struct ReplayError;

#[cfg(test)]
#[path = "../tests/unit/game.rs"]
mod tests;
