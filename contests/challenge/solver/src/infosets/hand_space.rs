//! All multisets of cards that a player can hold, numbered.

use cardsharp_challenge_game::rules::{Cards, Params, Rank};

/// The number of a multiset in its [`HandSpace`]; numbers of one size are consecutive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HandId(u16);

impl HandId {
    /// The empty hand.
    pub const EMPTY: HandId = HandId(0);

    /// The number, for use as an index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The hand with this number, which must have come from [`HandId::index`].
    #[inline(always)]
    pub const fn from_index(index: usize) -> HandId {
        HandId(index as u16)
    }
}

const NONE: u16 = u16::MAX;

/// All multisets of 0 to `hand_size` cards, with maps that add or remove a card. In the contest's
/// game there are 1, 13, 91, 455, 1820 and 6188 of sizes 0 to 5: 8568 in all.
#[derive(Debug)]
pub struct HandSpace {
    rules: Params,
    cards: Vec<Cards>,
    /// First number of each size, and the number of hands at the end.
    first: Vec<u16>,
    /// The distinct ranks of each hand, lowest first, with zeros after them.
    distinct: Vec<[u8; 5]>,
    distinct_len: Vec<u8>,
    size: Vec<u8>,
    with: Vec<[u16; 16]>,
    without: Vec<[u16; 16]>,
    /// By size of the smaller hand: see [`HandSpace::larger`].
    larger: Vec<Vec<u16>>,
}

impl HandSpace {
    /// Numbers the hands of `rules`.
    pub fn new(rules: Params) -> HandSpace {
        let mut cards = vec![Cards::EMPTY];
        let mut first = vec![0_u16, 1];
        for size in 0..usize::from(rules.hand_size()) {
            for parent in usize::from(first[size])..usize::from(first[size + 1]) {
                let hand = cards[parent];
                // Adding no card below the highest generates every multiset once.
                let from = hand.highest().map_or(1, Rank::value);
                let added = rules.all_ranks().filter(|rank| rank.value() >= from);
                let fitting = added.filter(|&rank| hand.count(rank) < rules.copies());
                cards.extend(fitting.map(|rank| hand.with(rank)).collect::<Vec<_>>());
            }
            first.push(cards.len() as u16);
        }
        let mut space = HandSpace {
            rules,
            first,
            distinct: Vec::with_capacity(cards.len()),
            distinct_len: Vec::with_capacity(cards.len()),
            size: cards.iter().map(|hand| hand.len() as u8).collect(),
            with: vec![[NONE; 16]; cards.len()],
            without: vec![[NONE; 16]; cards.len()],
            larger: Vec::new(),
            cards,
        };
        space.connect();
        let sizes = 0..usize::from(rules.hand_size());
        space.larger = sizes.map(|size| space.larger_than(size)).collect();
        space
    }

    fn connect(&mut self) {
        let numbers: std::collections::HashMap<Cards, u16> = self.cards.iter().copied().zip(0_u16..).collect();
        for (id, &hand) in self.cards.iter().enumerate() {
            let mut distinct = [0; 5];
            let mut len = 0;
            for rank in hand.distinct() {
                distinct[len] = rank.value();
                len += 1;
                if let Some(&smaller) = hand.without(rank).and_then(|left| numbers.get(&left)) {
                    let slot = usize::from(rank.value());
                    self.without[id][slot] = smaller;
                    self.with[usize::from(smaller)][slot] = id as u16;
                }
            }
            self.distinct.push(distinct);
            self.distinct_len.push(len as u8);
        }
    }

    fn larger_than(&self, size: usize) -> Vec<u16> {
        let with = |hand, rank| self.try_with(hand, rank).map_or(0, |larger| self.local(larger));
        let runs =
            (1..=self.rules.ranks()).flat_map(|rank| self.of_size(size).map(move |hand| with(hand, rank) as u16));
        runs.collect()
    }

    /// The hands with one card more, rank by rank. For each rank there is a run over the hands of `size` cards, where
    /// `size` is less than a full hand. An entry is the index, among the hands of its size, of the hand with one more
    /// card of the rank. If there is no such hand, the entry is any index.
    #[inline(always)]
    pub fn larger(&self, size: usize) -> &[u16] {
        &self.larger[size]
    }

    /// The parameters of the game.
    pub fn rules(&self) -> Params {
        self.rules
    }

    /// The number of hands of all sizes.
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Always false: the empty hand is always in the space.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The number of hands of `size` cards.
    pub fn count(&self, size: usize) -> usize {
        usize::from(self.first[size + 1] - self.first[size])
    }

    /// The first hand of `size` cards.
    #[inline(always)]
    pub fn first(&self, size: usize) -> HandId {
        HandId(self.first[size])
    }

    /// All hands of `size` cards.
    pub fn of_size(&self, size: usize) -> impl ExactSizeIterator<Item = HandId> + Clone + use<> {
        (self.first[size]..self.first[size + 1]).map(HandId)
    }

    /// The cards of a hand.
    #[inline(always)]
    pub fn cards(&self, hand: HandId) -> Cards {
        self.cards[hand.index()]
    }

    /// The number of a hand, if it is one of this space.
    pub fn id(&self, cards: Cards) -> Option<HandId> {
        cards.descending().try_fold(HandId::EMPTY, |hand, rank| {
            (rank.value() <= self.rules.ranks()).then_some(())?;
            self.try_with(hand, rank.value())
        })
    }

    /// The number of cards of a hand.
    #[inline(always)]
    pub fn size(&self, hand: HandId) -> usize {
        usize::from(self.size[hand.index()])
    }

    /// The index of a hand among those of its size.
    #[inline(always)]
    pub fn local(&self, hand: HandId) -> usize {
        hand.index() - usize::from(self.first[self.size(hand)])
    }

    /// The distinct ranks of a hand, lowest first.
    #[inline(always)]
    pub fn distinct(&self, hand: HandId) -> &[u8] {
        let len = usize::from(self.distinct_len[hand.index()]);
        &self.distinct[hand.index()][..len]
    }

    /// The hand without a card of `rank`, which it must hold.
    #[inline(always)]
    pub fn without(&self, hand: HandId, rank: u8) -> HandId {
        HandId(self.without[hand.index()][usize::from(rank & 15)])
    }

    /// The hand with one more card of `rank`, which must exist.
    #[inline(always)]
    pub fn with(&self, hand: HandId, rank: u8) -> HandId {
        HandId(self.with[hand.index()][usize::from(rank & 15)])
    }

    /// The hand with one more card of `rank`, if it is in the space.
    #[inline(always)]
    pub fn try_with(&self, hand: HandId, rank: u8) -> Option<HandId> {
        match self.with[hand.index()][usize::from(rank & 15)] {
            NONE => None,
            id => Some(HandId(id)),
        }
    }
}
