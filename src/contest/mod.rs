//! A contest as the rest of the program knows it: the trait [`Contest`], the agents and tables of a contest,
//! and the options of its server and client.

mod admin_task;
pub mod agent_spec;
mod client;
pub mod game_name;
mod known_options;
mod member;
mod play_options;
mod seed;
mod serve_options;
mod server;
pub mod source_text;
mod think_time;
mod trained_game;

pub use admin_task::AdminTask;
pub use agent_spec::{AgentError, AgentSpec};
pub use client::ContestClient;
pub use known_options::{BadUsage, UnknownOption};
pub use member::{MemberError, WrittenOut};
pub use play_options::{
    Account, PlayFailure, PlayOption, PlayOptions, RECONNECT_WAIT, Reach, ServerAddress,
};
pub use seed::derive_seed;
pub use serve_options::{ServeOption, ServeOptions, SyncPolicy};
pub use server::ContestServer;
pub use think_time::think_time;
pub use trained_game::{TrainedGame, TrainedInfosets};

use std::path::PathBuf;
use std::process::ExitCode;

use crate::commands::demo::DemoArguments;
use crate::commands::exploit::ExploitArguments;
use crate::commands::inspect::InspectArguments;
use crate::commands::solve::SolveArguments;
use crate::commands::train::TrainArguments;

/// A contest: its game, its agents, its server and its client.
pub trait Contest: Sync {
    /// Its name on the command line, in lower case with hyphens.
    fn name(&self) -> &'static str;

    /// One line about the game.
    fn summary(&self) -> &'static str;

    /// How many agents sit at a table.
    fn seats(&self) -> usize;

    /// The hand-written agents, weakest first, each with one line about it.
    fn ladder(&self) -> &'static [LadderRung];

    /// The agents that are no rung of the ladder: those that are built on a policy, or a person.
    fn further_agents(&self) -> &'static [LadderRung] {
        &[]
    }

    /// The information sets with which the member of the family that `text` names is trained.
    ///
    /// # Errors
    ///
    /// The text is wrong, or information sets cannot be had.
    fn trained(&self, text: &str) -> anyhow::Result<TrainedGame> {
        Ok(TrainedGame {
            game: self.member(text)?,
            parameters: None,
            infosets: Vec::new(),
        })
    }

    /// The member of the family that `text` names, with all its parameters, as files name it.
    ///
    /// # Errors
    ///
    /// The text is wrong, and how it is written.
    fn member(&self, text: &str) -> Result<String, MemberError>;

    /// The member of the family that `text` names, as a game that is solved as a whole.
    ///
    /// # Errors
    ///
    /// The text is wrong, or the member is too large.
    fn written_out(&self, text: &str) -> Result<WrittenOut, MemberError> {
        let member = self.member(text)?;
        Err(MemberError::too_large(format!(
            "{member} is too large to be written out: train it by sampling"
        )))
    }

    /// Members that are small enough to be solved as a whole, for examples.
    fn small_members(&self) -> &'static [&'static str] {
        &[]
    }

    /// The command `train` with the flags of this contest's game: what `--infosets` takes, what is sampled,
    /// and those that no other game has.
    fn train_flags(&self, command: clap::Command) -> clap::Command {
        command
    }

    /// Solvers of this contest's game besides those of all games: name and summary.
    fn further_solvers(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Trains a member of the family by sampling; `flags` has the contest's own. `None` if the solver asked
    /// for takes the game written out as a whole.
    ///
    /// # Errors
    ///
    /// Whatever keeps the run from its end.
    fn train(
        &self,
        _arguments: &TrainArguments,
        _flags: &clap::ArgMatches,
    ) -> anyhow::Result<Option<ExitCode>> {
        Ok(None)
    }

    /// The command `exploit` with the flags that policies of this contest take.
    fn exploit_flags(&self, command: clap::Command) -> clap::Command {
        command
    }

    /// Measures a policy of this contest; `flags` has the contest's own.
    ///
    /// # Errors
    ///
    /// The policy cannot be read or measured.
    fn exploit(
        &self,
        _arguments: &ExploitArguments,
        _flags: &clap::ArgMatches,
    ) -> anyhow::Result<ExitCode> {
        anyhow::bail!(unknown_policy(self.name()))
    }

    /// The text below the help of `inspect` for policies of this contest: examples, and how a position is
    /// written.
    fn inspect_help(&self) -> &'static str {
        ""
    }

    /// Shows a policy of this contest, or what it does in a position.
    ///
    /// # Errors
    ///
    /// The policy cannot be read, or the position is wrong.
    fn inspect(&self, _arguments: &InspectArguments) -> anyhow::Result<()> {
        anyhow::bail!(unknown_policy(self.name()))
    }

    /// The command `solve` with the flags of this contest's game.
    fn solve_flags(&self, command: clap::Command) -> clap::Command {
        command
    }

    /// Solves a member of the family by the contest's own solver; `None` if it is to be written out as a
    /// whole.
    ///
    /// # Errors
    ///
    /// Whatever keeps it from its end.
    fn solve(
        &self,
        _arguments: &SolveArguments,
        _flags: &clap::ArgMatches,
    ) -> anyhow::Result<Option<ExitCode>> {
        Ok(None)
    }

    /// True if the contest has a demo.
    fn has_demo(&self) -> bool {
        false
    }

    /// The command `demo` with the flags and texts of this contest's.
    fn demo_flags(&self, command: clap::Command) -> clap::Command {
        command
    }

    /// Shows the whole way from the rules to live play.
    ///
    /// # Errors
    ///
    /// Whatever keeps it from its end.
    fn demo(
        &self,
        _arguments: &DemoArguments,
        _flags: &clap::ArgMatches,
    ) -> anyhow::Result<ExitCode> {
        anyhow::bail!(BadUsage::new(format!("{} has no demo", self.name())))
    }

    /// The subcommand of `export` for policies of this contest, if they are exported.
    fn export_command(&self) -> Option<clap::Command> {
        None
    }

    /// Makes what is played with from a policy of this contest.
    ///
    /// # Errors
    ///
    /// The policy cannot be read or exported.
    fn export(&self, _arguments: &clap::ArgMatches) -> anyhow::Result<ExitCode> {
        let contest = self.name();
        anyhow::bail!(BadUsage::new(format!(
            "policies of {contest} are played as they are"
        )))
    }

    /// Commands that only this contest has, with their arguments.
    fn further_commands(&self) -> Vec<clap::Command> {
        Vec::new()
    }

    /// Runs one of [`Contest::further_commands`].
    ///
    /// # Errors
    ///
    /// Whatever keeps the command from its end.
    fn run_further(&self, name: &str, _arguments: &clap::ArgMatches) -> anyhow::Result<ExitCode> {
        anyhow::bail!(BadUsage::new(format!(
            "{} has no command {name}",
            self.name()
        )))
    }

    /// Sits agents down for games in this process: loads what they need, once for all games.
    fn table(&self, agents: &[AgentSpec]) -> Result<Box<dyn Table>, AgentError>;

    /// The server of the contest's protocol, if there is one.
    fn server(&self) -> Option<&'static dyn ContestServer> {
        None
    }

    /// The client of the contest's protocol, if there is one.
    fn client(&self) -> Option<&'static dyn ContestClient> {
        None
    }
}

