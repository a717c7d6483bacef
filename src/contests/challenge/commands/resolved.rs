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
    let begin = Instant::now();
    let pool = threads::pool(arguments.threads.map_or(0, NonZeroUsize::get))?;
    let subject = Subject {
        hand: &hand,
        strategy: policy,
        class,
        options,
    };
    if let Some((states, of)) = states {
        let sampling = (states.get(), arguments.seed);
        if of == StatesOf::Parts {
            let network = policy.leaf_network.as_ref();
            let first = options.from.min(options.leads_from);
            let Some(network) = network.filter(|leaf| leaf.over + 1 == first) else {
                bail!(BadUsage::new(
                    "--estimate needs a policy of --solver trunk, with re-solving from the end of its \
                     trunk: leave from and leads-from out"
                ));
            };
            let learned = LearnedValues::new(&hand, network)?;
            let bar = bar(arguments, sampling.0);
            let found =
                pool.install(|| by_parts(subject, iterations, sampling, &learned, &|| bar.inc(1)))?;
            bar.finish_and_clear();
            require_numbers([found.trunk, found.subgames.mean])?;
            let seconds = begin.elapsed().as_secs_f64();
            print_by_parts(arguments, policy, found, iterations, seconds);
            return Ok(ExitCode::SUCCESS);
        }
        let bar = bar(arguments, steps(&hand, sampling.0));
        let found = pool.install(|| lower_bound(subject, iterations, sampling, &|| bar.inc(1)))?;
        require_numbers([found.resolved.mean, found.table.mean])?;
        bar.finish_and_clear();
        let seconds = begin.elapsed().as_secs_f64();
        print_lower_bound(arguments, policy, found, iterations, seconds);
        return Ok(ExitCode::SUCCESS);
    }
    let bar = bar(arguments, walks(&hand));
    let found = pool.install(|| nash_conv(subject, iterations, &|| bar.inc(1)))?;
    require_numbers([found])?;
    bar.finish_and_clear();
    let seconds = begin.elapsed().as_secs_f64();
    print_nash_conv(arguments, policy, found, iterations, seconds);
    Ok(ExitCode::SUCCESS)
}

fn print_nash_conv(
    arguments: &ExploitArguments,
    policy: &TrainedPolicy,
    found: f64,
    iterations: u64,
    seconds: f64,
) {
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

fn print_lower_bound(
    arguments: &ExploitArguments,
    policy: &TrainedPolicy,
    found: LowerBound,
    iterations: u64,
    seconds: f64,
) {
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

fn print_by_parts(
    arguments: &ExploitArguments,
    policy: &TrainedPolicy,
    found: ByParts,
    iterations: u64,
    seconds: f64,
) {
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
