//! The state that messages do not repeat: tricks seen in the hand, cards gone from the shoe.

use std::time::Duration;

use thiserror::Error;

use cardsharp_challenge_game::observation::{HandSeen, Observation, Offered, Plays, TrickSeen};
use cardsharp_challenge_game::rules::{Cards, Due, Move, POINTS_TO_WIN, Params, Rank};
use cardsharp_challenge_game::wire::{Outcome, RequestKind, RequestMessage, RequestState, ResultMessage};

/// The number of hands dealt from a shoe before all cards are shuffled together again.
const HANDS_PER_SHOE: u32 = 10;

/// A position that is impossible in this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the position asked about is not one of this game")]
pub struct ImpossiblePosition;

/// Builds the information of a player from the messages of the protocol.
///
/// A lost connection leaves gaps. Missed tricks and cards stay unknown; they are never guessed.
#[derive(Debug, Default)]
pub struct Tracker {
    /// None before the first request of a game: its results may come before that.
    game_id: Option<i32>,
    /// The cards that left the shoe in the hands before this one.
    gone: Cards,
    hand: HandMemory,
    /// True if the player leads the next trick; none if that is not known.
    leads_next: Option<bool>,
    /// True if messages may have been missed. Until the next request, results are then of unknown tricks.
    unsure: bool,
}

#[derive(Debug)]
struct HandMemory {
    hand_id: u32,
    /// Own cards, as far as seen.
    dealt: Cards,
    /// Cards that the opponent has shown.
    shown: Cards,
    /// Those of them that a penalty has put back into the opponent's hand.
    put_back: Cards,
    led: Option<bool>,
    tricks_over: u8,
    tricks: Vec<TrickSeen>,
    trick: TrickMemory,
    /// Own cards at the last request, the one on the table included.
    held: Cards,
    /// A trick that its message shows as played. The own cards will show if it was.
    undecided: Option<UndecidedTrick>,
    /// The position of the challenge's offer or answer: tricks over, and true if a card was on the table.
    staked_at: Option<(u8, bool)>,
    /// Own and the opponent's points before the hand.
    points: [u8; 2],
}

#[derive(Debug, Default)]
struct TrickMemory {
    own: Option<Rank>,
    theirs: Option<Rank>,
    led: Option<bool>,
    /// True if the player received an error for an illegal move of their own.
    penalized: bool,
}

/// A trick won or lost whose message names a card, which it also does after a penalty. Only the next request tells the
/// two cases apart: a penalty puts the card that the player led back into their hand.
#[derive(Clone, Copy, Debug)]
struct UndecidedTrick {
    /// Its index among the tricks of the hand.
    index: usize,
    /// The opponent's card that its message showed for the first time.
    shown: Option<Rank>,
}

impl Tracker {
    /// The game of the last request, unless that game is known to be over.
    pub fn game_id(&self) -> Option<i32> {
        self.game_id
    }

    /// Notes a lost connection: messages may be missed.
    pub fn lose_track(&mut self) {
        self.unsure = true;
    }

    /// Processes a request, and returns what the player now knows.
    pub fn request(&mut self, request: &RequestMessage) -> Result<Observation, ImpossiblePosition> {
        let state = &request.state;
        check(request.request, state)?;
        if self.game_id.is_some_and(|game_id| game_id != state.game_id) {
            *self = Tracker::default();
        }
        self.game_id = Some(state.game_id);
        if self.hand.hand_id != state.hand_id {
            self.turn_to_hand(state.hand_id);
        }
        let missed = self.unsure && self.hand.tricks_over != state.total_tricks;
        self.unsure = false;
        self.hand.look(request.request, state, missed);
        Ok(self.observation(request))
    }

    fn turn_to_hand(&mut self, hand_id: u32) {
        // In the last trick of a hand the message alone decides: there the card lost is the card led.
        if let Some(trick) = self.hand.undecided.take().filter(|_| !self.unsure) {
            self.hand.show(trick.shown);
        }
        let shoe = |hand_id: u32| hand_id.saturating_sub(1) / HANDS_PER_SHOE;
        let over = std::mem::replace(&mut self.hand, HandMemory::of(hand_id));
        self.gone = if shoe(over.hand_id) == shoe(hand_id) {
            [over.dealt, over.shown].into_iter().fold(self.gone, add)
        } else {
            Cards::EMPTY
        };
    }

    fn observation(&self, request: &RequestMessage) -> Observation {
        let RequestMessage { state, .. } = request;
        Observation {
            due: due(request.request),
            hand: state.hand,
            table: state.card,
            own_tricks: state.your_tricks,
            their_tricks: state.their_tricks,
            tricks_over: state.total_tricks,
            can_challenge: state.can_challenge && request.request == RequestKind::RequestCard,
            in_challenge: state.in_challenge,
            own_points: state.your_points,
            their_points: state.their_points,
            hand_id: state.hand_id,
            led_hand: self.hand.led,
            tricks: self.hand.tricks.clone(),
            accepted_at: self.hand.staked_at.filter(|_| state.in_challenge),
            gone: self.gone,
            remaining: Duration::try_from_secs_f64(request.remaining).unwrap_or(Duration::ZERO),
        }
    }

