//! A policy as the agent `adaptive` plays it, after games against an opponent.

use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Instant;

use cardsharp_solvers::best_response::exploitability;
use cardsharp_terminal::println;
use clap::Args;
use serde::Serialize;

use super::resolved;
use cardsharp_arena::columns::columns;
use cardsharp_challenge_bots::ChallengeGame;
use cardsharp_challenge_bots::agent_strategy::{AgentStrategy, play_against_best_response};
use cardsharp_challenge_bots::agents::{Adaptive, AdaptiveOptions, AdaptiveSetup, Agent, Factory, Memory, Trained};
use cardsharp_challenge_game::rules::{Game, Params, Shoe};
use cardsharp_challenge_solver::infosets::Payoffs;
use cardsharp_challenge_solver::measure::UNIT;
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_commands::exploit::ExploitArguments;
use cardsharp_commands::progress;
use cardsharp_game::BadUsage;
use cardsharp_game::play_out;
use cardsharp_game::{AgentError, AgentSpec, derive_seed};
use cardsharp_policy::container::require_numbers;

/// The names of the measure's flags.
pub const FLAGS: [&str; 4] = ["adaptive", "against", "after", "known_for"];

/// The flags of the measure.
#[derive(Args)]
pub struct AdaptedFlags {
    /// Measure the policy as the agent `adaptive` plays it, with these options of that agent and
    /// what it has learned then: for small members, because it is asked at every information set.
    #[arg(long, value_name = "KEY=VALUE,...", conflicts_with_all = resolved::FLAGS)]
    adaptive: Option<Adapting>,
    /// With --adaptive: the agent that it learns from.
    #[arg(long, value_name = "AGENT", requires = "adaptive", conflicts_with_all = resolved::FLAGS)]
    against: Option<AgentSpec>,
    /// With --adaptive: the games after which it is measured.
    #[arg(long, value_name = "GAMES,...", requires = "against", conflicts_with_all = resolved::FLAGS, value_delimiter = ',',
        default_values_t = [0, 20, 100])]
    after: Vec<u64>,
    /// With --adaptive: the hands that it plays then, with the model as it is, against an opponent
    /// who does what wins most against it.
    #[arg(
        long,
        value_name = "HANDS",
        requires = "against",
        conflicts_with_all = resolved::FLAGS,
        default_value_t = 0
    )]
    known_for: u64,
}

/// The options of the agent `adaptive`, as `key=value,key=value`.
#[derive(Clone, Debug)]
struct Adapting(AdaptiveOptions);

impl FromStr for Adapting {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Adapting, AgentError> {
        let spec: AgentSpec = match text {
            "" => "adaptive".parse()?,
            text => format!("adaptive:{text}").parse()?,
        };
        spec.read().map(Adapting)
    }
}

/// The agent's exploitability after some games.
#[derive(Serialize)]
struct Row {
    games: u64,
    hands: u64,
    nash_conv: f64,
    /// The information sets in which it departs from the policy.
    departures: usize,
    /// The loss in a hand on average, against an opponent who knows the strategy.
    loss: Option<f64>,
}

/// The output of `--json`.
#[derive(Serialize)]
struct Output<'a> {
    game: &'a str,
    against: String,
    infosets: usize,
    /// NashConv of the policy itself.
    policy: f64,
    after: Vec<Row>,
    unit: &'static str,
    seconds: f64,
}

/// A measure of the agent that was asked for.
pub struct Adapted<'a> {
    arguments: &'a ExploitArguments,
    class: u8,
    options: AdaptiveOptions,
    against: &'a AgentSpec,
    after: &'a [u64],
    known_for: u64,
}

impl AdaptedFlags {
    /// The measure, if it was asked for.
    pub fn of<'a>(&'a self, arguments: &'a ExploitArguments, class: u8) -> anyhow::Result<Option<Adapted<'a>>> {
        let Some(Adapting(options)) = self.adaptive else {
            return Ok(None);
        };
        // The game that is measured is one hand with the payoffs of the policy.
        let options = AdaptiveOptions { scores: false, ..options };
        let Some(against) = &self.against else {
            return Err(BadUsage::new("say which agent it learns from: --against AGENT").into());
        };
        Ok(Some(Adapted { arguments, class, options, against, after: &self.after, known_for: self.known_for }))
    }
}

