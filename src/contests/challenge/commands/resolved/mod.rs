//! A policy with what is left of a hand solved again.

mod report;

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;

use self::report::Report;
use super::exploit_report::{MISSING, bar};
use crate::commands::exploit::ExploitArguments;
use crate::commands::threads;
use crate::contest::BadUsage;
use crate::contest::{AgentError, AgentSpec};
use crate::contests::challenge::leaf_values::LearnedValues;
use crate::contests::challenge::measure::resolved::{
    by_parts, lower_bound, nash_conv_of, sample_subgames, steps, walk_all, walks,
};
use crate::contests::challenge::measure::{Part, ResolvedSubject, Subject as PartSubject};
use crate::contests::challenge::policy::TrainedPolicy;
use crate::contests::challenge::ranges::RangeHand;
use crate::contests::challenge::resolve::{ResolveOptions, Subject};
use crate::policy::container::require_numbers;
use crate::shard::Shard;

/// The options of the agent `resolve`, as `key=value,key=value`.
#[derive(Clone, Debug)]
pub struct Resolving(AgentSpec);

impl FromStr for Resolving {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Resolving, AgentError> {
        let spec: AgentSpec = format!("resolve:{text}").parse()?;
        spec.allow_options(&ResolveOptions::KEYS)?;
        ResolveOptions::from_spec(&spec, ResolveOptions::default())?;
        Ok(Resolving(spec))
    }
}

/// The flags of a measure with re-solving.
#[derive(Args)]
pub struct ResolvedFlags {
    /// Measure the policy as the agent `resolve` plays it, with these options of that agent: for
    /// small members of the family, because everything must be solved again that can come up.
    #[arg(long, value_name = "KEY=VALUE,...")]
    resolve: Option<Resolving>,
    /// With --resolve, for large members: draw so many public states for each seat where the table
    /// is left, and say how exploitable the agent is at least.
    #[arg(long, requires = "resolve")]
    states: Option<NonZeroUsize>,
    /// With --states, for a policy of --solver trunk: no lower bound, but an estimate, of the trunk
    /// by the values it has learned, and of the subgames in so many public states.
    #[arg(long, requires = "states")]
    estimate: bool,
}

/// The figure to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Figure {
    /// The exact NashConv.
    NashConv,
    /// A lower bound, from so many public states.
    LowerBound(usize),
    /// An estimate in two parts, from so many public states.
    Parts(usize),
}

impl ResolvedFlags {
    /// The measure that the flags ask for; none without `--resolve`.
    ///
    /// # Errors
    ///
    /// The policy cannot be measured in this way.
    pub fn measure<'a>(
        &self,
        policy: &'a TrainedPolicy,
        class: u8,
        seed: u64,
    ) -> anyhow::Result<Option<ResolvedMeasure<'a>>> {
        let Some(Resolving(spec)) = &self.resolve else {
            return Ok(None);
        };
        let options = ResolveOptions::from_spec(spec, ResolveOptions::for_policy(policy))?;
        let Some(iterations) = options.iterations else {
            bail!(BadUsage::new(
                "say with how many iterations every time: --resolve iterations=100"
            ));
        };
        let rules = policy.game.rules();
        if !rules.deals_every_hand() {
            bail!(
                "a shoe with fewer copies of a rank than a hand has cards cannot be measured with \
                 re-solving: leave --resolve out"
            );
        }
        let payoffs = policy.classes.payoffs[usize::from(class)];
        let figure = match (self.states, self.estimate) {
            (None, _) => Figure::NashConv,
            (Some(states), false) => Figure::LowerBound(states.get()),
            (Some(states), true) => Figure::Parts(states.get()),
        };
        Ok(Some(ResolvedMeasure {
            policy,
            hand: RangeHand::new(rules, payoffs)?,
            class,
            options,
            iterations,
            figure,
            seed,
        }))
    }
}

/// A measure of a policy with re-solving.
pub struct ResolvedMeasure<'a> {
    policy: &'a TrainedPolicy,
    hand: RangeHand,
    class: u8,
    options: ResolveOptions,
    iterations: u64,
    figure: Figure,
    seed: u64,
}

