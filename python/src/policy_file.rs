//! The content of a policy file: what the classes of Python read from it.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use cardsharp::contest::ContestCommands;
use cardsharp::contest::explorer::{Exploration, PositionLookup};
use cardsharp::contests::family_of;
use cardsharp::explicit::{FINGERPRINT, InfosetRows, TreeExplorer};
use cardsharp::policy::container::{self, Header, Kind};
use cardsharp::policy::{PolicyRows, Row};

/// The content of a policy file.
pub struct PolicyFile {
    /// The file.
    pub path: PathBuf,
    /// Its header.
    pub header: Header,
    /// The damage of the newest generation, if this is the one before it.
    pub instead_of: Option<String>,
    rows: Mutex<Box<dyn PolicyRows>>,
    /// The number or the key of each row.
    pub numbers: Vec<u64>,
    /// The index in the weights at which each row begins.
    pub starts: Vec<i64>,
    /// The number of rows before the end of each segment.
    segment_ends: Vec<usize>,
    exploration: OnceLock<Exploration>,
    positions: OnceLock<PositionLookup>,
}

impl PolicyFile {
    /// Reads a policy of any game.
    ///
    /// # Errors
    ///
    /// The file is no policy, or it is damaged.
    pub fn load(path: PathBuf) -> anyhow::Result<PolicyFile> {
        let newest = container::open_newest(&path)?;
        newest.reader.require_kind(Kind::Policy)?;
        let header = newest.reader.header().clone();
        let rows: Box<dyn PolicyRows> = if header.rules_fingerprint == FINGERPRINT {
            Box::new(InfosetRows::read(&newest.reader)?)
        } else {
            family(&header)?.policies()?.rows(&path)?
        };
        let (mut numbers, mut starts) = (Vec::new(), Vec::new());
        let segments = (0..rows.segments()).map(|segment| {
            rows.for_each_of(segment, &mut |row| {
                numbers.push(row.number);
                starts.push(row.first as i64);
            });
            numbers.len()
        });
        let segment_ends = segments.collect();
        Ok(PolicyFile {
            path,
            header,
            instead_of: newest.instead_of.map(|damage| damage.to_string()),
            rows: Mutex::new(rows),
            numbers,
            starts,
            segment_ends,
            exploration: OnceLock::new(),
            positions: OnceLock::new(),
        })
    }

    /// The rows, for one thread at a time.
    pub fn rows(&self) -> MutexGuard<'_, Box<dyn PolicyRows>> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls `each` with the rows of `range`. Segments without such a row are not read.
    pub fn for_each_in(&self, rows: &dyn PolicyRows, range: Range<usize>, each: &mut dyn FnMut(&Row<'_>)) {
        let first = self.segment_ends.partition_point(|&end| end <= range.start);
        for segment in first..self.segment_ends.len() {
            let begin = segment.checked_sub(1).map_or(0, |before| self.segment_ends[before]);
            if begin >= range.end {
                break;
            }
            let mut index = begin;
            rows.for_each_of(segment, &mut |row| {
                if range.contains(&index) {
                    each(row);
                }
                index += 1;
            });
        }
    }

    /// True if the game fits in memory and is not trained by its contest.
    pub fn is_explicit(&self) -> bool {
        self.header.rules_fingerprint == FINGERPRINT
    }

    /// The policy as `cardsharp view` shows it, read once it is needed.
    ///
    /// # Errors
    ///
    /// The file cannot be read again, or such policies are not shown.
    pub fn exploration(&self) -> anyhow::Result<&Exploration> {
        if let Some(exploration) = self.exploration.get() {
            return Ok(exploration);
        }
        let exploration = if self.is_explicit() {
            Exploration::Tree(Box::new(TreeExplorer::load(&self.path)?))
        } else {
            self.family()?.policies()?.explorer(&self.path)?
        };
        Ok(self.exploration.get_or_init(|| exploration))
    }

    /// The policy of a contest that is asked about positions, read once it is needed.
    ///
    /// # Errors
    ///
    /// The file cannot be read again.
    pub fn positions(&self) -> anyhow::Result<&PositionLookup> {
        if let Some(positions) = self.positions.get() {
            return Ok(positions);
        }
        let positions = self.family()?.policies()?.positions(&self.path)?;
        Ok(self.positions.get_or_init(|| positions))
    }

    /// The contest that trained the policy.
    ///
    /// # Errors
    ///
    /// The policy is of no contest of this program.
    pub fn family(&self) -> anyhow::Result<&'static dyn ContestCommands> {
        family(&self.header)
    }
}

/// The contest of a policy.
fn family(header: &Header) -> anyhow::Result<&'static dyn ContestCommands> {
    let contest = family_of(&header.game);
    contest.ok_or_else(|| anyhow::anyhow!("the policy is for {}, which is no game of this program", header.game))
}
