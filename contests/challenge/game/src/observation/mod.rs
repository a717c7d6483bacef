//! The information of the player to move, in memory and as text.
//!
//! As text, an observation is a position: `key=value` words in any order.
//!
//! ```text
//! hand=12,9,8,8,1 table=7 tricks=1-0 score=3-4 challenge=open led=yes played=13*-6
//! ```
//!
//! | key | value | if left out |
//! |---|---|---|
//! | `hand` | own cards still in hand, `-` for none | must be given |
//! | `table` | the card on the table: the opponent's if a card is due, one's own if an answer is | none |
//! | `tricks` | own tricks and theirs in this hand | counted from `played` |
//! | `score` | own points and theirs in this game | `0-0` |
//! | `challenge` | `open`: it may be offered; `offered`: an answer to it is due; `accepted`: it is on; `closed`: none of these | `open` |
//! | `led` | `yes` if one led the first trick of the hand, else `no` or `unknown` | worked out in the first trick, else `unknown` |
//! | `played` | the tricks that are over, own card first, a star at the card that was led; `x-x` for one that a penalty ended; `-` for none known | none known |
//! | `over` | how many tricks are over, tied ones included | counted from the hand: 5 less the cards left |
//! | `accepted` | when the challenge was accepted, as tricks over then, with `+` if a card lay on the table | unknown |
//! | `hand-id` | number of the hand in the game | `1` |
//! | `gone` | cards known to have left the shoe in earlier hands, `-` for none | none |
//! | `left` | thinking time left, in seconds | `2` |
//!
//! The stars in `played` may be left out if `led` is given and no penalty was taken.

mod actions;
mod hand_events;
mod hand_seen;
mod memory;
mod parse;
mod print;
mod seen;

pub use actions::{ACTIONS, action_of, move_of};
pub use hand_seen::{HandSeen, Offered, Plays, SeenAction};
pub use memory::TrickSeen;
pub use parse::{PositionError, parse_position};
pub use print::print_position;
pub use seen::{AcceptedAt, DueKind, Seen};

use std::time::Duration;

use cardsharp_player::Player;

use self::memory::{Memory, gone_before};
use crate::rules::{Cards, ChallengeState, Due, Event, Game, Move, Params, Rank};

/// All information of the player to move. Every request has most of it. Earlier tricks and hands
/// are memory: the client keeps them ([`TrickSeen`] may have gaps after a lost connection), and
/// games in this process read them from the record.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The kind of move that is due.
    pub due: Due,
    /// Own cards still in hand.
    pub hand: Cards,
    /// The card on the table. If an answer to a follower's challenge is due, it is one's own.
    pub table: Option<Rank>,
    /// Own tricks in this hand.
    pub own_tricks: u8,
    /// The opponent's tricks in this hand.
    pub their_tricks: u8,
    /// Tricks over in this hand, tied ones included.
    pub tricks_over: u8,
    /// True if a challenge may be offered now.
    pub can_challenge: bool,
    /// True if a challenge was accepted in this hand.
    pub in_challenge: bool,
    /// Own points in this game.
    pub own_points: u8,
    /// The opponent's points in this game.
    pub their_points: u8,
    /// Number of the hand in the game, from 1.
    pub hand_id: u32,
    /// True if this player led the first trick of the hand; unknown after a gap in memory.
    pub led_hand: Option<bool>,
    /// The tricks of this hand that are over, oldest first; shorter than `tricks_over` if memory has a gap.
    pub tricks: Vec<TrickSeen>,
    /// The time in this hand at which the challenge was accepted: tricks over then, and true if a
    /// card was on the table. None if there was none or it is not known.
    pub accepted_at: Option<(u8, bool)>,
    /// Cards known to have left the shoe in the earlier hands since it was last shuffled: all own
    /// ones, and those the opponent showed. After a penalty of one's own, it may be one card short.
    pub gone: Cards,
    /// Thinking time left in the game.
    pub remaining: Duration,
}

impl Observation {
    /// The information of the player to move in `game`, read from the record; none once the game is over.
    pub fn of(game: &Game, remaining: Duration) -> Option<Observation> {
        let player = game.to_move()?;
        let hand = game.hand();
        let deal = game.events().iter().rposition(|event| matches!(event, Event::NewHand { .. }))?;
        let memory = Memory::of(&game.events()[deal + 1..], game.hand_lead(), player);
        Some(Observation {
            due: hand.due(),
            hand: hand.cards(player),
            table: hand.table(),
            own_tricks: hand.tricks(player),
            their_tricks: hand.tricks(player.opponent()),
            tricks_over: hand.tricks_over(),
            can_challenge: hand.can_challenge(),
            in_challenge: matches!(hand.challenge(), ChallengeState::Accepted { .. }),
            own_points: game.points(player),
            their_points: game.points(player.opponent()),
            hand_id: game.hand_id(),
            led_hand: Some(game.hand_lead() == player),
            tricks: memory.tricks,
            accepted_at: memory.accepted_at,
            gone: gone_before(game, deal, game.hands_since_shuffle() as usize, player),
            remaining,
        })
    }

