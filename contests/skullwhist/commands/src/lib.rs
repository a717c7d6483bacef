//! SkullWhist: two players bid how many of thirteen tricks they will take, without seeing each other's
//! bid, and play them, half the pack out of play.

#[cfg(feature = "live")]
mod check;
#[cfg(feature = "live")]
pub mod client;
mod commands;

use std::sync::Arc;

use serde::Deserialize;

use cardsharp_commands::{CommandParts, ContestCommands, sampled::SampledCommands};
use cardsharp_contest::{AnyError, ContestError, GameFamily, PolicyFamily, Position, PositionAction, SampledContest};
use cardsharp_game::outside::ActionSpace;
use cardsharp_game::{AgentError, AgentSpec, ListedAgents, NamedAgents, Replay, Table};
use cardsharp_skullwhist_bots::SkullWhistGame;
use cardsharp_skullwhist_bots::policy::{TrainedPolicy, weigh};
use cardsharp_skullwhist_bots::training::Family;
use cardsharp_skullwhist_game::observation::{ACTIONS, parse_observation, print_observation};
use cardsharp_skullwhist_game::replay::Record;
use cardsharp_solvers::sampled::Preset;

/// The contest, as the arena and the command line know it.
#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl cardsharp_contest::Contest for Contest {
    fn name(&self) -> &'static str {
        "skullwhist"
    }

    fn summary(&self) -> &'static str {
        "bid your tricks, then take them, with spades as trumps; two players"
    }

    fn seats(&self) -> usize {
        2
    }

    fn agents(&self) -> ListedAgents {
        SkullWhistGame::listed()
    }

    fn family(&self) -> &dyn GameFamily {
        self
    }

    fn policies(&self) -> Result<&dyn PolicyFamily, ContestError> {
        Ok(self)
    }

    fn table(&self, agents: &[AgentSpec]) -> Result<Box<dyn Table>, AgentError> {
        SkullWhistGame::table(self.name(), agents)
    }

    fn action_space(&self) -> Option<&'static ActionSpace> {
        Some(&ACTIONS)
    }

    fn replay(&self, record: &serde_json::Value) -> Result<Replay, ContestError> {
        let replay = Record::deserialize(record)?.replay();
        replay.map_err(ContestError::failed)
    }

    #[cfg(feature = "live")]
    fn served_journal(&self) -> Option<cardsharp_game::ServedJournal> {
        Some(cardsharp_skullwhist_server::SERVED_JOURNAL)
    }
}

impl SampledContest for Contest {
    type Family = Family;

    const FURTHER_SOLVERS: &'static [(&'static str, &'static str)] = &[(Preset::PATHS.name, Preset::PATHS.summary)];
    const POSITIONS: &'static str = commands::POSITIONS;

    fn position(policy: &Arc<TrainedPolicy>, text: &str) -> Result<Position, AnyError> {
        let observation = parse_observation(text, policy.params.rules)?;
        let infoset = policy.infosets.row_of(&observation);
        Ok(Position {
            position: Some(print_observation(&observation)),
            row: infoset.chosen_row(),
            visited: infoset.visited(&policy.table),
            actions: PositionAction::of(weigh(policy, &observation)),
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
