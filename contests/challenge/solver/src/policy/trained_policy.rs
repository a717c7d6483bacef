//! A trained policy: a strategy for the hand at every score, and its file.

use std::path::Path;
use std::sync::Arc;

use cardsharp_solvers::game::Player;
use cardsharp_solvers::sampled::{Numbering, RowKey};
use cardsharp_solvers::strategy::Strategy;

use super::hand_strategy::{ByHand, EachHand, HandStrategy};
use super::leaf_network::LeafNetwork;
use super::leaf_table::LeafTable;
use super::response_values::ResponseValues;
use crate::infosets::{HandGame, HandInfosets, HandState, Payoffs, by_name};
use crate::scores::Classes;
use cardsharp_challenge_game::rules::Params;
use cardsharp_policy::container::{self, ContainerError, Header, Kind, Reader, Section};
use cardsharp_policy::{self, GroupOf, PolicyError, RowLookup, StrategyTable};

/// Changes when the rules or the numbering of rows change, so that older files are rejected.
pub const FINGERPRINT: u64 = u64::from_be_bytes(*b"chall\0\0\x01");

const PAYOFFS: &str = "payoffs";
const CLASS_OF_SCORE: &str = "class_of_score";

/// A loaded policy for Challenge.
pub struct TrainedPolicy {
    /// The header of its file.
    pub header: Header,
    /// The hand, with the payoffs of each class of scores.
    pub game: HandGame,
    /// The classes of scores.
    pub classes: Classes,
    /// The information sets.
    pub infosets: Box<dyn HandInfosets>,
    /// The strategy.
    pub table: StrategyTable,
    /// The values of the leaves where the table ends, if the policy is a trunk.
    pub leaf_network: Option<LeafNetwork>,
    /// The average values of these leaves for the hands of both players, if the trunk has them.
    pub leaf_averages: Option<Arc<LeafTable>>,
    /// The value of every hand at these leaves, if the policy was imported from a solved hand.
    pub response_values: Option<ResponseValues>,
}

impl std::fmt::Debug for TrainedPolicy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TrainedPolicy").field("header", &self.header).finish_non_exhaustive()
    }
}

impl TrainedPolicy {
    /// Reads a policy file, or its previous generation if the newest is damaged. The second value
    /// is then the error of the newest.
    pub fn load(path: &Path) -> Result<(TrainedPolicy, Option<ContainerError>), PolicyError> {
        let newest = cardsharp_policy::open(path, Kind::Policy)?;
        let reader = newest.reader;
        let (game, classes) = read_game(&reader)?;
        let infosets = read_infosets(&reader, &game)?;
        let table = StrategyTable::read(&reader, row_lookup(&*infosets))?;
        let header = reader.header().clone();
        let mut policy = TrainedPolicy::new(header, game, classes, infosets, table);
        policy.leaf_network = LeafNetwork::read(&reader)?;
        if let Some(leaf) = &policy.leaf_network {
            let outputs = leaf.network.sizes().last().copied().unwrap_or(0);
            policy.leaf_averages = LeafTable::read(&reader, outputs)?.map(Arc::new);
        }
        let (space, cards) = (policy.game.space(), policy.game.rules().hand_size());
        let hands = |over: u8| match cards.checked_sub(over) {
            Some(cards) => space.count(usize::from(cards)),
            None => 0,
        };
        let responses = ResponseValues::read(&reader, hands)?;
        policy.response_values = responses;
        Ok((policy, newest.instead_of))
    }

    /// Makes a policy from its parts, without a network.
    pub fn new(
        header: Header,
        game: HandGame,
        classes: Classes,
        infosets: Box<dyn HandInfosets>,
        table: StrategyTable,
    ) -> TrainedPolicy {
        TrainedPolicy {
            header,
            game,
            classes,
            infosets,
            table,
            leaf_network: None,
            leaf_averages: None,
            response_values: None,
        }
    }

    /// Writes the policy, and keeps the file before as the previous generation.
    pub fn save(&self, path: &Path) -> Result<(), ContainerError> {
        let payoffs = flatten(&self.classes.payoffs);
        let mut sections = class_sections(&payoffs, &self.classes);
        sections.extend(self.table.sections(path)?);
        let network = self.leaf_network.as_ref().map(LeafNetwork::parts);
        if let Some(parts) = &network {
            sections.extend(LeafNetwork::sections(parts));
        }
        let averages = self.leaf_averages.as_ref().map(|table| table.parts());
        if let Some(parts) = &averages {
            sections.extend(LeafTable::sections(parts));
        }
        let responses = self.response_values.as_ref();
        let bytes = responses.map(ResponseValues::bytes).unwrap_or_default();
        if let Some(responses) = responses {
            sections.extend(responses.sections(&bytes));
            // An imported hand is written once, and is large.
            sections = sections.into_iter().map(Section::packed).collect();
        }
        container::write(path, &self.header, &sections)
    }

    /// The number of tricks that the table plays, if it is a trunk: what follows is solved again.
    pub fn trunk_tricks(&self) -> Option<u8> {
        let network = self.leaf_network.as_ref().map(|leaf| leaf.over);
        network.or_else(|| self.response_values.as_ref().map(|responses| responses.over))
    }

