//! An agent that is implemented outside the contest.

use super::Agent;
use cardsharp_challenge_game::observation::{ACTIONS, Observation, Seen, move_of};
use cardsharp_challenge_game::rules::Move;
use cardsharp_game::outside::{OutsideSeat, Request};

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

    fn decide(&mut self, observation: &Observation) -> Move {
        let seen = Seen::from(observation);
        let request = Request::new(&ACTIONS, observation.legal_actions(), seen);
        let chosen = self.0.choose(request).and_then(move_of);
        // There is always a legal move. Without one, a rejection would be the safest answer.
        chosen.unwrap_or(Move::Reject)
    }

    fn has_left(&self) -> bool {
        self.0.has_left()
    }
}
