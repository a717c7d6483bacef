//! Challenge: five cards, five tricks, and a challenge that stakes the whole game.

#[cfg(feature = "live")]
mod check;
#[cfg(feature = "live")]
pub mod client;
mod commands;

use std::path::Path;
use std::time::Duration;

use serde::Deserialize;

use cardsharp_challenge_bots::ChallengeGame;
use cardsharp_challenge_bots::advice::PolicyAdvisor;
use cardsharp_challenge_bots::explore::PolicyExplorer;
use cardsharp_challenge_bots::luck::PolicyLuck;
use cardsharp_challenge_game::observation::ACTIONS;
use cardsharp_challenge_game::replay::replay;
use cardsharp_challenge_game::rules::{Event, Params};
use cardsharp_challenge_solver::infosets::{HandGame, NAMES, Payoffs, WrittenHand, by_name};
use cardsharp_challenge_solver::policy::{HandRows, TrainedPolicy};
use cardsharp_challenge_solver::training::Sampling;
use cardsharp_commands::{CommandPart, CommandParts, ContestCommands, OwnCommand};
use cardsharp_contest::explorer::{Exploration, Explorer, PositionLookup};
use cardsharp_contest::{
    Advisor, ContestError, GameFamily, MeasureRequest, MemberError, PolicyFamily, ResponseCurve, ResponseRequest,
    StagedStudy, TrainedGame, TrainedInfosets, WrittenOut,
};
use cardsharp_game::luck::LuckFinder;
use cardsharp_game::outside::ActionSpace;
use cardsharp_game::{AgentError, AgentSpec, BadUsage, ListedAgents, NamedAgents, Replay, Table};
use cardsharp_policy::container::Measured;
use cardsharp_policy::{PolicyRows, loaded};
use cardsharp_solvers::sampled::{ExternalSampling, Numbering};

/// The contest, as the arena and the command line know it.
#[derive(Clone, Copy, Debug)]
pub struct Contest;

impl cardsharp_contest::Contest for Contest {
    fn name(&self) -> &'static str {
        "challenge"
    }

    fn summary(&self) -> &'static str {
        "five cards, five tricks, and a challenge that stakes the whole game; two players"
    }

    fn seats(&self) -> usize {
        2
    }

    fn agents(&self) -> ListedAgents {
        ChallengeGame::listed()
    }

    fn family(&self) -> &dyn GameFamily {
        self
    }

    fn policies(&self) -> Result<&dyn PolicyFamily, ContestError> {
        Ok(self)
    }

    fn table(&self, agents: &[AgentSpec]) -> Result<Box<dyn Table>, AgentError> {
        ChallengeGame::table(self.name(), agents)
    }

    fn action_space(&self) -> Option<&'static ActionSpace> {
        Some(&ACTIONS)
    }

    fn replay(&self, record: &serde_json::Value) -> Result<Replay, ContestError> {
        Ok(replay(&Vec::<Event>::deserialize(record)?))
    }

    #[cfg(feature = "live")]
    fn served_journal(&self) -> Option<cardsharp_game::ServedJournal> {
        Some(cardsharp_challenge_server::SERVED_JOURNAL)
    }

    fn memories(&self, bytes: &[u8]) -> Option<Vec<String>> {
        commands::memories::in_words(bytes)
    }
}

impl GameFamily for Contest {
    fn member(&self, text: &str) -> Result<String, MemberError> {
        Ok(member(text)?.to_string())
    }

    fn trained(&self, text: &str) -> Result<TrainedGame, ContestError> {
        trained_member(member(text)?)
    }

    fn written_out(&self, text: &str) -> Result<WrittenOut, MemberError> {
        let game = WrittenHand::new(member(text)?).map_err(MemberError::too_large)?;
        Ok(Box::new(game))
    }

    fn solved_at_once(&self, text: &str, time: Duration) -> Result<Option<Box<dyn Explorer>>, ContestError> {
        let rules = member(text)?;
        // Two cards make small trees, which show every deal.
        if rules.hand_size() < 3 && WrittenHand::new(rules).is_ok() {
            return Ok(None);
        }
        let solved = PolicyExplorer::solved(rules, time).map_err(|error| BadUsage::new(error.to_string()))?;
        Ok(Some(Box::new(solved)))
    }

    fn small_members(&self) -> &'static [&'static str] {
        &["challenge(ranks=3,copies=2,hand_size=2)", "challenge(ranks=4,copies=2,hand_size=3)"]
    }

    fn further_solvers(&self) -> &'static [(&'static str, &'static str)] {
        &[(Sampling::RANGES, Sampling::RANGES_SUMMARY), (Sampling::TRUNK, Sampling::TRUNK_SUMMARY)]
    }

    fn values_study(&self) -> Option<StagedStudy> {
        Some(commands::values::study())
    }
}

