//! Exact counts: hands, deals, histories and information sets, each counted by walking the crate's
//! rules and by a second implementation that shares no code with it.

use std::collections::HashSet;
use std::hash::Hash;

use crate::reference::{Act, Position};
use cardsharp_challenge_game::rules::{Cards, Hand, Move, Params, Rank};
use cardsharp_solvers::game::Player;

fn cards(values: &[u8]) -> Cards {
    values.iter().map(|&value| Rank::new(value).unwrap()).collect()
}

/// n! / (n - k)!
fn falling(n: u128, k: u128) -> u128 {
    (0..k).map(|i| n - i).product()
}

fn binomial(n: u128, k: u128) -> u128 {
    falling(n, k) / falling(k, k)
}

/// Every sequence of `size` ranks: the most naive enumeration there is.
fn sequences(ranks: u8, size: usize) -> Vec<Vec<u8>> {
    (0..size).fold(vec![Vec::new()], |shorter, _| {
        let longer = |one: &Vec<u8>| {
            let one = one.clone();
            (1..=ranks).map(move |rank| [one.as_slice(), &[rank]].concat())
        };
        shorter.iter().flat_map(longer).collect()
    })
}

fn holds_at_most(hand: &[u8], copies: usize) -> bool {
    let of = |rank: u8| hand.iter().filter(|&&held| held == rank).count();
    hand.iter().all(|&rank| of(rank) <= copies)
}

/// The hands of `size` cards there are, as sorted lists, in order.
fn hands(ranks: u8, copies: usize, size: usize) -> Vec<Vec<u8>> {
    let ascending = |hand: &Vec<u8>| hand.is_sorted();
    let mut all = sequences(ranks, size);
    all.retain(|hand| ascending(hand) && holds_at_most(hand, copies));
    all
}

#[test]
fn multisets_of_thirteen_ranks() {
    // With copies enough: C(13 + n - 1, n).
    for (size, count) in [(1, 13), (2, 91), (3, 455), (4, 1820), (5, 6188)] {
        // Every order of the same cards must be the same `Cards`, every other hand another.
        let distinct: HashSet<Cards> = sequences(13, size).iter().map(|s| cards(s)).collect();
        assert_eq!(distinct.len(), count, "hands of {size}");
        assert_eq!(hands(13, 8, size).len(), count, "hands of {size}");
        assert_eq!(binomial(12 + size as u128, size as u128), count as u128);
    }
}

#[test]
fn multisets_with_few_copies() {
    // ranks, copies, size, count. By hand: one copy of each of 5 ranks taken 3 at a time is C(5,3);
    // two copies of 3 ranks, 3 cards: x1x2x3, or a pair (3) and another (2), so 1 + 6; three copies
    // of two ranks, 4 cards: 3+1, 2+2, 1+3; four single cards of 13 ranks: C(13,4); five of 13 ranks
    // with at most 4 each (one deck): all but the 13 fives of a kind.
    for (ranks, copies, size, count) in [(5, 1, 3, 10), (3, 2, 3, 7), (2, 3, 4, 3), (13, 1, 4, 715), (13, 4, 5, 6175)] {
        let distinct: HashSet<Cards> = sequences(ranks, size)
            .iter()
            .map(|sequence| cards(sequence))
            .filter(|hand| hand.distinct().all(|rank| hand.count(rank) <= copies))
            .collect();
        assert_eq!(distinct.len(), count);
        assert_eq!(hands(ranks, usize::from(copies), size).len(), count);
    }
}

/// The number of ways in which two hands can be dealt, if cards of a rank are distinguished and the
/// order within a hand is not: the product over ranks of (copies)_{a+b} / (a! b!).
fn deal_weight(copies: u8, one: Cards, other: Cards, ranks: u8) -> u128 {
    (1..=ranks)
        .filter_map(Rank::new)
        .map(|rank| {
            let (a, b) = (u128::from(one.count(rank)), u128::from(other.count(rank)));
            let copies = u128::from(copies);
            if a + b > copies {
                return 0;
            }
            falling(copies, a + b) / (falling(a, a) * falling(b, b))
        })
        .product()
}

#[test]
fn deal_weights_of_small_members_add_up() {
    for (ranks, copies, size) in [(2, 1, 1), (2, 3, 2), (3, 2, 3), (5, 3, 3), (13, 8, 2)] {
        let hands = hands(ranks, usize::from(copies), size);
        let total: u128 = hands
            .iter()
            .flat_map(|one| hands.iter().map(move |other| (one, other)))
            .map(|(one, other)| deal_weight(copies, cards(one), cards(other), ranks))
            .sum();
        let (shoe, size) = (u128::from(ranks) * u128::from(copies), size as u128);
        assert_eq!(total, binomial(shoe, size) * binomial(shoe - size, size));
    }
}

