//! The family of a contest's games.

use std::time::Duration;

use crate::explorer::Explorer;
use crate::{ContestError, MemberError, StagedStudy, TrainedGame, WrittenOut};

/// The family of games that a contest's game is a member of, by names with parameters such as
/// `skullwhist(suits=2,ranks=4,hand_size=3)`.
pub trait GameFamily: Sync {
    /// The canonical name of the member that `text` names: the name with all its parameters, as it stands in files.
    ///
    /// # Errors
    ///
    /// The text names no member. The error gives the fault and the syntax.
    fn member(&self, text: &str) -> Result<String, MemberError>;

    /// The member that `text` names, with the information sets that it can be trained on.
    ///
    /// # Errors
    ///
    /// The text names no member, or the information sets cannot be counted.
    fn trained(&self, text: &str) -> Result<TrainedGame, ContestError> {
        Ok(TrainedGame { game: self.member(text)?, parameters: None, infosets: Vec::new() })
    }

    /// The member that `text` names, as a game that is compiled as a whole.
    ///
    /// # Errors
    ///
    /// The text names no member, or the member is too large.
    fn written_out(&self, text: &str) -> Result<WrittenOut, MemberError> {
        let member = self.member(text)?;
        Err(MemberError::too_large(format!("{member} is too large to be written out: train it by sampling")))
    }

    /// The member that `text` names, solved while a user waits, for about `time`, by its public positions; `None` if the
    /// member is better shown [written out](GameFamily::written_out).
    ///
    /// # Errors
    ///
    /// The text names no member, or one that is too large.
    fn solved_at_once(&self, _text: &str, _time: Duration) -> Result<Option<Box<dyn Explorer>>, ContestError> {
        Ok(None)
    }

    /// Names of members that are small enough to be solved as a whole. They serve as examples.
    fn small_members(&self) -> &'static [&'static str] {
        &[]
    }

    /// Solvers that only this family has, with name and summary.
    fn further_solvers(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The values of all positions of a match, as a study in parts; `None` if there are no such values.
    fn values_study(&self) -> Option<StagedStudy> {
        None
    }
}
