//! The value of each card, in whole numbers.

use cardsharp_tricky_eights_game::observation::{Hidden, Knowledge, Memory, Observation};
use cardsharp_tricky_eights_game::rules::{Card, CardSet, EIGHT_POINTS, Phase, Suit};

/// The unit: a probability of 1, or one point.
pub const ONE: i32 = 1024;

/// Probability that a card wins a trick if it is guarded, with 0, 1, 2, ... higher cards still out.
const TOPS: [i32; 6] = [860, 614, 184, 102, 41, 31];
/// The share of that probability that a card loses for every lower card that is missing to guard it.
const UNGUARDED: i32 = 48;
/// Probability that a card wins a trick if the others have no card of its suit left by then.
const LONG: i32 = 410;
/// The number of cards of a suit that the others lose each time the suit is led, in sixteenths of a card.
const DRAIN: i32 = 27;
/// The number of cards of a suit that the others may keep before its length is worth nothing, in sixteenths of a card.
const LEFT: i32 = 24;
/// The cost of an eight that another player takes now, and of one that another may take later.
const EIGHT_NOW: i32 = ONE;
const EIGHT_LATER: i32 = 819;
/// Probability that the eight of the led suit is played to this trick if a player still to come holds it.
const EIGHT_TO_COME: i32 = 102;
/// The value of winning a trick, for every point of it.
const WON: i32 = 1178;
/// The value of taking a high card that nobody else then gets, for each rank above the eight.
const DENY: i32 = 51;

/// The evaluator of the `card-counter` in whole numbers, so that a program in another language
/// computes the same values.
pub struct Appraisal<'a> {
    observation: &'a Observation<'a>,
    knowledge: Knowledge,
    /// The number of tricks after the current one. In a turn around the pool, the number of all tricks.
    left: i32,
}

/// A card and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appraised {
    /// The card.
    pub card: Card,
    /// The value of taking or playing the card, in points of [`ONE`]. Only differences have a meaning.
    pub value: i32,
    /// The probability that the card wins the trick, in units of [`ONE`]; 0 for a card that is taken.
    pub wins: i32,
}

