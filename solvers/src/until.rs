//! Stopping conditions of a run, in words.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::run::Limits;

/// A flag that nobody sets.
static NEVER: AtomicBool = AtomicBool::new(false);

/// The stopping conditions of a run: it ends at whichever is met first.
///
/// ```
/// use std::time::Duration;
/// use cardsharp_solvers::prelude::*;
///
/// let until = Until::exploitability(1e-4)
///     .or_iterations(10_000)
///     .or_time(Duration::from_secs(60));
/// // Two players: an exploitability of 1e-4 each is a NashConv of 2e-4.
/// assert_eq!(until.limits(2).target, Some(2e-4));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Until<'a> {
    target: Option<Target>,
    iterations: Option<u64>,
    time: Option<Duration>,
    interrupt: &'a AtomicBool,
}

/// A distance from equilibrium that is small enough.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Target {
    /// The sum of all players' gains by a best response.
    NashConv(f64),
    /// The mean of them.
    Exploitability(f64),
}

impl<'a> Until<'a> {
    const NOTHING: Until<'static> = Until {
        target: None,
        iterations: None,
        time: None,
        interrupt: &NEVER,
    };

    /// Until the exploitability, NashConv divided by the number of players, is at most `target`, in
    /// units of utility.
    pub const fn exploitability(target: f64) -> Until<'static> {
        Until::NOTHING.or_exploitability(target)
    }

    /// Until NashConv, the sum of what every player gains by a best response, is at most `target`, in
    /// units of utility.
    pub const fn nash_conv(target: f64) -> Until<'static> {
        Until::NOTHING.or_nash_conv(target)
    }

    /// Until so many iterations are done, those before this run included.
    pub const fn iterations(iterations: u64) -> Until<'static> {
        Until::NOTHING.or_iterations(iterations)
    }

    /// Until the solver has worked so long, measuring not counted.
    pub const fn time(time: Duration) -> Until<'static> {
        Until::NOTHING.or_time(time)
    }

    /// These conditions, or an exploitability of at most `target`. It replaces an earlier target.
    #[must_use]
    pub const fn or_exploitability(mut self, target: f64) -> Self {
        self.target = Some(Target::Exploitability(target));
        self
    }

    /// These conditions, or a NashConv of at most `target`. It replaces an earlier target.
    #[must_use]
    pub const fn or_nash_conv(mut self, target: f64) -> Self {
        self.target = Some(Target::NashConv(target));
        self
    }

    /// These conditions, or so many iterations in all.
    #[must_use]
    pub const fn or_iterations(mut self, iterations: u64) -> Self {
        self.iterations = Some(iterations);
        self
    }

    /// These conditions, or so much time.
    #[must_use]
    pub const fn or_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// These conditions, or `flag` set, by a handler of Ctrl-C for instance.
    #[must_use]
    pub const fn or_flag<'b>(self, flag: &'b AtomicBool) -> Until<'b>
    where
        'a: 'b,
    {
        Until {
            target: self.target,
            iterations: self.iterations,
            time: self.time,
            interrupt: flag,
        }
    }

    /// The limits for a game of so many players.
    pub fn limits(&self, players: usize) -> Limits {
        Limits {
            time: self.time,
            iterations: self.iterations,
            target: self.target.map(|target| match target {
                Target::NashConv(target) => target,
                Target::Exploitability(target) => target * players as f64,
            }),
        }
    }

    /// The flag that ends the run.
    pub(crate) fn flag(&self) -> &'a AtomicBool {
        self.interrupt
    }
}