#[test]
fn deal_weights_of_the_contest_add_up() {
    // C(104,5) * C(99,5). The pattern of a hand, not which ranks it has, decides the sum over the
    // other hands, so the seven partitions of 5 stand for the 6188 hands.
    let patterns: [(&[u8], u128); 7] = [
        (&[1, 1, 1, 1, 1], 13),
        (&[1, 1, 1, 1, 2], 13 * 12),
        (&[1, 1, 1, 2, 2], 13 * 12),
        (&[1, 1, 1, 2, 3], 13 * 66),
        (&[1, 1, 2, 2, 3], 78 * 11),
        (&[1, 1, 2, 3, 4], 13 * 220),
        (&[1, 2, 3, 4, 5], 1287),
    ];
    assert_eq!(patterns.iter().map(|(_, hands)| hands).sum::<u128>(), 6188);
    let others = hands(13, 8, 5);
    let total: u128 = patterns
        .iter()
        .map(|&(one, count)| {
            let one = cards(one);
            let sum: u128 = others.iter().map(|other| deal_weight(8, one, cards(other), 13)).sum();
            count * sum
        })
        .sum();
    assert_eq!(total, 91_962_520 * 71_523_144);
    assert_eq!(total, binomial(104, 5) * binomial(99, 5));
}

/// The counts at one depth, which is the number of moves made: the histories, those of them that
/// end the hand, and the information sets (the player's cards as dealt, and everything seen since).
type Level = [usize; 3];

#[derive(Default)]
struct Census<H> {
    levels: Vec<Level>,
    infosets: HashSet<(usize, H, String)>,
}

impl<H: Hash + Eq> Census<H> {
    fn count(&mut self, depth: usize, seen: Option<(usize, H, String)>) {
        if self.levels.len() <= depth {
            self.levels.resize(depth + 1, Level::default());
        }
        let level = &mut self.levels[depth];
        level[0] += 1;
        match seen {
            Some(infoset) => level[2] += usize::from(self.infosets.insert(infoset)),
            None => level[1] += 1,
        }
    }
}

/// Each move is one character: a digit, or o, a, r, f.
fn walk_reference(
    position: &Position,
    dealt: &[Vec<u8>; 2],
    history: &str,
    with_failures: bool,
    census: &mut Census<Vec<u8>>,
) {
    let seen = position.asked().map(|player| {
        let own = dealt[player].clone();
        (player, own, history.to_owned())
    });
    census.count(history.len(), seen);
    let mut acts = position.legal();
    if with_failures && position.asked().is_some() {
        acts.push(Act::Fail);
    }
    for act in acts {
        let character = match act {
            Act::Card(value) => char::from(b'0' + value),
            Act::Offer => 'o',
            Act::Accept => 'a',
            Act::Reject => 'r',
            Act::Fail => 'f',
        };
        let history = format!("{history}{character}");
        walk_reference(&position.after(act), dealt, &history, with_failures, census);
    }
}

fn walk_crate(hand: Hand, dealt: [Cards; 2], history: &str, with_failures: bool, census: &mut Census<Cards>) {
    let seen = hand.to_move().map(|player| {
        let own = dealt[player.index()];
        (player.index(), own, history.to_owned())
    });
    census.count(history.len(), seen);
    for chosen in hand.legal_moves() {
        let character = match chosen {
            Move::Play(rank) => char::from(b'0' + rank.value()),
            Move::Offer => 'o',
            Move::Accept => 'a',
            Move::Reject => 'r',
        };
        let mut next = hand;
        next.apply(chosen).unwrap();
        let history = format!("{history}{character}");
        walk_crate(next, dealt, &history, with_failures, census);
    }
    if with_failures && hand.to_move().is_some() {
        let mut next = hand;
        next.penalize().unwrap();
        walk_crate(next, dealt, &format!("{history}f"), with_failures, census);
    }
}

/// Levels of the member of the family, counted twice; player 0 leads.
fn census(ranks: u8, copies: u8, size: u8, with_failures: bool) -> Vec<Level> {
    let rules = Params::new(ranks, copies, size).unwrap();
    let hands = hands(ranks, usize::from(copies), usize::from(size));
    let mut ours = Census::default();
    let mut theirs = Census::default();
    for one in &hands {
        for other in &hands {
            let both = [one.as_slice(), other.as_slice()].concat();
            if !holds_at_most(&both, usize::from(copies)) {
                continue;
            }
            let dealt = [one.clone(), other.clone()];
            let start = Position::dealt(dealt.clone(), 0);
            walk_reference(&start, &dealt, "", with_failures, &mut theirs);
            let dealt = [cards(one), cards(other)];
            let hand = Hand::new(rules, dealt, Player::ZERO);
            walk_crate(hand, dealt, "", with_failures, &mut ours);
        }
    }
    assert_eq!(ours.levels, theirs.levels);
    ours.levels
}

