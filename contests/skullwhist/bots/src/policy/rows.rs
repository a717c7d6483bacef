//! The rows of a policy, part by part.

use super::TrainedPolicy;
use crate::infosets::InfosetRow;
use cardsharp_policy::{DigitRows, NONE, Part, PolicyRows, Row, SEGMENT, Unvisited, Weights, segment_range};
use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::{Card, Move};

/// The rows of `policy`.
pub fn rows_of(policy: TrainedPolicy) -> Box<dyn PolicyRows> {
    match policy.infosets.layout() {
        Some(layout) => Box::new(DigitRows { table: policy.table, layout, unvisited: Unvisited::Uniform }),
        None => Box::new(RecallRows::new(policy)),
    }
}

/// The rows that are stored by key.
struct RecallRows {
    policy: TrainedPolicy,
    parts: Vec<Part>,
    actions: Vec<String>,
    /// The cards of the pack, in the order of their digits.
    pack: Vec<Card>,
}

impl RecallRows {
    fn new(policy: TrainedPolicy) -> RecallRows {
        let rules = policy.params.rules;
        let pack: Vec<Card> = rules.pack().into_iter().collect();
        let bids = (1..=rules.hand_size()).map(|bid| Move::Bid(bid).to_string());
        let cards = pack.iter().map(|&card| Move::Play(card).to_string());
        let names: Vec<String> = pack.iter().map(Card::to_string).collect();
        let parts = vec![
            Part::number("player"),
            Part::packed("hand", {
                let names = names.clone();
                move |set| set_of(&names, set)
            }),
            Part::number("own_bid"),
            Part::number("other_bid"),
            Part::packed("played", move |packed| list_of(&names, packed)),
        ];
        RecallRows { actions: bids.chain(cards).collect(), policy, parts, pack }
    }

    /// The number of rows that are stored.
    fn keyed(&self) -> usize {
        self.policy.table.rows().unwrap_or(0)
    }

    fn index(&self, card: Card) -> i64 {
        let index = self.pack.iter().position(|&known| known == card);
        index.map_or(0, |index| index as i64)
    }

    fn values(&self, observation: &Observation) -> [i64; 5] {
        let hand = observation.hand.into_iter().map(|card| 1 << self.index(card));
        let tricks = observation.rounds.iter();
        let played = tricks.flat_map(|trick| [trick.led, trick.reply]);
        let played = played.chain(observation.led);
        let base = self.pack.len() as i64 + 1;
        let bid = |index: usize| observation.bids[index].map_or(NONE, i64::from);
        [
            observation.seat.index() as i64,
            hand.sum(),
            bid(0),
            bid(1),
            played.fold(0, |packed, card| packed * base + self.index(card) + 1),
        ]
    }

    fn action(&self, choice: &Move) -> u32 {
        match *choice {
            Move::Bid(bid) => u32::from(bid) - 1,
            Move::Play(card) => u32::from(self.policy.params.rules.hand_size()) + self.index(card) as u32,
        }
    }
}

/// The cards of a set, with bit 0 for the first card of the pack.
fn set_of(names: &[String], set: i64) -> String {
    let there = names.iter().enumerate().filter(|(index, _)| set >> index & 1 == 1);
    let there: Vec<&str> = there.map(|(_, name)| name.as_str()).collect();
    there.join("-")
}

/// The cards of a packed list, the first one first.
fn list_of(names: &[String], packed: i64) -> String {
    let base = names.len() as i64 + 1;
    let (mut left, mut cards) = (packed, Vec::new());
    while left > 0 {
        cards.push(names[(left % base).max(1) as usize - 1].as_str());
        left /= base;
    }
    cards.reverse();
    cards.join(" ")
}

impl PolicyRows for RecallRows {
    fn parts(&self) -> &[Part] {
        &self.parts
    }

    fn actions(&self) -> &[String] {
        &self.actions
    }

    fn weights(&self) -> Weights<'_> {
        self.policy.table.weights()
    }

    fn has_keys(&self) -> bool {
        true
    }

    fn segments(&self) -> usize {
        self.keyed().div_ceil(SEGMENT)
    }

    fn for_each_of(&self, segment: usize, each: &mut dyn FnMut(&Row<'_>)) {
        let numbers = segment_range(segment, self.keyed());
        for (key, cells) in self.policy.table.keyed_rows(numbers) {
            let Some(observation) = self.policy.infosets.observation_of(key) else {
                continue;
            };
            let InfosetRow { candidates, .. } = self.policy.infosets.row_of(&observation);
            let actions: Vec<u32> = candidates.iter().map(|choice| self.action(choice)).collect();
            if actions.len() == cells.len() && actions.len() > 1 {
                each(&Row { number: key.0, first: cells.start, parts: &self.values(&observation), actions: &actions });
            }
        }
    }
}
