//! What a policy for Tricky Eights does when it is asked for a card.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use serde::Serialize;

use crate::commands::inspect::InspectArguments;
use crate::commands::inspect::actions::{Action, actions, print};
use crate::contests::tricky_eights::agents::{Agent, Trained};
use crate::contests::tricky_eights::client::Session;
use crate::contests::tricky_eights::observation::Observation;
use crate::contests::tricky_eights::rules::Card;
use crate::contests::tricky_eights::training::{TrainedPolicy, Weighed};
use crate::contests::tricky_eights::wire::commands;

/// What `--json` prints of a position.
#[derive(Serialize)]
struct Position {
    /// The hand before the card.
    hand: String,
    actions: Vec<Action>,
}

/// A player who notes what he was asked last.
struct Noting {
    blueprint: Arc<TrainedPolicy>,
    noted: Arc<Mutex<Option<(String, Weighed)>>>,
}

impl Agent for Noting {
    fn choose(&mut self, observation: &Observation<'_>) -> Card {
        let weighed = self.blueprint.weigh(observation);
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        *noted = Some((observation.hand.to_string(), weighed));
        Trained::new(Arc::clone(&self.blueprint)).choose(observation)
    }
}

/// Shows what is done at the last request of `told`.
pub(super) fn show(
    arguments: &InspectArguments,
    blueprint: TrainedPolicy,
    told: &str,
) -> anyhow::Result<()> {
    let noted = Arc::new(Mutex::new(None));
    let mut session = Session::new(Box::new(Noting {
        blueprint: Arc::new(blueprint),
        noted: Arc::clone(&noted),
    }));
    for command in commands(told) {
        session.hear(&command?);
    }
    let mut noted = noted.lock().unwrap_or_else(PoisonError::into_inner);
    let (hand, weighed) = noted.take().context(
        "nobody is asked for a card there: write starthand with seat, hand and pool, what followed, and take or play",
    )?;
    let position = Position {
        hand,
        actions: actions(weighed),
    };
    match arguments.json {
        true => println!("{}", serde_json::to_string(&position)?),
        false => {
            println!("hand {}", position.hand);
            print(&position.actions);
        }
    }
    Ok(())
}
