//! A measure of a policy, without the flags of a command line.

use cardsharp_game::BadUsage;

/// The choices of a measure of a policy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeasureRequest {
    /// The number of own hands, deals, matches or rounds, by the contest. Without it the contest's command `exploit`
    /// decides.
    pub samples: Option<usize>,
    /// The score at which the policy is measured, if the contest has policies of several scores.
    pub score: Option<String>,
    /// The seed of the samples.
    pub seed: u64,
}

impl MeasureRequest {
    /// Refuses a score, of which the policies of `contest` have none.
    ///
    /// # Errors
    ///
    /// There is a score.
    pub fn without_score(&self, contest: &str) -> Result<(), BadUsage> {
        match self.score {
            Some(_) => Err(BadUsage::new(format!("{contest} has no scores: leave score out"))),
            None => Ok(()),
        }
    }
}
