//! Rust's errors as the package's exceptions. The classes are in `cardsharp_cfr/errors.py`.

use cardsharp::explicit::{OpenError, Refusal, SolveError};
use cardsharp::policy::container::ContainerError;
use cardsharp_solvers::built::BuildError;
use cardsharp_solvers::contract::Violation;
use cardsharp_solvers::tree::CompileError;
use pyo3::PyErr;

mod classes {
    use pyo3::import_exception;

    import_exception!(cardsharp_cfr.errors, ArgumentError);
    import_exception!(cardsharp_cfr.errors, BotError);
    import_exception!(cardsharp_cfr.errors, CardsharpError);
    import_exception!(cardsharp_cfr.errors, ContractViolation);
    import_exception!(cardsharp_cfr.errors, FileError);
    import_exception!(cardsharp_cfr.errors, GameError);
    import_exception!(cardsharp_cfr.errors, IllegalActionError);
    import_exception!(cardsharp_cfr.errors, ImperfectRecallError);
    import_exception!(cardsharp_cfr.errors, MemoryLimitError);
    import_exception!(cardsharp_cfr.errors, SolverError);
}

pub use classes::{
    ArgumentError, BotError, CardsharpError, FileError, GameError, IllegalActionError, MemoryLimitError,
};
use classes::{ContractViolation, ImperfectRecallError, SolverError};

/// The text with the package's names for the arguments of the command line.
fn in_python(error: &dyn std::error::Error) -> String {
    error.to_string().replace("--max-memory", "max_memory")
}

/// The exception of a game that is not opened.
pub fn open(error: &OpenError) -> PyErr {
    let text = in_python(error);
    match error {
        OpenError::Read { .. } => FileError::new_err(text),
        OpenError::File { .. } => GameError::new_err(text),
        OpenError::TooLarge { .. } => MemoryLimitError::new_err(text),
        OpenError::Name { .. } | OpenError::Member(_) => ArgumentError::new_err(text),
    }
}

/// The exception of a game that is not compiled.
pub fn refusal(error: &Refusal) -> PyErr {
    match error {
        Refusal::TooLarge { .. } | Refusal::OverLimit(_) => MemoryLimitError::new_err(in_python(error)),
        Refusal::Compile(error) => compile(error),
    }
}

fn compile(error: &CompileError) -> PyErr {
    match error {
        CompileError::ImperfectRecall { .. } => ImperfectRecallError::new_err(in_python(error)),
        _ => GameError::new_err(in_python(error)),
    }
}

/// The exception of a solver that fails.
pub fn solve(error: &SolveError) -> PyErr {
    match error {
        SolveError::Rows(_) => MemoryLimitError::new_err(in_python(error)),
        _ => SolverError::new_err(in_python(error)),
    }
}

/// The exception of a game that breaks the contract. `key` is the object's own form of the key in the error.
pub fn violation(error: &Violation, key: Option<&str>) -> PyErr {
    let mut text = in_python(error);
    if let Some(key) = key {
        text = format!("{text}; the key is {key}");
    }
    match error {
        Violation::PerfectRecall { .. } => ImperfectRecallError::new_err(text),
        _ => ContractViolation::new_err(text),
    }
}

/// The exception of a game that cannot be built.
pub fn build(error: BuildError) -> PyErr {
    GameError::new_err(in_python(&error))
}

/// The exception of a file that is not written.
pub fn container(error: &ContainerError) -> PyErr {
    FileError::new_err(in_python(error))
}
