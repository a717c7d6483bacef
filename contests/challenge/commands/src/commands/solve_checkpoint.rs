//! The file from which the solve of a hand continues.
//!
//! It has a mark, the name of the hand and the seconds of solving with their CRC-32, and then the state of the
//! solver ([`HandSolver::save`]), which has a CRC-32 of its own. Numbers have their lowest byte first.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use cardsharp_solvers::range::{CheckpointError, RangeOptions};

use cardsharp_challenge_solver::ranges::RangeHand;
use cardsharp_challenge_solver::solved_hand::{HandSolver, resumed};
use cardsharp_files::replace_by;

const MARK: &[u8; 8] = b"cshand02";
/// That of solvers which kept dominated actions.
const EARLIER_MARK: &[u8; 8] = b"cshand01";
/// The size of the buffers for reading and writing.
const BUFFER: usize = 1 << 20;
/// The greatest length of the name of a hand.
const LONGEST_NAME: usize = 1 << 10;

/// A checkpoint file of the solve of one hand.
#[derive(Debug)]
pub(super) struct CheckpointFile {
    path: PathBuf,
    /// The hand and its payoffs, by which the file is recognised.
    hand: String,
    is_compact: bool,
}

impl CheckpointFile {
    /// The file `path` for the hand named `hand`, of a solver that is compact or not.
    pub(super) fn new(path: &Path, hand: String, is_compact: bool) -> CheckpointFile {
        CheckpointFile { path: path.to_owned(), hand, is_compact }
    }

    /// The solver and the seconds that the file has. `None` if there is no file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is damaged, or is of another solve.
    pub(super) fn open<'g>(
        &self,
        game: &'g RangeHand,
        options: RangeOptions,
    ) -> anyhow::Result<Option<(Box<dyn HandSolver + 'g>, f64)>> {
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            opened => opened.with_context(|| format!("cannot open {}", self.path.display()))?,
        };
        let read = self.read(&mut BufReader::with_capacity(BUFFER, file), game, options);
        let advice = "continue with the command and the version that wrote it, or give --checkpoint another name";
        read.map(Some).with_context(|| format!("cannot continue from {}: {advice}", self.path.display()))
    }

    fn read<'g>(
        &self,
        input: &mut dyn Read,
        game: &'g RangeHand,
        options: RangeOptions,
    ) -> anyhow::Result<(Box<dyn HandSolver + 'g>, f64)> {
        let mut mark = [0; MARK.len()];
        input.read_exact(&mut mark)?;
        if mark == *EARLIER_MARK {
            bail!("its solver kept the dominated actions of the last two tricks, and this one does not");
        }
        if mark != *MARK {
            bail!(CheckpointError::Foreign);
        }
        let mut number = [0; 4];
        input.read_exact(&mut number)?;
        let length = u32::from_le_bytes(number) as usize;
        if length > LONGEST_NAME {
            bail!(CheckpointError::Damaged);
        }
        let mut head = vec![0; length + 8];
        input.read_exact(&mut head)?;
        input.read_exact(&mut number)?;
        if u32::from_le_bytes(number) != crc32fast::hash(&head) {
            bail!(CheckpointError::Damaged);
        }
        let (name, seconds) = head.split_at(length);
        let name = String::from_utf8_lossy(name);
        if name != self.hand {
            return Err(anyhow!("it is of {name}, not of {}", self.hand));
        }
        let seconds = seconds.try_into().map(f64::from_le_bytes)?;
        if Duration::try_from_secs_f64(seconds).is_err() {
            bail!(CheckpointError::Senseless);
        }
        let solver = resumed(game, options, self.is_compact, input)?;
        match input.read(&mut [0])? {
            0 => Ok((solver, seconds)),
            _ => bail!(CheckpointError::Damaged),
        }
    }

    /// Replaces the file in one step.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(super) fn save(&self, solver: &dyn HandSolver, seconds: f64) -> anyhow::Result<()> {
        self.write(solver, seconds).with_context(|| format!("cannot write {}", self.path.display()))
    }

    fn write(&self, solver: &dyn HandSolver, seconds: f64) -> io::Result<()> {
        let mut head = self.hand.as_bytes().to_vec();
        head.extend(seconds.to_le_bytes());
        replace_by(&self.path, |file| {
            let mut out = BufWriter::with_capacity(BUFFER, file);
            out.write_all(MARK)?;
            out.write_all(&(self.hand.len() as u32).to_le_bytes())?;
            out.write_all(&head)?;
            out.write_all(&crc32fast::hash(&head).to_le_bytes())?;
            solver.save(&mut out)?;
            out.flush()
        })
    }
}
