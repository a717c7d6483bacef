//! An agent that is implemented outside the contest.

use super::Agent;
use super::random::NO_CARD;
use cardsharp_game::outside::{OutsideSeat, Request};
use cardsharp_tricky_eights_game::observation::{ACTIONS, Observation, Seen, action_of, card_of};
use cardsharp_tricky_eights_game::rules::Card;

/// A player of an outside agent.
pub struct Outside(OutsideSeat);

impl Outside {
    /// The player in this seat.
    pub fn new(seat: OutsideSeat) -> Outside {
        Outside(seat)
    }
}

impl Agent for Outside {
    fn start_game(&mut self) {
        self.0.start_game();
    }

    fn choose(&mut self, observation: &Observation<'_>) -> Card {
        let legal = observation.legal().iter().map(action_of).collect();
        let request = Request::new(&ACTIONS, legal, Seen::from(observation));
        let chosen = self.0.choose(request).and_then(card_of);
        chosen.unwrap_or(NO_CARD)
    }

    fn has_left(&self) -> bool {
        self.0.has_left()
    }
}
