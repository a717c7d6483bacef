//! The flags of `serve` and `play` that only SkullWhist has.

use clap::Args;

use cardsharp_skullwhist_server::ServerOptions;

/// The flags of `serve` that only SkullWhist has.
#[derive(Args)]
pub(crate) struct ServeFlags {
    /// Hold the rules of the contest's page where its own server was lax: no card before both bids
    ///
    #[arg(long)]
    pub(crate) strict: bool,
}

impl From<ServeFlags> for ServerOptions {
    fn from(flags: ServeFlags) -> ServerOptions {
        ServerOptions { strict: flags.strict }
    }
}
