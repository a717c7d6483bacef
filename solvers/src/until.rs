//! The stopping conditions of a run.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::run::Limits;

/// A flag that is never set.
static NEVER: AtomicBool = AtomicBool::new(false);

/// The stopping conditions of a run. It ends when the first of them is met.
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

/// The distance from equilibrium at which a run ends.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Target {
    /// NashConv: the sum of all players' gains by a best response.
    NashConv(f64),
    /// The mean of those gains.
    Exploitability(f64),
}

impl<'a> Until<'a> {
    const NOTHING: Until<'static> = Until { target: None, iterations: None, time: None, interrupt: &NEVER };

    /// Stops when the exploitability, NashConv divided by the number of players, is at most
    /// `target`, in units of utility.
    pub const fn exploitability(target: f64) -> Until<'static> {
        Until::NOTHING.or_exploitability(target)
    }

    /// Stops when NashConv, the sum of the players' gains by a best response, is at most `target`, in units of utility.
    pub const fn nash_conv(target: f64) -> Until<'static> {
        Until::NOTHING.or_nash_conv(target)
    }

    /// Stops when this many iterations are done, those before this run included.
    pub const fn iterations(iterations: u64) -> Until<'static> {
        Until::NOTHING.or_iterations(iterations)
    }

    /// Stops after this time, measuring and saving included but for the last measure.
    pub const fn time(time: Duration) -> Until<'static> {
        Until::NOTHING.or_time(time)
    }

    /// Adds the condition of an exploitability of at most `target`. It replaces an earlier target.
    #[must_use]
    pub const fn or_exploitability(mut self, target: f64) -> Self {
        self.target = Some(Target::Exploitability(target));
        self
    }

    /// Adds the condition of a NashConv of at most `target`. It replaces an earlier target.
    #[must_use]
    pub const fn or_nash_conv(mut self, target: f64) -> Self {
        self.target = Some(Target::NashConv(target));
        self
    }

    /// Adds the condition of this many iterations in all.
    #[must_use]
    pub const fn or_iterations(mut self, iterations: u64) -> Self {
        self.iterations = Some(iterations);
        self
    }

    /// Adds the condition of this much time.
    #[must_use]
    pub const fn or_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Adds the condition that `flag` is set, for instance by a handler of Ctrl-C.
    #[must_use]
    pub const fn or_flag<'b>(self, flag: &'b AtomicBool) -> Until<'b>
    where
        'a: 'b,
    {
        Until { target: self.target, iterations: self.iterations, time: self.time, interrupt: flag }
    }

    /// The limits for a game with this many players.
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