impl PolicyFamily for Contest {
    fn measure(&self, policy: &Path, request: &MeasureRequest) -> Result<Measured, ContestError> {
        commands::exploit::measured(policy, request)
    }

    fn positions(&self, policy: &Path) -> Result<PositionLookup, ContestError> {
        commands::inspect::positions(policy)
    }

    fn rows(&self, policy: &Path) -> Result<Box<dyn PolicyRows>, ContestError> {
        let policy = loaded(TrainedPolicy::load(policy)?, "exporting");
        Ok(Box::new(HandRows::new(policy)))
    }

    fn explorer(&self, policy: &Path) -> Result<Exploration, ContestError> {
        let explorer = PolicyExplorer::load(policy).map_err(ContestError::failed)?;
        Ok(Exploration::Tree(Box::new(explorer)))
    }

    fn advisor(&self, policy: &Path) -> Result<Box<dyn Advisor>, ContestError> {
        let advisor = PolicyAdvisor::load(policy).map_err(ContestError::failed)?;
        Ok(Box::new(advisor))
    }

    fn responses(&self, policy: &Path, request: &ResponseRequest) -> Result<ResponseCurve, ContestError> {
        commands::respond::responses(policy, request)
    }

    fn luck_finder(&self, policy: &Path, agents: &[Option<AgentSpec>]) -> Result<Box<dyn LuckFinder>, ContestError> {
        let policy = loaded(TrainedPolicy::load(policy)?, "removing luck");
        Ok(Box::new(PolicyLuck::new(policy, agents)?))
    }
}

impl ContestCommands for Contest {
    fn commands(&self) -> &'static CommandParts {
        use commands::export::ExportArguments;
        use commands::{exploit, export, import, inspect, merge, solve, train, values};
        const PARTS: &CommandParts = &CommandParts {
            train: Some(CommandPart { describe: train::describe, run: train::run }),
            exploit: Some(CommandPart { describe: exploit::describe, run: exploit::run }),
            inspect: Some(CommandPart {
                describe: |command| command.after_help(inspect::HELP),
                run: |arguments, _| inspect::run(arguments),
            }),
            solve: Some(CommandPart { describe: solve::describe, run: solve::run }),
            #[cfg(feature = "live")]
            demo: Some(CommandPart {
                describe: commands::demo::describe,
                run: |arguments, _| commands::demo::run(arguments),
            }),
            export: Some(OwnCommand::new::<ExportArguments>("challenge", export::run)),
            further: &[
                OwnCommand::new::<values::ValuesArguments>("values", values::run),
                OwnCommand::new::<merge::MergeArguments>("merge", merge::run),
                OwnCommand::new::<import::ImportArguments>("import", import::run),
            ],
            #[cfg(feature = "live")]
            server: Some(&commands::live::SERVER),
            #[cfg(feature = "live")]
            client: Some(&commands::live::CLIENT),
            starter: Some(&commands::starter::KITS),
            #[cfg(feature = "live")]
            check: Some(&check::CHECK),
            #[cfg(not(feature = "live"))]
            check: None,
            #[cfg(not(feature = "live"))]
            demo: None,
            #[cfg(not(feature = "live"))]
            server: None,
            #[cfg(not(feature = "live"))]
            client: None,
        };
        PARTS
    }
}

/// The member of the family that `text` names.
fn member(text: &str) -> Result<Params, MemberError> {
    text.trim().parse().map_err(MemberError::name)
}

/// The information sets that can be trained for a member of the family.
///
/// # Errors
///
/// Information sets that cannot be had.
fn trained_member(rules: Params) -> Result<TrainedGame, ContestError> {
    let game = HandGame::new(rules, vec![Payoffs::EARLY]);
    let of = |&name: &&'static str| {
        let infosets = by_name(name, &game).map_err(ContestError::failed)?;
        let dense = matches!(infosets.numbering(), Numbering::Dense { .. });
        Ok(TrainedInfosets {
            name,
            remembers: infosets.summary(),
            rows: dense.then(|| infosets.count(&game)),
            table_bytes: dense.then(|| ExternalSampling::memory(&*infosets, u64::MAX).bytes),
        })
    };
    Ok(TrainedGame {
        game: rules.to_string(),
        parameters: Some(serde_json::to_value(rules)?),
        infosets: NAMES.iter().map(of).collect::<Result<_, ContestError>>()?,
    })
}
