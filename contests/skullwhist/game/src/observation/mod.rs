//! The information that a player has been shown, and its consequences.
//!
//! | noun | file |
//! |---|---|
//! | [`Observation`], all information of a player | this file |
//! | [`Count`], the information from counting cards | `count` |
//! | the expected tricks of a hand | `strength` |
//! | an observation as text | `text` |
//! | [`Seen`]: an observation for agents outside the contest | `seen` |
//! | the actions by number | `actions` |

mod actions;
mod count;
mod seen;
mod strength;
mod text;

pub use actions::{ACTIONS, action_of, move_of};
pub use count::Count;
pub use seen::{DueKind, RoundSeen, Seen};
pub use strength::{SPREAD, expected_tricks};
pub use text::{ObservationError, parse_observation, print_observation};

use arrayvec::ArrayVec;
use cardsharp_player::Player;
use rand::Rng;
use rand::seq::IteratorRandom;

use crate::rules::{BadPosition, Card, Cards, Position, SkullWhist, State, Trick};

/// All information of a player when a bid or a card is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The game.
    pub game: SkullWhist,
    /// The own player number; player 0 leads round 1.
    pub seat: Player,
    /// The own hand.
    pub hand: Cards,
    /// The own bid and the other's. The other's is shown only after the own, and may be missing even then.
    pub bids: [Option<u8>; 2],
    /// The rounds that are over, in order.
    pub rounds: ArrayVec<Trick, 13>,
    /// The card that the other player has led to this round.
    pub led: Option<Card>,
}

impl Observation {
    /// The information of `player` in this game, with the given rounds over.
    pub fn of(state: &State, player: Player, rounds: &[Trick]) -> Observation {
        let bids = state.bids();
        let own = bids[player.index()];
        let shown = |other: Option<u8>| own.and(other);
        Observation {
            game: state.game(),
            seat: player,
            hand: state.hand(player),
            bids: [own, shown(bids[player.opponent().index()])],
            rounds: rounds.iter().copied().take(13).collect(),
            led: state.led().filter(|_| state.to_play() == Some(player)),
        }
    }

    /// The cards that may be played.
    pub fn playable(&self) -> Cards {
        self.hand.playable(self.led)
    }

    /// The tricks taken by oneself and by the other player.
    pub fn tricks(&self) -> [u8; 2] {
        let own = self.rounds.iter().filter(|trick| trick.winner() == self.seat);
        let own = own.count() as u8;
        [own, self.rounds.len() as u8 - own]
    }

    /// The number of cards that the other player holds.
    pub fn other_holds(&self) -> u8 {
        self.hand.len() - u8::from(self.led.is_some())
    }

    /// Every card that the other player may hold: no card that was seen, and none of a suit that they did not follow.
    pub fn possible(&self) -> Cards {
        let led = self.led.into_iter().collect();
        self.left().minus(self.hand).minus(led).minus(self.voids())
    }

    /// Every card that was not played in the rounds that are over.
    pub fn left(&self) -> Cards {
        let without = |left: Cards, trick: &Trick| left.without(trick.led).without(trick.reply);
        self.rounds.iter().fold(self.game.pack(), without)
    }

    /// The cards of the suits that the other player cannot have, by their plays.
    fn voids(&self) -> Cards {
        let shown = |trick: &&Trick| trick.leader == self.seat && trick.reply.suit() != trick.led.suit();
        let pack = self.game.pack();
        let void = |voids: Cards, trick: &Trick| voids.union(pack.of_suit(trick.led.suit()));
        self.rounds.iter().filter(shown).fold(Cards::EMPTY, void)
    }

    /// A random hand that the other player may hold; all have equal probability.
    pub fn random_hand(&self, rng: &mut impl Rng) -> Cards {
        let size = usize::from(self.other_holds());
        let cards = self.possible().into_iter();
        cards.choose_multiple(rng, size).into_iter().collect()
    }

    /// The hand that the other player was dealt, if they hold `held` now.
    pub fn dealt_to_other(&self, held: Cards) -> Cards {
        let other = self.seat.opponent();
        let played = self.rounds.iter().map(|trick| trick.card_of(other));
        played.chain(self.led).fold(held, Cards::with)
    }

    /// The other player's information before the first card, if they hold `held` now.
    pub fn others_first(&self, held: Cards) -> Observation {
        Observation {
            game: self.game,
            seat: self.seat.opponent(),
            hand: self.dealt_to_other(held),
            bids: [None; 2],
            rounds: ArrayVec::new(),
            led: None,
        }
    }

    /// Every card that the other player has played, with their information at that time, if they hold `held` now.
    pub fn others_cards(&self, held: Cards, mut with: impl FnMut(&Observation, Card)) {
        let mut view = self.others_first(held);
        view.bids = [self.bids[1], self.bids[0]];
        let mut played = |view: &mut Observation, led, card| {
            view.led = led;
            with(view, card);
            view.hand = view.hand.without(card);
        };
        for trick in &self.rounds {
            let led = (trick.leader == self.seat).then_some(trick.led);
            played(&mut view, led, trick.card_of(self.seat.opponent()));
            view.rounds.push(*trick);
        }
        if let Some(led) = self.led {
            played(&mut view, None, led);
        }
    }

    /// The game if the other player holds `held` and oneself is to play. Also the game before the
    /// first card, when player 0 leads.
    ///
    /// # Errors
    ///
    /// [`BadPosition`] if they cannot hold it.
    pub fn with_other(&self, held: Cards) -> Result<State, BadPosition> {
        let by_player = |pair: [Cards; 2]| match self.seat {
            Player::ZERO => pair,
            _ => [pair[1], pair[0]],
        };
        let [own, other] = self.tricks();
        let (mut tricks, mut bids) = ([own, other], self.bids);
        if self.seat != Player::ZERO {
            tricks.reverse();
            bids.reverse();
        }
        let begun = self.led.is_some() || !self.rounds.is_empty();
        State::at(&Position {
            game: self.game,
            hands: by_player([self.hand, held]),
            bids,
            tricks,
            to_play: if begun { self.seat } else { Player::ZERO },
            led: self.led,
        })
    }
}