    /// The cards that `player` has seen leave the shoe in earlier hands: see [`Observation::gone`].
    pub fn gone_for(game: &Game, player: Player) -> Cards {
        let deal = game.events().iter().rposition(|event| matches!(event, Event::NewHand { .. }));
        gone_before(game, deal.unwrap_or(0), game.hands_since_shuffle() as usize, player)
    }

    /// The public actions of the hand, oldest first. `None` if a card is unknown, as after a penalty
    /// or a gap in memory.
    pub fn actions(&self) -> Option<Vec<SeenAction>> {
        if self.tricks.len() != usize::from(self.tricks_over) || self.in_challenge != self.accepted_at.is_some() {
            return None;
        }
        let plays = Plays {
            led: self.led_hand?,
            tricks: &self.tricks,
            table: self.table.map(|card| (card, self.own_card_on_table())),
            offered: self.accepted_at.map(|(tricks_over, card_on_table)| Offered {
                tricks_over,
                card_on_table,
                accepted: true,
            }),
        };
        let mut actions = plays.actions()?;
        if self.due == Due::Answer {
            actions.push(SeenAction { own: false, action: Move::Offer });
        }
        Some(actions)
    }

    /// The own cards at the deal. `None` if an own card is unknown, as after a penalty or a gap in memory.
    pub fn dealt(&self) -> Option<Cards> {
        let on_table = self.table.filter(|_| self.own_card_on_table());
        let mut cards = on_table.into_iter().fold(self.hand, Cards::with);
        for trick in &self.tricks {
            cards = cards.with(trick.own?);
        }
        Some(cards)
    }

    /// Tricks of this hand still to be finished, the one under way included. It counts the player's
    /// cards, with the one on the table if that is the player's own.
    pub fn tricks_left(&self) -> u8 {
        self.hand.len() as u8 + u8::from(self.own_card_on_table())
    }

    /// True if the card on the table is the player's own, which is so when an answer is due.
    pub fn own_card_on_table(&self) -> bool {
        self.due == Due::Answer && self.table.is_some()
    }

    /// True if the player is certain to take most tricks, whatever is played from now on.
    pub fn is_won(&self) -> bool {
        self.own_tricks > self.their_tricks + self.tricks_left()
    }

    /// True if the opponent is certain to take most tricks, whatever is played from now on.
    pub fn is_lost(&self) -> bool {
        self.their_tricks > self.own_tricks + self.tricks_left()
    }

    /// True if the player certainly takes fewer tricks than the opponent, whatever possible hand the opponent holds and
    /// however they play it. [`Observation::is_lost`] uses the tricks alone. This also uses the own cards and the card
    /// on the table, so that the follower knows it in the last trick.
    pub fn is_certain_loss(&self) -> bool {
        let own_on_table = self.own_card_on_table();
        let led = self.table.filter(|_| !own_on_table);
        let mut own: Vec<Rank> = self.hand.descending().collect();
        own.extend(self.table.filter(|_| own_on_table));
        let unseen = own.len() - usize::from(led.is_some());
        // The lowest possible hand is the best one to play against.
        let mut theirs: Vec<Rank> = self.lowest_unseen().take(unseen).collect();
        theirs.extend(led);
        let ahead = self.own_tricks as i8 - self.their_tricks as i8;
        ahead + best_margin(&mut own, &theirs) < 0
    }

    /// The cards that the opponent may still hold, lowest first. A position typed by a person may
    /// have impossible counts; they leave none of a rank.
    fn lowest_unseen(&self) -> impl Iterator<Item = Rank> {
        let rules = Params::CONTEST;
        let tricks = self.tricks.iter();
        let shown = tricks.flat_map(|trick| [trick.own, trick.theirs]).flatten();
        let shown: Vec<Rank> = shown.chain(self.table).collect();
        rules.all_ranks().flat_map(move |rank| {
            let shown = shown.iter().filter(|&&card| card == rank).count() as u8;
            let seen = shown + self.gone.count(rank) + self.hand.count(rank);
            std::iter::repeat_n(rank, usize::from(rules.copies().saturating_sub(seen)))
        })
    }

    /// The legal moves: cards from lowest to highest, then the challenge; or accept, reject.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + use<> {
        let card_due = self.due == Due::Card;
        let cards = if card_due { self.hand } else { Cards::EMPTY };
        let answers: &'static [Move] = if card_due { &[] } else { &[Move::Accept, Move::Reject] };
        cards
            .distinct()
            .map(Move::Play)
            .chain((card_due && self.can_challenge).then_some(Move::Offer))
            .chain(answers.iter().copied())
    }

    /// True if `chosen` is legal here.
    pub fn allows(&self, chosen: Move) -> bool {
        self.legal_moves().any(|legal| legal == chosen)
    }
}

/// The largest lead in tricks that a player can reach with these cards against those, if the
/// opponent helps. Each card of one player is paired with one of the other.
fn best_margin(own: &mut Vec<Rank>, theirs: &[Rank]) -> i8 {
    let Some((&card, others)) = theirs.split_first() else {
        return 0;
    };
    let mut best = i8::MIN;
    for index in 0..own.len() {
        let set = own.remove(index);
        let won = (set > card) as i8 - (set < card) as i8;
        best = best.max(won + best_margin(own, others));
        own.insert(index, set);
    }
    best
}
