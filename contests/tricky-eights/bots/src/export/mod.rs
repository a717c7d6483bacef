//! A policy as one program: a C++ file that contains the table, which the contest compiles and runs.
//!
//! The program consists of the files beside this one, in this order: `cards.cpp`, the cards and the open part of a
//! round; `appraisal.cpp`, the value of each card; `choice.cpp`, the row of the table and the card; `contestant.cpp`,
//! the protocol. It needs a C++11 compiler and nothing else, and opens no file. It keeps the contest's limits: besides
//! the language's own library, it takes memory for the table and a few hundred bytes.
//!
//! It plays every card as [`Trained`](super::agents::Trained) does. It contains only the part of
//! the table that this needs: the rows in which another candidate than the first is chosen.

use cardsharp_solvers::sampled::RowKey;
use thiserror::Error;

use super::infosets::{MAX_CANDIDATES, ROWS};
use super::policy::{TrainedPolicy, most_likely};
use cardsharp_game::source_text::{filled, in_lines};
use cardsharp_tricky_eights_game::rules::Params;

/// The source of the program without its table.
const PROGRAM: [&str; 4] = [
    include_str!("cards.cpp"),
    include_str!("appraisal.cpp"),
    include_str!("choice.cpp"),
    include_str!("contestant.cpp"),
];
/// The number of characters of the table in a line.
const LINE: usize = 100;

/// The reason why a policy cannot be made into a program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProgramError {
    /// The policy is for another game than the contest's.
    #[error(
        "the policy is for {0}, and the program of the contest plays {contest}: train a policy for that",
        contest = Params::CONTEST
    )]
    Member(Params),
}

/// A generated program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The source code.
    pub source: String,
    /// The number of rows in which another candidate than the first is chosen.
    pub rows: usize,
}

/// Makes the C++ program that plays `policy`.
///
/// # Errors
///
/// [`ProgramError`] if the policy is for another member of the family than the contest's.
pub fn cpp_program(policy: &TrainedPolicy) -> Result<Program, ProgramError> {
    if policy.params != Params::CONTEST {
        return Err(ProgramError::Member(policy.params));
    }
    let chosen = (0..ROWS).filter_map(|row| {
        let key = RowKey((row * MAX_CANDIDATES) as u64);
        let index = most_likely(policy, key, MAX_CANDIDATES).checked_sub(1)?;
        Some(2 * row + index)
    });
    let chosen: Vec<usize> = chosen.collect();
    let numbers = chosen.iter().copied().chain([u32::MAX as usize]);
    let table = in_lines(numbers.map(|number| format!("{number},")), LINE);
    Ok(Program { source: filled(&PROGRAM, &[("@TABLE@", &table)]), rows: chosen.len() })
}
