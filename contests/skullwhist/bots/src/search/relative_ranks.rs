//! Two open hands in the form of a search. It keeps only the holder of the highest card left of
//! each suit, of the next, and so on. Cards out of play and the names of the ranks do not matter.

use cardsharp_solvers::game::Player;

use cardsharp_skullwhist_game::rules::{Cards, Suit};

/// The number of bits of a lane.
const WIDTH: u32 = 16;
/// The lane of trumps.
const TRUMP: u32 = 3;
/// The bits of that lane.
const TRUMPS: u64 = 0xffff << (TRUMP * WIDTH);

/// The cards of two hands, between two rounds.
///
/// Each suit has a lane of 16 bits: a sentinel 1, and below it one bit for every card that is left, highest first. A
/// bit is 1 if the leader holds the card. Trumps have the last lane. The other suits are equal by the rules, so their
/// lanes are in order of their bits. Positions that differ in nothing that matters are therefore the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RelativeRanks(u64);

/// The bit index of a card in [`RelativeRanks`].
pub(super) type Bit = u32;

impl RelativeRanks {
    /// The cards from the view of `leader`, and the bit index of each card, by [`Card::index`].
    pub(super) fn of(hands: [Cards; 2], leader: Player) -> (RelativeRanks, [u8; 64]) {
        let [own, other] = [leader, leader.opponent()].map(|player| hands[player.index()]);
        let mut coded = Suit::ALL.map(|suit| {
            let cards = own.union(other).of_suit(suit).into_iter().rev();
            let lane = cards.fold(1u64, |lane, card| lane << 1 | u64::from(own.contains(card)));
            (lane, suit)
        });
        coded[..3].sort_unstable();
        let mut bits_of = [0; 64];
        let mut bits = 0;
        for (number, (lane, suit)) in coded.into_iter().enumerate() {
            let lowest = number as u32 * WIDTH;
            bits |= lane << lowest;
            let cards = own.union(other).of_suit(suit);
            for (height, card) in cards.into_iter().enumerate() {
                bits_of[usize::from(card.index())] = (lowest as usize + height) as u8;
            }
        }
        (RelativeRanks(bits), bits_of)
    }

    /// The number of the position.
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

    /// The position after a round with these two cards, with its winner as the leader, and true if the leader won.
    #[inline]
    pub(super) fn after(self, led: Bit, reply: Bit) -> (RelativeRanks, bool) {
        let leader_wins = !beats(reply, led);
        let rest = self.without(led.max(reply)).without(led.min(reply));
        let rest = if leader_wins { rest } else { rest.turned() };
        (rest.sorted(), leader_wins)
    }

    #[inline]
    fn without(self, bit: Bit) -> RelativeRanks {
        let lane = 0xffff << (bit / WIDTH * WIDTH);
        let below = (1u64 << bit) - 1;
        let kept = self.0 & (!lane | below);
        RelativeRanks(kept | (self.0 & lane & !below & !(1 << bit)) >> 1)
    }

    /// The same cards from the view of the other player.
    #[inline]
    fn turned(self) -> RelativeRanks {
        RelativeRanks(self.0 ^ self.present())
    }

    #[inline]
    fn sorted(self) -> RelativeRanks {
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
        RelativeRanks(self.0 & TRUMPS | c << (2 * WIDTH) | b << WIDTH | a)
    }
}

impl RelativeRanks {
    /// The leads to search: the lowest of each run of adjacent cards.
    #[inline]
    pub(super) fn leads(self) -> u64 {
        let [own, _] = self.holdings();
        lowest_of_runs(own)
    }

    /// The answers to `led` to search.
    #[inline]
    pub(super) fn replies(self, led: Bit) -> u64 {
        let [_, other] = self.holdings();
        let following = other & 0xffff << (led / WIDTH * WIDTH);
        lowest_of_runs(if following == 0 { other } else { following })
    }

    /// The lead to try first.
    #[inline]
    pub(super) fn next_lead(self, leads: u64) -> Bit {
        63 - leads.leading_zeros()
    }

    /// The answer to try first: the cheapest winner, or else the lowest card.
    #[inline]
    pub(super) fn next_reply(self, replies: u64, led: Bit) -> Bit {
        let lane = 0xffff << (led / WIDTH * WIDTH);
        let higher = replies & lane & !1 << led;
        let following = replies & lane != 0;
        let ruffs = if following { 0 } else { replies & TRUMPS };
        let winners = higher | ruffs;
        let of = if winners == 0 { replies } else { winners };
        of.trailing_zeros()
    }

    /// The number of tricks that the leader can take at once, and of tricks that the other player
    /// takes for certain. They are bounds, not values.
    ///
    /// *The leader* cashes cards at the top of their suits. With the highest trumps, the leader draws the other's
    /// trumps. Once those are gone, every suit with at most as many cards of the other as top cards of the leader
    /// belongs to the leader in full. Of every other suit the top cards win. While the other player has trumps, top
    /// cards win only while they must follow suit.
    ///
    /// *Either player* takes in the end a trick with every trump for which the other has no spare higher trump.
    #[inline]
    pub(super) fn sure_tricks(self) -> [u8; 2] {
        let trumps = self.lane(TRUMP);
        let [own_top, own_trumps, other_trumps] = lane_counts(trumps);
        let drawn = own_top >= other_trumps;
        let mut cashed = if drawn { own_trumps } else { own_top };
        for number in 0..TRUMP {
            let [top, own, other] = lane_counts(self.lane(number));
            cashed += if !drawn {
                top.min(other)
            } else if top >= other {
                own
            } else {
                top
            };
        }
        let [own_sure, other_sure] = SURE_TRUMPS[trumps as usize & (SURE_TRUMPS.len() - 1)];
        [own_sure.max(cashed as u8), other_sure]
    }
}

/// The lowest bit of every run of adjacent bits. The top bit of a lane is never set, so runs end with their lanes.
#[inline]
fn lowest_of_runs(bits: u64) -> u64 {
    bits & !(bits << 1)
}

/// The counts of one lane: the leader's cards above all of the other's, all of the leader's, all of the other's.
#[inline]
fn lane_counts(lane: u64) -> [u32; 3] {
    let cards = 63 - lane.leading_zeros();
    let own = lane.count_ones() - 1;
    // The cards, highest first, from the top of the word. The bit after them is no card of the leader.
    let top = match cards {
        0 => 0,
        _ => (lane << (64 - cards)).leading_ones(),
    };
    [top, own, cards - own]
}

/// True if the card at `reply` takes the trick from the one at `led`.
#[inline]
fn beats(reply: Bit, led: Bit) -> bool {
    if reply / WIDTH == led / WIDTH { reply > led } else { reply / WIDTH == TRUMP }
}

/// For every lane of trumps: the trumps of the leader, and of the other player, that are left if as
/// many as possible are beaten, each by a different higher one.
static SURE_TRUMPS: [[u8; 2]; 1 << 14] = {
    let mut table = [[0; 2]; 1 << 14];
    let mut lane = 1;
    while lane < table.len() {
        let mut sure = [0; 2];
        // Higher trumps of each side that have not beaten a trump yet.
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
