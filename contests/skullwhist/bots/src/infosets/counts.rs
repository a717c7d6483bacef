//! `counts`: information sets of the counts that an expert makes.
//!
//! Cards are separated by their use, not by their names:
//!
//! | decision | choices |
//! |---|---|
//! | bid | [`BIDS`] bids |
//! | lead | the highest trump, the lowest trump, a winner of another suit, the highest card of the shortest other suit, the lowest of the longest |
//! | answer in the suit led | the cheapest card that takes it, the lowest |
//! | answer without the suit | the lowest trump, the lowest card of the shortest other suit and of the longest, winners last |
//!
//! Of a bid, the rows keep the expected tricks of the hand, in steps of [`STEP`]. Of the play they keep the rounds
//! left, the tricks wanted, the trumps of both players, sure tricks, the shortest suit, and the kinds of choices.

use arrayvec::ArrayVec;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::sampled::{Numbering, RowKey};

use super::counts_layout::layout;
use super::counts_sizes::{
    BIDS, LEADS, LENGTH, NEEDS, OTHERS, OTHERS_TRUMPS, OWN, PHASE, PHASES, SHORTEST, STEP, STRENGTHS, SURE, THROWS,
    TRUMPS, WANTS, wanted_sizes,
};
use super::dense_rows::{Block, Digit};
use super::{InfosetRow, Infosets, all_choices};
use cardsharp_policy::DigitLayout;
use cardsharp_policy::TableInfosets;
use cardsharp_skullwhist_game::observation::{Count, Observation, expected_tricks};
use cardsharp_skullwhist_game::rules::{Card, Cards, MISSING_BID, Move, Objective, Params, TRUMP};

/// The rows that keep the counts of an expert.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    params: Params,
    bids: Block,
    leads: Block,
    following: Block,
    ruffs: Block,
    discards: Block,
}

impl Counts {
    /// The name.
    pub const NAME: &'static str = "counts";

    /// The information sets of a member.
    pub fn new(params: Params) -> Counts {
        let wanted = wanted_sizes(params.objective);
        let table = PHASE * wanted * OTHERS * SURE;
        let bids = Block::after(None, STRENGTHS * 2, u64::from(BIDS.min(params.rules.hand_size())));
        let leads = table * OWN * 2 * SHORTEST * (1 << LEADS);
        let leads = Block::after(Some(bids), leads, LEADS as u64);
        let following = Block::after(Some(leads), table * OWN * 2 * 2 * LENGTH, 2);
        let ruffs = table * OWN * 2 * SHORTEST * (1 << THROWS);
        let ruffs = Block::after(Some(following), ruffs, THROWS as u64);
        let discards = Block::after(Some(ruffs), table * SHORTEST, 2);
        Counts { params, bids, leads, following, ruffs, discards }
    }

    fn bid(&self, observation: &Observation) -> InfosetRow {
        let leads = observation.seat == Player::ZERO;
        let expected = expected_tricks(observation.game, observation.hand, leads);
        let rounds = f64::from(observation.game.hand_size());
        let strength = (expected * 13.0 / rounds / STEP).round() as u64;
        InfosetRow {
            candidates: self.bids_weighed(observation.game.hand_size(), expected),
            row: self.bids.row(&[Digit::up_to(strength, STRENGTHS), Digit::flag(leads)]),
        }
    }

    /// The bids that are considered, lowest first. To win, they are near half the rounds. For the
    /// scores, they are near the expected tricks of the hand, and below.
    fn bids_weighed(&self, rounds: u8, expected: f64) -> Choices {
        let lowest = match self.params.objective {
            Objective::Win => rounds / 2,
            Objective::Difference => expected.round() as u8,
        };
        let width = BIDS.min(rounds);
        let lowest = lowest.saturating_sub(2).clamp(1, rounds + 1 - width);
        (lowest..lowest + width).map(Move::Bid).collect()
    }

    /// The part that every decision of the play keeps.
    fn at_table(&self, observation: &Observation, hand: &Holding) -> ArrayVec<Digit, 10> {
        let left = observation.hand.len();
        let mut digits: ArrayVec<Digit, 10> = ArrayVec::new();
        digits.push(Digit::passed(f64::from(left), &PHASES));
        digits.push(self.wanted(observation));
        digits.push(Digit::passed(hand.others_trumps, &OTHERS_TRUMPS));
        digits.push(Digit::up_to(hand.winners.len().into(), SURE));
        digits
    }

