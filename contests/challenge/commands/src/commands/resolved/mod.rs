//! A policy with what is left of a hand solved again.

mod report;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;

use self::report::Report;
use super::exploit_report::{MISSING, bar};
use cardsharp_challenge_solver::infosets::Payoffs;
use cardsharp_challenge_solver::leaf_values::LeafExpectation;
use cardsharp_challenge_solver::measure::resolved::{
    by_parts, head_to_head, lower_bound, nash_conv_of, sample_subgames, steps, walk_all, walks,
};
use cardsharp_challenge_solver::measure::{Part, ResolvedSubject, Subject as PartSubject};
use cardsharp_challenge_solver::policy::{HandStrategy, TrainedPolicy};
use cardsharp_challenge_solver::ranges::RangeHand;
use cardsharp_challenge_solver::resolve::{ResolveOptions, Subject};
use cardsharp_commands::exploit::ExploitArguments;
use cardsharp_commands::threads;
use cardsharp_game::BadUsage;
use cardsharp_game::shard::Shard;
use cardsharp_game::{AgentError, AgentSpec};
use cardsharp_policy::container::require_numbers;
use cardsharp_policy::loaded;

/// The options of the agent `resolve`, as `key=value,key=value`.
#[derive(Clone, Debug)]
pub struct Resolving(AgentSpec);

impl FromStr for Resolving {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Resolving, AgentError> {
        let spec: AgentSpec = format!("resolve:{text}").parse()?;
        ResolveOptions::from_spec(&spec, &[], ResolveOptions::default())?;
        Ok(Resolving(spec))
    }
}

/// The names of the flags of a measure with re-solving.
pub const FLAGS: [&str; 4] = ["resolve", "states", "estimate", "opponent"];

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
    /// With --states, for a policy of --solver trunk: not how exploitable it is, but what it wins in a
    /// hand against this policy, from so many public states for each seat.
    #[arg(long, value_name = "FILE", requires = "states", conflicts_with = "estimate")]
    opponent: Option<PathBuf>,
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
    /// The gain against another policy, from so many public states.
    HeadToHead(usize),
}

/// The other policy of a meeting, and its class with the nearest payoffs.
struct Other {
    policy: TrainedPolicy,
    class: u8,
}

