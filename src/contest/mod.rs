//! The interface of a contest: the trait [`Contest`], its agents and tables, and the options of its server
//! and client.

mod admin_task;
mod advisor;
mod agent_factory;
pub mod agent_spec;
mod client;
pub mod explorer;
pub mod game_name;
mod known_options;
mod measure_request;
mod member;
pub mod outside;
mod play_options;
mod replay;
mod seed;
mod serve_options;
mod served_journal;
mod server;
pub mod source_text;
mod staged_study;
mod think_time;
mod trained_game;

pub use admin_task::AdminTask;
pub use advisor::{Advice, Advisor, FrameAdvice};
pub use agent_factory::{AgentEntry, AgentFactory};
pub use agent_spec::{AgentError, AgentSpec, PROGRAM};
pub use client::ContestClient;
pub use known_options::{BadUsage, UnknownOption};
pub use measure_request::MeasureRequest;
pub use member::{MemberError, WrittenOut};
pub use play_options::{
    Account, PlayFailure, PlayOption, PlayOptions, RECONNECT_WAIT, Reach, ServerAddress,
};
pub use replay::{Frame, Pile, Replay, SeatFrame, ShownCard, ShownSuit};
pub use seed::derive_seed;
pub use serve_options::{EventFormat, ServeOption, ServeOptions, SyncPolicy};
pub use served_journal::{ServedJournal, ServedLine, ServedUnit};
pub use server::ContestServer;
pub use staged_study::{StagedStudy, StudyPart};
pub use think_time::think_time;
pub use trained_game::{TrainedGame, TrainedInfosets};

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use self::explorer::{Exploration, PositionLookup};
use self::outside::ActionSpace;
use crate::commands::demo::DemoArguments;
use crate::commands::exploit::ExploitArguments;
use crate::commands::inspect::InspectArguments;
use crate::commands::solve::SolveArguments;
use crate::commands::train::TrainArguments;
use crate::policy::PolicyRows;
use crate::policy::container::Measured;

/// A contest: its game, its agents, its server and its client.
pub trait Contest: Sync {
    /// Its name on the command line, in lower case with hyphens.
    fn name(&self) -> &'static str;

    /// One line about the game, for people.
    fn summary(&self) -> &'static str;

    /// The number of agents at a table.
    fn seats(&self) -> usize;

    /// The hand-written agents, weakest first.
    fn ladder(&self) -> Vec<LadderRung>;

    /// The agents outside the ladder: those that play a policy, and a person at the terminal.
    fn further_agents(&self) -> Vec<LadderRung> {
        Vec::new()
    }

    /// The game that `text` names, with the information sets that it can be trained on.
    ///
    /// # Errors
    ///
    /// The text names no member of the family, or the information sets cannot be counted.
    fn trained(&self, text: &str) -> anyhow::Result<TrainedGame> {
        Ok(TrainedGame {
            game: self.member(text)?,
            parameters: None,
            infosets: Vec::new(),
        })
    }

    /// The canonical name of the member of the family that `text` names: the name with all its parameters, as
    /// it stands in files.
    ///
    /// # Errors
    ///
    /// The text names no member. The error gives the fault and the syntax.
    fn member(&self, text: &str) -> Result<String, MemberError>;

    /// The member of the family that `text` names, as a game that is compiled as a whole.
    ///
    /// # Errors
    ///
    /// The text names no member, or the member is too large.
    fn written_out(&self, text: &str) -> Result<WrittenOut, MemberError> {
        let member = self.member(text)?;
        Err(MemberError::too_large(format!(
            "{member} is too large to be written out: train it by sampling"
        )))
    }

