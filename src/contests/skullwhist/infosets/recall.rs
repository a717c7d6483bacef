//! `recall`: perfect recall of the game.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::sampled::{Numbering, RowKey};

use super::dealing::max_terminals;
use super::{InfosetRow, Infosets, InfosetsError, all_choices};
use crate::contests::skullwhist::observation::Observation;
use crate::contests::skullwhist::rules::{Card, SkullWhist};

/// Keeps everything, and separates all bids and cards: the information sets of the game itself.
///
/// A key is a number made of the player, the hand dealt, both bids and the cards played in order.
/// It separates any two information sets, which limits it to members that are small enough.
#[derive(Clone, Copy, Debug)]
pub struct Recall {
    rules: SkullWhist,
}

impl Recall {
    /// The name.
    pub const NAME: &'static str = "recall";

    /// The information sets of a member.
    ///
    /// # Errors
    ///
    /// [`InfosetsError::TooLarge`] if there are more information sets than keys.
    pub fn new(rules: SkullWhist) -> Result<Recall, InfosetsError> {
        let most = Digits::of(rules).longest();
        most.map(|_| Recall { rules })
            .ok_or(InfosetsError::TooLarge(rules))
    }

    fn key(&self, observation: &Observation) -> u64 {
        let digits = Digits::of(self.rules);
        let dealt = observation
            .rounds
            .iter()
            .map(|trick| trick.card_of(observation.seat));
        let dealt = dealt.fold(observation.hand, |hand, card| hand.with(card));
        let mut key = 2 | u64::from(observation.seat == Player::ONE);
        let hand = dealt.into_iter().map(|card| 1 << digits.place(card));
        key = key * digits.hands + hand.sum::<u64>();
        for bid in observation.bids {
            key = key * digits.bids + u64::from(bid.unwrap_or(0));
        }
        let played = observation
            .rounds
            .iter()
            .flat_map(|trick| [trick.led, trick.reply]);
        for card in played.chain(observation.led) {
            key = key * (digits.pack + 1) + digits.place(card) + 1;
        }
        key
    }
}

/// The digits of a key, with the number of values of each.
struct Digits {
    rules: SkullWhist,
    pack: u64,
    hands: u64,
    bids: u64,
}

impl Digits {
    fn of(rules: SkullWhist) -> Digits {
        let pack = u64::from(rules.pack().len());
        Digits {
            rules,
            pack,
            hands: 1 << pack,
            bids: u64::from(rules.hand_size()) + 1,
        }
    }

    /// The index of a card in the pack.
    fn place(&self, card: Card) -> u64 {
        let suit = card.suit().index() + usize::from(self.rules.suits()) - 4;
        suit as u64 * u64::from(self.rules.ranks()) + u64::from(card.value()) - 1
    }

    /// An upper bound on the keys, if they fit.
    fn longest(&self) -> Option<u64> {
        let cards = 2 * u32::from(self.rules.hand_size()) - 1;
        let played = (self.pack + 1).checked_pow(cards)?;
        let bids = self.bids * self.bids;
        let before = 4_u64.checked_mul(self.hands)?.checked_mul(bids)?;
        before.checked_mul(played)
    }
}

impl Infosets for Recall {
    fn name(&self) -> &'static str {
        Recall::NAME
    }

    fn summary(&self) -> &'static str {
        "everything; of small members of the family only"
    }

    fn numbering(&self) -> Numbering {
        // A history has two bids and a decision for every card.
        let decisions = 2 + 2 * u64::from(self.rules.hand_size());
        let ends = max_terminals(self.rules);
        Numbering::Hashed {
            at_most: ends.and_then(|ends| ends.checked_mul(decisions)),
        }
    }

    fn for_each_row(&self, _: &mut dyn FnMut(u64, usize)) {}

    fn row_of(&self, observation: &Observation) -> InfosetRow {
        InfosetRow {
            candidates: all_choices(observation),
            row: RowKey(self.key(observation)),
        }
    }
}
