//! The state of a game, rebuilt from the answers to `status`. An answer has only the other's last
//! two cards, so the rounds are put together here.

use arrayvec::ArrayVec;
use cardsharp_solvers::game::Player;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::{Card, Cards, SkullWhist, Trick};
use cardsharp_skullwhist_game::wire::{Hand, ROUNDS, StatusReport, read_card};

/// A reason why a game cannot be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TrackError {
    /// It did not begin with a full hand.
    #[error("a hand of {0} cards at its beginning")]
    Hand(u8),
    /// Rounds were skipped or repeated.
    #[error("round {shown} is shown after {seen} rounds")]
    Round {
        /// The round.
        shown: u8,
        /// The number of known rounds.
        seen: usize,
    },
    /// A round is over, but its cards are unknown.
    #[error("the cards of a round are not shown")]
    Missing,
    /// The other player cannot have played this card.
    #[error("the other cannot have played {0}")]
    Impossible(Card),
    /// The winner of a round in the answer is not the winner by the rules.
    #[error("a round is told to the wrong player")]
    Winner,
    /// The cards shown leave too few for the other's hand.
    #[error("no hand of the other fits what he has shown")]
    NoHand,
}

/// A game from our side.
#[derive(Clone, Debug)]
pub struct Tracker {
    seat: Player,
    hand: Cards,
    bids: [Option<u8>; 2],
    rounds: ArrayVec<Trick, 13>,
    /// Our card in this round.
    own: Option<Card>,
    /// A card of ours that may or may not have arrived.
    unsure: Option<Card>,
    /// The other's card that we have to tracker.
    led: Option<Card>,
    /// The reason why the game cannot be followed any more.
    lost: Option<TrackError>,
}

/// A game from our side, in a form for a file. Cards are texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrackerNotes {
    /// True if we lead round 1.
    leads: bool,
    hand: Hand,
    bids: [Option<u8>; 2],
    /// For each round, the leader's seat and both cards.
    rounds: Vec<(u8, String, String)>,
    own: Option<String>,
    unsure: Option<String>,
    lost: bool,
}

impl Tracker {
    /// A game that begins with this hand.
    pub fn new(hand: Cards) -> Tracker {
        let whole = hand.len() == ROUNDS;
        Tracker {
            seat: Player::ZERO,
            hand,
            bids: [None; 2],
            rounds: ArrayVec::new(),
            own: None,
            unsure: None,
            led: None,
            lost: (!whole).then_some(TrackError::Hand(hand.len())),
        }
    }

    /// The notes from which the game can be continued later.
    pub fn notes(&self) -> TrackerNotes {
        let text = |card: Card| card.to_string();
        let round = |trick: &Trick| {
            let leader = u8::from(trick.leader == Player::ONE);
            (leader, text(trick.led), text(trick.reply))
        };
        TrackerNotes {
            leads: self.seat == Player::ZERO,
            hand: Hand(self.hand),
            bids: self.bids,
            rounds: self.rounds.iter().map(round).collect(),
            own: self.own.map(text),
            unsure: self.unsure.map(text),
            lost: self.lost.is_some(),
        }
    }

    /// The game of such notes; none if they are invalid.
    pub fn resume(notes: &TrackerNotes) -> Option<Tracker> {
        let player = |first: bool| if first { Player::ZERO } else { Player::ONE };
        let card = |text: &Option<String>| text.as_deref().map(read_card).transpose().ok();
        let rounds = notes.rounds.iter().map(|(leader, led, reply)| {
            let (led, reply) = (read_card(led).ok()?, read_card(reply).ok()?);
            let leader = player(*leader == 0);
            Some(Trick { leader, led, reply })
        });
        let rounds = rounds.collect::<Option<Vec<_>>>()?;
        Some(Tracker {
            seat: player(notes.leads),
            hand: notes.hand.0,
            bids: notes.bids,
            rounds: ArrayVec::try_from(rounds.as_slice()).ok()?,
            own: card(&notes.own)?,
            unsure: card(&notes.unsure)?,
            led: None,
            lost: notes.lost.then_some(TrackError::Missing),
        })
    }

