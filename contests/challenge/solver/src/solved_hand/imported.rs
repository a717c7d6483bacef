//! The policy of a solved hand.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::RangeGame;
use thiserror::Error;

use super::folder::HandFolder;
use super::layout::FileLayout;
use super::places::Place;
use super::weights::{Weights, coarseness, weights};
use crate::infosets::{HandGame, HandId, HandState, Payoffs};
use crate::policy::{ResponseRow, ResponseValues, TrainedPolicy};
use crate::ranges::{RangeHand, TooFewCopies};
use cardsharp_challenge_game::rules::{BadParameters, Params};
use cardsharp_policy::StrategyTable;

/// The largest difference of a payoff of the policy for what follows.
const FARTHEST: f64 = 0.02;

/// How much of a solved hand is kept.
#[derive(Clone, Copy, Debug)]
pub struct Import {
    /// The most that rounding may add to a worth of a public state, times the weight of the state: the probability that
    /// play leads there. In probabilities of winning the game.
    pub rounding: f64,
}

/// A solved hand as a policy.
#[derive(Debug)]
pub struct Imported {
    /// The hand.
    pub hand: RangeHand,
    /// The policy.
    pub policy: TrainedPolicy,
    /// The number of tricks that the policy plays.
    pub tricks: u8,
    /// The number of public states and players whose worths are kept.
    pub kept: usize,
    /// The number of those that are not known or not needed.
    pub dropped: usize,
}

/// A reason why a solved hand makes no policy.
#[derive(Debug, Error)]
pub enum ImportError {
    /// The rules are no member of the family.
    #[error(transparent)]
    Rules(#[from] BadParameters),
    /// The hand cannot be dealt.
    #[error(transparent)]
    Hand(#[from] TooFewCopies),
    /// The policy for what follows is of another game.
    #[error("the policy for what follows plays {found}, and the solved hand is of {needed}")]
    OtherGame {
        /// The game of the policy.
        found: String,
        /// The game of the folder.
        needed: String,
    },
    /// The payoffs differ.
    #[error("the policy for what follows does not have the payoffs of the solved hand, {0:?}, at 0-0")]
    OtherPayoffs(Payoffs),
    /// The policy for what follows has another kind of table.
    #[error("the policy for what follows needs one byte for each action: write it with `cardsharp export`")]
    NotQuantized,
    /// The policy for what follows cannot tell the states of the solved hand apart.
    #[error(
        "the information sets of the policy for what follows forget plays of the solved tricks: train it with --infosets all,seen3+own3"
    )]
    Forgets,
    /// The folder's sizes contradict each other.
    #[error("about.json gives sizes that do not belong together; copy the folder again")]
    Sizes,
}

impl Import {
    /// The policy of `folder` that plays `base` where nothing is solved again.
    ///
    /// # Errors
    ///
    /// [`ImportError`].
    pub fn policy(self, folder: &HandFolder, base: TrainedPolicy) -> Result<Imported, ImportError> {
        let about = &folder.about;
        let rules = Params::new(about.ranks, about.copies, about.cards)?;
        if base.game.rules() != rules {
            return Err(ImportError::OtherGame { found: base.game.rules().to_string(), needed: rules.to_string() });
        }
        let payoffs = Payoffs { win: 0.5 + about.point, lose: 0.5 - about.point, tie: 0.5 };
        let class = base.classes.of_score[0];
        let near = |one: f64, other: f64| (one - other).abs() < FARTHEST;
        let at_start = base.game.payoffs()[usize::from(class)];
        if !near(at_start.win, payoffs.win) || !near(at_start.lose, payoffs.lose) {
            return Err(ImportError::OtherPayoffs(payoffs));
        }
        let hand = RangeHand::new(rules, payoffs)?;
        let reader = FolderReader::new(folder, &hand)?;
        let mut policy = base;
        let mut cells = policy.table.bytes().ok_or(ImportError::NotQuantized)?.to_vec();
        reader.fill(&policy, class, &mut cells)?;
        policy.table = StrategyTable::quantized(cells);
        let (responses, dropped) = reader.responses(self, weights(&hand, &policy, class, reader.layout.plays));
        policy.leaf_network = None;
        policy.leaf_averages = None;
        let (tricks, kept) = (responses.over, responses.rows());
        policy.response_values = Some(responses);
        policy.header.iterations = about.iterations;
        policy.header.measured = None;
        policy.header.solver = "import".to_owned();
        policy.header.parameters.retain(|name, _| name == "score");
        let rounding = ("rounding".to_owned(), self.rounding.to_string());
        policy.header.parameters.extend([rounding]);
        policy.classes.payoffs[usize::from(class)] = payoffs;
        policy.game = HandGame::new(rules, policy.classes.payoffs.clone());
        Ok(Imported { hand, policy, tricks, kept, dropped })
    }
}

