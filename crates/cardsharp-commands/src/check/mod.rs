//! The check of a bot of one's own against the document of its contest: numbered steps, each with a verdict.
//!
//! The bot is the client. Each step is a server that does one thing which the document allows and which breaks
//! bots: bytes in pieces, lost answers, unknown keys, pauses.

mod bench;
pub mod relay;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use cardsharp_game::BadUsage;
use cardsharp_net::Reach;
use cardsharp_terminal::println;
use cardsharp_terminal::sanitize::escaped;
use serde::Serialize;

use crate::interrupt::{self, INTERRUPTED};

pub use bench::Bench;

/// The interval between two looks at a signal or at what a step waits for.
const TICK: Duration = Duration::from_millis(20);

/// The check of a contest's bots.
pub struct ContestCheck {
    /// The way in which a bot is reached.
    pub reach: Reach,
    /// The command line of a bot of the starter kit, with placeholders.
    pub example: &'static str,
    /// The name and the password that the bot logs in with, if the contest has logins.
    pub account: Option<[&'static str; 2]>,
    /// The texts of the steps: a table in Markdown, with a row of name, rule of the document, and usual cure.
    pub texts: &'static str,
    /// The steps. Without the first, no other makes sense.
    pub steps: &'static [Step],
}

/// A step of a check: its name; the seconds after which it is given up; and its work, whose error says what was sent
/// and what came back.
pub struct Step(pub &'static str, pub u64, pub fn(&Bench) -> anyhow::Result<()>);

/// The report of a step.
#[derive(Debug, Serialize)]
struct StepReport {
    step: usize,
    name: &'static str,
    passed: bool,
    seconds: f64,
    found: Option<String>,
    rule: &'static str,
    mend: &'static str,
    output: Vec<String>,
}

impl StepReport {
    fn print(&self, json: bool) -> anyhow::Result<()> {
        if json {
            println!("{}", serde_json::to_string(self)?);
            return Ok(());
        }
        let verdict = if self.passed { "PASS" } else { "FAIL" };
        println!("{:3} {verdict}  {:<24} {:5.1} s", self.step, self.name, self.seconds);
        if let Some(found) = &self.found {
            println!("    found:    {found}");
            println!("    document: {}\n    mend:     {}", self.rule, self.mend);
            self.output.iter().for_each(|line| println!("    bot:      {line}"));
        }
        Ok(())
    }
}

impl ContestCheck {
    /// The rule that a step tests, and the usual cure.
    pub fn texts_of(&self, step: &str) -> Option<[&'static str; 2]> {
        let mut rows = self.texts.lines().map(|row| row.split('|').map(str::trim));
        rows.find_map(|mut row| (row.nth(1) == Some(step)).then(|| Some([row.next()?, row.next()?])))?
    }

    /// Runs the steps with these numbers, or all without any, and prints a report of each. A failure of the first step
    /// ends the check.
    ///
    /// # Errors
    ///
    /// There is no such step, or the bot cannot be started.
    pub fn run(&'static self, bench: Bench, chosen: &[usize], json: bool) -> anyhow::Result<ExitCode> {
        let most = self.steps.len();
        if let Some(number) = chosen.iter().find(|number| !(1..=most).contains(*number)) {
            bail!(BadUsage::new(format!("there is no step {number}: name one of 1 to {most}")));
        }
        let interrupt = interrupt::flag()?;
        let bench = Arc::new(bench);
        let (mut passed, mut failed) = (0, 0);
        let is_chosen = |(_, number): &(&Step, usize)| chosen.is_empty() || chosen.contains(number);
        for (step, number) in self.steps.iter().zip(1..).filter(is_chosen) {
            let report = self.report(step, number, &bench, &interrupt)?;
            if interrupt.load(Ordering::Relaxed) {
                return Ok(ExitCode::from(INTERRUPTED));
            }
            report.print(json)?;
            *(if report.passed { &mut passed } else { &mut failed }) += 1;
            if number == 1 && failed > 0 {
                break;
            }
        }
        if !json {
            println!("{passed} passed, {failed} failed, {} not run", most - passed - failed);
        }
        Ok(if failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn report(
        &self,
        step: &'static Step,
        number: usize,
        bench: &Arc<Bench>,
        interrupt: &AtomicBool,
    ) -> anyhow::Result<StepReport> {
        let began = Instant::now();
        let verdict = attempt(step, bench, interrupt);
        let status = bench.ended().map(|status| format!("; the bot has ended ({status})"));
        let output = bench.end();
        let fault = match verdict {
            Err(fault) if fault.is::<BadUsage>() => return Err(fault),
            other => other.err(),
        };
        let [rule, mend] = self.texts_of(step.0).context("the step has no texts")?;
        Ok(StepReport {
            step: number,
            name: step.0,
            passed: fault.is_none(),
            seconds: began.elapsed().as_secs_f64(),
            output: if fault.is_some() { output } else { Vec::new() },
            found: fault.map(|fault| escaped(&format!("{fault:#}{}", status.unwrap_or_default()))),
            rule,
            mend,
        })
    }
}

/// Runs a step on a thread of its own, which is left alone at the step's limit or at a signal. The bot's end then
/// ends it, too.
fn attempt(step: &'static Step, bench: &Arc<Bench>, interrupt: &AtomicBool) -> anyhow::Result<()> {
    let (sender, verdict) = mpsc::channel();
    let on = Arc::clone(bench);
    // Nobody listens after the step's limit.
    let work = move || drop(sender.send((step.2)(&on)));
    thread::Builder::new().name("check".to_owned()).spawn(work)?;
    let end = Instant::now() + Duration::from_secs(step.1);
    loop {
        match verdict.recv_timeout(TICK) {
            Ok(verdict) => return verdict,
            Err(RecvTimeoutError::Disconnected) => bail!("the step ended by an internal error of cardsharp"),
            Err(RecvTimeoutError::Timeout) if interrupt.load(Ordering::Relaxed) => return Ok(()),
            Err(RecvTimeoutError::Timeout) if Instant::now() > end => bail!("it was not over within {} s", step.1),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
