//! The flags of `serve` that only SkullWhist has.

use clap::Args;

use cardsharp_commands::serve::ServeOptions;
use cardsharp_skullwhist_server::{PORT, ServerConfig};

/// The flags of `serve` that only SkullWhist has.
#[derive(Args)]
pub(crate) struct ServeFlags {
    /// Hold the rules of the contest's page where its own server was lax: no card before both bids
    ///
    #[arg(long)]
    pub(crate) strict: bool,
}

impl ServeFlags {
    /// The configuration of the server.
    pub(crate) fn config(self, options: &ServeOptions) -> ServerConfig {
        ServerConfig {
            bind: options.bind,
            port: options.port.unwrap_or(PORT),
            data: options.data.clone(),
            sync: options.sync.unwrap_or_default(),
            games: options.games,
            strict: self.strict,
            seed: options.seed,
            ..ServerConfig::on_free_port()
        }
    }
}
