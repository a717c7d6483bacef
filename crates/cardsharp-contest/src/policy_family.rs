//! The policy files of a contest.

use std::path::Path;

use cardsharp_game::luck::LuckFinder;
use cardsharp_game::{AgentSpec, BadUsage};
use cardsharp_policy::PolicyRows;
use cardsharp_policy::container::Measured;

use crate::explorer::{Exploration, PositionLookup};
use crate::{Advisor, ContestError, MeasureRequest, ResponseCurve, ResponseRequest};

/// The policies of a contest that are trained by its own solvers, by their files.
pub trait PolicyFamily: Sync {
    /// The measure of a policy that the command `exploit` makes.
    ///
    /// # Errors
    ///
    /// The policy cannot be read or measured, or the request does not fit it.
    fn measure(&self, policy: &Path, request: &MeasureRequest) -> Result<Measured, ContestError>;

    /// A policy that is asked about positions as the command `inspect` reads them.
    ///
    /// # Errors
    ///
    /// The policy cannot be read.
    fn positions(&self, policy: &Path) -> Result<PositionLookup, ContestError>;

    /// The rows of a policy, with the parts of their information sets.
    ///
    /// # Errors
    ///
    /// The policy cannot be read.
    fn rows(&self, policy: &Path) -> Result<Box<dyn PolicyRows>, ContestError>;

    /// A policy whose decisions a user looks at.
    ///
    /// # Errors
    ///
    /// The policy cannot be read.
    fn explorer(&self, policy: &Path) -> Result<Exploration, ContestError> {
        Ok(Exploration::Positions(self.positions(policy)?))
    }

    /// A policy that says what it would have done in recorded games.
    ///
    /// # Errors
    ///
    /// The policy cannot be read, or policies of this contest do not look at games.
    fn advisor(&self, _policy: &Path) -> Result<Box<dyn Advisor>, ContestError> {
        let what = "policies of this contest do not look at recorded games";
        Err(BadUsage::new(what).into())
    }

    /// Responses to one player of a policy.
    ///
    /// # Errors
    ///
    /// The policy cannot be read, its game is too large, or policies of this contest are not responded to.
    fn responses(&self, _policy: &Path, _request: &ResponseRequest) -> Result<ResponseCurve, ContestError> {
        let what = "responses are computed for hands of Challenge, and for games that `cardsharp solve` compiles";
        Err(BadUsage::new(what).into())
    }

    /// The finder of the luck in recorded games of these agents, for AIVAT: the policy is the baseline of agents whose
    /// probabilities are not known, such as those without a specification.
    ///
    /// # Errors
    ///
    /// The policy cannot be read, or policies of this contest are no baseline.
    fn luck_finder(&self, _policy: &Path, _agents: &[Option<AgentSpec>]) -> Result<Box<dyn LuckFinder>, ContestError> {
        let what =
            "policies of this contest are no baseline for AIVAT: leave --aivat away, and play more games instead";
        Err(BadUsage::new(what).into())
    }
}