/// A folder, and the hand in whose order it is read.
struct FolderReader<'a> {
    folder: &'a HandFolder,
    hand: &'a RangeHand,
    layout: FileLayout<'a>,
}

impl<'a> FolderReader<'a> {
    fn new(folder: &'a HandFolder, hand: &'a RangeHand) -> Result<FolderReader<'a>, ImportError> {
        let layout = FileLayout::new(hand, usize::from(folder.about.plays));
        if layout.is_that_of(&folder.about) {
            Ok(FolderReader { folder, hand, layout })
        } else {
            Err(ImportError::Sizes)
        }
    }

    /// Writes the strategy of the solved plays to the cells of the table of `policy`.
    fn fill(&self, policy: &TrainedPolicy, class: u8, cells: &mut [u8]) -> Result<(), ImportError> {
        let mut written = vec![false; cells.len()];
        let mut forgets = false;
        let mut write = |state: &HandState, hand: HandId, row: &[u8]| {
            let mut state = *state;
            state.class = class;
            state.hands[state.to_move().index()] = hand;
            let first = policy.infosets.row(&state).0 as usize;
            let range = first..first + row.len();
            forgets |= written[range.clone()].iter().any(|&written| written);
            written[range.clone()].fill(true);
            cells[range].copy_from_slice(row);
        };
        Place::root(self.hand).for_each(self.hand, self.layout.plays, &mut |place| {
            if place.plays == self.layout.plays {
                return;
            }
            self.decision(place, &mut write);
            if let Some(offered) = place.offered(self.hand) {
                self.answer(place, &offered, &mut write);
            }
        });
        if forgets {
            return Err(ImportError::Forgets);
        }
        Ok(())
    }

    fn decision(&self, place: &Place, write: &mut dyn FnMut(&HandState, HandId, &[u8])) {
        let cells = self.hand.layout(&place.public);
        for hand in self.hand.space().of_size(self.layout.moving(place.plays)) {
            let places = self.layout.row(&cells, place, hand);
            if places.len() > 1 {
                let row: Vec<u8> = places.iter().map(|&[byte, _]| self.folder.trunk[byte]).collect();
                write(&place.public, hand, &row);
            }
        }
    }

    fn answer(&self, place: &Place, offered: &HandState, write: &mut dyn FnMut(&HandState, HandId, &[u8])) {
        let hands = self.hand.space().of_size(self.layout.answering(place.plays));
        for (local, hand) in hands.enumerate() {
            let byte = self.layout.answer(place.plays, place.number, local);
            let row = match self.folder.answers[byte] {
                0 => [0, 0],
                accepts => [accepts - 1, 255 - accepts],
            };
            write(offered, hand, &row);
        }
    }

    /// The worths, and the number of public states and players without: those where nothing is known, or to
    /// which the other player's play does not lead.
    fn responses(&self, import: Import, weights: Weights) -> (ResponseValues, usize) {
        let step = self.folder.about.step;
        let cards = self.layout.moving(self.layout.plays);
        let (mut rows, mut left_out) = (Vec::new(), 0);
        Place::root(self.hand).for_each(self.hand, self.layout.plays, &mut |place| {
            if place.plays < self.layout.plays {
                return;
            }
            for player in Player::BOTH {
                let weight = weights.of(place.public.history, player);
                let stored = self.folder.responses([place.class, player.index(), place.number]);
                if weight == 0.0 || stored.iter().all(|response| response.is_nan()) {
                    left_out += 1;
                    continue;
                }
                rows.push(ResponseRow {
                    history: place.public.history,
                    player,
                    coarseness: coarseness(import.rounding, step, weight),
                    worths: self.layout.order.places(cards).iter().map(|&place| stored[place]).collect(),
                });
            }
        });
        let over = (self.layout.plays / 2) as u8;
        let responses = ResponseValues::new(over, step, self.folder.about.hands_left);
        (responses.with(rows), left_out)
    }
}
