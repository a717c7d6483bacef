//! Two open hands as a search sees them: only who holds the highest card left of a suit, who the next,
//! and so on. Cards out of play, and the names of the ranks, do not matter.

use cardsharp_solvers::game::Player;

use crate::contests::skullwhist::rules::{Cards, Suit};

/// Bits of a lane.
const WIDTH: u32 = 16;
/// The lane of trumps.
const TRUMP: u32 = 3;
/// Its bits.
const TRUMPS: u64 = 0xffff << (TRUMP * WIDTH);

/// The cards of two hands, between two rounds.
///
/// Each suit has a lane of 16 bits: a sentinel 1, and below it one bit for every card that is left,
/// highest first, which is 1 if the leader holds it. Trumps have the last lane; the others, which the
/// rules do not tell apart, stand in order of their bits. So positions that differ in nothing that
/// matters are the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lanes(u64);

/// The place of a card in [`Lanes`].
pub(super) type Place = u32;

impl Lanes {
    /// The cards as `leader` would lead from, and where each card stands, by [`Card::place`].
    pub(super) fn of(hands: [Cards; 2], leader: Player) -> (Lanes, [u8; 64]) {
        let [own, other] = [leader, leader.opponent()].map(|player| hands[player.index()]);
        let mut coded = Suit::ALL.map(|suit| {
            let cards = own.union(other).of_suit(suit).into_iter().rev();
            let lane = cards.fold(1u64, |lane, card| lane << 1 | u64::from(own.contains(card)));
            (lane, suit)
        });
        coded[..3].sort_unstable();
        let mut places = [0; 64];
        let mut bits = 0;
        for (number, (lane, suit)) in coded.into_iter().enumerate() {
            let lowest = number as u32 * WIDTH;
            bits |= lane << lowest;
            let cards = own.union(other).of_suit(suit);
            for (height, card) in cards.into_iter().enumerate() {
                places[usize::from(card.place())] = (lowest as usize + height) as u8;
            }
        }
        (Lanes(bits), places)
    }

    /// The number that stands for the position.
    pub(super) fn key(self) -> u64 {
        self.0
    }

    #[inline]
    fn lane(self, number: u32) -> u64 {
        self.0 >> (number * WIDTH) & 0xffff
    }

    /// One bit for every card.
    #[inline]
    fn present(self) -> u64 {
        // Of every lane the bits below its sentinel: smear the sentinel down and drop its own place.
        let mut smeared = self.0 >> 1 & 0x7fff_7fff_7fff_7fff;
        smeared |= smeared >> 1 & 0x7fff_7fff_7fff_7fff;
        smeared |= smeared >> 2 & 0x3fff_3fff_3fff_3fff;
        smeared |= smeared >> 4 & 0x0fff_0fff_0fff_0fff;
        smeared | smeared >> 8 & 0x00ff_00ff_00ff_00ff
    }

    /// The cards of the leader and of the other player.
    #[inline]
    pub(super) fn holdings(self) -> [u64; 2] {
        let present = self.present();
        [self.0 & present, present & !self.0]
    }

    /// The two cards gone, with whoever won leading: the position and whether the leader won.
    #[inline]
    pub(super) fn after(self, led: Place, reply: Place) -> (Lanes, bool) {
        let leader_wins = !beats(reply, led);
        let rest = self.without(led.max(reply)).without(led.min(reply));
        let rest = if leader_wins { rest } else { rest.turned() };
        (rest.sorted(), leader_wins)
    }

    #[inline]
    fn without(self, place: Place) -> Lanes {
        let lane = 0xffff << (place / WIDTH * WIDTH);
        let below = (1u64 << place) - 1;
        let kept = self.0 & (!lane | below);
        Lanes(kept | (self.0 & lane & !below & !(1 << place)) >> 1)
    }

    /// The same cards as the other player would lead from.
    #[inline]
    fn turned(self) -> Lanes {
        Lanes(self.0 ^ self.present())
    }

    #[inline]
    fn sorted(self) -> Lanes {
        let [mut a, mut b, mut c] = [self.lane(0), self.lane(1), self.lane(2)];
        if a > b {
            (a, b) = (b, a);
        }
        if b > c {
            (b, c) = (c, b);
        }
        if a > b {
            (a, b) = (b, a);
        }
        Lanes(self.0 & TRUMPS | c << (2 * WIDTH) | b << WIDTH | a)
    }
}

