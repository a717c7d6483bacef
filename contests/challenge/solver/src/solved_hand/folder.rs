//! The files of a solved hand.
//!
//! Each is compressed as `.xz`, in one piece or in several whose names end in `.0`, `.1` and so on, or
//! it is not compressed. Numbers have their lowest byte first. [`super::places`] has the order of the
//! public states and of the hands.
//!
//! | file | content |
//! |---|---|
//! | `about.json` | [`About`] |
//! | `trunk.u8` | a byte for each action of each hand, in proportion to its probability; zeros for a hand of which nothing is known |
//! | `answers.u8` | for each hand that answers a challenge: 0 if nothing is known, otherwise the probability of accepting times 254, plus 1 |
//! | `worth` | for each class of public states and each player the lower bytes of all codes, then the higher ones; a code is the sum of the zigzag differences up to the hand |
//! | `own.f32` | for each class, player and public state how much of the player's own play leads there |

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use lzma_rust2::{XzOptions, XzReader, XzWriter};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The sizes of a solved hand, and what is known of it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct About {
    /// The number of ranks.
    pub ranks: u8,
    /// The number of cards of a hand.
    pub cards: u8,
    /// The number of copies of each rank.
    pub copies: u8,
    /// The worth of the game.
    pub game: f64,
    /// The worth of a point.
    pub point: f64,
    /// The number of iterations that solved it.
    pub iterations: u64,
    /// The number of plays of which the strategy is known: two a trick.
    pub plays: u8,
    /// The number of hands where those plays are over.
    pub hands_left: usize,
    /// The length of `trunk.u8`.
    pub trunk_bytes: usize,
    /// The length of `answers.u8`.
    pub answer_bytes: usize,
    /// The difference of two neighbouring codes of a worth.
    pub step: f64,
    /// The factor that makes probabilities of the numbers in `own.f32`; 0 if it is not known.
    #[serde(default)]
    pub own_scale: f64,
}

/// A solved hand.
#[derive(Clone, Debug, PartialEq)]
pub struct HandFolder {
    /// The content of `about.json`.
    pub about: About,
    pub(super) trunk: Vec<u8>,
    pub(super) answers: Vec<u8>,
    pub(super) response: Vec<u8>,
    pub(super) own: Vec<u8>,
}

/// A reason why a folder is no solved hand.
#[derive(Debug, Error)]
pub enum FolderError {
    /// A file cannot be read.
    #[error("cannot read {}: {cause}; a solved hand has about.json, trunk.u8, answers.u8, worth and own.f32, compressed as .xz or not", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// The error.
        cause: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {cause}; the folder is not whole without it", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// The error.
        cause: io::Error,
    },
    /// A file is not what was written.
    #[error("{} is cut or was changed: {what}; copy the folder again", file.display())]
    Changed {
        /// The file.
        file: PathBuf,
        /// The fault.
        what: String,
    },
}

fn changed(file: &Path, what: impl ToString) -> FolderError {
    FolderError::Changed { file: file.to_owned(), what: what.to_string() }
}

fn written(file: &Path, cause: io::Error) -> FolderError {
    FolderError::Write { file: file.to_owned(), cause }
}

/// The bytes of a piece of a file. Some places take no file of more than 16 MiB.
const PIECE: usize = 15 << 20;
/// The bytes that are compressed in one stream, beside others.
const STREAM: usize = 16 << 20;
/// The preset of the compression. More gains little.
const PRESET: u32 = 6;

/// The streams of a compressed file, one after the other.
fn packed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let streams: io::Result<Vec<Vec<u8>>> = bytes
        .par_chunks(STREAM)
        .map(|part| {
            let mut writer = XzWriter::new(Vec::new(), XzOptions::with_preset(PRESET))?;
            writer.write_all(part)?;
            writer.finish()
        })
        .collect();
    Ok(streams?.concat())
}

/// The most plays and hands of a folder. More have no room in memory.
const MAX_PLAYS: u8 = 4;
const MAX_HANDS: usize = 1 << 14;