    /// Processes the move that answered the last request.
    pub fn answered(&mut self, request: &RequestMessage, chosen: Move) {
        let RequestState { total_tricks, card, .. } = request.state;
        match chosen {
            Move::Play(card) => self.hand.trick.own = Some(card),
            Move::Offer | Move::Accept | Move::Reject if !request.state.in_challenge => {
                self.hand.staked_at = Some((total_tricks, card.is_some()));
            }
            Move::Offer | Move::Accept | Move::Reject => {}
        }
    }

    /// Processes a result. Returns the hand, if it is over and every play of it is known.
    pub fn result(&mut self, message: &ResultMessage) -> Option<HandSeen> {
        let own = message.your_player_num;
        let is_over = matches!(message.result, Outcome::HandDone { .. });
        let seen = (is_over && !self.unsure).then(|| self.hand.seen(self.gone));
        match message.result {
            Outcome::GameWon { .. } => *self = Tracker::default(),
            Outcome::HandDone { by } => {
                self.leads_next = by.map(|by| by == own);
                if !self.unsure {
                    self.turn_to_hand(self.hand.hand_id.saturating_add(1));
                }
            }
            _ if self.unsure => self.leads_next = None,
            Outcome::TrickWon { by, card } => {
                let (led, won) = (self.led_trick(), by == own);
                self.hand.trick_won(won, card, led);
                self.leads_next = Some(won);
            }
            Outcome::TrickTied => {
                let led = self.led_trick();
                self.hand.trick_tied(led);
                self.leads_next = Some(led);
            }
            Outcome::Error { .. } => self.hand.trick.penalized = true,
            Outcome::Accepted => {}
        }
        seen.flatten()
    }

    /// True if the player led the trick that is over. A player without a request in it who knows
    /// nothing more did not lead: the opponent was penalised for not leading.
    fn led_trick(&self) -> bool {
        self.hand.trick.led.or(self.leads_next).unwrap_or(false)
    }
}

impl Default for HandMemory {
    fn default() -> Self {
        HandMemory::of(1)
    }
}

impl HandMemory {
    fn of(hand_id: u32) -> HandMemory {
        HandMemory {
            hand_id,
            dealt: Cards::EMPTY,
            shown: Cards::EMPTY,
            put_back: Cards::EMPTY,
            led: None,
            tricks_over: 0,
            tricks: Vec::new(),
            trick: TrickMemory::default(),
            held: Cards::EMPTY,
            undecided: None,
            staked_at: None,
            points: [0; 2],
        }
    }

    /// The hand, now that it is over. `None` if a play of it is unknown.
    fn seen(&self, gone: Cards) -> Option<HandSeen> {
        let rules = Params::CONTEST;
        let led = self.led?;
        let over = self.tricks.len() as u8;
        let refused = over < rules.hand_size();
        let staked_at = self.staked_at;
        // Without an offer in the trick under way, the hand has not ended by a rejection.
        let offered_here = staked_at.filter(|&(tricks_over, _)| tricks_over == over);
        if self.dealt.len() != usize::from(rules.hand_size()) || refused != offered_here.is_some() {
            return None;
        }
        let table = match offered_here {
            Some((_, true)) if self.trick.led? => Some((self.trick.own?, true)),
            Some((_, true)) => Some((self.trick.theirs?, false)),
            _ => None,
        };
        let plays = Plays {
            led,
            tricks: &self.tricks,
            table,
            offered: staked_at.map(|(tricks_over, card_on_table)| Offered {
                tricks_over,
                card_on_table,
                accepted: !refused,
            }),
        };
        Some(HandSeen {
            own_points: self.points[0],
            their_points: self.points[1],
            led,
            dealt: self.dealt,
            gone,
            actions: plays.actions()?,
        })
    }

    /// Processes a position. `missed` is true if results of tricks may have been missed before it.
    fn look(&mut self, kind: RequestKind, state: &RequestState, missed: bool) {
        let own_on_table = state.card.filter(|_| kind == RequestKind::ChallengeOffered);
        let now = own_on_table.into_iter().fold(state.hand, add_one);
        self.decide_trick(now, missed);
        self.points = [state.your_points, state.their_points];
        self.held = now;
        if self.tricks_over != state.total_tricks {
            self.tricks_over = state.total_tricks;
            self.trick = TrickMemory::default();
            self.tricks.truncate(usize::from(state.total_tricks));
        }
        // An answer to an offer is due before the own lead, or after it with the own card on the
        // table. A card is due before any lead, or with the opponent's card on the table.
        let led = (kind == RequestKind::RequestCard) == state.card.is_none();
        self.trick.led = Some(led);
        // A penalty would have ended the trick. An error before belongs to another trick.
        self.trick.penalized = false;
        if self.tricks_over == 0 {
            self.led = Some(led);
        }
        if led {
            self.trick.own = state.card.or(self.trick.own);
        } else if self.trick.theirs != state.card {
            self.see(state.card);
        }
        if self.dealt.is_empty() {
            self.dealt = now;
        }
    }

