//! A policy as one program: a C++ file with the table inside, that the contest compiles and runs.
//!
//! The program is made of the files beside this one, in this order: `cards.cpp`, cards and what lies open;
//! `appraisal.cpp`, what each card is worth; `choice.cpp`, the row of the table and the card;
//! `contestant.cpp`, the conversation. It needs a C++11 compiler and nothing else, opens no file, and keeps
//! the contest's limits: what it holds beside the language's own library is the table and a few
//! hundred bytes.
//!
//! It plays every card as [`Trained`](super::agents::Trained) does. Of the table it has only what that
//! asks for: the rows in which another candidate than the first is chosen.

use cardsharp_solvers::sampled::RowKey;
use thiserror::Error;

use super::infosets::{MOST_CANDIDATES, ROWS};
use super::rules::TrickyEights;
use super::training::Blueprint;
use crate::contests::program::{filled, in_lines};

/// The program without its table.
const PROGRAM: [&str; 4] = [
    include_str!("cards.cpp"),
    include_str!("appraisal.cpp"),
    include_str!("choice.cpp"),
    include_str!("contestant.cpp"),
];
/// Characters of the table in a line.
const LINE: usize = 100;

/// Why a policy cannot be made into a program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProgramError {
    /// The contest plays another game.
    #[error(
        "the policy is for {0}, and the program of the contest plays {contest}: train a policy for that",
        contest = TrickyEights::CONTEST
    )]
    Member(TrickyEights),
}

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its source.
    pub source: String,
    /// Rows in which another candidate than the first is chosen.
    pub rows: usize,
}

/// The C++ program that plays `policy`.
///
/// # Errors
///
/// [`ProgramError`] if it is for another member than the contest's.
pub fn cpp_program(policy: &Blueprint) -> Result<Program, ProgramError> {
    if policy.member != TrickyEights::CONTEST {
        return Err(ProgramError::Member(policy.member));
    }
    let chosen = (0..ROWS).filter_map(|row| {
        let key = RowKey((row * MOST_CANDIDATES) as u64);
        let place = policy.most_likely(key, MOST_CANDIDATES).checked_sub(1)?;
        Some(2 * row + place)
    });
    let chosen: Vec<usize> = chosen.collect();
    let numbers = chosen.iter().copied().chain([u32::MAX as usize]);
    let table = in_lines(numbers.map(|number| format!("{number},")), LINE);
    Ok(Program {
        source: filled(&PROGRAM, &[("@TABLE@", &table)]),
        rows: chosen.len(),
    })
}
