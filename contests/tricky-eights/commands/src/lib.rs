//! Tricky Eights: four players, each for itself, take twelve open cards and play thirteen tricks.

#[cfg(feature = "live")]
mod check;
// Not behind the feature `live`: `inspect` reads positions by its session.
pub mod client;
mod commands;

use std::sync::Arc;

use serde::Deserialize;

use cardsharp_commands::sampled::SampledCommands;
use cardsharp_commands::{CommandParts, ContestCommands, OwnCommand};
use cardsharp_contest::{AnyError, ContestError, GameFamily, PolicyFamily, Position, SampledContest};
use cardsharp_game::outside::ActionSpace;
use cardsharp_game::{AgentError, AgentSpec, ListedAgents, NamedAgents, Replay, Table};
use cardsharp_tricky_eights_bots::TrickyEightsGame;
use cardsharp_tricky_eights_bots::policy::TrainedPolicy;
use cardsharp_tricky_eights_bots::training::Family;
use cardsharp_tricky_eights_game::observation::ACTIONS;
use cardsharp_tricky_eights_game::replay::{RecordedRound, replay};

/// The contest, as the arena and the command line know it.
#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl cardsharp_contest::Contest for Contest {
    fn name(&self) -> &'static str {
        "tricky-eights"
    }

    fn summary(&self) -> &'static str {
        "take twelve open cards, play thirteen tricks, and catch the eights; four players"
    }

    fn seats(&self) -> usize {
        4
    }

    fn agents(&self) -> ListedAgents {
        TrickyEightsGame::listed()
    }

    fn family(&self) -> &dyn GameFamily {
        self
    }

    fn policies(&self) -> Result<&dyn PolicyFamily, ContestError> {
        Ok(self)
    }

    fn table(&self, agents: &[AgentSpec]) -> Result<Box<dyn Table>, AgentError> {
        TrickyEightsGame::table(self.name(), agents)
    }

    fn action_space(&self) -> Option<&'static ActionSpace> {
        Some(&ACTIONS)
    }

    fn replay(&self, record: &serde_json::Value) -> Result<Replay, ContestError> {
        let replay = replay(&Vec::<RecordedRound>::deserialize(record)?);
        replay.map_err(ContestError::failed)
    }

    #[cfg(feature = "live")]
    fn served_journal(&self) -> Option<cardsharp_game::ServedJournal> {
        Some(cardsharp_tricky_eights_server::SERVED_JOURNAL)
    }
}

impl SampledContest for Contest {
    type Family = Family;

    const SMALL_MEMBERS: &'static [&'static str] = &["tricky-eights(players=2,suits=2,ranks=3,pool=2)"];
    const POSITIONS: &'static str = commands::POSITIONS;

    fn position(policy: &Arc<TrainedPolicy>, text: &str) -> Result<Position, AnyError> {
        commands::position::position(policy, text)
    }
}

impl ContestCommands for Contest {
    fn commands(&self) -> &'static CommandParts {
        const PARTS: &CommandParts = &CommandParts {
            export: Some(OwnCommand::new::<commands::export::ExportArguments>("tricky-eights", commands::export::run)),
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