    /// The number of its rows, or of all rows if every row has a place.
    pub fn information_sets(&self) -> u64 {
        match self.table.rows() {
            Some(rows) => rows as u64,
            None => self.infosets.count(&self.game),
        }
    }

    /// Fills in the probabilities in `state`. Returns false if the table has no row for it.
    #[inline]
    pub fn known(&self, state: &HandState, out: &mut [f64]) -> bool {
        self.table.row(self.infosets.row(state), out)
    }
}

impl Strategy<HandGame> for TrainedPolicy {
    /// The probabilities of the table; uniform where it has no row.
    #[inline]
    fn probabilities(&self, _game: &HandGame, state: &HandState, out: &mut [f64]) {
        if !self.known(state, out) {
            let share = 1.0 / out.len() as f64;
            out.fill(share);
        }
    }
}

impl HandStrategy for TrainedPolicy {
    fn public_part(&self, state: &HandState) -> Option<u64> {
        self.infosets.public_part(state)
    }

    fn leaf_network(&self) -> Option<&LeafNetwork> {
        self.leaf_network.as_ref()
    }

    fn promised(&self, history: u64, player: Player) -> Option<&[f32]> {
        let row = self.leaf_averages.as_ref()?.row(history)?;
        row.chunks_exact(row.len() / 2).nth(player.index())
    }

    fn responses(&self) -> Option<&ResponseValues> {
        self.response_values.as_ref()
    }

    fn by_hand(&self, state: &HandState) -> Option<ByHand<'_>> {
        let rows = self.infosets.as_dense_rows()?;
        let (begin, state) = (rows.begin(state), *state);
        Some(Box::new(move |hand, out| {
            let first = begin + u64::from(rows.first_of(&state, hand));
            if !self.table.row(RowKey(first), out) {
                let share = 1.0 / out.len() as f64;
                out.fill(share);
            }
        }))
    }

    /// Calls `each` for the hands of the rows that were met.
    fn for_each_known(&self, state: &HandState, each: EachHand<'_>) -> bool {
        let Some(parts) = self.infosets.key_parts() else {
            return false;
        };
        let group = (parts.public)(self.infosets.row(state));
        self.table.for_each_of_group(group, |key, first| {
            each((parts.hand)(key), &|out| self.table.row_from(first, out));
        });
        true
    }
}

/// The way in which the rows of a table are found.
pub fn row_lookup(infosets: &dyn HandInfosets) -> RowLookup {
    match infosets.numbering() {
        Numbering::Dense { cells } => RowLookup::Dense { cells },
        Numbering::Hashed { .. } => RowLookup::Keyed { group_of: group_of(infosets) },
    }
}

/// The grouping of rows that are stored by key: those of one public state lie together.
pub fn group_of(infosets: &dyn HandInfosets) -> GroupOf {
    infosets.key_parts().map_or(|_| 0, |parts| parts.public)
}

/// The sections that assign a policy to each score; `payoffs` is [`flatten`]ed.
pub fn class_sections<'a>(payoffs: &'a [f64], classes: &'a Classes) -> Vec<Section<'a>> {
    vec![Section::new(PAYOFFS, payoffs), Section::new(CLASS_OF_SCORE, &classes.of_score)]
}

/// The payoffs as numbers, three for each class.
pub fn flatten(payoffs: &[Payoffs]) -> Vec<f64> {
    let numbers = payoffs.iter();
    numbers.flat_map(|payoffs| [payoffs.win, payoffs.lose, payoffs.tie]).collect()
}

/// The game of a file of either kind, from its header and classes.
pub fn read_game(reader: &Reader) -> Result<(HandGame, Classes), PolicyError> {
    let rules: Params = cardsharp_policy::game_of(reader, FINGERPRINT)?;
    let numbers = reader.section_within::<f64>(PAYOFFS, 256 * 3 * 8)?;
    let of_score = reader.section_within::<u8>(CLASS_OF_SCORE, 100)?;
    let (triples, rest) = numbers.as_chunks::<3>();
    let payoffs: Vec<Payoffs> = triples.iter().map(|&[win, lose, tie]| Payoffs { win, lose, tie }).collect();
    let count = payoffs.len();
    let sound = rest.is_empty()
        && (1..=256).contains(&count)
        && of_score.len() == 100
        && of_score.iter().all(|&class| usize::from(class) < count)
        && payoffs.iter().all(rewards_winning);
    if !sound {
        let what = "its classes of scores are damaged; train or export it again";
        return Err(PolicyError::damaged(reader, what));
    }
    let game = HandGame::new(rules, payoffs.clone());
    Ok((game, Classes { payoffs, of_score }))
}

/// True if these are probabilities of winning the game, and a point raises the leader's. If it does
/// not, every strategy is an equilibrium.
fn rewards_winning(payoffs: &Payoffs) -> bool {
    let Payoffs { win, lose, tie } = payoffs;
    [win, lose, tie].iter().all(|&chance| (0.0..=1.0).contains(chance)) && win > lose
}

/// The information sets that a file of either kind names, for its game.
pub fn read_infosets(reader: &Reader, game: &HandGame) -> Result<Box<dyn HandInfosets>, PolicyError> {
    let infosets = by_name(&reader.header().infosets, game);
    infosets.map_err(|cause| PolicyError::unknown(reader, cause))
}
