//! Kuhn poker at a table: the smallest contest that has everything but a wire.

mod agents;
mod table;

use cardsharp::commands::CommandParts;
use cardsharp::contest::{
    AgentError, AgentSpec, ContestCommands, GameFamily, ListedAgents, MemberError, Table,
    WrittenOut,
};
use cardsharp_solvers::games::Kuhn;

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
        ListedAgents {
            hand_written: agents::HAND_WRITTEN.to_vec(),
            further: Vec::new(),
        }
    }

    fn family(&self) -> &dyn GameFamily {
        self
    }

    fn table(&self, agents: &[AgentSpec]) -> Result<Box<dyn Table>, AgentError> {
        let [zero, one] = AgentSpec::for_seats(self.name(), agents)?;
        let agents = [agents::Agent::load(zero)?, agents::Agent::load(one)?];
        Ok(Box::new(table::KuhnTable::new(agents)))
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
