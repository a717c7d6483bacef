//! The hands that the others may hold.

use rand::Rng;
use rand::seq::SliceRandom;

use super::super::Sight;
use crate::contests::tricky_eights::rules::{Card, CardSet, MOST_PLAYERS, Suit};

/// The other players; one is left over by three.
const OTHERS: usize = MOST_PLAYERS - 1;

/// How many cards of a suit each of the others gets.
type Split = [u8; OTHERS];

/// All ways to deal the unseen cards that agree with what was seen: the cards each has taken and not
/// played yet are his, nobody has a card of a suit in which he did not follow, and every hand has its
/// size. That a card was left in the pool or not played says for certain nothing beyond that, for
/// everybody may take and play badly.
///
/// Each of these ways is drawn with the same probability: the counts of the suits first, by how many
/// deals have them, and then the cards.
#[derive(Clone, Debug)]
pub struct Worlds {
    seat: usize,
    others: [usize; OTHERS],
    hand: CardSet,
    known: [CardSet; OTHERS],
    /// Unseen cards of each suit.
    unseen: [CardSet; Suit::COUNT],
    slots: Split,
    may_hold: [[bool; OTHERS]; Suit::COUNT],
    /// For suit `s`, deals of the suits from `s` on, by the free places of the first two others; the third
    /// has the rest. The deals are counted as sequences of cards over the product of factorials.
    ways: Vec<Vec<f64>>,
    factorials: Vec<f64>,
}

impl Worlds {
    /// The worlds that `sight` allows.
    pub fn of(sight: &Sight<'_>) -> Worlds {
        let board = sight.board;
        let unseen = sight.unseen();
        let mut worlds = Worlds {
            seat: sight.seat.index(),
            others: [usize::MAX; OTHERS],
            hand: sight.hand,
            known: [CardSet::EMPTY; OTHERS],
            unseen: Suit::ALL.map(|suit| unseen.of_suit(suit)),
            slots: [0; OTHERS],
            may_hold: [[false; OTHERS]; Suit::COUNT],
            ways: Vec::new(),
            factorials: Vec::new(),
        };
        for (place, player) in sight.others().enumerate() {
            let known = board.known(player);
            worlds.others[place] = player.index();
            worlds.known[place] = known;
            worlds.slots[place] = (board.hand_size(player) - known.len()) as u8;
            for suit in Suit::ALL {
                worlds.may_hold[suit.index()][place] = !board.is_void(player, suit);
            }
        }
        worlds.count();
        worlds
    }

    /// The place in a list of ways of these free places.
    fn key(&self, slots: Split) -> usize {
        usize::from(slots[0]) * (usize::from(self.slots[1]) + 1) + usize::from(slots[1])
    }

    /// Counts the deals of the last suit, of the last two, and so on.
    fn count(&mut self) {
        let most = self
            .unseen
            .iter()
            .map(|cards| cards.len())
            .sum::<usize>()
            .max(1);
        self.factorials = (1..=most).fold(vec![1.0], |mut list, factor| {
            list.push(list[factor - 1] * factor as f64);
            list
        });
        let size = (usize::from(self.slots[0]) + 1) * (usize::from(self.slots[1]) + 1);
        let mut end = vec![0.0; size];
        end[0] = 1.0;
        self.ways = vec![end];
        let mut total = 0;
        for suit in (0..Suit::COUNT).rev() {
            total += self.unseen[suit].len();
            let mut ways = vec![0.0; size];
            for first in 0..=self.slots[0] {
                for second in 0..=self.slots[1] {
                    let rest = total.checked_sub(usize::from(first + second));
                    let Some(third) = rest.filter(|&rest| rest <= usize::from(self.slots[2]))
                    else {
                        continue;
                    };
                    let slots = [first, second, third as u8];
                    let mut sum = 0.0;
                    self.for_splits(suit, slots, |_, deals| sum += deals);
                    ways[self.key(slots)] = sum;
                }
            }
            self.ways.push(ways);
        }
    }

    /// Calls `with` for every split of a suit's unseen cards into these free places, and how many deals
    /// of this and the later suits have it.
    fn for_splits(&self, suit: usize, slots: Split, mut with: impl FnMut(Split, f64)) {
        let cards = self.unseen[suit].len() as u8;
        let later = &self.ways[Suit::COUNT - 1 - suit];
        let most = |place: usize| match self.may_hold[suit][place] {
            true => slots[place].min(cards),
            false => 0,
        };
        for first in 0..=most(0) {
            for second in 0..=most(1).min(cards - first) {
                let third = cards - first - second;
                if third > most(2) {
                    continue;
                }
                let split = [first, second, third];
                let left = [0, 1, 2].map(|place| slots[place] - split[place]);
                let orders = split.map(|count| self.factorials[usize::from(count)]);
                let deals = self.factorials[usize::from(cards)] / orders.iter().product::<f64>();
                with(split, deals * later[self.key(left)]);
            }
        }
    }

    /// One of the worlds: the hands by player number.
    pub fn draw(&self, rng: &mut impl Rng) -> [CardSet; MOST_PLAYERS] {
        let mut hands = self.known;
        let mut slots = self.slots;
        for suit in 0..Suit::COUNT {
            if self.unseen[suit].is_empty() {
                continue;
            }
            let split = self.draw_split(suit, slots, rng);
            let mut cards: Vec<Card> = self.unseen[suit].iter().collect();
            cards.shuffle(rng);
            let mut cards = cards.into_iter();
            for place in 0..OTHERS {
                let dealt = cards.by_ref().take(usize::from(split[place]));
                hands[place] = dealt.fold(hands[place], CardSet::with);
                slots[place] -= split[place];
            }
        }
        let mut world = [CardSet::EMPTY; MOST_PLAYERS];
        world[self.seat] = self.hand;
        for (&player, hand) in self.others.iter().zip(hands) {
            if let Some(held) = world.get_mut(player) {
                *held = hand;
            }
        }
        world
    }

    fn draw_split(&self, suit: usize, slots: Split, rng: &mut impl Rng) -> Split {
        let all = self.ways[Suit::COUNT - suit][self.key(slots)];
        let mut left = rng.random::<f64>() * all;
        let mut drawn = [0; OTHERS];
        self.for_splits(suit, slots, |split, deals| {
            if deals > 0.0 && left > 0.0 {
                drawn = split;
                left -= deals;
            }
        });
        drawn
    }

    /// How many deals of the unseen cards agree with what was seen.
    pub fn len(&self) -> f64 {
        self.ways[Suit::COUNT][self.key(self.slots)]
    }

    /// Whether none does, which cannot be in a round played by the rules.
    pub fn is_empty(&self) -> bool {
        self.len() == 0.0
    }
}
