//! The state of a solver as a list of bytes, from which a later run continues exactly.
//!
//! A checkpoint has, in this order and with the lowest byte of each number first: a mark, the names of the preset and
//! of the type of numbers, whether the solver prunes, the planned number of iterations, the number of iterations done,
//! the weight of the last one, the ranges of both players, and the regrets, predictions and sums of both players, each
//! with the moving averages of a preset that has a volatility. Lists begin with their length. The last four bytes are
//! the CRC-32 of all others.

use std::io::{self, Read, Write};

use thiserror::Error;

use super::game::RangeGame;
use super::number::Number;
use super::options::RangeOptions;
use super::solver::{RangeCfr, Root, TooLarge};

const MARK: &[u8; 8] = b"rangecf1";
/// The number of cells that are turned into bytes at a time.
const CHUNK: usize = 1 << 16;

/// The most iterations that a checkpoint may have. A later run can add to them.
const MAX_ITERATIONS: u64 = 1 << 60;

/// The reason that a solver cannot continue from a checkpoint.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The checkpoint cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The solver is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The bytes are no checkpoint of a solver of ranges.
    #[error("this is no checkpoint of a solver of ranges")]
    Foreign,
    /// The checkpoint is of another game or of other options.
    #[error("the checkpoint is of another solver: its {0} differs")]
    Different(&'static str),
    /// The bytes were changed.
    #[error("the checkpoint is damaged")]
    Damaged,
    /// The checkpoint has a number that no solver writes.
    #[error("the checkpoint has a number that no run can have")]
    Senseless,
}

struct Writer<'w, W> {
    out: &'w mut W,
    crc: crc32fast::Hasher,
}

impl<W: Write> Writer<'_, W> {
    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.crc.update(bytes);
        self.out.write_all(bytes)
    }

    fn number(&mut self, number: u64) -> io::Result<()> {
        self.bytes(&number.to_le_bytes())
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        self.number(text.len() as u64)?;
        self.bytes(text.as_bytes())
    }

    fn list<N: Number>(&mut self, numbers: &[N]) -> io::Result<()> {
        self.number(numbers.len() as u64)?;
        let mut bytes = Vec::new();
        for numbers in numbers.chunks(CHUNK) {
            bytes.clear();
            N::write(numbers, &mut bytes);
            self.bytes(&bytes)?;
        }
        Ok(())
    }
}

struct Reader<'r, R> {
    input: &'r mut R,
    crc: crc32fast::Hasher,
    /// True if a run can have written all numbers so far.
    sound: bool,
}

impl<R: Read> Reader<'_, R> {
    fn bytes(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.input.read_exact(bytes)?;
        self.crc.update(bytes);
        Ok(())
    }

    fn number(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// Fails unless the next text is `expected`.
    fn text(&mut self, expected: &str, what: &'static str) -> Result<(), CheckpointError> {
        self.expect(expected.len() as u64, what)?;
        let mut bytes = vec![0; expected.len()];
        self.bytes(&mut bytes)?;
        if bytes == expected.as_bytes() { Ok(()) } else { Err(CheckpointError::Different(what)) }
    }

    /// Fails unless the next number is `expected`.
    fn expect(&mut self, expected: u64, what: &'static str) -> Result<(), CheckpointError> {
        if self.number()? == expected { Ok(()) } else { Err(CheckpointError::Different(what)) }
    }

    fn list<N: Number>(&mut self, out: &mut [N], what: &'static str) -> Result<(), CheckpointError> {
        self.expect(out.len() as u64, what)?;
        let mut bytes = vec![0; CHUNK.min(out.len()) * size_of::<N>()];
        for out in out.chunks_mut(CHUNK) {
            let bytes = &mut bytes[..size_of_val(out)];
            self.bytes(bytes)?;
            N::read(bytes, out);
            self.sound &= out.iter().all(|number| number.load().is_finite());
        }
        Ok(())
    }
}

impl<'g, G: RangeGame, N: Number> RangeCfr<'g, G, N> {
    /// Writes the state from which [`RangeCfr::resume`] continues exactly.
    ///
    /// # Errors
    ///
    /// Errors of `out`.
    pub fn save(&self, out: &mut impl Write) -> io::Result<()> {
        let mut writer = Writer { out, crc: crc32fast::Hasher::new() };
        writer.bytes(MARK)?;
        writer.text(self.clock.preset.name)?;
        writer.text(N::NAME)?;
        writer.number(u64::from(self.index.is_some()))?;
        writer.number(self.clock.planned)?;
        writer.number(self.clock.iterations)?;
        writer.number(self.clock.weight().to_bits())?;
        for range in &self.root.ranges {
            writer.list(range)?;
        }
        for cells in &self.cells {
            for list in [&cells.regrets, &cells.predicted, &cells.sums] {
                writer.list(list)?;
            }
            if !cells.volatility.is_empty() {
                writer.list(&cells.volatility)?;
            }
        }
        let crc = writer.crc.finalize();
        out.write_all(&crc.to_le_bytes())
    }

    /// The solver whose state [`RangeCfr::save`] wrote. It does the same iterations as that solver
    /// would. `game`, `root` and `options` must be those of that solver.
    ///
    /// # Errors
    ///
    /// [`CheckpointError`].
    pub fn resume(
        game: &'g G,
        root: Root<G::Public>,
        options: RangeOptions,
        input: &mut impl Read,
    ) -> Result<RangeCfr<'g, G, N>, CheckpointError> {
        let mut reader = Reader { input, crc: crc32fast::Hasher::new(), sound: true };
        let mut mark = [0; MARK.len()];
        reader.bytes(&mut mark)?;
        if mark != *MARK {
            return Err(CheckpointError::Foreign);
        }
        reader.text(options.preset.name, "preset")?;
        reader.text(N::NAME, "type of numbers")?;
        reader.expect(u64::from(options.prunes), "pruning")?;
        let planned = reader.number()?;
        if options.planned.is_some_and(|expected| expected != planned) {
            return Err(CheckpointError::Different("planned number of iterations"));
        }
        let mut solver = RangeCfr::with_options(game, root, options.planned(planned))?;
        let iterations = reader.number()?;
        let weight = f64::from_bits(reader.number()?);
        reader.sound &= iterations <= MAX_ITERATIONS && weight.is_finite() && weight > 0.0;
        solver.clock.resume(iterations, weight);
        for range in &mut solver.root.ranges {
            reader.list(range, "number of hands")?;
        }
        for cells in &mut solver.cells {
            for list in [&mut cells.regrets, &mut cells.predicted, &mut cells.sums] {
                reader.list(list, "number of cells")?;
            }
            if !cells.volatility.is_empty() {
                reader.list(&mut cells.volatility, "number of cells")?;
            }
        }
        let expected = reader.crc.clone().finalize();
        let mut crc = [0; 4];
        reader.input.read_exact(&mut crc)?;
        if u32::from_le_bytes(crc) != expected {
            Err(CheckpointError::Damaged)
        } else if reader.sound {
            Ok(solver)
        } else {
            Err(CheckpointError::Senseless)
        }
    }
}
