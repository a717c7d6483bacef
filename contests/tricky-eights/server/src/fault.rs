//! The faults that a contestant is disqualified for.

use std::time::Duration;

use thiserror::Error;

use cardsharp_tricky_eights_game::rules::IllegalCard;

/// A fault that a contestant is disqualified for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The program does not exist, or it may not be run.
    #[error("it could not be started: {0}")]
    NotStarted(String),
    /// The answer is a card that may not be taken or played.
    #[error("an illegal card: {0}")]
    Illegal(#[from] IllegalCard),
    /// The answer is no card.
    #[error("`{0}` is no card")]
    NotACard(String),
    /// No answer came in time.
    #[error("no answer within {} s", .0.as_secs_f64())]
    Silent(Duration),
    /// The answer has no line break.
    #[error("more than {0} bytes without a line break")]
    EndlessLine(usize),
    /// The process has ended.
    #[error("its process has ended: {0}")]
    Ended(String),
    /// The process has closed its standard output, so it cannot answer any more.
    #[error("it has closed its standard output")]
    ClosedOutput,
    /// The process has closed its standard input, so it cannot receive commands any more.
    #[error("it has closed its standard input")]
    ClosedInput,
    /// The process does not read its standard input.
    #[error("it has not read its standard input for {} s", .0.as_secs_f64())]
    NotReading(Duration),
    /// The process has broken a rule of its confinement.
    #[error("{reason}")]
    Breach {
        /// The name of the rule.
        rule: &'static str,
        /// The reason in words.
        reason: String,
    },
    /// The contestant was disqualified earlier in the event.
    #[error("{0}")]
    Out(String),
    /// The pipe to the process has failed.
    #[error("its pipe has failed: {0}")]
    Pipe(String),
}

impl Fault {
    /// The name of the fault in the journal.
    pub const fn name(&self) -> &'static str {
        match self {
            Fault::NotStarted(_) => "not_started",
            Fault::Illegal(_) => "illegal_card",
            Fault::NotACard(_) => "not_a_card",
            Fault::Silent(_) => "silent",
            Fault::EndlessLine(_) => "endless_line",
            Fault::Ended(_) => "ended",
            Fault::ClosedOutput => "closed_output",
            Fault::ClosedInput => "closed_input",
            Fault::NotReading(_) => "not_reading",
            Fault::Breach { rule, .. } => rule,
            Fault::Out(_) => "out",
            Fault::Pipe(_) => "pipe",
        }
    }
}