impl Lanes {
    /// Leads worth trying: of cards between which nobody holds one, the lowest.
    #[inline]
    pub(super) fn leads(self) -> u64 {
        let [own, _] = self.holdings();
        lowest_of_runs(own)
    }

    /// Answers to `led` worth trying.
    #[inline]
    pub(super) fn replies(self, led: Place) -> u64 {
        let [_, other] = self.holdings();
        let following = other & 0xffff << (led / WIDTH * WIDTH);
        lowest_of_runs(if following == 0 { other } else { following })
    }

    /// The lead to try first of these.
    #[inline]
    pub(super) fn next_lead(self, leads: u64) -> Place {
        63 - leads.leading_zeros()
    }

    /// The answer to try first of these: as cheap a winner as there is, or else the lowest card.
    #[inline]
    pub(super) fn next_reply(self, replies: u64, led: Place) -> Place {
        let lane = 0xffff << (led / WIDTH * WIDTH);
        let higher = replies & lane & !1 << led;
        let following = replies & lane != 0;
        let ruffs = if following { 0 } else { replies & TRUMPS };
        let winners = higher | ruffs;
        let of = if winners == 0 { replies } else { winners };
        of.trailing_zeros()
    }

    /// Tricks that the leader can take at once, and tricks that the other player cannot be kept from:
    /// bounds, not what they will take.
    ///
    /// *The leader* cashes cards at the top of their suits. With the highest trumps he draws the other's
    /// trumps; once those are gone, a suit of which the other holds no more cards than the leader's top
    /// ones is the leader's to the last card, and of every other suit the top ones win. As long as the
    /// other has trumps, top cards win only while he must follow.
    ///
    /// *Either player* takes, in the end, a trick with every trump for which the other has no higher
    /// trump to spare.
    #[inline]
    pub(super) fn sure_tricks(self) -> [u8; 2] {
        let trumps = self.lane(TRUMP);
        let [own_top, own_trumps, other_trumps] = lane_counts(trumps);
        let drawn = own_top >= other_trumps;
        let mut cashed = if drawn { own_trumps } else { own_top };
        for number in 0..TRUMP {
            let [top, own, other] = lane_counts(self.lane(number));
            cashed += match drawn {
                true if top >= other => own,
                true => top,
                false => top.min(other),
            };
        }
        let [own_sure, other_sure] = SURE_TRUMPS[trumps as usize & (SURE_TRUMPS.len() - 1)];
        [own_sure.max(cashed as u8), other_sure]
    }
}

/// Of every run of neighbouring bits the lowest. The top bit of a lane is never set, so that runs end
/// with their lanes.
#[inline]
fn lowest_of_runs(bits: u64) -> u64 {
    bits & !(bits << 1)
}

/// Of one lane: the leader's cards above all of the other's, all of the leader's, all of the other's.
#[inline]
fn lane_counts(lane: u64) -> [u32; 3] {
    let cards = 63 - lane.leading_zeros();
    let own = lane.count_ones() - 1;
    // The cards, highest first, from the top of the word; what follows them is no card of the leader's.
    let top = match cards {
        0 => 0,
        _ => (lane << (64 - cards)).leading_ones(),
    };
    [top, own, cards - own]
}

/// Whether the card at `reply` takes the trick from the one at `led`.
#[inline]
fn beats(reply: Place, led: Place) -> bool {
    if reply / WIDTH == led / WIDTH {
        reply > led
    } else {
        reply / WIDTH == TRUMP
    }
}

/// For every lane of trumps: the trumps of the leader, and of the other, that are left when as many as
/// possible are beaten, each by a higher one of its own.
static SURE_TRUMPS: [[u8; 2]; 1 << 14] = {
    let mut table = [[0; 2]; 1 << 14];
    let mut lane = 1;
    while lane < table.len() {
        let mut sure = [0; 2];
        // Higher trumps of each side that have beaten nothing yet.
        let mut spare = [0; 2];
        let mut place = lane.ilog2();
        while place > 0 {
            place -= 1;
            let side = 1 - (lane >> place & 1);
            if spare[1 - side] > 0 {
                spare[1 - side] -= 1;
            } else {
                sure[side] += 1;
            }
            spare[side] += 1;
        }
        table[lane] = sure;
        lane += 1;
    }
    table
};
