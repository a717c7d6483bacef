//! One match: its state, its chance, and the list of its deeds. Everything else can be computed
//! from these again.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cardsharp_solvers::game::Player;
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::accounts::Accounts;
use super::ids::{MatchId, PlayerId};
use crate::contests::dead_mans_draw::rules::{
    BadPosition, Chance, Dice, Event, IllegalAction, Lot, NoRandom, Recorded, Rules, Selection,
    State,
};
use crate::contests::dead_mans_draw::wire::{
    ActionFault, CreationParams, DUMMY_ID, NO_RANDOM, UserAction, Wish, Words,
};

/// A time, in milliseconds since 1970.
pub(super) type Moment = u64;

/// The creation of a match. It never changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Creation {
    #[serde(rename = "match")]
    pub(super) id: MatchId,
    pub(super) at: Moment,
    pub(super) by: PlayerId,
    pub(super) seats: [PlayerId; 2],
    pub(super) params: CreationParams,
    /// The seed of the match's chance.
    pub(super) seed: String,
}

impl Creation {
    /// The creator that is shown to everybody; none if an admin created the match.
    pub(super) fn shown_creator(&self, accounts: &Accounts) -> Option<String> {
        let by = &self.by;
        let admin = accounts.find(by).is_some_and(|account| account.is_admin());
        (!admin).then(|| by.to_string())
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
        let seats = [Player::ZERO, Player::ONE];
        seats
            .into_iter()
            .find(|seat| &*self.seats[seat.index()] == id)
    }

    pub(super) fn has_tag(&self, wanted: &[String]) -> bool {
        let tags = self.params.tags.as_deref().unwrap_or_default();
        wanted.is_empty() || tags.iter().any(|tag| wanted.contains(tag))
    }
}

/// The chance of one match, for its whole length.
#[derive(Clone, Debug)]
enum Luck {
    First(NoRandom),
    Dice(Box<Dice<ChaCha20Rng>>),
}

impl Luck {
    fn of(seed: &str) -> Luck {
        if seed == NO_RANDOM {
            return Luck::First(NoRandom);
        }
        let key: [u8; 32] = Sha256::digest(seed.as_bytes()).into();
        Luck::Dice(Box::new(Dice(ChaCha20Rng::from_seed(key))))
    }
}

impl Chance for Luck {
    fn one(&mut self, lot: Lot, among: usize) -> usize {
        match self {
            Luck::First(first) => first.one(lot, among),
            Luck::Dice(dice) => dice.one(lot, among),
        }
    }

    fn some(&mut self, lot: Lot, taken: usize, among: usize) -> Selection {
        match self {
            Luck::First(first) => first.some(lot, taken, among),
            Luck::Dice(dice) => dice.some(lot, taken, among),
        }
    }
}

/// A deed: one change of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Deed {
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

/// A deed with its time and its sender's address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Done {
    pub(super) at: Moment,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<IpAddr>,
    pub(super) deed: Deed,
}

/// The reason why a deed cannot be carried out.
#[derive(Debug, Error)]
pub(super) enum NotDone {
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
    luck: Luck,
    pub(super) done: Vec<Done>,
    /// The events of the last move.
    pub(super) last: Vec<Recorded>,
    /// The time at which the time of the player to move began.
    since: Instant,
}

/// The place of a move in its match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) sequence: u32,
    pub(super) turn: u32,
    pub(super) in_turn: u32,
}

/// The result that a deed would have.
#[derive(Debug)]
pub(super) struct Next {
    pub(super) state: State,
    luck: Luck,
    pub(super) events: Vec<Recorded>,
}

impl Game {
    pub(super) fn start(creation: Arc<Creation>) -> Result<Game, BadPosition> {
        // The caller has checked the number of banks.
        let setup = creation.params.setup().unwrap_or_default();
        let mut luck = Luck::of(&creation.seed);
        let mut last = Vec::new();
        let mut state = State::start(&Rules::ARENA, &setup, &mut luck, &mut last)?;
        state.decide_order(&mut luck);
        Ok(Game {
            creation,
            state,
            luck,
            done: Vec::new(),
            last,
            since: Instant::now(),
        })
    }

    /// Tries a deed without changing the match.
    pub(super) fn try_deed(&self, deed: &Deed) -> Result<Next, NotDone> {
        let mut next = Next {
            state: self.state,
            luck: self.luck.clone(),
            events: Vec::new(),
        };
        let Next {
            state,
            luck,
            events,
        } = &mut next;
        match deed {
            Deed::Action(action) => {
                match action.wish()? {
                    Wish::Act(action) => state.apply(action, luck, events)?,
                    Wish::Autopick(wish) => state.apply_autopick(wish, luck, events)?,
                };
            }
            Deed::Late => {
                state.time_out(luck, events)?;
            }
            Deed::Terminated { winner, comment } => {
                state.terminate(*winner, comment.is_some(), events)?;
            }
        }
        Ok(next)
    }

