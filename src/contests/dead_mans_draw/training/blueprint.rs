//! A trained policy: a learnt value, a table by the information sets, and their file.

use std::path::Path;
use std::sync::Arc;

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::contests::dead_mans_draw::infosets::{
    MOST_CANDIDATES, TurnInfosets, UnknownInfosets, by_name,
};
use crate::contests::dead_mans_draw::measure::Mixture;
use crate::contests::dead_mans_draw::rules::{Action, Actions, State};
use crate::contests::dead_mans_draw::text::{BadMember, Member};
use crate::contests::dead_mans_draw::value::{Network, WEIGHTS};
use crate::policy::container::{self, ContainerError, Header, Kind, Reader, Section};
use crate::policy::{Places, StrategyTable, TableError};

/// Changes when the rules, what the network sees or the numbering of rows change, so that older files
/// are refused.
pub(super) const FINGERPRINT: u64 = u64::from_be_bytes(*b"deadman\x01");

pub(super) const VALUE: &str = "value";

/// A policy for Dead Man's Draw, loaded.
pub struct Blueprint {
    /// Where it comes from.
    pub header: Header,
    /// The member of the family.
    pub member: Member,
    /// What positions are worth.
    pub network: Arc<Network>,
    /// What it remembers.
    pub infosets: Box<dyn TurnInfosets>,
    /// The strategy.
    pub table: StrategyTable,
}

impl std::fmt::Debug for Blueprint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Blueprint")
            .field("header", &self.header)
            .finish_non_exhaustive()
    }
}

/// Why a policy cannot be had from a file.
#[derive(Debug, Error)]
pub enum BlueprintError {
    /// The file is not to be read.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// Its table is not one.
    #[error(transparent)]
    Table(#[from] TableError),
    /// It is for another game.
    #[error("{file}: {source}")]
    Game {
        /// The file.
        file: String,
        /// What its header names.
        source: BadMember,
    },
    /// Its information sets are unknown here.
    #[error("{file}: {source}")]
    Infosets {
        /// The file.
        file: String,
        /// What its header names.
        source: UnknownInfosets,
    },
    /// Its learnt value is not one.
    #[error("{0}: its learnt value is damaged; train it again")]
    Value(String),
}

/// What a policy weighs, and how often it takes each.
pub type Weighed = ArrayVec<(Action, f64), MOST_CANDIDATES>;

impl Blueprint {
    /// Reads a policy file, or its previous generation if the newest is damaged; then the second
    /// value says what is wrong with the newest.
    ///
    /// # Errors
    ///
    /// [`BlueprintError`] names the file and what is wrong with it.
    pub fn load(path: &Path) -> Result<(Blueprint, Option<ContainerError>), BlueprintError> {
        let newest = container::open_newest(path)?;
        let reader = newest.reader;
        reader.require_kind(Kind::Policy)?;
        let (member, network) = read_value(&reader)?;
        let network = Arc::new(network);
        let infosets = read_infosets(&reader, &network)?;
        let places = Places::Dense {
            cells: infosets.cells(),
        };
        let table = StrategyTable::read(&reader, places)?;
        let blueprint = Blueprint {
            header: reader.header().clone(),
            member,
            network,
            infosets,
            table,
        };
        Ok((blueprint, newest.instead_of))
    }

    /// Writes it, keeping the file that was there as the previous generation.
    ///
    /// # Errors
    ///
    /// [`ContainerError`] names the file and what went wrong.
    pub fn save(&self, path: &Path) -> Result<(), ContainerError> {
        let mut sections = vec![Section::new(VALUE, self.network.weights())];
        sections.extend(self.table.sections());
        container::write(path, &self.header, &sections)
    }

    /// What is weighed in a position, and how often each is taken: equally often where the table says
    /// nothing. Empty once the match is over.
    pub fn weigh(&self, state: &State) -> Weighed {
        if state.to_move().is_none() {
            return Weighed::new();
        }
        let seen = self.infosets.seen(state);
        let count = seen.candidates.len();
        let mut shares = [1.0 / count as f64; MOST_CANDIDATES];
        if count > 1 {
            self.table.row(seen.row, &mut shares[..count]);
        }
        seen.candidates.into_iter().zip(shares).collect()
    }
}

impl Mixture for Blueprint {
    fn probabilities(&self, state: &State, actions: &Actions, out: &mut [f64]) {
        let weighed = self.weigh(state);
        for (action, share) in actions.iter().zip(out) {
            let found = weighed.iter().find(|(candidate, _)| candidate == action);
            *share = found.map_or(0.0, |&(_, share)| share);
        }
    }
}

/// The game and the learnt value of a file of either kind.
pub(super) fn read_value(reader: &Reader) -> Result<(Member, Network), BlueprintError> {
    let name = reader.header().game.clone();
    reader.require_rules(&name, FINGERPRINT)?;
    let file = || reader.path().display().to_string();
    let member: Member = name.parse().map_err(|source| BlueprintError::Game {
        file: file(),
        source,
    })?;
    let weights = reader.section_within::<f32>(VALUE, 4 * WEIGHTS as u64)?;
    let network = Network::of(weights).ok_or_else(|| BlueprintError::Value(file()))?;
    Ok((member, network))
}

pub(super) fn read_infosets(
    reader: &Reader,
    network: &Arc<Network>,
) -> Result<Box<dyn TurnInfosets>, BlueprintError> {
    by_name(&reader.header().infosets, network).map_err(|source| BlueprintError::Infosets {
        file: reader.path().display().to_string(),
        source,
    })
}
