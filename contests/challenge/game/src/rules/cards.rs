//! Ranks and multisets of ranks. Suits do not matter in Challenge. A hand is therefore a multiset:
//! the number of cards of each rank.

use std::fmt;

/// The rank of a card, 1 (lowest) to 13 (highest) in the contest; at most 15 can be represented.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(transparent)]
pub struct Rank(u8);

impl Rank {
    /// The rank with this value, if it is 1 to 15.
    pub const fn new(value: u8) -> Option<Rank> {
        if value >= 1 && value <= 15 { Some(Rank(value)) } else { None }
    }

    /// The rank with this value from a message, if the value is a rank.
    pub fn from_integer(value: i64) -> Option<Rank> {
        u8::try_from(value).ok().and_then(Rank::new)
    }

    /// Its value, 1 the lowest.
    pub const fn value(self) -> u8 {
        self.0
    }

    /// The index of the rank, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl<'de> serde::Deserialize<'de> for Rank {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = u8::deserialize(deserializer)?;
        Rank::new(value).ok_or_else(|| serde::de::Error::custom("a card's rank must be 1 to 15"))
    }
}

/// A multiset of ranks: up to 15 cards of each of up to 15 ranks.
///
/// A count has four bits in one 64-bit word, so that copying, comparing and hashing a hand are cheap. It is serialised
/// as the list of ranks, highest first: the form of a hand in every message and record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Cards(u64);

impl Cards {
    /// No cards.
    pub const EMPTY: Cards = Cards(0);

    /// The number of cards of `rank`.
    #[inline]
    pub const fn count(self, rank: Rank) -> u8 {
        ((self.0 >> (4 * rank.index())) & 15) as u8
    }

    /// The number of cards in all.
    pub fn len(self) -> usize {
        let pairs = (self.0 & 0x0f0f_0f0f_0f0f_0f0f) + ((self.0 >> 4) & 0x0f0f_0f0f_0f0f_0f0f);
        // Eight bytes of at most 30 each: the sum fits the top 16 bits' low byte only below 256,
        // so it is taken byte by byte.
        pairs.to_le_bytes().iter().map(|&byte| byte as usize).sum()
    }

    /// True if there is no card.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if there is a card of `rank`.
    pub const fn contains(self, rank: Rank) -> bool {
        self.count(rank) > 0
    }

    /// These cards and one more card of `rank`. At most 15 of a rank can be held; a shoe has at most 8.
    #[must_use]
    pub const fn with(self, rank: Rank) -> Cards {
        debug_assert!(self.count(rank) < 15);
        Cards(self.0 + (1 << (4 * rank.index())))
    }

    /// These cards less one card of `rank`, if there is one.
    pub const fn without(self, rank: Rank) -> Option<Cards> {
        if self.contains(rank) { Some(Cards(self.0 - (1 << (4 * rank.index())))) } else { None }
    }

    /// These cards less the cards of `other`, all of which must be among them.
    #[must_use]
    #[inline]
    pub const fn less(self, other: Cards) -> Cards {
        Cards(self.0 - other.0)
    }

    /// The number of cards of each rank, by [`Rank::index`].
    #[inline(always)]
    pub const fn counts(self) -> [u32; 16] {
        let halves = [self.0 as u32, (self.0 >> 32) as u32];
        let mut counts = [0; 16];
        let mut index = 0;
        while index < 16 {
            counts[index] = halves[index / 8] >> (4 * (index % 8)) & 15;
            index += 1;
        }
        counts
    }

    /// These cards and `other` together. The two counts of a rank must not exceed 15 in sum. Two
    /// hands of one shoe never do.
    #[must_use]
    pub const fn union(self, other: Cards) -> Cards {
        Cards(self.0 + other.0)
    }

    /// The highest rank among the cards.
    pub const fn highest(self) -> Option<Rank> {
        if self.0 == 0 { None } else { Rank::new(((63 - self.0.leading_zeros()) / 4 + 1) as u8) }
    }

    /// The lowest rank among the cards.
    pub const fn lowest(self) -> Option<Rank> {
        if self.0 == 0 { None } else { Rank::new((self.0.trailing_zeros() / 4 + 1) as u8) }
    }

    /// The ranks among the cards, each once, lowest first.
    pub fn distinct(self) -> impl Iterator<Item = Rank> + Clone {
        let mut left = self;
        std::iter::from_fn(move || {
            let rank = left.lowest()?;
            left.0 &= !(15 << (4 * rank.index()));
            Some(rank)
        })
    }

    /// Every card, highest first, equal ones repeated: the order of the contest's messages.
    pub fn descending(self) -> impl Iterator<Item = Rank> {
        let mut left = self;
        std::iter::from_fn(move || {
            let rank = left.highest()?;
            left = left.without(rank)?;
            Some(rank)
        })
    }
}

impl FromIterator<Rank> for Cards {
    fn from_iter<T: IntoIterator<Item = Rank>>(ranks: T) -> Self {
        ranks.into_iter().fold(Cards::EMPTY, Cards::with)
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.descending()).finish()
    }
}

impl fmt::Display for Cards {
    /// The ranks, highest first, with blanks between. Example: `12 9 8 8 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, rank) in self.descending().enumerate() {
            if position > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{rank}")?;
        }
        Ok(())
    }
}

impl serde::Serialize for Cards {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.descending())
    }
}

impl<'de> serde::Deserialize<'de> for Cards {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let ranks = Vec::<Rank>::deserialize(deserializer)?;
        if ranks.len() > 15 {
            return Err(serde::de::Error::custom("a hand has at most 15 cards"));
        }
        Ok(ranks.into_iter().collect())
    }
}
