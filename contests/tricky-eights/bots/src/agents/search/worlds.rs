//! The possible hands of the others.

use rand::Rng;
use rand::seq::SliceRandom;

use cardsharp_tricky_eights_game::observation::Observation;
use cardsharp_tricky_eights_game::rules::{Card, CardSet, MAX_PLAYERS, Suit};

/// The number of other players in a game of four. With fewer players, some places are not used.
const OTHERS: usize = MAX_PLAYERS - 1;

/// The number of cards of a suit that each of the others gets.
type Split = [u8; OTHERS];

/// All deals of the unseen cards that agree with the observations. A player holds the cards that they have taken and
/// not yet played. A player holds no card of a suit in which they did not follow. Every hand has its size. That a card
/// was left in the pool or not played gives no further certainty, because any player may take and play badly.
///
/// Each of these deals is sampled with the same probability. The counts of the suits are sampled
/// first, weighted by the number of deals that have them, and then the cards.
#[derive(Clone, Debug)]
pub struct Worlds {
    seat: usize,
    others: [usize; OTHERS],
    hand: CardSet,
    known: [CardSet; OTHERS],
    /// The unseen cards of each suit.
    unseen: [CardSet; Suit::COUNT],
    slots: Split,
    may_hold: [[bool; OTHERS]; Suit::COUNT],
    /// For suit `s`, the number of deals of the suits from `s` on, by the free places of the first
    /// two others. The third has the remaining places. The number of deals is the number of card
    /// sequences divided by the product of factorials.
    ways: Vec<Vec<f64>>,
    factorials: Vec<f64>,
}

impl Worlds {
    /// The worlds that agree with `observation`.
    pub fn of(observation: &Observation<'_>) -> Worlds {
        let board = observation.board;
        let unseen = observation.unseen();
        let mut worlds = Worlds {
            seat: observation.seat.index(),
            others: [usize::MAX; OTHERS],
            hand: observation.hand,
            known: [CardSet::EMPTY; OTHERS],
            unseen: Suit::ALL.map(|suit| unseen.of_suit(suit)),
            slots: [0; OTHERS],
            may_hold: [[false; OTHERS]; Suit::COUNT],
            ways: Vec::new(),
            factorials: Vec::new(),
        };
        for (index, player) in observation.others().enumerate() {
            let known = board.known(player);
            worlds.others[index] = player.index();
            worlds.known[index] = known;
            worlds.slots[index] = (board.hand_size(player) - known.len()) as u8;
            for suit in Suit::ALL {
                worlds.may_hold[suit.index()][index] = !board.is_void(player, suit);
            }
        }
        worlds.count();
        worlds
    }

    /// The index of these free places in a list of `ways`.
    fn key(&self, slots: Split) -> usize {
        usize::from(slots[0]) * (usize::from(self.slots[1]) + 1) + usize::from(slots[1])
    }

    /// Counts the deals of the last suit, of the last two suits, and so on.
    fn count(&mut self) {
        let most = self.unseen.iter().map(|cards| cards.len()).sum::<usize>().max(1);
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
                    let Some(third) = rest.filter(|&rest| rest <= usize::from(self.slots[2])) else {
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

    /// Calls `with` for every split of a suit's unseen cards into these free places. The second
    /// argument is the number of deals of this suit and the later suits that have the split.
    fn for_splits(&self, suit: usize, slots: Split, mut with: impl FnMut(Split, f64)) {
        let cards = self.unseen[suit].len() as u8;
        let later = &self.ways[Suit::COUNT - 1 - suit];
        let most = |index: usize| {
            if self.may_hold[suit][index] { slots[index].min(cards) } else { 0 }
        };
        for first in 0..=most(0) {
            for second in 0..=most(1).min(cards - first) {
                let third = cards - first - second;
                if third > most(2) {
                    continue;
                }
                let split = [first, second, third];
                let left = [0, 1, 2].map(|index| slots[index] - split[index]);
                let orders = split.map(|count| self.factorials[usize::from(count)]);
                let deals = self.factorials[usize::from(cards)] / orders.iter().product::<f64>();
                with(split, deals * later[self.key(left)]);
            }
        }
    }

    /// Samples a world: the hands by player number.
    pub fn sample(&self, rng: &mut impl Rng) -> [CardSet; MAX_PLAYERS] {
        let mut hands = self.known;
        let mut slots = self.slots;
        for suit in 0..Suit::COUNT {
            if self.unseen[suit].is_empty() {
                continue;
            }
            let split = self.sample_split(suit, slots, rng);
            let mut cards: Vec<Card> = self.unseen[suit].iter().collect();
            cards.shuffle(rng);
            let mut cards = cards.into_iter();
            for index in 0..OTHERS {
                let dealt = cards.by_ref().take(usize::from(split[index]));
                hands[index] = dealt.fold(hands[index], CardSet::with);
                slots[index] -= split[index];
            }
        }
        let mut world = [CardSet::EMPTY; MAX_PLAYERS];
        world[self.seat] = self.hand;
        for (&player, hand) in self.others.iter().zip(hands) {
            if let Some(held) = world.get_mut(player) {
                *held = hand;
            }
        }
        world
    }

    fn sample_split(&self, suit: usize, slots: Split, rng: &mut impl Rng) -> Split {
        let all = self.ways[Suit::COUNT - suit][self.key(slots)];
        let mut left = rng.random::<f64>() * all;
        let mut sampled = [0; OTHERS];
        self.for_splits(suit, slots, |split, deals| {
            if deals > 0.0 && left > 0.0 {
                sampled = split;
                left -= deals;
            }
        });
        sampled
    }

    /// The number of deals of the unseen cards that agree with the observations.
    pub fn len(&self) -> f64 {
        self.ways[Suit::COUNT][self.key(self.slots)]
    }

    /// True if no deal agrees with them. This is impossible in a round played by the rules.
    pub fn is_empty(&self) -> bool {
        self.len() == 0.0
    }
}