    /// Decides by the own cards if the undecided trick was played or ended by a penalty.
    fn decide_trick(&mut self, now: Cards, missed: bool) {
        let Some(UndecidedTrick { index, shown }) = self.undecided.take() else {
            return;
        };
        let trick = self.tricks[index];
        let kept = |card| now.count(card) >= self.held.count(card);
        if trick.own.is_some_and(kept) {
            self.void(index);
        } else if missed {
            // A later trick may have taken the card too.
            self.tricks.truncate(index);
        } else {
            self.show(shown);
        }
    }

    /// A penalty ended a trick: the card on the table went back to its hand.
    fn void(&mut self, index: usize) {
        let TrickSeen { theirs, led, .. } = self.tricks[index];
        if let Some(card) = theirs.filter(|_| !led) {
            self.put_back = add_one(self.put_back, card);
        }
        self.tricks[index] = TrickSeen { own: None, theirs: None, led };
    }

    /// The opponent plays a card in the trick under way.
    fn see(&mut self, card: Option<Rank>) {
        self.trick.theirs = card;
        self.show(card);
    }

    /// The opponent has shown a card.
    fn show(&mut self, card: Option<Rank>) {
        let Some(card) = card else {
            return;
        };
        match self.put_back.without(card) {
            Some(fewer) => self.put_back = fewer,
            None => self.shown = add_one(self.shown, card),
        }
    }

    /// A trick was `won` or lost. Its message also has a card after a penalty, so the card alone decides nothing.
    fn trick_won(&mut self, won: bool, last_card: Option<Rank>, led: bool) {
        let TrickMemory { own, theirs, penalized, .. } = self.trick;
        let other = theirs.or(last_card.filter(|_| led));
        let played = |own: Rank| other.is_none_or(|other| own != other && (own > other) == won);
        let is_played = !penalized && own.is_some_and(played);
        if self.end_trick(TrickSeen { own, theirs: other, led }) {
            let index = self.tricks.len() - 1;
            if is_played {
                let shown = other.filter(|_| theirs.is_none());
                self.undecided = Some(UndecidedTrick { index, shown });
            } else {
                self.void(index);
            }
        }
    }

    fn trick_tied(&mut self, led: bool) {
        if led && self.trick.theirs.is_none() {
            self.see(self.trick.own);
        }
        let TrickMemory { own, theirs, .. } = self.trick;
        self.end_trick(TrickSeen { own, theirs, led });
    }

    /// Records a trick that is over, if the hand can have one more.
    fn end_trick(&mut self, trick: TrickSeen) -> bool {
        if self.tricks_over == 0 {
            self.led = Some(trick.led);
        }
        self.trick = TrickMemory::default();
        let possible = self.tricks_over < Params::CONTEST.hand_size();
        if possible {
            self.tricks.push(trick);
            self.tricks_over += 1;
        }
        possible
    }
}

/// The kind of move that a request asks for.
pub(super) fn due(kind: RequestKind) -> Due {
    match kind {
        RequestKind::RequestCard => Due::Card,
        RequestKind::ChallengeOffered => Due::Answer,
    }
}

/// Checks that the numbers of a position fit together; agents rely on it.
fn check(kind: RequestKind, state: &RequestState) -> Result<(), ImpossiblePosition> {
    let rules = Params::CONTEST;
    let own_on_table = kind == RequestKind::ChallengeOffered && state.card.is_some();
    let held = state.hand.len() + usize::from(own_on_table) + usize::from(state.total_tricks);
    let highest = state.hand.highest().max(state.card);
    let won = u16::from(state.your_tricks) + u16::from(state.their_tricks);
    let possible = held == usize::from(rules.hand_size())
        && state.total_tricks < rules.hand_size()
        && won <= u16::from(state.total_tricks)
        && highest.is_none_or(|rank| rank.value() <= rules.ranks())
        && state.your_points < POINTS_TO_WIN
        && state.their_points < POINTS_TO_WIN
        && state.hand_id > 0;
    possible.then_some(()).ok_or(ImpossiblePosition)
}

/// Adds a card. A server that shows more copies of a rank than exist must not make the count overflow.
fn add_one(cards: Cards, rank: Rank) -> Cards {
    if cards.count(rank) < Params::CONTEST.copies() { cards.with(rank) } else { cards }
}

fn add(cards: Cards, more: Cards) -> Cards {
    more.descending().fold(cards, add_one)
}