    /// The tricks wanted by both. To win, they reduce to one number: the number of the rounds left
    /// that are needed to outscore the other player.
    fn wanted(&self, observation: &Observation) -> Digit {
        let left = observation.hand.len();
        let bids = observation.bids.map(|bid| bid.unwrap_or(MISSING_BID));
        let tricks = observation.tricks();
        match self.params.objective {
            Objective::Win => {
                let enough = |more: u8| {
                    let tricks = [tricks[0] + more, tricks[1] + left - more];
                    Objective::Win.utility(bids, tricks) > 0
                };
                let needed = (0..=left).find(|&more| enough(more)).unwrap_or(left);
                Digit::passed(f64::from(needed) / f64::from(left), &NEEDS)
            }
            Objective::Difference => {
                let wants = |player: usize| want(bids[player], tricks[player], left);
                Digit { value: wants(0) * WANTS + wants(1), of: WANTS * WANTS }
            }
        }
    }

    fn lead(&self, observation: &Observation) -> InfosetRow {
        if observation.hand.len() == 1 {
            return InfosetRow { candidates: all_choices(observation), row: RowKey(0) };
        }
        let hand = Holding::of(observation);
        let trumps = hand.trumps;
        let kinds = [
            trumps.last(),
            trumps.first(),
            hand.safest_winner(),
            hand.in_shortest(Cards::last),
            hand.in_longest(Cards::first),
        ];
        let (candidates, kinds) = distinct_cards(kinds);
        let mut digits = self.at_table(observation, &hand);
        digits.push(Digit::passed(trumps.len().into(), &TRUMPS));
        digits.push(Digit::flag(hand.has_highest_trump()));
        digits.push(Digit::up_to(hand.shortest_length(), SHORTEST));
        digits.push(kinds);
        InfosetRow { row: self.leads.row(&digits), candidates }
    }

    fn answer(&self, observation: &Observation, led: Card) -> InfosetRow {
        let playable = observation.playable();
        let follows = playable.of_suit(led.suit()) == playable;
        let cheapest = playable.above(led).first();
        let (candidates, _) = distinct_cards([cheapest, playable.first()]);
        if candidates.len() == 1 && follows || playable.len() == 1 {
            return InfosetRow { candidates: candidates.into_iter().take(1).collect(), row: RowKey(0) };
        }
        let hand = Holding::of(observation);
        let mut digits = self.at_table(observation, &hand);
        let own = Digit::passed(hand.trumps.len().into(), &TRUMPS);
        if follows {
            digits.push(own);
            digits.push(Digit::flag(led.suit() == TRUMP));
            let high = cheapest.is_some_and(|card| hand.count.is_high(card));
            digits.push(Digit::flag(high));
            let length = u64::from(playable.len()).saturating_sub(2);
            digits.push(Digit::up_to(length, LENGTH));
            return InfosetRow { row: self.following.row(&digits), candidates };
        }
        let shortest = Digit::up_to(hand.shortest_length(), SHORTEST);
        let thrown = [hand.thrown_from_shortest(), hand.in_longest(Cards::first)];
        if hand.trumps.is_empty() {
            let (candidates, _) = distinct_cards(thrown);
            digits.push(shortest);
            return InfosetRow { row: self.discards.row(&digits), candidates };
        }
        let (candidates, kinds) = distinct_cards([hand.trumps.first(), thrown[0], thrown[1]]);
        digits.push(own);
        digits.push(Digit::flag(hand.count.is_high(led)));
        digits.push(shortest);
        digits.push(kinds);
        InfosetRow { row: self.ruffs.row(&digits), candidates }
    }
}

fn want(bid: u8, taken: u8, left: u8) -> u64 {
    let missing = bid.saturating_sub(taken);
    match missing {
        0 => 0,
        _ if missing > left => 3,
        _ if 2 * missing <= left => 1,
        _ => 2,
    }
}