    /// Names of members that are small enough to be solved as a whole. They serve as examples.
    fn small_members(&self) -> &'static [&'static str] {
        &[]
    }

    /// The command `train` with the flags of this contest: the values of `--infosets`, the unit of samples,
    /// and flags that no other contest has.
    fn train_flags(&self, command: clap::Command) -> clap::Command {
        command
    }

    /// Solvers that only this contest has, with name and summary.
    fn further_solvers(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Trains a member of the family by sampling. `flags` has the values of the contest's own flags. Returns
    /// `None` if the solver that is asked for needs the compiled game.
    ///
    /// # Errors
    ///
    /// The cause that ended the run early.
    fn train(
        &self,
        _arguments: &TrainArguments,
        _flags: &clap::ArgMatches,
    ) -> anyhow::Result<Option<ExitCode>> {
        Ok(None)
    }

    /// The command `exploit` with the flags for policies of this contest.
    fn exploit_flags(&self, command: clap::Command) -> clap::Command {
        command
    }

    /// Measures a policy of this contest. `flags` has the values of the contest's own flags.
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

    /// The measure of a policy of this contest that its command `exploit` makes.
    ///
    /// # Errors
    ///
    /// The policy cannot be read or measured, or the request does not fit it, which is a [`BadUsage`].
    fn measure(&self, _policy: &Path, _request: &MeasureRequest) -> anyhow::Result<Measured> {
        anyhow::bail!(unknown_policy(self.name()))
    }

    /// A policy of this contest that is asked about positions as its command `inspect` reads them.
    ///
    /// # Errors
    ///
    /// The policy cannot be read.
    fn positions(&self, _policy: &Path) -> anyhow::Result<PositionLookup> {
        anyhow::bail!(unknown_policy(self.name()))
    }

    /// The text below the help of `inspect` for policies of this contest: examples and the syntax of
    /// positions.
    fn inspect_help(&self) -> &'static str {
        ""
    }

    /// Shows a policy of this contest, or the policy's strategy in one position.
    ///
    /// # Errors
    ///
    /// The policy cannot be read, or the position is invalid.
    fn inspect(&self, _arguments: &InspectArguments) -> anyhow::Result<()> {
        anyhow::bail!(unknown_policy(self.name()))
    }

    /// The beliefs about opponents in words, if these are the bytes of a file that `play
    /// --memory` writes for this contest.
    fn memories(&self, _bytes: &[u8]) -> Option<Vec<String>> {
        None
    }

    /// The command `solve` with the flags of this contest.
    fn solve_flags(&self, command: clap::Command) -> clap::Command {
        command
    }

    /// Solves a member of the family by the contest's own solver. Returns `None` if the member has to be
    /// compiled as a whole instead.
    ///
    /// # Errors
    ///
    /// The cause that ended the solve early.
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

    /// The command `demo` with the flags and texts of this contest.
    fn demo_flags(&self, command: clap::Command) -> clap::Command {
        command
    }

    /// Runs the demo, from the rules to live play.
    ///
    /// # Errors
    ///
    /// The cause that ended the demo early.
    fn demo(
        &self,
        _arguments: &DemoArguments,
        _flags: &clap::ArgMatches,
    ) -> anyhow::Result<ExitCode> {
        anyhow::bail!(BadUsage::new(format!("{} has no demo", self.name())))
    }

    /// The subcommand of `export` for policies of this contest, if they can be exported.
    fn export_command(&self) -> Option<clap::Command> {
        None
    }

    /// Exports a policy of this contest in the form that is played with.
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

    /// The rows of a policy of this contest, with the parts of their information sets.
    ///
    /// # Errors
    ///
    /// The policy cannot be read.
    fn policy_rows(&self, _policy: &Path) -> anyhow::Result<Box<dyn PolicyRows>> {
        anyhow::bail!(unknown_policy(self.name()))
    }

    /// The commands that only this contest has, with their arguments.
    fn further_commands(&self) -> Vec<clap::Command> {
        Vec::new()
    }

    /// Runs one of [`Contest::further_commands`].
    ///
    /// # Errors
    ///
    /// The cause that ended the command early.
    fn run_further(&self, name: &str, _arguments: &clap::ArgMatches) -> anyhow::Result<ExitCode> {
        anyhow::bail!(BadUsage::new(format!(
            "{} has no command {name}",
            self.name()
        )))
    }

    /// The values of all positions of a match, as a study in parts; `None` if the contest has no such values.
    fn values_study(&self) -> Option<StagedStudy> {
        None
    }

    /// Makes a table of these agents for games in this process. The files that they need are loaded once for
    /// all games.
    ///
    /// # Errors
    ///
    /// [`AgentError`] names the agent and its fault.
    fn table(&self, agents: &[AgentSpec]) -> Result<Box<dyn Table>, AgentError>;

    /// All actions of the contest, if agents can be implemented [outside] it.
    fn action_space(&self) -> Option<&'static ActionSpace> {
        None
    }

    /// The replay of a game's record ([`GameResult::record`]).
    ///
    /// # Errors
    ///
    /// The record is not one of this contest.
    fn replay(&self, _record: &serde_json::Value) -> anyhow::Result<Replay> {
        anyhow::bail!("games of {} are not shown move by move", self.name())
    }

    /// A policy of this contest that says what it would have done in recorded games.
    ///
    /// # Errors
    ///
    /// The policy cannot be read, or policies of this contest do not look at games.
    fn advisor(&self, _policy: &Path) -> anyhow::Result<Box<dyn Advisor>> {
        anyhow::bail!(BadUsage::new(format!(
            "policies of {} do not look at recorded games",
            self.name()
        )))
    }

    /// The form of the journal of the contest's server, if its games can be listed.
    fn served_journal(&self) -> Option<ServedJournal> {
        None
    }

    /// A policy of this contest whose decisions a user looks at.
    ///
    /// # Errors
    ///
    /// The policy cannot be read, or policies of this contest cannot be looked at.
    fn explorer(&self, _policy: &Path) -> anyhow::Result<Exploration> {
        anyhow::bail!(BadUsage::new(format!(
            "policies of {} are not shown in a browser: ask `cardsharp inspect` about a position",
            self.name()
        )))
    }

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
    /// The description of the command, in paragraphs.
    pub text: &'static str,
    /// Example command lines.
    pub examples: &'static [&'static str],
}

