//! `recall`: perfect recall of the game.

use arrayvec::ArrayVec;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::sampled::{Numbering, RowKey};

use super::dealing::max_terminals;
use super::{InfosetRow, Infosets, InfosetsError, all_choices};
use cardsharp_policy::TableInfosets;
use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::{Card, SkullWhist, Trick};

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
        most.map(|_| Recall { rules }).ok_or(InfosetsError::TooLarge(rules))
    }

    fn key(&self, observation: &Observation) -> u64 {
        let digits = Digits::of(self.rules);
        let dealt = observation.rounds.iter().map(|trick| trick.card_of(observation.seat));
        let dealt = dealt.fold(observation.hand, |hand, card| hand.with(card));
        let mut key = 2 | u64::from(observation.seat == Player::ONE);
        let hand = dealt.into_iter().map(|card| 1 << digits.index(card));
        key = key * digits.hands + hand.sum::<u64>();
        for bid in observation.bids {
            key = key * digits.bids + u64::from(bid.unwrap_or(0));
        }
        let played = observation.rounds.iter().flat_map(|trick| [trick.led, trick.reply]);
        for card in played.chain(observation.led) {
            key = key * (digits.pack + 1) + digits.index(card) + 1;
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
        Digits { rules, pack, hands: 1 << pack, bids: u64::from(rules.hand_size()) + 1 }
    }

    /// The index of a card in the pack.
    fn index(&self, card: Card) -> u64 {
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

impl TableInfosets for Recall {
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
        Numbering::Hashed { at_most: ends.and_then(|ends| ends.checked_mul(decisions)) }
    }
}

impl Infosets for Recall {
    fn for_each_row(&self, _: &mut dyn FnMut(u64, usize)) {}

    fn observation_of(&self, row: RowKey) -> Option<Observation> {
        let digits = Digits::of(self.rules);
        let most = 2 * u32::from(self.rules.hand_size());
        let size = digits.pack + 1;
        // The first digit is 2 or 3, which tells how many cards were played.
        let before = digits.hands * digits.bids * digits.bids;
        let played = (0..most).find(|&cards| {
            let first = row.0 / size.checked_pow(cards).unwrap_or(u64::MAX) / before;
            first == 2 || first == 3
        })?;
        let mut rest = row.0;
        let mut take = |size: u64| {
            let digit = rest % size;
            rest /= size;
            digit
        };
        let cards: Vec<u64> = (0..played).map(|_| take(size)).collect();
        let [other, own] = [0, 1].map(|_| take(digits.bids) as u8);
        let hand = take(digits.hands);
        let seat = if take(2) == 1 { Player::ONE } else { Player::ZERO };
        let pack: Vec<Card> = self.rules.pack().into_iter().collect();
        let card = |digit: &u64| pack.iter().find(|&&card| digits.index(card) + 1 == *digit);
        let cards: Option<Vec<Card>> = cards.iter().rev().map(|digit| card(digit).copied()).collect();
        let dealt = pack.iter().filter(|&&card| hand >> digits.index(card) & 1 == 1);
        let mut observation = Observation {
            game: self.rules,
            seat,
            hand: dealt.copied().collect(),
            bids: [own, other].map(|bid| (bid > 0).then_some(bid)),
            rounds: ArrayVec::new(),
            led: None,
        };
        let mut leader = Player::ZERO;
        for trick in cards?.chunks(2) {
            let (own, led) = match *trick {
                [led, reply] => {
                    let trick = Trick { leader, led, reply };
                    observation.rounds.try_push(trick).ok()?;
                    leader = trick.winner();
                    (trick.card_of(seat), None)
                }
                [led] => (led, Some(led)),
                _ => return None,
            };
            match led {
                Some(_) => observation.led = led,
                None => observation.hand = observation.hand.without(own),
            }
        }
        (self.key(&observation) == row.0).then_some(observation)
    }

    fn row_of(&self, observation: &Observation) -> InfosetRow {
        InfosetRow { candidates: all_choices(observation), row: RowKey(self.key(observation)) }
    }
}
