//! The client side of a contest.

use super::{CommandHelp, PlayOption, PlayOptions, Reach};
use crate::PlayReport;

/// The client of a contest's protocol.
pub trait ContestClient: Sync {
    /// The help of `play` for this contest.
    fn help(&self) -> CommandHelp;

    /// The way to its server.
    fn reach(&self) -> Reach;

    /// The options that this client takes, of those that not every client has.
    fn options(&self) -> &'static [PlayOption];

    /// Plays on a contest server. The caller has refused options that the client does not take, by
    /// [`PlayOptions::check`].
    ///
    /// # Errors
    ///
    /// The agent cannot be made, or the client gave up.
    fn play(&self, options: &PlayOptions) -> anyhow::Result<PlayReport>;
}