impl Adapted<'_> {
    /// Measures the policy, and the agent after games.
    pub fn run(self, policy: TrainedPolicy) -> anyhow::Result<ExitCode> {
        let begin = Instant::now();
        let (rules, seed) = (policy.game.rules(), self.arguments.seed);
        let copies = Params::CONTEST.copies();
        if rules.copies() != copies {
            return Err(BadUsage::new(format!(
                "agents know hands that are dealt from {copies} copies of each rank: train a member \
                 such as challenge(ranks=3,copies={copies},hand_size=3)"
            ))
            .into());
        }
        let payoffs = policy.classes.payoffs[usize::from(self.class)];
        let policy = Arc::new(policy);
        let ask = |agent: &mut dyn Agent<ChallengeGame>| self.ask(rules, payoffs, agent);
        let table = ask(&mut Trained::new(Arc::clone(&policy), seed))?;
        let mut agents = self.agents(&policy)?;
        let (mut rows, mut played) = (Vec::new(), 0);
        for &games in self.after {
            while played < games {
                let shoe = Shoe::new(rules, derive_seed(seed, 2 + played));
                play_out(&mut Game::new(rules, shoe), &mut agents);
                played += 1;
            }
            let found = ask(&mut *agents[0])?;
            rows.push(Row {
                games: played,
                hands: agents[0].memory().map_or(0, |memory| memory.hands),
                nash_conv: exploitability(found.game(), &found).nash_conv(),
                departures: found.differences(&table),
                loss: self.loss(&policy, &found, agents[0].memory())?,
            });
        }
        let of_policy = exploitability(table.game(), &table).nash_conv();
        require_numbers(rows.iter().map(|row| row.nash_conv).chain([of_policy]))?;
        let output = Output {
            game: &policy.header.game,
            against: self.against.to_string(),
            infosets: table.infosets(),
            policy: of_policy,
            after: rows,
            unit: UNIT,
            seconds: begin.elapsed().as_secs_f64(),
        };
        if self.arguments.json {
            println!("{}", serde_json::to_string(&output)?);
        } else {
            output.print();
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The loss against an opponent who knows `strategy`, which an agent with this memory plays.
    fn loss(
        &self,
        policy: &Arc<TrainedPolicy>,
        strategy: &AgentStrategy,
        memory: Option<&Memory>,
    ) -> anyhow::Result<Option<f64>> {
        if self.known_for == 0 {
            return Ok(None);
        }
        let options = AdaptiveOptions { frozen: true, ..self.options };
        let setup = Arc::new(AdaptiveSetup::new(Arc::clone(policy), options));
        let mut agent = Adaptive::new(setup, self.arguments.seed);
        agent.play_without_clock();
        agent.recall(memory);
        let seed = derive_seed(self.arguments.seed, 0);
        let mean = play_against_best_response(strategy, &mut agent, self.known_for, seed)?;
        // Over both seats, equals win half of the games.
        Ok(Some(0.5 - mean))
    }

    /// The agent and its opponent.
    fn agents(&self, policy: &Arc<TrainedPolicy>) -> anyhow::Result<[Box<dyn Agent<ChallengeGame>>; 2]> {
        let seed = self.arguments.seed;
        let setup = Arc::new(AdaptiveSetup::new(Arc::clone(policy), self.options));
        let opponent = Factory::load(self.against)?.agent(derive_seed(seed, 1));
        let mut agents: [Box<dyn Agent<ChallengeGame>>; 2] = [Box::new(Adaptive::new(setup, seed)), opponent];
        agents.iter_mut().for_each(|agent| agent.play_without_clock());
        Ok(agents)
    }

    fn ask(
        &self,
        rules: Params,
        payoffs: Payoffs,
        agent: &mut dyn Agent<ChallengeGame>,
    ) -> anyhow::Result<AgentStrategy> {
        let template = "{pos} information sets, {elapsed}";
        let bar = progress::bar(None, template, self.arguments.quiet);
        let found = AgentStrategy::ask(rules, payoffs, agent, &|| bar.inc(1))?;
        bar.finish_and_clear();
        Ok(found)
    }
}

impl Output<'_> {
    fn print(&self) {
        println!(
            "{}, `adaptive` after games against {}, {} information sets, {:.1} s",
            self.game, self.against, self.infosets, self.seconds
        );
        println!("NashConv of the policy {:.5} {}", self.policy, self.unit);
        let titles = ["games", "hands", "NashConv", "departures", "loss in a hand"];
        let mut table = columns(titles, ..0);
        for row in &self.after {
            table.add_row([
                row.games.to_string(),
                row.hands.to_string(),
                format!("{:.5}", row.nash_conv),
                row.departures.to_string(),
                row.loss.map_or("-".to_owned(), |loss| format!("{loss:.5}")),
            ]);
        }
        println!("{table}");
    }
}