    /// Records our bid.
    pub fn bid(&mut self, bid: u8) {
        self.bids[0] = Some(bid);
    }

    /// Our bid, if there is one.
    pub fn own_bid(&self) -> Option<u8> {
        self.bids[0]
    }

    /// Records that we have played this card.
    pub fn played(&mut self, card: Card) {
        self.hand = self.hand.without(card);
        self.own = Some(card);
        self.led = None;
    }

    /// Records that we have sent this card, and that its answer was lost.
    pub fn sent(&mut self, card: Card) {
        self.unsure = Some(card);
    }

    /// The rounds that are over, as far as they could be followed.
    pub fn rounds(&self) -> &[Trick] {
        &self.rounds
    }

    /// Our hand.
    pub fn hand(&self) -> Cards {
        self.hand
    }

    /// The other's card that we have to tracker.
    pub fn led(&self) -> Option<Card> {
        self.led
    }

    /// Processes an answer of `status`. Returns the error when the game has just become impossible to tracker.
    ///
    /// # Errors
    ///
    /// [`TrackError`], once.
    pub fn see(&mut self, report: &StatusReport) -> Result<(), TrackError> {
        let round = report.round.unwrap_or(1);
        let ours = report.your_turn == Some(true);
        if let Some(card) = self.unsure.take()
            && (!ours || usize::from(round) > self.rounds.len() + 1)
        {
            self.played(card);
        }
        self.bids[1] = report.opponent_bid.filter(|&bid| bid > 0);
        self.led = report.opponent_current_card.filter(|_| ours);
        if self.lost.is_some() {
            return Ok(());
        }
        let seen = self.look(report, round, ours);
        self.lost = seen.err();
        seen
    }

    fn look(&mut self, report: &StatusReport, round: u8, ours: bool) -> Result<(), TrackError> {
        if self.rounds.is_empty() && self.own.is_none() {
            // The leader of round 1 has the turn before any card.
            self.seat = if ours && self.led.is_none() { Player::ZERO } else { Player::ONE };
        }
        let seen = self.rounds.len();
        match usize::from(round).checked_sub(seen) {
            Some(1) => {}
            Some(2) => self.end_round(report)?,
            _ => return Err(TrackError::Round { shown: round, seen }),
        }
        if let Some(card) = self.led
            && !self.may_hold(card)
        {
            return Err(TrackError::Impossible(card));
        }
        let observation = self.current();
        if observation.possible().len() < observation.other_holds() { Err(TrackError::NoHand) } else { Ok(()) }
    }

    fn end_round(&mut self, report: &StatusReport) -> Result<(), TrackError> {
        let (Some(own), Some(other)) = (self.own, report.opponent_previous_card) else {
            return Err(TrackError::Missing);
        };
        if other == own || !self.may_hold(other) {
            return Err(TrackError::Impossible(other));
        }
        let leader = self.rounds.last().map_or(Player::ZERO, |last| last.winner());
        let (led, reply) = if leader == self.seat { (own, other) } else { (other, own) };
        let trick = Trick { leader, led, reply };
        if report.you_won_previous_round != Some(trick.winner() == self.seat) {
            return Err(TrackError::Winner);
        }
        self.own = None;
        self.rounds.try_push(trick).map_err(|_| TrackError::Missing)
    }

    /// True if the other player may hold this card after the rounds that are over.
    fn may_hold(&self, card: Card) -> bool {
        let before = Observation { led: None, ..self.current() };
        before.possible().contains(card)
    }

    fn current(&self) -> Observation {
        Observation {
            game: SkullWhist::CONTEST,
            seat: self.seat,
            hand: self.hand,
            bids: self.bids,
            rounds: self.rounds.clone(),
            led: self.led,
        }
    }

    /// The observation of the agent; none once the game cannot be followed.
    pub fn observation(&self) -> Option<Observation> {
        self.lost.is_none().then(|| self.current())
    }
}

#[cfg(test)]
#[path = "../../tests/unit/client/tracker.rs"]
mod tests;
