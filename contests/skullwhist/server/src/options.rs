//! The options that only this server has.

/// The settings of the server that no other contest has.
#[derive(Clone, Debug, Default)]
pub struct ServerOptions {
    /// Enforce the rules of the contest's document even where the contest's own server did not.
    pub strict: bool,
}