impl ResolvedMeasure<'_> {
    /// Measures on the threads that were asked for, and prints the figure.
    pub fn run(&self, arguments: &ExploitArguments) -> anyhow::Result<ExitCode> {
        let begin = Instant::now();
        if let Figure::LowerBound(states) = self.figure {
            let learned = self.leaf_values()?;
            let bar = bar(arguments, steps(&self.hand, states, learned.is_some()));
            let sampling = (states, self.seed);
            let pool = threads::pool(arguments.threads.map_or(0, NonZeroUsize::get))?;
            let (subject, iterations, done) = (self.subject(), self.iterations, || bar.inc(1));
            let found = pool
                .install(|| lower_bound(subject, learned.as_ref(), iterations, sampling, &done))?;
            require_numbers([
                found.resolved.mean,
                found.table.map_or(0.0, |table| table.mean),
            ])?;
            bar.finish_and_clear();
            let report = self.report(arguments.json, begin.elapsed().as_secs_f64());
            report.print_lower_bound(found);
            return Ok(ExitCode::SUCCESS);
        }
        let subject = PartSubject::of(
            &self.policy.header.game,
            &arguments.policy,
            self.class,
            None,
        )?;
        let part = self.part(arguments, subject, Shard::WHOLE)?;
        self.print(&[part], arguments.json)
    }

    /// The subject of the measure's parts, to be told from those of other measures.
    pub fn part_subject(&self) -> ResolvedSubject {
        ResolvedSubject {
            options: self.options.spec(),
            sampled: match self.figure {
                Figure::NashConv => None,
                Figure::LowerBound(states) | Figure::Parts(states) => Some((states, self.seed)),
            },
        }
    }

    /// Measures a shard on the threads that were asked for.
    pub fn part(
        &self,
        arguments: &ExploitArguments,
        subject: PartSubject,
        shard: Shard,
    ) -> anyhow::Result<Part> {
        let begin = Instant::now();
        let pool = threads::pool(arguments.threads.map_or(0, NonZeroUsize::get))?;
        let (walks, sample) = match self.figure {
            Figure::NashConv => {
                let bar = bar(arguments, walks(&self.hand, shard));
                let done = || bar.inc(1);
                let walked = || walk_all(self.subject(), self.iterations, shard, &done);
                let walked = pool.install(walked)?;
                bar.finish_and_clear();
                (walked, None)
            }
            Figure::Parts(states) => {
                let learned = self.learned()?;
                let bar = bar(arguments, shard.every(0..states).count());
                let (sampling, done) = ((states, self.seed), || bar.inc(1));
                let sampled = || {
                    let of = (shard, &done as &(dyn Fn() + Sync));
                    sample_subgames(self.subject(), self.iterations, sampling, &learned, of)
                };
                let sampled = pool.install(sampled)?;
                bar.finish_and_clear();
                (Vec::new(), Some(sampled))
            }
            Figure::LowerBound(_) => bail!(BadUsage::new(
                "a lower bound is not measured in parts, for the opponent's choices come first: leave \
                 --shard out, or measure by --estimate"
            )),
        };
        Ok(Part {
            subject,
            shard,
            milliseconds: begin.elapsed().as_millis() as u64,
            walks,
            sample,
        })
    }

    /// Puts parts together, and prints the figure.
    pub fn print(&self, parts: &[Part], json: bool) -> anyhow::Result<ExitCode> {
        let milliseconds: u64 = parts.iter().map(|part| part.milliseconds).sum();
        let report = self.report(json, milliseconds as f64 / 1000.0);
        match self.figure {
            Figure::Parts(states) => {
                let samples = parts.iter().filter_map(|part| part.sample.clone());
                let samples: Vec<_> = samples.collect();
                let found = by_parts(states, &samples).context(MISSING)?;
                require_numbers([found.trunk, found.subgames.mean])?;
                report.print_by_parts(found);
            }
            _ => {
                let walked = parts.iter().flat_map(|part| part.walks.iter().cloned());
                let walked: Vec<_> = walked.collect();
                let found = nash_conv_of(self.subject(), &walked).context(MISSING)?;
                require_numbers([found])?;
                report.print_nash_conv(found);
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn subject(&self) -> Subject<'_, TrainedPolicy> {
        Subject {
            hand: &self.hand,
            strategy: self.policy,
            class: self.class,
            options: self.options,
        }
    }

    fn report(&self, json: bool, seconds: f64) -> Report<'_> {
        Report {
            policy: self.policy,
            iterations: self.iterations,
            json,
            seconds,
        }
    }

    /// The values that the policy's network gives to the leaves of its trunk. None without a trunk, or if
    /// re-solving begins elsewhere.
    fn leaf_values(&self) -> anyhow::Result<Option<LearnedValues>> {
        let first = self.options.from.min(self.options.leads_from);
        let network = self.policy.leaf_network.as_ref();
        let network = network.filter(|leaf| leaf.over + 1 == first);
        let values = network.map(|network| LearnedValues::new(&self.hand, network));
        Ok(values.transpose()?)
    }

    fn learned(&self) -> anyhow::Result<LearnedValues> {
        match self.leaf_values()? {
            Some(values) => Ok(values),
            None => bail!(BadUsage::new(
                "--estimate needs a policy of --solver trunk, with re-solving from the end of its \
                 trunk: leave from and leads-from out"
            )),
        }
    }
}