    pub(super) fn commit(&mut self, next: Next, done: Done) {
        self.state = next.state;
        self.luck = next.luck;
        self.last = next.events;
        self.done.push(done);
        self.since = Instant::now();
    }

    /// The place of the last move. The creation is the first move.
    pub(super) fn place(&self) -> Place {
        let counters = self.state.counters();
        Place {
            sequence: counters.moves - 1,
            turn: counters.turn,
            in_turn: counters.moves_in_turn,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.state.end().is_some()
    }

    /// The time of the last move.
    pub(super) fn last_at(&self) -> Moment {
        self.done.last().map_or(self.creation.at, |done| done.at)
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
    pub(super) fn words(&self) -> Words<'_> {
        self.words_of(self.done.last())
    }

    fn words_of<'a>(&'a self, done: Option<&'a Done>) -> Words<'a> {
        let comment = match done.map(|done| &done.deed) {
            Some(Deed::Terminated { comment, .. }) => comment.as_deref(),
            _ => None,
        };
        Words {
            seed: self.seed(),
            termination: comment.unwrap_or_default(),
        }
    }

    /// The events of the last move that end the match and its last turn.
    pub(super) fn closing(&self) -> impl Iterator<Item = &Recorded> {
        let closing =
            |event: &Event| matches!(event, Event::TurnEnded { .. } | Event::MatchEnded(_));
        self.last
            .iter()
            .filter(move |recorded| closing(&recorded.event))
    }

    /// Calls `show` with every move again, from the creation on. The creation has no deed.
    pub(super) fn replay(
        &self,
        mut show: impl FnMut(&Game, Words<'_>, Option<&Done>),
    ) -> Result<(), Unrepeatable> {
        let again = Game::start(self.creation.clone());
        let mut again = again.map_err(|_| Unrepeatable)?;
        show(&again, self.words_of(None), None);
        for done in &self.done {
            let next = again.try_deed(&done.deed).map_err(|_| Unrepeatable)?;
            again.commit(next, done.clone());
            show(&again, self.words_of(Some(done)), Some(done));
        }
        Ok(())
    }
}

/// A replay of a match has another result.
#[derive(Clone, Copy, Debug, Error)]
#[error("a match cannot be replayed: its journal is of another version of the rules")]
pub(super) struct Unrepeatable;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contests::dead_mans_draw::rules::Autopick;

    fn game(seed: &str) -> Game {
        let id: PlayerId = "a".into();
        let creation = Creation {
            id: MatchId::fresh(),
            at: 5,
            by: id.clone(),
            seats: [id.clone(), id],
            params: CreationParams::default(),
            seed: seed.to_owned(),
        };
        Game::start(Arc::new(creation)).unwrap()
    }

    fn act(game: &mut Game, wish: Autopick) -> bool {
        let deed = Deed::Action(wish.into());
        let Ok(next) = game.try_deed(&deed) else {
            return false;
        };
        let done = Done {
            at: 6,
            from: None,
            deed,
        };
        game.commit(next, done);
        true
    }

    #[test]
    fn replays_come_out_the_same_though_requests_were_refused() {
        for seed in 0..40 {
            let mut game = game(&format!("seed {seed}"));
            let mut refused = 0;
            while !game.is_over() {
                // Automatic answers that turn out to be only draws are refused, after chance was
                // asked for them.
                refused += u32::from(!act(&mut game, Autopick::Answer));
                if !game.is_over() {
                    act(&mut game, Autopick::Draw);
                }
            }
            assert!(refused > 0);
            let mut moves = Vec::new();
            let show = |again: &Game, _: Words<'_>, _: Option<&Done>| {
                moves.push((again.state, again.place(), again.last.clone()));
            };
            game.replay(show).unwrap();
            assert_eq!(moves.len(), game.done.len() + 1);
            assert_eq!(
                moves.pop(),
                Some((game.state, game.place(), game.last.clone()))
            );
        }
    }

    #[test]
    fn the_order_of_the_pile_comes_from_the_seed_alone() {
        let order = |seed: &str| -> Vec<_> { game(seed).state.draw_pile().known().collect() };
        assert_eq!(order("x").len(), 50);
        assert_eq!(order("x"), order("x"));
        assert_ne!(order("x"), order("y"));
        assert!(order(NO_RANDOM).is_sorted());
    }
}
