//! Policies and games to be looked at, node by node.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use crate::cli::exploit::unknown_game;
use crate::contests::family_of;
use crate::explicit::{FINGERPRINT, TreeExplorer};
use cardsharp_contest::explorer::Exploration;
use cardsharp_policy::container::{self, Kind};

/// True for the name of a policy, and for a file that begins as one.
pub(super) fn is_policy(path: &Path) -> bool {
    if path.extension().is_some_and(|found| found == "policy") {
        return true;
    }
    let mut begin = [0; container::MAGIC.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut begin));
    read.is_ok() && begin == container::MAGIC
}

/// The policy of a file.
///
/// # Errors
///
/// The file is no policy, or is one of a game that this program does not know.
pub(super) fn of_policy(path: &Path) -> anyhow::Result<Exploration> {
    let newest = container::open_newest(path)?;
    newest.reader.require_kind(Kind::Policy)?;
    let header = newest.reader.header();
    if header.rules_fingerprint == FINGERPRINT {
        let explorer = TreeExplorer::load(path)?;
        return Ok(Exploration::Tree(Box::new(explorer)));
    }
    let contest = family_of(&header.game).ok_or_else(|| unknown_game(&header.game))?;
    Ok(contest.policies()?.explorer(path)?)
}

/// The time in which a hand is solved before it is shown.
const TIME: Duration = Duration::from_secs(3);

/// An equilibrium of a game that fits in memory, by its name or from a file of Gambit, or of a hand that is solved at once.
///
/// # Errors
///
/// The game cannot be opened or solved.
pub(super) fn of_game(name: &str) -> anyhow::Result<Exploration> {
    if let Some(contest) = family_of(name)
        && let Some(explorer) = contest.family().solved_at_once(name, TIME)?
    {
        return Ok(Exploration::Tree(explorer));
    }
    let explorer = TreeExplorer::solved(name)?;
    Ok(Exploration::Tree(Box::new(explorer)))
}
