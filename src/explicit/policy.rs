//! A solution as a file: a container of [`cardsharp_policy`] with the strategy of every player at every
//! information set.

use std::path::Path;

use cardsharp_solvers::tree::{RealizationPlan, Tree};
use cardsharp_terminal::eprintln;
use thiserror::Error;

use cardsharp_policy::container::{self, ContainerError, FileFault, Header, Kind, Reader, Section};

/// The fingerprint of the file's layout. It changes with the order of information sets in a file.
pub const FINGERPRINT: u64 = u64::from_be_bytes(*b"explct\0\x01");

/// The section with the fingerprint of the compiled game. Files of earlier versions have none.
pub(super) const GAME: &str = "game";
const KEYS: &str = "keys";
const STRATEGY: &str = "strategy";

/// The error of reading a solution.
#[derive(Debug, Error)]
pub enum PolicyError {
    /// The file is no readable container.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// The file is a solution of another game with the same name.
    #[error(
        "{file}: its information sets are not those of {game}; train it again, or give it back the \
         game it was trained on"
    )]
    OtherGame {
        /// The file.
        file: String,
        /// The game as it is now.
        game: String,
    },
    /// The file is a solution of a game with the same information sets and other payoffs or chances.
    #[error(
        "{file}: it was trained on a game with other payoffs or chance probabilities than {game} has now; train it \
         again, or give it back the game it was trained on"
    )]
    OtherPayoffs {
        /// The file.
        file: String,
        /// The game as it is now.
        game: String,
    },
    /// The file holds no strategy.
    #[error("{file}: {what}; train it again")]
    Senseless {
        /// The file.
        file: String,
        /// The fault.
        what: &'static str,
    },
}

/// Writes `plan` as a behaviour strategy: for each information set, the probability of each action.
///
/// # Errors
///
/// [`ContainerError`] names the file and its fault.
pub fn write(path: &Path, header: &Header, tree: &Tree, plan: &RealizationPlan) -> Result<(), ContainerError> {
    let (mut keys, mut strategy, mut all_sound) = (Vec::new(), Vec::new(), true);
    plan.for_each_behaviour(tree, |_, key, shares| {
        all_sound &= sound(shares);
        keys.push(key.0);
        strategy.extend_from_slice(shares);
    });
    if !all_sound {
        return Err(FileFault::Senseless { what: NOT_PROBABILITIES }.at(path));
    }
    let game = [tree.fingerprint()];
    let sections = [Section::new(GAME, &game), Section::new(KEYS, &keys), Section::new(STRATEGY, &strategy)];
    container::write(path, header, &sections)
}

/// True if the file knows the payoffs of the game that it was trained on. Files of earlier versions know its
/// information sets alone.
fn knows_its_game(reader: &Reader) -> bool {
    reader.sections().any(|section| section.name == GAME)
}

/// A note on a file that cannot tell whether its game has changed since.
pub fn note(reader: &Reader) -> Option<String> {
    let (file, game) = (reader.path().display(), &reader.header().game);
    (!knows_its_game(reader)).then(|| {
        format!(
            "{file}: a policy of an earlier version, which does not say what the payoffs of {game} were: if they \
             have changed since, it is not worth what is said here"
        )
    })
}

/// Reads a file as [`read`] does, and prints its [`note`] if it has one.
///
/// # Errors
///
/// [`PolicyError`] names the file and its fault.
pub fn read_with_note(reader: &Reader, tree: &Tree) -> Result<RealizationPlan, PolicyError> {
    let plan = read(reader, tree)?;
    if let Some(note) = note(reader) {
        eprintln!("{note}");
    }
    Ok(plan)
}

const NOT_PROBABILITIES: &str = "what is done at some information set are no probabilities";

/// Reads the realization plan of a file. `tree` is the compiled form of the game that the file names.
///
/// # Errors
///
/// [`PolicyError`] names the file and its fault.
pub fn read(reader: &Reader, tree: &Tree) -> Result<RealizationPlan, PolicyError> {
    reader.require_kind(Kind::Policy)?;
    let game = reader.header().game.clone();
    reader.require_rules(&game, FINGERPRINT)?;
    let (keys, strategy) = sections(reader)?;
    let (mut key_left, mut left) = (&keys[..], &strategy[..]);
    let (mut same, mut all_sound) = (true, true);
    let plan = RealizationPlan::of(tree, |_, key, shares| {
        match (key_left.split_first(), left.split_at_checked(shares.len())) {
            (Some((&known, later)), Some((row, rest))) if known == key.0 => {
                all_sound &= sound(row);
                shares.copy_from_slice(row);
                (key_left, left) = (later, rest);
            }
            _ => same = false,
        }
    });
    if !same || !key_left.is_empty() || !left.is_empty() {
        return Err(PolicyError::OtherGame { file: reader.path().display().to_string(), game });
    }
    if knows_its_game(reader) && reader.section::<u64>(GAME)? != [tree.fingerprint()] {
        return Err(PolicyError::OtherPayoffs { file: reader.path().display().to_string(), game });
    }
    if !all_sound {
        return Err(PolicyError::Senseless { file: reader.path().display().to_string(), what: NOT_PROBABILITIES });
    }
    Ok(plan)
}

/// The keys of a file, and its probabilities in their order.
pub(super) fn sections(reader: &Reader) -> Result<(Vec<u64>, Vec<f64>), ContainerError> {
    Ok((reader.section(KEYS)?, reader.section(STRATEGY)?))
}

/// True if the numbers are probabilities that sum to 1.
fn sound(row: &[f64]) -> bool {
    let sum: f64 = row.iter().sum();
    row.iter().all(|&share| (0.0..=1.0 + 1e-9).contains(&share)) && (sum - 1.0).abs() < 1e-9
}
