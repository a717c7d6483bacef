//! `recall`: perfect recall of the hand.

use cardsharp_solvers::sampled::{Numbering, RowKey};

use super::hand_game::{RECALL_CLASSES, recall_hand, recall_key, recall_public};
use super::row_parts::replayed;
use super::{HandGame, HandInfosets, HandState, InfosetsError, KeyParts, RowParts};

/// The game's own information sets, with perfect recall. The contest's game has far too many to
/// number them in advance. The table stores those that are met until memory is full.
#[derive(Debug)]
pub struct Recall;

impl Recall {
    /// The information sets for the hands of `game`, with at most four classes of payoffs.
    pub fn new(game: &HandGame) -> Result<Recall, InfosetsError> {
        if game.payoffs().len() > RECALL_CLASSES {
            return Err(InfosetsError::TooManyClasses { name: "recall", most: RECALL_CLASSES });
        }
        Ok(Recall)
    }
}

impl HandInfosets for Recall {
    fn name(&self) -> &str {
        "recall"
    }

    fn summary(&self) -> String {
        "everything the player has seen and done in the hand".to_owned()
    }

    fn numbering(&self) -> Numbering {
        Numbering::Hashed { at_most: None }
    }

    #[inline(always)]
    fn row(&self, state: &HandState) -> RowKey {
        RowKey(recall_key(state))
    }

    fn public_part(&self, _state: &HandState) -> Option<u64> {
        None
    }

    fn key_parts(&self) -> Option<KeyParts> {
        Some(KeyParts { public: |key| recall_public(key.0), hand: |key| recall_hand(key.0) })
    }

    fn segments(&self, _: &HandGame) -> usize {
        0
    }

    fn for_each_parts(&self, _: &HandGame, _: usize, _: &mut dyn FnMut(RowKey, &RowParts)) {}

    fn state_of(&self, game: &HandGame, row: RowKey) -> Option<HandState> {
        let class = (row.0 >> 62) as u8;
        let history = recall_public(row.0) & !(3 << 62);
        replayed(game, class, recall_hand(row.0), history)
    }
}
