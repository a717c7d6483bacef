//! The interface of a contest: the trait [`Contest`], and the forms in which it shows its policies.

mod advisor;
mod error;
pub mod explorer;
mod game_family;
pub mod hand_classes;
pub mod locked;
mod measure_request;
mod member;
mod place;
mod policy_family;
pub mod practice;
mod response_curve;
mod sampled;
pub mod shown_range;
mod staged_study;
mod stepwise;
mod trained_game;

pub use advisor::{Advice, Advisor, FrameAdvice, Review};
pub use error::ContestError;
pub use game_family::GameFamily;
pub use measure_request::MeasureRequest;
pub use member::{MemberError, WrittenOut};
pub use policy_family::PolicyFamily;
pub use response_curve::{ResponseCurve, ResponsePoint, ResponseRequest};
pub use sampled::{Position, PositionAction, SampledContest, fill_regrets};
pub use staged_study::{StagedStudy, StudyPart};
pub use stepwise::{Stepwise, StepwiseError};
pub use trained_game::{TrainedGame, TrainedInfosets};

pub use cardsharp_training::sampled::AnyError;

use cardsharp_game::outside::ActionSpace;
use cardsharp_game::{AgentError, AgentSpec, BadUsage, ListedAgents, Replay, ServedJournal, Table};

/// A contest: its game, its agents and its policies.
pub trait Contest: Sync {
    /// Its name on the command line, in lower case with hyphens.
    fn name(&self) -> &'static str;

    /// One line about the game, for people.
    fn summary(&self) -> &'static str;

    /// The number of agents at a table.
    fn seats(&self) -> usize;

    /// The agents that have a name.
    fn agents(&self) -> ListedAgents;

    /// The family of games that the contest's game is a member of.
    fn family(&self) -> &dyn GameFamily;

    /// The policies that the contest's own solvers train.
    ///
    /// # Errors
    ///
    /// It has none but those of its game written out as a whole.
    fn policies(&self) -> Result<&dyn PolicyFamily, ContestError> {
        let none = format!("{} has no policies but those of its game written out as a whole", self.name());
        Err(BadUsage::new(none).into())
    }

    /// Makes a table of these agents for games in this process. The files that they need are loaded once for all games.
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
    fn replay(&self, _record: &serde_json::Value) -> Result<Replay, ContestError> {
        let not_shown = format!("games of {} are not shown move by move", self.name());
        Err(ContestError::failed(not_shown))
    }

    /// The form of the journal of the contest's server, if its games can be listed.
    fn served_journal(&self) -> Option<ServedJournal> {
        None
    }

    /// The beliefs about opponents in words, if these are the bytes of a file that `play --memory` writes for this
    /// contest.
    fn memories(&self, _bytes: &[u8]) -> Option<Vec<String>> {
        None
    }
}