/// The cards of these kinds, each once, and the kinds that exist.
fn distinct_cards<const N: usize>(kinds: [Option<Card>; N]) -> (Choices, Digit) {
    let mut candidates = Choices::new();
    let mut there = 0;
    for (kind, card) in kinds.into_iter().enumerate() {
        let Some(card) = card.map(Move::Play) else {
            continue;
        };
        if !candidates.contains(&card) {
            candidates.push(card);
            there |= 1 << kind;
        }
    }
    let kinds = Digit { value: there, of: 1 << N };
    (candidates, kinds)
}

type Choices = ArrayVec<Move, { super::MAX_CANDIDATES }>;

/// A hand, with its counts.
struct Holding {
    count: Count,
    trumps: Cards,
    others_trumps: f64,
    /// Cards of other suits above which the other player can hold none.
    winners: Cards,
    shortest: Cards,
    longest: Cards,
}

impl Holding {
    fn of(observation: &Observation) -> Holding {
        let count = Count::of(observation);
        let plain = observation.game.all_suits().filter(|&suit| suit != TRUMP);
        let suits = plain.map(|suit| count.hand.of_suit(suit));
        let suits: ArrayVec<Cards, 4> = suits.filter(|suit| !suit.is_empty()).collect();
        let top = |suit: &Cards| suit.last().map_or(0, Card::value);
        let shortest = suits.iter().min_by_key(|suit| (suit.len(), u8::MAX - top(suit)));
        let longest = suits.iter().max_by_key(|suit| (suit.len(), top(suit)));
        let winners = suits.iter().flat_map(|suit| suit.into_iter());
        Holding {
            trumps: count.hand.of_suit(TRUMP),
            others_trumps: count.others(TRUMP),
            winners: winners.filter(|&card| count.is_high(card)).collect(),
            shortest: shortest.copied().unwrap_or_default(),
            longest: longest.copied().unwrap_or_default(),
            count,
        }
    }

    fn has_highest_trump(&self) -> bool {
        let top = self.trumps.last();
        top.is_some_and(|card| self.count.is_high(card))
    }

    fn shortest_length(&self) -> u64 {
        self.shortest.len().into()
    }

    fn in_shortest(&self, pick: impl Fn(Cards) -> Option<Card>) -> Option<Card> {
        pick(self.shortest)
    }

    fn in_longest(&self, pick: impl Fn(Cards) -> Option<Card>) -> Option<Card> {
        pick(self.longest)
    }

    /// The winner in the suit of which the other player is expected to hold most.
    fn safest_winner(&self) -> Option<Card> {
        let others = |card: &Card| self.count.possible.of_suit(card.suit()).len();
        self.winners.into_iter().max_by_key(others)
    }

    /// The lowest plain card that is no winner, of the shortest suit with such a card. If all plain
    /// cards are winners, the lowest of the shortest suit.
    fn thrown_from_shortest(&self) -> Option<Card> {
        let plain = self.count.hand.minus(self.trumps).into_iter();
        plain.min_by_key(|&card| {
            let winner = self.winners.contains(card);
            (winner, self.count.length(card), card.value())
        })
    }
}

impl TableInfosets for Counts {
    fn name(&self) -> &'static str {
        Counts::NAME
    }

    fn summary(&self) -> &'static str {
        "tricks wanted, trumps, sure tricks, suit lengths; bids by the tricks a hand is good for"
    }

    fn numbering(&self) -> Numbering {
        Numbering::Dense { cells: self.discards.end() }
    }

    fn layout(&self) -> Option<DigitLayout> {
        Some(layout(self.params, [self.bids, self.leads, self.following, self.ruffs, self.discards]))
    }
}

impl Infosets for Counts {
    fn for_each_row(&self, each: &mut dyn FnMut(u64, usize)) {
        let Counts { bids, leads, following, ruffs, discards, .. } = *self;
        for block in [bids, leads, following, ruffs, discards] {
            block.for_each_row(each);
        }
    }

    fn row_of(&self, observation: &Observation) -> InfosetRow {
        match (observation.bids[0], observation.led) {
            (None, _) => self.bid(observation),
            (_, None) => self.lead(observation),
            (_, Some(led)) => self.answer(observation, led),
        }
    }
}
