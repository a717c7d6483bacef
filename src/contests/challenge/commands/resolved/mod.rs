//! A policy with what is left of a hand solved again.

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Instant;

use anyhow::bail;

use super::exploit_report::bar;
use crate::commands::exploit::ExploitArguments;
use crate::commands::threads;
use crate::contest::BadUsage;
use crate::contest::{AgentError, AgentSpec};
use crate::contests::challenge::leaf_values::LearnedValues;
use crate::contests::challenge::measure::UNIT;
use crate::contests::challenge::measure::resolved::{
    ByParts, LowerBound, by_parts, lower_bound, nash_conv, steps, walks,
};
use crate::contests::challenge::policy::TrainedPolicy;
use crate::contests::challenge::ranges::RangeHand;
use crate::contests::challenge::resolve::{ResolveOptions, Subject};
use crate::counted::counted;
use crate::policy::container::require_numbers;

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

/// The figure that is found in sampled public states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatesOf {
    /// A lower bound.
    LowerBound,
    /// An estimate in two parts.
    Parts,
}

/// A policy to be measured with re-solving, and the settings of the measurement.
struct Measured<'a> {
    arguments: &'a ExploitArguments,
    policy: &'a TrainedPolicy,
    subject: Subject<'a, TrainedPolicy>,
    iterations: u64,
    begin: Instant,
}

/// Measures the policy with re-solving: by exact best responses, after every public state from
/// which on it is solved again has been.
pub fn run(
    arguments: &ExploitArguments,
    states: Option<(NonZeroUsize, StatesOf)>,
    policy: &TrainedPolicy,
    class: u8,
    Resolving(spec): &Resolving,
) -> anyhow::Result<ExitCode> {
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
    let hand = RangeHand::new(rules, payoffs)?;
    let measured = Measured {
        arguments,
        policy,
        subject: Subject {
            hand: &hand,
            strategy: policy,
            class,
            options,
        },
        iterations,
        begin: Instant::now(),
    };
    let pool = threads::pool(arguments.threads.map_or(0, NonZeroUsize::get))?;
    pool.install(|| match states {
        None => measured.nash_conv(),
        Some((states, StatesOf::LowerBound)) => measured.lower_bound(states.get()),
        Some((states, StatesOf::Parts)) => measured.by_parts(states.get()),
    })?;
    Ok(ExitCode::SUCCESS)
}

impl Measured<'_> {
    fn nash_conv(&self) -> anyhow::Result<()> {
        let bar = bar(self.arguments, walks(self.subject.hand));
        let found = nash_conv(self.subject, self.iterations, &|| bar.inc(1))?;
        require_numbers([found])?;
        bar.finish_and_clear();
        self.print_nash_conv(found);
        Ok(())
    }

    fn lower_bound(&self, states: usize) -> anyhow::Result<()> {
        let bar = bar(self.arguments, steps(self.subject.hand, states));
        let sampling = (states, self.arguments.seed);
        let found = lower_bound(self.subject, self.iterations, sampling, &|| bar.inc(1))?;
        require_numbers([found.resolved.mean, found.table.mean])?;
        bar.finish_and_clear();
        self.print_lower_bound(found);
        Ok(())
    }

    fn by_parts(&self, states: usize) -> anyhow::Result<()> {
        let options = self.subject.options;
        let first = options.from.min(options.leads_from);
        let network = self.policy.leaf_network.as_ref();
        let Some(network) = network.filter(|leaf| leaf.over + 1 == first) else {
            bail!(BadUsage::new(
                "--estimate needs a policy of --solver trunk, with re-solving from the end of its \
                 trunk: leave from and leads-from out"
            ));
        };
        let learned = LearnedValues::new(self.subject.hand, network)?;
        let bar = bar(self.arguments, states);
        let sampling = (states, self.arguments.seed);
        let done = || bar.inc(1);
        let found = by_parts(self.subject, self.iterations, sampling, &learned, &done)?;
        require_numbers([found.trunk, found.subgames.mean])?;
        bar.finish_and_clear();
        self.print_by_parts(found);
        Ok(())
    }

    fn seconds(&self) -> f64 {
        self.begin.elapsed().as_secs_f64()
    }

    fn print_nash_conv(&self, found: f64) {
        let Measured {
            arguments,
            policy,
            iterations,
            ..
        } = *self;
        let seconds = self.seconds();
        if arguments.json {
            let output = serde_json::json!({
                "nash_conv": found,
                "exploitability": found / 2.0,
                "unit": UNIT,
                "iterations": iterations,
                "seconds": seconds,
            });
            println!("{output}");
        } else {
            println!(
                "{}, {} information sets, solved again with {}, {seconds:.1} s",
                policy.header.game,
                policy.header.infosets,
                counted(iterations, "iteration")
            );
            println!("NashConv       {found:.5} {UNIT}");
            println!("exploitability {:.5} (half of it)", found / 2.0);
        }
    }

    fn print_lower_bound(&self, found: LowerBound) {
        let Measured {
            arguments,
            policy,
            iterations,
            ..
        } = *self;
        let seconds = self.seconds();
        let LowerBound {
            resolved,
            table,
            states,
        } = found;
        if arguments.json {
            let output = serde_json::json!({
                "nash_conv_at_least": resolved.mean,
                "half_width": resolved.half_width,
                "table_at_least": table.mean,
                "table_half_width": table.half_width,
                "unit": UNIT,
                "states": states,
                "iterations": iterations,
                "seconds": seconds,
            });
            println!("{output}");
        } else {
            println!(
                "{}, {} information sets, solved again with {} in {} a seat, {seconds:.1} s",
                policy.header.game,
                policy.header.infosets,
                counted(iterations, "iteration"),
                counted(states as u64, "public state")
            );
            println!(
                "NashConv at least {:.5} ± {:.5} {UNIT}",
                resolved.mean, resolved.half_width
            );
            println!(
                "the table alone   {:.5} ± {:.5} against the same opponent in the same states",
                table.mean, table.half_width
            );
        }
    }

    fn print_by_parts(&self, found: ByParts) {
        let Measured {
            arguments,
            policy,
            iterations,
            ..
        } = *self;
        let seconds = self.seconds();
        let ByParts { trunk, subgames } = found;
        let both = trunk + subgames.mean;
        if arguments.json {
            let output = serde_json::json!({
                "nash_conv_by_parts": both,
                "half_width": subgames.half_width,
                "trunk": trunk,
                "subgames": subgames.mean,
                "unit": UNIT,
                "states": subgames.samples,
                "iterations": iterations,
                "seconds": seconds,
            });
            println!("{output}");
        } else {
            println!(
                "{}, {} information sets, solved again with {} in {}, {seconds:.1} s",
                policy.header.game,
                policy.header.infosets,
                counted(iterations, "iteration"),
                counted(subgames.samples as u64, "public state")
            );
            println!(
                "NashConv by parts {both:.5} ± {:.5} {UNIT}",
                subgames.half_width
            );
            println!("the trunk         {trunk:.5} for the learned values of its leaves");
            println!(
                "its subgames      {:.5} ± {:.5} where the policy comes",
                subgames.mean, subgames.half_width
            );
        }
    }
}
