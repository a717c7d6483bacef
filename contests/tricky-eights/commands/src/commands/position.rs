//! The probabilities of a policy in one position.

use std::sync::{Arc, Mutex, PoisonError};

use crate::client::Session;
use cardsharp_contest::{AnyError, Position, PositionAction};
use cardsharp_tricky_eights_bots::TrickyEightsGame;
use cardsharp_tricky_eights_bots::agents::{Agent, Trained};
use cardsharp_tricky_eights_bots::infosets::infoset_of;
use cardsharp_tricky_eights_bots::policy::{ActionProbabilities, TrainedPolicy, weigh};
use cardsharp_tricky_eights_game::observation::Observation;
use cardsharp_tricky_eights_game::rules::Card;
use cardsharp_tricky_eights_game::wire::commands;

/// The hand, the row and the probabilities of a request.
type Request = (String, Option<u64>, ActionProbabilities);

/// An agent that records the hand and the probabilities of its last request.
struct RecordingAgent {
    policy: Arc<TrainedPolicy>,
    last: Arc<Mutex<Option<Request>>>,
}

impl Agent<TrickyEightsGame> for RecordingAgent {
    fn choose(&mut self, observation: &Observation<'_>) -> Card {
        let probabilities = weigh(&self.policy, observation);
        let row = infoset_of(observation).chosen_row();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Some((observation.hand.to_string(), row, probabilities));
        Trained::new(Arc::clone(&self.policy)).choose(observation)
    }
}

/// The play of the policy at the last request in `text`.
///
/// # Errors
///
/// The text is no position, or nobody acts in it.
pub(crate) fn position(policy: &Arc<TrainedPolicy>, text: &str) -> Result<Position, AnyError> {
    let (hand, row, probabilities) = at_last_request(policy, text)?;
    Ok(Position {
        hand: Some(hand),
        row,
        actions: PositionAction::of(probabilities),
        ..Position::default()
    })
}

/// The hand, the row and the probabilities at the last request in `text`.
fn at_last_request(policy: &Arc<TrainedPolicy>, text: &str) -> Result<Request, AnyError> {
    let last = Arc::new(Mutex::new(None));
    let mut session = Session::new(Box::new(RecordingAgent {
        policy: Arc::clone(policy),
        last: Arc::clone(&last),
    }));
    for command in commands(text) {
        session.handle(&command?);
    }
    let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
    let nobody = "nobody is asked for a card there: write starthand with seat, hand and pool, what followed, and \
                  take or play";
    last.take().ok_or_else(|| nobody.into())
}
