//! The commands of a contest.

use std::process::ExitCode;

use cardsharp_contest::Contest;
use clap::{ArgMatches, Args, Command};

use crate::check::ContestCheck;
use crate::client::ContestClient;
use crate::demo::DemoArguments;
use crate::exploit::ExploitArguments;
use crate::inspect::InspectArguments;
use crate::server::ContestServer;
use crate::solve::SolveArguments;
use crate::starter::StarterKits;
use crate::train::TrainArguments;

/// A contest with its part of each command, as the command line knows it.
pub trait ContestCommands: Contest {
    /// The contest's part of each command.
    fn commands(&self) -> &'static CommandParts;
}

/// A contest's part of one command: its flags and texts, and its work. `A` has the flags that all contests share.
pub struct CommandPart<A, R = ExitCode> {
    /// Adds the contest's flags and texts to the command.
    pub describe: fn(Command) -> Command,
    /// Does the work. The second argument has the values of the contest's own flags.
    ///
    /// # Errors
    ///
    /// The cause that ended the command early.
    pub run: fn(&A, &ArgMatches) -> anyhow::Result<R>,
}

impl<A, R> CommandPart<A, R> {
    /// The command with the contest's flags and texts; as it is, if the contest has no part in it.
    pub fn described(part: Option<&Self>, command: Command) -> Command {
        match part {
            Some(part) => (part.describe)(command),
            None => command,
        }
    }
}

/// A command, or a subcommand, that only one contest has.
pub struct OwnCommand {
    /// The name.
    pub name: &'static str,
    /// Adds the flags and texts to the command.
    pub describe: fn(Command) -> Command,
    /// Does the work.
    ///
    /// # Errors
    ///
    /// The cause that ended the command early.
    pub run: fn(&ArgMatches) -> anyhow::Result<ExitCode>,
}

impl OwnCommand {
    /// The command `name` with the flags of `A`.
    pub const fn new<A: Args>(name: &'static str, run: fn(&ArgMatches) -> anyhow::Result<ExitCode>) -> OwnCommand {
        OwnCommand { name, describe: A::augment_args, run }
    }

    /// The command with its flags and texts.
    pub fn command(&self) -> Command {
        (self.describe)(Command::new(self.name))
    }
}

/// A contest's parts of all commands. [`CommandParts::NONE`] has none of them.
pub struct CommandParts {
    /// Trains a member of the family by sampling. The result is `None` if the solver that is asked for needs the
    /// compiled game.
    pub train: Option<CommandPart<TrainArguments, Option<ExitCode>>>,
    /// Measures a policy of the contest.
    pub exploit: Option<CommandPart<ExploitArguments>>,
    /// Shows a policy of the contest, or its strategy in one position.
    pub inspect: Option<CommandPart<InspectArguments, ()>>,
    /// Solves a member of the family by the contest's own solver. The result is `None` if the member has to be
    /// compiled as a whole instead.
    pub solve: Option<CommandPart<SolveArguments, Option<ExitCode>>>,
    /// Runs the demo, from the rules to live play.
    pub demo: Option<CommandPart<DemoArguments>>,
    /// Exports a policy of the contest in the form that is played with. Its name is that of the contest.
    pub export: Option<OwnCommand>,
    /// The commands that only this contest has.
    pub further: &'static [OwnCommand],
    /// The server of the contest's protocol.
    pub server: Option<&'static ContestServer>,
    /// The client of the contest's protocol.
    pub client: Option<&'static ContestClient>,
    /// The kits with which a bot of one's own begins.
    pub starter: Option<&'static StarterKits>,
    /// The check of a bot of one's own against the contest's document.
    pub check: Option<&'static ContestCheck>,
}

impl CommandParts {
    /// No part in any command.
    pub const NONE: CommandParts = CommandParts {
        train: None,
        exploit: None,
        inspect: None,
        solve: None,
        demo: None,
        export: None,
        further: &[],
        server: None,
        client: None,
        starter: None,
        check: None,
    };
}
