//! The options that only this client has.

/// The settings of the client that no other contest has: the matches to play.
#[derive(Clone, Debug, Default)]
pub struct ClientOptions {
    /// Play only this match.
    pub match_id: Option<String>,
    /// Play only matches with this tag.
    pub tag: Option<String>,
    /// Wait for another match after each.
    pub repeat: bool,
}