/// Histories, terminal histories and information sets over all depths.
fn totals(levels: &[Level]) -> Level {
    levels.iter().fold(Level::default(), |sum, level| [0, 1, 2].map(|i| sum[i] + level[i]))
}

#[test]
fn one_card_each_counted_by_hand() {
    // Two ranks, one copy, one card each: two deals. In each the leader plays or challenges (1, 2); after a card the
    // follower plays (end) or challenges, after a challenge the other accepts or rejects (end): 4, of them 2 ends. Then
    // the follower's challenge is accepted or rejected (end), the accepted one's leader plays: 3, of them 1 end. Then
    // two last cards: 2 ends. A player who holds a card knows the opponent's card here, so every choice is an
    // information set.
    let levels = census(2, 1, 1, false);
    assert_eq!(levels, [[2, 0, 2], [4, 0, 4], [8, 4, 4], [6, 2, 4], [4, 4, 0]]);
    // Nine deals of three ranks with copies enough have the same tree. Information sets: the leader's hand (3); led and
    // own card (9), or own card alone when challenged (3); the answer to the follower's challenge (3) and the accepted
    // one's lead (3); the follower's card after either accepted challenge (9 + 9).
    let levels = census(3, 2, 1, false);
    assert_eq!(levels, [[9, 0, 3], [18, 0, 12], [36, 18, 6], [27, 9, 18], [18, 18, 0]]);
    // A failure ends the hand wherever a player is asked: one more end at every choice.
    let levels = census(2, 1, 1, true);
    assert_eq!(levels, [[2, 0, 2], [6, 2, 4], [12, 8, 4], [10, 6, 4], [8, 8, 0]]);
}

// From here on, the numbers are those on which both implementations agree.

#[test]
fn two_cards_each_per_depth() {
    assert_eq!(
        census(3, 2, 2, false),
        [[21, 0, 6], [54, 0, 21], [129, 21, 39], [207, 33, 108], [324, 108, 96], [270, 54, 216], [216, 216, 0],]
    );
}

#[test]
fn three_cards_each_per_depth() {
    assert_eq!(
        census(3, 3, 3, false),
        [
            [55, 0, 10],
            [160, 0, 37],
            [422, 55, 79],
            [846, 105, 240],
            [1662, 207, 441],
            [2640, 324, 1260],
            [4080, 1020, 1260],
            [3570, 510, 3060],
            [3060, 3060, 0],
        ]
    );
}

#[test]
fn small_members_in_all() {
    // ranks, copies, hand size; histories, terminal histories, information sets; the same when
    // every player asked may also fail.
    for ((ranks, copies, size), legal, failing) in [
        ((2, 2, 1), [48, 20, 20], [76, 48, 20]),
        ((3, 1, 1), [72, 30, 30], [114, 72, 30]),
        ((2, 2, 2), [140, 49, 91], [401, 239, 162]),
        ((2, 3, 2), [330, 115, 149], [959, 571, 250]),
        ((3, 2, 2), [1221, 432, 486], [3330, 1989, 753]),
        ((3, 3, 2), [1791, 630, 633], [5004, 2985, 969]),
        ((2, 3, 3), [684, 214, 470], [3577, 2070, 1507]),
        ((3, 2, 3), [2839, 919, 1920], [12_025, 6998, 5027]),
        ((3, 3, 3), [16_495, 5281, 6387], [75_347, 43_760, 15_168]),
    ] {
        assert_eq!(totals(&census(ranks, copies, size, false)), legal);
        assert_eq!(totals(&census(ranks, copies, size, true)), failing);
    }
}

#[test]
fn one_deal_of_the_contest() {
    // The deal of the document's first worked hand. Each side can play its cards in 5!/2! = 60
    // orders: 3600 courses of ten cards, ended without a challenge (depth 10) or after one accepted
    // before any of the ten (depth 12); a last challenge rejected ends at depth 11.
    let dealt = [vec![12, 9, 8, 8, 1], vec![6, 6, 4, 2, 1]];
    let mut theirs = Census::default();
    let start = Position::dealt(dealt.clone(), 0);
    walk_reference(&start, &dealt, "", false, &mut theirs);
    let dealt = [cards(&dealt[0]), cards(&dealt[1])];
    let mut ours = Census::default();
    let hand = Hand::new(Params::CONTEST, dealt, Player::ZERO);
    walk_crate(hand, dealt, "", false, &mut ours);
    assert_eq!(ours.levels, theirs.levels);
    assert_eq!(ours.levels.len(), 13);
    assert_eq!(ours.levels[10], [43_200, 3600 + 3600, 36_000]);
    assert_eq!(ours.levels[11], [39_600, 3600, 36_000]);
    assert_eq!(ours.levels[12], [36_000, 3600 * 10, 0]);
    assert_eq!(totals(&ours.levels), [168_310, 50_573, 117_737]);
}
