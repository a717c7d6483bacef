//! An agent that is implemented outside the contest.

use super::Agent;
use cardsharp_dead_mans_draw_game::observation::{ACTIONS, Seen, action_of, number_of};
use cardsharp_dead_mans_draw_game::rules::{Action, State};
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
    fn start_match(&mut self) {
        self.0.start_game();
    }

    fn decide(&mut self, state: &State) -> Action {
        // No agent is asked after the match.
        let Some(player) = state.to_move() else {
            return Action::Draw;
        };
        let legal = state.choices().into_iter().filter_map(number_of).collect();
        let request = Request::new(&ACTIONS, legal, Seen::of(state, player));
        let chosen = self.0.choose(request).and_then(action_of);
        chosen.unwrap_or(Action::Draw)
    }

    fn has_left(&self) -> bool {
        self.0.has_left()
    }
}
