//! cardsharp: trains equilibrium strategies for card games with hidden hands, measures how exploitable they
//! are, and plays them live.
//!
//! The program is made of crates, one for each floor. This crate has the command line and the list of contests, and
//! gives the public items of the others under one name.

pub mod cli;
pub mod contests;
pub mod explicit;
pub mod plan;

pub use cardsharp_files::json_lines;
pub use cardsharp_game::{interval, shard};
pub use cardsharp_policy::{self as policy, measurement};
pub use cardsharp_system::{self as system, interrupt};
pub use cardsharp_training as training;
#[cfg(feature = "live")]
pub use cardsharp_view as view;

/// Matches and tournaments in one process, and games that the caller advances action by action.
///
/// A game that the caller advances:
///
/// ```
/// use cardsharp::arena::Stepwise;
/// use cardsharp::contest::{AgentSpec, Setup};
/// use cardsharp::contests::challenge;
///
/// // The caller plays against an ordinary agent.
/// let agents = [None, Some(AgentSpec::named("greedy"))];
/// let setup = Setup { seed: 7, first: 0, record: false };
/// let mut game = Stepwise::new(&challenge::Contest, &agents, setup)?;
/// while let Some((agent, request)) = game.request() {
///     assert_eq!(agent, 0);
///     let action = request.legal()[0];
///     game.act(action)?;
/// }
/// assert!(game.result().is_some_and(|result| result.winner.is_some()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod arena {
    pub use cardsharp_arena::*;
    pub use cardsharp_contest::{Stepwise, StepwiseError};
}

/// The parts that the commands of all contests share.
pub mod commands {
    pub use cardsharp_commands::*;

    /// Mistakes in a command line.
    pub mod usage {
        pub use cardsharp_game::BadUsage;
    }
}

/// The interface of a contest.
///
/// A function of a request is an agent whose players have no state:
///
/// ```
/// use cardsharp::contest::{AgentSpec, Contest, Setup};
/// use cardsharp::contest::outside::{OutsideError, Request};
/// use cardsharp::contests::challenge;
///
/// let first = |request: &Request| Ok::<usize, OutsideError>(request.legal()[0]);
/// let agents = [AgentSpec::outside("first", first), AgentSpec::named("greedy")];
/// let table = challenge::Contest.table(&agents)?;
/// let game = table.play_game(Setup { seed: 1, first: 0, record: false });
/// assert_eq!(game.penalties, [0, 0]);
/// # Ok::<(), cardsharp::contest::AgentError>(())
/// ```
pub mod contest {
    pub use cardsharp_arena::tournament::Format;
    pub use cardsharp_commands::serve::ServeOptions;
    pub use cardsharp_commands::{ContestClient, ContestCommands, ContestServer};
    pub use cardsharp_contest::*;
    pub use cardsharp_game::*;
    pub use cardsharp_net::{
        Account, AdminTask, CommandHelp, CredentialOptions, PlayFailure, PlayOptions, RECONNECT_WAIT, Reach,
        ServerAddress, SyncPolicy,
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

/// The Rust in the book, as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/src/add-a-solver.md")]
#[doc = include_str!("../docs/src/guide/own-game.md")]
struct Book;
