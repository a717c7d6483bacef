//! The probabilities of a policy in one position.

use std::sync::{Arc, Mutex, PoisonError};

use crate::client::Session;
use cardsharp_contest::{AnyError, Position, PositionAction};
use cardsharp_tricky_eights_bots::TrickyEightsGame;
use cardsharp_tricky_eights_bots::agents::{Agent, Trained};
use cardsharp_tricky_eights_bots::infosets::infoset_of;
use cardsharp_tricky_eights_bots::policy::{TrainedPolicy, weigh};
use cardsharp_tricky_eights_game::observation::Observation;
use cardsharp_tricky_eights_game::rules::Card;
use cardsharp_tricky_eights_game::wire::commands;

/// An agent that records the position of its last request.
struct RecordingAgent {
    policy: Arc<TrainedPolicy>,
    last: Arc<Mutex<Option<Position>>>,
}

impl Agent<TrickyEightsGame> for RecordingAgent {
    fn choose(&mut self, observation: &Observation<'_>) -> Card {
        let infoset = infoset_of(observation);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Some(Position {
            hand: Some(observation.hand.to_string()),
            row: infoset.chosen_row(),
            visited: infoset.visited(&self.policy.table),
            actions: PositionAction::of(weigh(&self.policy, observation)),
            ..Position::default()
        });
        Trained::new(Arc::clone(&self.policy)).choose(observation)
    }
}

/// The play of the policy at the last request in `text`.
///
/// # Errors
///
/// The text is no position, or nobody acts in it.
pub(crate) fn position(policy: &Arc<TrainedPolicy>, text: &str) -> Result<Position, AnyError> {
    let last = Arc::new(Mutex::new(None));
    let mut session = Session::new(Box::new(RecordingAgent { policy: Arc::clone(policy), last: Arc::clone(&last) }));
    for command in commands(text) {
        session.handle(&command?);
    }
    let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
    let nobody = "nobody is asked for a card there: write starthand with seat, hand and pool, what followed, and \
                  take or play";
    last.take().ok_or_else(|| nobody.into())
}