impl HandFolder {
    /// Reads a folder.
    ///
    /// # Errors
    ///
    /// [`FolderError`] names the file that is missing, cut or changed.
    pub fn read(folder: &Path) -> Result<HandFolder, FolderError> {
        let path = folder.join("about.json");
        let text = fs::read(&path).map_err(|cause| FolderError::Read { file: path.clone(), cause })?;
        let about: About = serde_json::from_slice(&text).map_err(|error| changed(&path, error))?;
        let sound = (2..=13).contains(&about.ranks)
            && (1..=5).contains(&about.cards)
            && about.plays.is_multiple_of(2)
            && (2..=MAX_PLAYS).contains(&about.plays)
            && about.plays < 2 * about.cards
            && about.hands_left < MAX_HANDS
            && about.step > 0.0
            && about.step < 1.0;
        if !sound {
            return Err(changed(&path, "its sizes are of no hand"));
        }
        let read = |name: &str, length: usize| {
            let (file, bytes) = read_file(folder, name)?;
            if bytes.len() == length {
                return Ok(bytes);
            }
            let what = format!("it has {} bytes and needs {length}", bytes.len());
            Err(changed(&file, what))
        };
        let states = usize::from(about.ranks).pow(u32::from(about.plays));
        let rows = 2 * (usize::from(about.plays) + 1) * states;
        Ok(HandFolder {
            // A policy does not need it, but a folder without it is not whole.
            own: read("own.f32", 4 * rows)?,
            trunk: read("trunk.u8", about.trunk_bytes)?,
            answers: read("answers.u8", about.answer_bytes)?,
            response: read("worth", 2 * rows * about.hands_left)?,
            about,
        })
    }

    /// Writes the files to a folder that is there. `about.json` is the last of them, so that a folder without it is not
    /// whole.
    ///
    /// # Errors
    ///
    /// [`FolderError::Write`] names the file that cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), FolderError> {
        let files = [
            ("trunk.u8", &self.trunk),
            ("answers.u8", &self.answers),
            ("worth", &self.response),
            ("own.f32", &self.own),
        ];
        for (name, bytes) in files {
            let packed = packed(bytes).map_err(|cause| written(&folder.join(name), cause))?;
            for (number, piece) in packed.chunks(PIECE).enumerate() {
                let file = if packed.len() > PIECE {
                    folder.join(format!("{name}.xz.{number}"))
                } else {
                    folder.join(format!("{name}.xz"))
                };
                cardsharp_files::replace(&file, piece).map_err(|cause| written(&file, cause))?;
            }
        }
        let file = folder.join("about.json");
        let about = serde_json::to_vec_pretty(&self.about).map_err(io::Error::from);
        let about = about.and_then(|about| cardsharp_files::replace(&file, &about));
        about.map_err(|cause| written(&file, cause))
    }

    /// The number of public states where the plays are over, in each class.
    pub(super) fn states(&self) -> usize {
        usize::from(self.about.ranks).pow(u32::from(self.about.plays))
    }

    fn row(&self, [class, player, state]: [usize; 3]) -> usize {
        (2 * class + player) * self.states() + state
    }

    /// The worth of each hand to a player in a public state, in the order of the files. NaN where it is not known.
    pub(super) fn responses(&self, place: [usize; 3]) -> Vec<f64> {
        let hands = self.about.hands_left;
        let run = self.states() * hands;
        let first = 2 * (self.row(place) - place[2]) * hands + place[2] * hands;
        let mut code = 0_i64;
        let response = (first..first + hands).map(|low| {
            let zigzag = i64::from(self.response[low]) | i64::from(self.response[low + run]) << 8;
            code += (zigzag >> 1) ^ -(zigzag & 1);
            if code > 0 { (code - 1) as f64 * self.about.step - 0.5 } else { f64::NAN }
        });
        response.collect()
    }
}

/// The path of a file, or of its first piece, and its content.
fn read_file(folder: &Path, name: &str) -> Result<(PathBuf, Vec<u8>), FolderError> {
    let plain = folder.join(name);
    if let Ok(bytes) = fs::read(&plain) {
        return Ok((plain, bytes));
    }
    let whole = folder.join(format!("{name}.xz"));
    let mut packed = Vec::new();
    let mut file = whole.clone();
    match fs::read(&whole) {
        Ok(bytes) => packed = bytes,
        Err(cause) => {
            for number in 0.. {
                let piece = folder.join(format!("{name}.xz.{number}"));
                match fs::read(&piece) {
                    Ok(bytes) => packed.extend(bytes),
                    Err(_) if number > 0 => break,
                    Err(_) => return Err(FolderError::Read { file: whole, cause }),
                }
                file = piece;
            }
        }
    }
    // A file that was compressed in parts has a stream for each.
    let mut bytes = Vec::new();
    let unpacked = XzReader::new(packed.as_slice(), true).read_to_end(&mut bytes);
    unpacked.map_err(|error| changed(&file, error))?;
    Ok((file, bytes))
}
