//! An agent that is implemented outside the contest.

use super::Agent;
use cardsharp_game::outside::{OutsideSeat, Request};
use cardsharp_skullwhist_game::observation::{
    ACTIONS, DueKind, Observation, Seen, action_of, move_of,
};
use cardsharp_skullwhist_game::rules::{Card, Move};

/// A player of an outside agent.
pub struct Outside(OutsideSeat);

impl Outside {
    /// The player in this seat.
    pub fn new(seat: OutsideSeat) -> Outside {
        Outside(seat)
    }

    fn choose(
        &mut self,
        observation: &Observation,
        due: DueKind,
        legal: impl Iterator<Item = Move>,
    ) -> Option<Move> {
        let seen = Seen::of(observation, due);
        let request = Request::new(&ACTIONS, legal.map(action_of).collect(), seen);
        self.0.choose(request).and_then(move_of)
    }
}

impl Agent for Outside {
    fn start_game(&mut self) {
        self.0.start_game();
    }

    fn bid(&mut self, observation: &Observation) -> u8 {
        let bids = 1..=observation.game.hand_size();
        match self.choose(observation, DueKind::Bid, bids.map(Move::Bid)) {
            Some(Move::Bid(bid)) => bid,
            // There is always a legal bid.
            _ => 1,
        }
    }

    fn play(&mut self, observation: &Observation) -> Option<Card> {
        let cards = observation.playable().into_iter();
        match self.choose(observation, DueKind::Card, cards.map(Move::Play)) {
            Some(Move::Play(card)) => Some(card),
            _ => None,
        }
    }

    fn has_left(&self) -> bool {
        self.0.has_left()
    }
}
