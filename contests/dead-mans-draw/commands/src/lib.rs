//! Dead Man's Draw: two players draw from one pile until they stop or bust, and take cards of each other's banks.

#[cfg(feature = "live")]
mod check;
#[cfg(feature = "live")]
pub mod client;
mod commands;

use std::sync::Arc;

use serde::Deserialize;

use cardsharp_commands::sampled::SampledCommands;
use cardsharp_commands::{CommandParts, ContestCommands};
use cardsharp_contest::{
    AnyError, ContestError, GameFamily, PolicyFamily, Position, PositionAction, SampledContest, fill_regrets,
};
use cardsharp_dead_mans_draw_bots::DeadMansDrawGame;
use cardsharp_dead_mans_draw_bots::measure::UNIT;
use cardsharp_dead_mans_draw_bots::policy::{TrainedPolicy, weigh};
use cardsharp_dead_mans_draw_bots::training::Family;
use cardsharp_dead_mans_draw_bots::value::Search;
use cardsharp_dead_mans_draw_game::observation::ACTIONS;
use cardsharp_dead_mans_draw_game::replay::replay;
use cardsharp_dead_mans_draw_game::rules::State;
use cardsharp_dead_mans_draw_game::text::{NAME, parse_position, print_position};
use cardsharp_dead_mans_draw_game::wire::EventMessage;
use cardsharp_game::outside::ActionSpace;
use cardsharp_game::{AgentError, AgentSpec, ListedAgents, NamedAgents, Replay, Table};

/// The number of unseen cards ahead for which choices are evaluated. One more takes a hundred times longer, or more.
const AHEAD: u32 = 0;

/// The contest, as the arena and the command line know it.
#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl cardsharp_contest::Contest for Contest {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "push your luck on one pile, and rob what the other has banked; two players"
    }

    fn seats(&self) -> usize {
        2
    }

    fn agents(&self) -> ListedAgents {
        DeadMansDrawGame::listed()
    }

    fn family(&self) -> &dyn GameFamily {
        self
    }

    fn policies(&self) -> Result<&dyn PolicyFamily, ContestError> {
        Ok(self)
    }

    fn table(&self, agents: &[AgentSpec]) -> Result<Box<dyn Table>, AgentError> {
        DeadMansDrawGame::table(self.name(), agents)
    }

    fn action_space(&self) -> Option<&'static ActionSpace> {
        Some(&ACTIONS)
    }

    fn replay(&self, record: &serde_json::Value) -> Result<Replay, ContestError> {
        Ok(replay(&Vec::<EventMessage>::deserialize(record)?))
    }

    #[cfg(feature = "live")]
    fn served_journal(&self) -> Option<cardsharp_game::ServedJournal> {
        Some(cardsharp_dead_mans_draw_server::SERVED_JOURNAL)
    }
}

impl SampledContest for Contest {
    type Family = Family;

    const POSITIONS: &'static str = commands::POSITIONS;

    fn position(policy: &Arc<TrainedPolicy>, text: &str) -> Result<Position, AnyError> {
        let rules = policy.params.rules()?;
        let position = parse_position(text, &rules)?;
        let state = State::at(&rules, &position)?;
        let probabilities = weigh(policy, &state);
        let values = Search::action_values(&policy.learnt, &state, AHEAD);
        if values.is_empty() {
            return Err("nobody has to move in this position".into());
        }
        let actions = values.into_iter().map(|(action, value)| {
            let mut taken = probabilities.iter();
            let taken = taken.find(|(candidate, _)| *candidate == action);
            PositionAction {
                action: action.to_string(),
                probability: taken.map_or(0.0, |&(_, share)| share),
                value: Some(f64::from(value)),
                regret: None,
            }
        });
        let mut actions: Vec<PositionAction> = actions.collect();
        fill_regrets(&mut actions);
        let infoset = policy.infosets.infoset(&state);
        Ok(Position {
            position: Some(print_position(&position, &rules)),
            row: infoset.chosen_row(),
            visited: infoset.visited(&policy.table),
            actions,
            unit: Some(UNIT),
            ..Position::default()
        })
    }
}

impl ContestCommands for Contest {
    fn commands(&self) -> &'static CommandParts {
        const PARTS: &CommandParts = &CommandParts {
            #[cfg(feature = "live")]
            server: Some(&commands::live::SERVER),
            #[cfg(feature = "live")]
            client: Some(&commands::live::CLIENT),
            starter: Some(&commands::starter::KITS),
            #[cfg(feature = "live")]
            check: Some(&check::CHECK),
            ..Contest::PARTS
        };
        PARTS
    }
}