/// The help of a command for one contest.
#[derive(Clone, Copy, Debug)]
pub struct CommandHelp {
    /// What the command does there, in paragraphs.
    pub text: &'static str,
    /// Command lines.
    pub examples: &'static [&'static str],
}

/// The error of a policy file whose format the contest does not have.
fn unknown_policy(contest: &str) -> BadUsage {
    BadUsage::new(format!(
        "{contest} has no policies but those of its game written out as a whole"
    ))
}

/// A hand-written agent of a contest.
#[derive(Clone, Copy, Debug)]
pub struct LadderRung {
    /// What the command line calls it.
    pub name: &'static str,
    /// How it plays, in one line.
    pub summary: &'static str,
}

/// Agents that have sat down. Everything played is a function of the setup, unless a person plays.
pub trait Table: Sync {
    /// Whether a person sits at it, so that only one game can be played at a time.
    fn interactive(&self) -> bool {
        false
    }

    /// Plays one game.
    fn play_game(&self, setup: Setup) -> GameResult;

    /// Plays one round, the contest's unit of winning: a single game, unless the contest has another.
    fn play_round(&self, setup: Setup) -> RoundResult {
        let game = self.play_game(setup);
        RoundResult {
            winner: game.winner,
            games: vec![game],
        }
    }
}

/// What a game or round at a table is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Seed of the deals and of the agents' own chance. The deals do not depend on `first`, so that
    /// two games with one seed and the seats exchanged are duplicates.
    pub seed: u64,
    /// The agent who takes the first seat, the others following in order; in a round, the first seat
    /// of its first game.
    pub first: usize,
    /// Whether to keep the record of every game.
    pub record: bool,
}

/// How a game came to its end; who won it is [`GameResult::winner`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// By the rules.
    Completed,
    /// An agent left the table (a person who had enough). Nobody has won, and it does not count.
    Abandoned,
}

/// How one game went.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// The agent who won; none if it was a draw or was not played to its end.
    pub winner: Option<usize>,
    /// How it ended.
    pub ending: Ending,
    /// Points of each agent.
    pub points: Vec<f64>,
    /// Moves made by each agent, illegal ones not counted.
    pub moves: Vec<u64>,
    /// Illegal moves of each agent, which were penalised.
    pub penalties: Vec<u64>,
    /// The record of the game, as the contest's own history objects, if it was asked for.
    pub record: Option<serde_json::Value>,
}

/// How one round went.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundResult {
    /// The agent who won; none if it was a draw.
    pub winner: Option<usize>,
    /// Its games, in order. If the last was abandoned the round was too.
    pub games: Vec<GameResult>,
}

impl RoundResult {
    /// How it ended.
    pub fn ending(&self) -> Ending {
        self.games
            .last()
            .map_or(Ending::Completed, |game| game.ending)
    }
}

/// A player who shall be able to log in.
#[derive(Clone, Debug)]
pub struct CredentialOptions {
    /// What the player logs in with.
    pub id: String,
    /// The name that is shown; the id if none is given.
    pub name: Option<String>,
    /// How to write to the team.
    pub email: Option<String>,
    /// Whether it is an admin.
    pub admin: bool,
    /// Whether to keep what Digest needs, which is as good as the password.
    pub digest: bool,
    /// The file with the password.
    pub password_file: PathBuf,
}
