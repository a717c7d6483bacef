//! cardsharp: trains equilibrium strategies for card games with hidden hands, measures how exploitable they
//! are, and plays them live.
//!
//! The program is made of crates, one for each floor. This crate has the command line and the list of contests, and
//! gives the public items of the others under one name.

pub mod cli;
pub mod contests;
pub mod explicit;
pub mod plan;

pub use cardsharp_arena as arena;
pub use cardsharp_files::json_lines;
pub use cardsharp_game::{interval, shard};
pub use cardsharp_policy::{self as policy, measurement};
pub use cardsharp_system::{self as system, interrupt};
pub use cardsharp_training as training;
#[cfg(feature = "live")]
pub use cardsharp_view as view;

/// The parts that the commands of all contests share.
pub mod commands {
    pub use cardsharp_commands::*;

    /// Mistakes in a command line.
    pub mod usage {
        pub use cardsharp_game::BadUsage;
    }
}

/// The interface of a contest.
pub mod contest {
    pub use cardsharp_commands::{ContestClient, ContestCommands, ContestServer};
    pub use cardsharp_contest::*;
    pub use cardsharp_game::*;
    pub use cardsharp_net::{
        Account, AdminTask, CommandHelp, CredentialOptions, EventFormat, PlayFailure, PlayOptions,
        RECONNECT_WAIT, Reach, ServeOptions, ServerAddress, SyncPolicy,
    };
}

/// Servers and clients of all contests.
pub mod live {
    pub use cardsharp_net::*;
    #[cfg(feature = "live")]
    pub use cardsharp_sandbox as confinement;
    pub use cardsharp_system::stop_flag;
    pub use cardsharp_terminal::sanitize;
}

/// The outputs of a run: curves, manifests and pictures.
pub mod report {
    pub use cardsharp_arena::columns;
    pub use cardsharp_plots::*;
    pub use cardsharp_policy::report::*;
}