/// The error of a policy file whose format the contest does not have.
fn unknown_policy(contest: &str) -> BadUsage {
    BadUsage::new(format!(
        "{contest} has no policies but those of its game written out as a whole"
    ))
}

/// An agent of a contest, as lists and help texts show it.
#[derive(Clone, Copy, Debug)]
pub struct LadderRung {
    /// The agent's name on the command line.
    pub name: &'static str,
    /// The agent's strategy, in one line.
    pub summary: &'static str,
}

/// Agents at a table. Results are a function of the setup, unless a person plays.
pub trait Table: Send + Sync {
    /// True if a person plays, so that only one game can be played at a time.
    fn interactive(&self) -> bool {
        false
    }

    /// Plays one game.
    fn play_game(&self, setup: Setup) -> GameResult;

    /// Plays one round. A round is the contest's unit of winning.
    fn play_round(&self, setup: Setup) -> RoundResult {
        let game = self.play_game(setup);
        RoundResult {
            winner: game.winner,
            games: vec![game],
        }
    }
}

/// The settings of one game or round at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Seed of the deals and of the agents' chance. The deals do not depend on `first`: two games with one
    /// seed and the seats exchanged are duplicates.
    pub seed: u64,
    /// The index of the agent in the first seat; the others follow in order. In a round it is the first seat
    /// of the first game.
    pub first: usize,
    /// True if the result contains the record of every game.
    pub record: bool,
}

/// The end of a game. [`GameResult::winner`] has the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The game ended by the rules.
    Completed,
    /// An agent left the table: a person who stopped playing, or an [outside] agent that failed. The game
    /// has no winner and does not count.
    Abandoned,
}

/// The result of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// The index of the agent who won. `None` after a draw or an abandoned game.
    pub winner: Option<usize>,
    /// The end of the game.
    pub ending: Ending,
    /// The agent in the first seat.
    pub first: usize,
    /// Points of each agent.
    pub points: Vec<f64>,
    /// Legal moves of each agent.
    pub moves: Vec<u64>,
    /// Illegal moves of each agent. Each was penalised.
    pub penalties: Vec<u64>,
    /// The record of the game in the contest's own format, if [`Setup::record`] is set.
    pub record: Option<serde_json::Value>,
}

/// The result of one round.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundResult {
    /// The index of the agent who won. `None` after a draw.
    pub winner: Option<usize>,
    /// The games in order. If the last one was abandoned, so was the round.
    pub games: Vec<GameResult>,
}

impl RoundResult {
    /// The end of the last game.
    pub fn ending(&self) -> Ending {
        self.games
            .last()
            .map_or(Ending::Completed, |game| game.ending)
    }
}

/// A player for whom credentials are made.
#[derive(Clone, Debug)]
pub struct CredentialOptions {
    /// The id that the player logs in with.
    pub id: String,
    /// The name that is shown; the id if it is `None`.
    pub name: Option<String>,
    /// The e-mail address of the team.
    pub email: Option<String>,
    /// True if the player is an admin.
    pub admin: bool,
    /// True if the entry contains HA1 for Digest logins. HA1 is as good as the password.
    pub digest: bool,
    /// The file with the password.
    pub password_file: PathBuf,
}