impl<'a> Appraisal<'a> {
    /// The appraisal of a position.
    pub fn new(observation: &'a Observation<'a>) -> Appraisal<'a> {
        let knowledge = Knowledge::of(observation, Memory::Exact);
        let board = observation.board;
        let tricks = i32::from(board.game().tricks());
        Appraisal {
            left: match board.phase() {
                Phase::Tricks(number) => tricks - i32::from(number) - 1,
                _ => tricks,
            },
            observation,
            knowledge,
        }
    }

    /// The player's knowledge of the cards.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// All cards that the player may take or play, by suit and rising rank.
    pub fn all(&self) -> impl Iterator<Item = Appraised> + '_ {
        let hand = self.observation.hand;
        let taking = !matches!(self.observation.board.phase(), Phase::Tricks(_));
        let out = self.knowledge.out();
        let eights = CardSet::EIGHTS;
        let eights = hand.union(out).intersection(eights).len() as i32;
        // The parts of the hand as it is. A card changes only the part of its suit, unless it is an eight.
        let suits = Suit::ALL.map(|suit| suit_part(hand.of_suit(suit), out.of_suit(suit)));
        let total = suits.iter().fold(Part::default(), |sum, part| sum.plus(*part));
        let led = self.observation.board.row().cards().first();
        let coming = led.map(|led| self.eights_to_come(led.suit()));
        let legal = self.observation.legal().iter();
        legal.map(move |card| {
            let suit = card.suit();
            let eights = if taking { eights } else { eights - i32::from(card.is_eight()) };
            let (own, out) = if taking { (hand.with(card), out.without(card)) } else { (hand.without(card), out) };
            let part = suit_part(own.of_suit(suit), out.of_suit(suit));
            let part = total.minus(suits[suit.index()]).plus(part);
            let future = self.future(part, eights);
            if taking {
                Appraised { card, value: future + DENY * (i32::from(card.rank().step()) - 6).max(0), wins: 0 }
            } else {
                let coming = coming.unwrap_or_else(|| self.eights_to_come(suit));
                self.played(card, coming, future)
            }
        })
    }

    /// The expected gain of this trick from the eight of the led suit, if another player holds it,
    /// in points of [`ONE`].
    fn eights_to_come(&self, led: Suit) -> i32 {
        let coming = ONE - self.nobody_has(CardSet::EIGHTS.of_suit(led), led);
        i32::from(EIGHT_POINTS) * coming * EIGHT_TO_COME / ONE
    }

    fn played(&self, card: Card, coming: i32, future: i32) -> Appraised {
        let best = self.observation.board.row().best();
        let ahead = best.is_none_or(|(_, best)| CardSet::above(best).contains(card));
        let wins = if ahead { self.nobody_has(CardSet::above(card), card.suit()) } else { 0 };
        let eight = i32::from(card.is_eight());
        let points = points_on_table(self.observation) + eight * i32::from(EIGHT_POINTS);
        let points = points * ONE + coming;
        let given = eight * ((ONE - wins) * EIGHT_NOW / ONE);
        Appraised { card, value: wins * (points * WON / ONE) / ONE - given + future, wins }
    }

    /// The probability that no player still to come in this trick has any of `cards`, in units of
    /// [`ONE`].
    fn nobody_has(&self, cards: CardSet, suit: Suit) -> i32 {
        let Some(Hidden { cards, places, to_come }) = self.knowledge.hidden(cards, suit) else {
            return 0;
        };
        let (mut chance, mut places) = (64 * ONE, places as i32);
        for _ in 0..cards {
            chance = chance * (places - to_come as i32).max(0) / places.max(1);
            places -= 1;
        }
        chance / 64
    }

    /// The value of a hand in the tricks to come, which contain so many eights.
    fn future(&self, part: Part, eights: i32) -> i32 {
        if self.left == 0 {
            return 0;
        }
        // The last trick is worth two points more than the others.
        let points = self.left + 2 + i32::from(EIGHT_POINTS) * eights;
        part.wins * points / self.left - part.lost
    }
}

/// The points of the trick so far. It may have no card yet.
pub fn points_on_table(observation: &Observation<'_>) -> i32 {
    let Phase::Tricks(number) = observation.board.phase() else {
        return 0;
    };
    let cards = observation.board.row().cards().iter();
    let eights = cards.filter(|card| card.is_eight()).count() as i32;
    i32::from(observation.board.game().trick_points(number)) + eights * i32::from(EIGHT_POINTS)
}

/// The value of the player's cards of one suit. `out` are the cards of the suit that are out.
fn suit_part(own: CardSet, out: CardSet) -> Part {
    let mut part = Part::default();
    let length = own.len() as i32;
    for (below, card) in own.iter().enumerate() {
        let below = below as i32;
        let higher = CardSet::above(card).intersection(out).len();
        let remain = 16 * out.len() as i32 - DRAIN * (length - below - 1);
        let long = ((LEFT - remain) * ONE / LEFT).clamp(0, ONE) * LONG / ONE;
        let wins = by_rank(higher, below).max(long);
        part.wins += wins;
        if card.is_eight() {
            part.lost += (ONE - wins) * EIGHT_LATER / ONE;
        }
    }
    part
}

/// The probability that a card wins a trick, from the number of higher cards that are out and the
/// number of lower cards beside it.
fn by_rank(higher: usize, lower: i32) -> i32 {
    let chance = TOPS.get(higher).copied().unwrap_or(0);
    let missing = (higher as i32 - lower).max(0);
    chance * (ONE - UNGUARDED * missing) / ONE
}

/// The sums over the cards of a hand.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    /// Expected tricks won.
    wins: i32,
    /// Expected points lost by eights that others take.
    lost: i32,
}

impl Part {
    fn plus(self, other: Part) -> Part {
        Part { wins: self.wins + other.wins, lost: self.lost + other.lost }
    }

    fn minus(self, other: Part) -> Part {
        Part { wins: self.wins - other.wins, lost: self.lost - other.lost }
    }
}
