//! The interface of a contest: the trait [`Contest`], and the forms in which it shows its policies.

mod advisor;
pub mod explorer;
mod measure_request;
mod member;
mod staged_study;
mod stepwise;
mod trained_game;

pub use advisor::{Advice, Advisor, FrameAdvice};
pub use measure_request::MeasureRequest;
pub use member::{MemberError, WrittenOut};
pub use staged_study::{StagedStudy, StudyPart};
pub use stepwise::{Stepwise, StepwiseError};
pub use trained_game::{TrainedGame, TrainedInfosets};

use std::path::Path;

use cardsharp_game::outside::ActionSpace;
use cardsharp_game::{AgentError, AgentSpec, AgentSummary, BadUsage, Replay, ServedJournal, Table};
use cardsharp_policy::PolicyRows;
use cardsharp_policy::container::Measured;

use self::explorer::{Exploration, PositionLookup};

/// A contest: its game, its agents and its policies.
pub trait Contest: Sync {
    /// Its name on the command line, in lower case with hyphens.
    fn name(&self) -> &'static str;

    /// One line about the game, for people.
    fn summary(&self) -> &'static str;

    /// The number of agents at a table.
    fn seats(&self) -> usize;

    /// The hand-written agents, weakest first.
    fn hand_written_agents(&self) -> Vec<AgentSummary>;

    /// The agents beside the hand-written ones: those that play a policy, and a person at the terminal.
    fn further_agents(&self) -> Vec<AgentSummary> {
        Vec::new()
    }

    /// The game that `text` names, with the information sets that it can be trained on.
    ///
    /// # Errors
    ///
    /// The text names no member of the family, or the information sets cannot be counted.
    fn trained(&self, text: &str) -> anyhow::Result<TrainedGame> {
        Ok(TrainedGame {
            game: self.member(text)?,
            parameters: None,
            infosets: Vec::new(),
        })
    }

    /// The canonical name of the member of the family that `text` names: the name with all its parameters, as
    /// it stands in files.
    ///
    /// # Errors
    ///
    /// The text names no member. The error gives the fault and the syntax.
    fn member(&self, text: &str) -> Result<String, MemberError>;

    /// The member of the family that `text` names, as a game that is compiled as a whole.
    ///
    /// # Errors
    ///
    /// The text names no member, or the member is too large.
    fn written_out(&self, text: &str) -> Result<WrittenOut, MemberError> {
        let member = self.member(text)?;
        Err(MemberError::too_large(format!(
            "{member} is too large to be written out: train it by sampling"
        )))
    }

    /// Names of members that are small enough to be solved as a whole. They serve as examples.
    fn small_members(&self) -> &'static [&'static str] {
        &[]
    }

    /// Solvers that only this contest has, with name and summary.
    fn further_solvers(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The measure of a policy of this contest that its command `exploit` makes.
    ///
    /// # Errors
    ///
    /// The policy cannot be read or measured, or the request does not fit it, which is a [`BadUsage`].
    fn measure(&self, _policy: &Path, _request: &MeasureRequest) -> anyhow::Result<Measured> {
        anyhow::bail!(unknown_policy(self.name()))
    }

    /// A policy of this contest that is asked about positions as its command `inspect` reads them.
    ///
    /// # Errors
    ///
    /// The policy cannot be read.
    fn positions(&self, _policy: &Path) -> anyhow::Result<PositionLookup> {
        anyhow::bail!(unknown_policy(self.name()))
    }

    /// The beliefs about opponents in words, if these are the bytes of a file that `play
    /// --memory` writes for this contest.
    fn memories(&self, _bytes: &[u8]) -> Option<Vec<String>> {
        None
    }

    /// The rows of a policy of this contest, with the parts of their information sets.
    ///
    /// # Errors
    ///
    /// The policy cannot be read.
    fn policy_rows(&self, _policy: &Path) -> anyhow::Result<Box<dyn PolicyRows>> {
        anyhow::bail!(unknown_policy(self.name()))
    }

    /// The values of all positions of a match, as a study in parts; `None` if the contest has no such values.
    fn values_study(&self) -> Option<StagedStudy> {
        None
    }

    /// Makes a table of these agents for games in this process. The files that they need are loaded once for
    /// all games.
    ///
    /// # Errors
    ///
    /// [`AgentError`] names the agent and its fault.
    fn table(&self, agents: &[AgentSpec]) -> Result<Box<dyn Table>, AgentError>;

    /// All actions of the contest, if agents can be implemented [outside](cardsharp_game::outside) it.
    fn action_space(&self) -> Option<&'static ActionSpace> {
        None
    }

    /// The replay of a game's record ([`GameResult::record`](cardsharp_game::GameResult::record)).
    ///
    /// # Errors
    ///
    /// The record is not one of this contest.
    fn replay(&self, _record: &serde_json::Value) -> anyhow::Result<Replay> {
        anyhow::bail!("games of {} are not shown move by move", self.name())
    }

    /// A policy of this contest that says what it would have done in recorded games.
    ///
    /// # Errors
    ///
    /// The policy cannot be read, or policies of this contest do not look at games.
    fn advisor(&self, _policy: &Path) -> anyhow::Result<Box<dyn Advisor>> {
        anyhow::bail!(BadUsage::new(format!(
            "policies of {} do not look at recorded games",
            self.name()
        )))
    }

    /// The form of the journal of the contest's server, if its games can be listed.
    fn served_journal(&self) -> Option<ServedJournal> {
        None
    }

    /// A policy of this contest whose decisions a user looks at.
    ///
    /// # Errors
    ///
    /// The policy cannot be read, or policies of this contest cannot be looked at.
    fn explorer(&self, _policy: &Path) -> anyhow::Result<Exploration> {
        anyhow::bail!(BadUsage::new(format!(
            "policies of {} are not shown in a browser: ask `cardsharp inspect` about a position",
            self.name()
        )))
    }
}

/// The error of a policy file whose format the contest does not have.
pub fn unknown_policy(contest: &str) -> BadUsage {
    BadUsage::new(format!(
        "{contest} has no policies but those of its game written out as a whole"
    ))
}
