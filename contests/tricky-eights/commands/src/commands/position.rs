//! The probabilities of a policy in one position.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use serde::Serialize;

use crate::client::Session;
use cardsharp_commands::inspect::InspectArguments;
use cardsharp_commands::inspect::actions::{Action, actions, print};
use cardsharp_contest::explorer::HandDetail;
use cardsharp_terminal::println;
use cardsharp_tricky_eights_bots::agents::{Agent, Trained};
use cardsharp_tricky_eights_bots::infosets::Infoset;
use cardsharp_tricky_eights_bots::policy::{ActionProbabilities, TrainedPolicy};
use cardsharp_tricky_eights_game::observation::Observation;
use cardsharp_tricky_eights_game::rules::Card;
use cardsharp_tricky_eights_game::wire::commands;

/// The JSON output for a position.
#[derive(Serialize)]
struct Position {
    /// The hand before the card.
    hand: String,
    /// The number of the row; null where there is no choice.
    row: Option<u64>,
    actions: Vec<Action>,
}

/// The hand, the row and the probabilities of a request.
type Request = (String, Option<u64>, ActionProbabilities);

/// An agent that records the hand and the probabilities of its last request.
struct RecordingAgent {
    policy: Arc<TrainedPolicy>,
    last: Arc<Mutex<Option<Request>>>,
}

impl Agent for RecordingAgent {
    fn choose(&mut self, observation: &Observation<'_>) -> Card {
        let probabilities = self.policy.probabilities(observation);
        let infoset = Infoset::of(observation);
        let row = (infoset.candidates.len() > 1).then_some(infoset.row.0);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Some((observation.hand.to_string(), row, probabilities));
        Trained::new(Arc::clone(&self.policy)).choose(observation)
    }
}

/// What the policy does in the position, for people who ask about it.
///
/// # Errors
///
/// The text is no position, or nobody acts in it.
pub(super) fn detail(policy: &Arc<TrainedPolicy>, position: &str) -> anyhow::Result<HandDetail> {
    let (hand, _, probabilities) = at_last_request(policy, position)?;
    let mut detail = HandDetail::of(position.to_owned(), probabilities);
    detail.notes.push(format!("The hand: {hand}."));
    Ok(detail)
}

/// The hand, the row and the probabilities at the last request in `text`.
fn at_last_request(policy: &Arc<TrainedPolicy>, text: &str) -> anyhow::Result<Request> {
    let last = Arc::new(Mutex::new(None));
    let mut session = Session::new(Box::new(RecordingAgent {
        policy: Arc::clone(policy),
        last: Arc::clone(&last),
    }));
    for command in commands(text) {
        session.handle(&command?);
    }
    let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
    last.take().context(
        "nobody is asked for a card there: write starthand with seat, hand and pool, what followed, and take or play",
    )
}

/// Prints the probabilities at the last request in `text`.
pub(super) fn show(
    arguments: &InspectArguments,
    policy: TrainedPolicy,
    text: &str,
) -> anyhow::Result<()> {
    let (hand, row, probabilities) = at_last_request(&Arc::new(policy), text)?;
    let position = Position {
        hand,
        row,
        actions: actions(probabilities),
    };
    if arguments.json {
        println!("{}", serde_json::to_string(&position)?);
    } else {
        println!("hand {}", position.hand);
        print(&position.actions);
    }
    Ok(())
}
