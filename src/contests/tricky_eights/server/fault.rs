//! What a contestant is disqualified for.

use std::time::Duration;

use thiserror::Error;

use crate::contests::tricky_eights::rules::IllegalCard;

/// What a contestant is disqualified for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// There is no such program, or it may not be run.
    #[error("it could not be started: {0}")]
    NotStarted(String),
    /// A card that may not be taken or played.
    #[error("an illegal card: {0}")]
    Illegal(#[from] IllegalCard),
    /// The answer is no card.
    #[error("`{0}` is no card")]
    NotACard(String),
    /// No answer in time.
    #[error("no answer within {} s", .0.as_secs_f64())]
    Silent(Duration),
    /// An answer without end.
    #[error("more than {0} bytes without a line break")]
    EndlessLine(usize),
    /// The process has ended.
    #[error("its process has ended: {0}")]
    Ended(String),
    /// It says that it will not answer any more.
    #[error("it has closed its standard output")]
    ClosedOutput,
    /// It does not want to hear any more.
    #[error("it has closed its standard input")]
    ClosedInput,
    /// It does not read what it is told.
    #[error("it has not read its standard input for {} s", .0.as_secs_f64())]
    NotReading(Duration),
    /// The pipe to it has failed.
    #[error("its pipe has failed: {0}")]
    Pipe(String),
}

impl Fault {
    /// Its name in the journal.
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
            Fault::Pipe(_) => "pipe",
        }
    }
}