impl Other {
    /// Loads the policy that meets `policy` in a hand with these payoffs.
    fn load(path: &Path, policy: &TrainedPolicy, payoffs: Payoffs) -> anyhow::Result<Other> {
        let other = loaded(TrainedPolicy::load(path)?, "measuring");
        if other.game.rules() != policy.game.rules() {
            bail!(
                "{} plays {}, and the policy to be measured {}: give a policy of the same game",
                path.display(),
                other.header.game,
                policy.header.game
            );
        }
        let nearest = other.classes.nearest(payoffs);
        Ok(Other { class: nearest.map_or(0, |(class, _)| class as u8), policy: other })
    }
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
        let options = ResolveOptions::from_spec(spec, &[], ResolveOptions::for_policy(policy))?;
        let Some(iterations) = options.iterations else {
            bail!(BadUsage::new("say with how many iterations every time: --resolve iterations=100"));
        };
        let rules = policy.game.rules();
        if !rules.deals_every_hand() {
            bail!(
                "a shoe with fewer copies of a rank than a hand has cards cannot be measured with \
                 re-solving: leave --resolve out"
            );
        }
        let payoffs = policy.classes.payoffs[usize::from(class)];
        let other = self.opponent.as_ref();
        let other = other.map(|path| Other::load(path, policy, payoffs));
        let other = other.transpose()?;
        let figure = match (self.states, self.estimate, &other) {
            (None, ..) => Figure::NashConv,
            (Some(states), _, Some(_)) => Figure::HeadToHead(states.get()),
            (Some(states), false, None) => Figure::LowerBound(states.get()),
            (Some(states), true, None) => Figure::Parts(states.get()),
        };
        Ok(Some(ResolvedMeasure {
            policy,
            hand: RangeHand::new(rules, payoffs)?,
            class,
            options,
            iterations,
            figure,
            other,
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
    other: Option<Other>,
    seed: u64,
}

impl ResolvedMeasure<'_> {
    /// Measures on the threads that were asked for, and prints the figure.
    pub fn run(&self, arguments: &ExploitArguments) -> anyhow::Result<ExitCode> {
        match (self.figure, &self.other) {
            (Figure::LowerBound(states), _) => return self.lower_bound(arguments, states),
            (Figure::HeadToHead(states), Some(other)) => {
                return self.head_to_head(arguments, other, states);
            }
            _ => {}
        }
        let subject = PartSubject::of(&self.policy.header.game, &arguments.policy, self.class, None)?;
        let part = self.part(arguments, subject, Shard::WHOLE)?;
        self.print(&[part], arguments.json)
    }

    /// Measures a lower bound, and prints it.
    fn lower_bound(&self, arguments: &ExploitArguments, states: usize) -> anyhow::Result<ExitCode> {
        let begin = Instant::now();
        let learned = self.leaf_values()?;
        let bar = bar(arguments, steps(&self.hand, states, learned.is_some()));
        let (sampling, done) = ((states, self.seed), || bar.inc(1));
        let pool = threads::pool(arguments.threads.map_or(0, NonZeroUsize::get))?;
        let (subject, iterations) = (self.subject(), self.iterations);
        let found = pool.install(|| lower_bound(subject, learned.as_ref(), iterations, sampling, &done))?;
        require_numbers([found.resolved.mean, found.table.map_or(0.0, |table| table.mean)])?;
        bar.finish_and_clear();
        let report = self.report(arguments.json, begin.elapsed().as_secs_f64());
        report.print_lower_bound(found);
        Ok(ExitCode::SUCCESS)
    }

    /// Measures the gain against another policy, and prints it.
    fn head_to_head(&self, arguments: &ExploitArguments, other: &Other, states: usize) -> anyhow::Result<ExitCode> {
        let begin = Instant::now();
        let learned = self.learned()?;
        let bar = bar(arguments, 2 * states);
        let (sampling, done) = ((states, self.seed), || bar.inc(1));
        let pool = threads::pool(arguments.threads.map_or(0, NonZeroUsize::get))?;
        let met = (&other.policy as &dyn HandStrategy, other.class);
        let by = (&learned, &done as &(dyn Fn() + Sync));
        let (subject, iterations) = (self.subject(), self.iterations);
        let found = pool.install(|| head_to_head(subject, met, iterations, sampling, by))?;
        require_numbers(found.seats.map(|seat| seat.mean))?;
        bar.finish_and_clear();
        let report = self.report(arguments.json, begin.elapsed().as_secs_f64());
        report.print_head_to_head(found);
        Ok(ExitCode::SUCCESS)
    }

    /// The subject of the measure's parts, to be told from those of other measures.
    pub fn part_subject(&self) -> ResolvedSubject {
        ResolvedSubject {
            options: self.options.spec(),
            sampled: match self.figure {
                Figure::NashConv => None,
                Figure::LowerBound(states) | Figure::Parts(states) | Figure::HeadToHead(states) => {
                    Some((states, self.seed))
                }
            },
        }
    }

    /// Measures a shard on the threads that were asked for.
    pub fn part(&self, arguments: &ExploitArguments, subject: PartSubject, shard: Shard) -> anyhow::Result<Part> {
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
            Figure::HeadToHead(_) => bail!(BadUsage::new(
                "what a policy wins against another is not measured in parts: leave --shard or \
                 --opponent out"
            )),
        };
        Ok(Part { subject, shard, milliseconds: begin.elapsed().as_millis() as u64, walks, sample })
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

    fn subject(&self) -> Subject<'_> {
        Subject { hand: &self.hand, strategy: self.policy, class: self.class, options: self.options }
    }

    fn report(&self, json: bool, seconds: f64) -> Report<'_> {
        Report { policy: self.policy, iterations: self.iterations, json, seconds }
    }

    /// The values that the policy's network gives to the leaves of its trunk. None without a trunk, or if
    /// re-solving begins elsewhere.
    fn leaf_values(&self) -> anyhow::Result<Option<LeafExpectation>> {
        let first = self.options.from.min(self.options.leads_from);
        let known = LeafExpectation::of(&self.hand, self.policy)?;
        Ok(known.filter(|leaf| leaf.over() + 1 == first))
    }

    fn learned(&self) -> anyhow::Result<LeafExpectation> {
        match self.leaf_values()? {
            Some(values) => Ok(values),
            None => bail!(BadUsage::new(
                "--estimate and --opponent need a policy of --solver trunk or of cardsharp import, with re-solving from the \
                 end of its trunk: leave from and leads-from out"
            )),
        }
    }
}
