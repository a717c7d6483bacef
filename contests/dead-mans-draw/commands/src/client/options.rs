//! The flags of `play` that only this client has.

use clap::Args;

/// The settings of the client that no other contest has: the matches to play.
#[derive(Args, Clone, Debug, Default)]
pub struct ClientOptions {
    /// Play this match and no other
    #[arg(
        long = "match",
        value_name = "ID",
        conflicts_with_all = ["tag", "repeat", "games"]
    )]
    pub match_id: Option<String>,
    /// Play matches with this tag only
    #[arg(long, value_name = "TAG")]
    pub tag: Option<String>,
    /// After a match wait for the next
    #[arg(long = "loop")]
    pub repeat: bool,
}
