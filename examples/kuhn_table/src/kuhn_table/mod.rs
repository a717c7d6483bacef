//! Kuhn poker at a table: the smallest contest that has everything but a wire.

mod agents;
mod game;

use cardsharp::commands::CommandParts;
use cardsharp::contest::outside::ActionSpace;
use cardsharp::contest::{
    AgentError, AgentSpec, ContestCommands, GameFamily, ListedAgents, MemberError, NamedAgents, Table, WrittenOut,
};
use cardsharp_solvers::games::Kuhn;

use self::game::{ACTIONS, KuhnGame};

/// The name of the contest and of its only game.
const NAME: &str = "kuhn-table";

/// The contest, as the arena and the command line know it.
pub struct Contest;

impl cardsharp::contest::Contest for Contest {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "one card of three each, one bet; the higher card wins"
    }

    fn seats(&self) -> usize {
        2
    }

    fn agents(&self) -> ListedAgents {
        KuhnGame::listed()
    }

    fn family(&self) -> &dyn GameFamily {
        self
    }

    fn table(&self, agents: &[AgentSpec]) -> Result<Box<dyn Table>, AgentError> {
        KuhnGame::table(self.name(), agents)
    }

    fn action_space(&self) -> Option<&'static ActionSpace> {
        Some(&ACTIONS)
    }
}

impl GameFamily for Contest {
    fn member(&self, text: &str) -> Result<String, MemberError> {
        if text.trim() == NAME {
            Ok(NAME.to_owned())
        } else {
            Err(MemberError::name(format!("{NAME} has no parameters")))
        }
    }

    fn written_out(&self, text: &str) -> Result<WrittenOut, MemberError> {
        self.member(text)?;
        Ok(Box::new(Kuhn::TWO))
    }
}

impl ContestCommands for Contest {
    fn commands(&self) -> &'static CommandParts {
        &CommandParts::NONE
    }
}
