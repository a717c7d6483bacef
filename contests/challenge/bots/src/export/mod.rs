//! A playing file as one program: a Python file with the table inside that plays on a contest server.
//!
//! The program consists of the files beside this one, in this order: `observation.py`, the information at a move;
//! `rows.py`, the row of the table for it; `player.py`, the protocol with the server. Two things are put into it: a
//! JSON header with all that is needed to read the table, and the cells of the table. Each is compressed by zlib and
//! written in base64. The program finds its rows by the numberings of
//! [`infosets`](cardsharp_challenge_solver::infosets). It contains the memory classes and computes the rest.
//!
//! If no class of scores has a row, it plays by a heuristic, unlike
//! [`Trained`](super::agents::Trained), which then plays as `expert`. Everywhere else it plays
//! every move with the same probability.

use std::io::{self, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde::Serialize;
use thiserror::Error;

use cardsharp_challenge_solver::infosets::WrittenLevel;
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_game::source_text::{filled, in_lines};

/// The program without its table.
const PROGRAM: [&str; 3] = [include_str!("sight.py"), include_str!("rows.py"), include_str!("player.py")];
/// The number of base64 characters per line.
const LINE: usize = 100;

/// A reason why a policy cannot be made into a program.
#[derive(Debug, Error)]
pub enum ProgramError {
    /// Its table is not that of a playing file.
    #[error("the policy has more than one byte an action: export it as a playing file first")]
    NotQuantized,
    /// It could not be compressed.
    #[error("the table could not be compressed")]
    Compress(#[from] io::Error),
    /// Its header could not be written as JSON.
    #[error("what goes with the table could not be written as JSON")]
    Json(#[from] serde_json::Error),
}

/// The data that the program needs to find a row.
#[derive(Serialize)]
struct Header<'a> {
    game: &'a str,
    infosets: &'a str,
    ranks: u8,
    copies: u8,
    hand_size: u8,
    /// By class: the payoffs of a point won and of a point lost.
    payoffs: Vec<[f64; 2]>,
    class_of_score: &'a [u8],
    /// The memory classes; none for `tricks`, which has none.
    levels: Option<Vec<WrittenLevel<'a>>>,
}

/// The program that plays a playing file, which [`TrainedPolicy::export`] makes.
///
/// # Errors
///
/// [`ProgramError::NotQuantized`] if it is no playing file; the others if memory or the library
/// fails.
pub fn python_program(playing: &TrainedPolicy) -> Result<String, ProgramError> {
    let cells = playing.table.bytes().ok_or(ProgramError::NotQuantized)?;
    let rules = playing.game.rules();
    let payoffs = playing.classes.payoffs.iter();
    let rows = playing.infosets.as_dense_rows();
    let header = Header {
        game: &playing.header.game,
        infosets: playing.infosets.name(),
        ranks: rules.ranks(),
        copies: rules.copies(),
        hand_size: rules.hand_size(),
        payoffs: payoffs.map(|class| [class.win, class.lose]).collect(),
        class_of_score: &playing.classes.of_score,
        levels: rows.map(|rows| rows.written_memory_classes()),
    };
    let header = packed(&serde_json::to_vec(&header)?)?;
    let texts = [("@HEADER@", &*header), ("@CELLS@", &*packed(cells)?)];
    Ok(filled(&PROGRAM, &texts))
}

/// Compresses bytes into lines of base64.
fn packed(bytes: &[u8]) -> io::Result<String> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    let text = STANDARD.encode(encoder.finish()?);
    Ok(in_lines(text.chars().map(String::from), LINE))
}
