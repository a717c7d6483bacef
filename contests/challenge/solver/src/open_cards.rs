//! The winner of the tricks with both hands open: the exact minimax result, from a table.
//!
//! With open cards only the order of the cards counts. Cards of one player without a card of the
//! other between them are worth the same. Two hands then reduce to a short pattern of groups. There
//! are some thousand patterns, and all are solved once.

use std::sync::OnceLock;

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use cardsharp_challenge_game::rules::{Cards, Rank};

/// The number of cards at the start of a hand.
const HAND_SIZE: u8 = 5;
/// The largest difference in tricks, in both directions.
const MAX_AHEAD: i8 = HAND_SIZE as i8;

/// Groups of cards of equal worth, highest first: the numbers of the leader's cards and of the other's.
type Groups = ArrayVec<[u8; 2], { 2 * HAND_SIZE as usize }>;

/// The results of one pattern for every difference in tricks, two bits each: 0 lost, 1 tied, 2 won by the leader.
type Results = u32;

/// All patterns of up to five cards each.
pub struct OpenCards(FxHashMap<u64, Results>);

impl OpenCards {
    /// The table. The first call makes it (some tens of milliseconds).
    pub fn table() -> &'static OpenCards {
        static TABLE: OnceLock<OpenCards> = OnceLock::new();
        TABLE.get_or_init(OpenCards::solve)
    }

    /// The result of the hand for its owner with best play of both and open cards: 1 won, 0 tied, -1 lost. `ahead` is
    /// the owner's lead in tricks up to now. The hands must be of equal size, at most five cards.
    pub fn result(&self, own: Cards, theirs: Cards, own_lead: bool, ahead: i8) -> i8 {
        if own_lead { self.leader_result(own, theirs, ahead) } else { -self.leader_result(theirs, own, -ahead) }
    }

    /// The result for the owner, who must follow the card `led`; `theirs` is without it.
    pub fn follower_result(&self, own: Cards, led: Rank, theirs: Cards, ahead: i8) -> i8 {
        let answers = own.distinct().filter_map(|rank| Some((rank, own.without(rank)?)));
        answers.map(|(rank, left)| self.after_trick(left, theirs, (rank, led), false, ahead)).max().unwrap_or(0)
    }

    /// The result for the owner after a trick with the cards (own, theirs), which the owner led or not.
    pub fn after_trick(&self, own: Cards, theirs: Cards, trick: (Rank, Rank), own_led: bool, ahead: i8) -> i8 {
        match trick.0.cmp(&trick.1) {
            std::cmp::Ordering::Greater => self.result(own, theirs, true, ahead + 1),
            std::cmp::Ordering::Less => self.result(own, theirs, false, ahead - 1),
            std::cmp::Ordering::Equal => self.result(own, theirs, own_led, ahead),
        }
    }

    fn leader_result(&self, leader: Cards, other: Cards, ahead: i8) -> i8 {
        // A pattern that is not in the table (hands of unequal size) counts as tied.
        let results = self.0.get(&key(&groups(leader, other)));
        results.map_or(0, |&results| unpack(results, ahead))
    }

    fn solve() -> OpenCards {
        let mut table = OpenCards(FxHashMap::default());
        for size in 0..=HAND_SIZE {
            each_pattern([size; 2], &mut Groups::new(), &mut |groups| {
                let results = table.solve_pattern(groups);
                table.0.insert(key(groups), results);
            });
        }
        table
    }

    fn solve_pattern(&self, groups: &Groups) -> Results {
        let mut results = 0;
        for ahead in -MAX_AHEAD..=MAX_AHEAD {
            let result = if groups.is_empty() { ahead.signum() } else { self.best_lead(groups, ahead) };
            results |= pack(result, ahead);
        }
        results
    }

    fn best_lead(&self, groups: &Groups, ahead: i8) -> i8 {
        let held_by = |side: usize| {
            let held = groups.iter().enumerate().filter(move |(_, group)| group[side] > 0);
            held.map(|(index, _)| index)
        };
        let leads = held_by(0).map(|led| {
            let answers = held_by(1).map(|answer| {
                let left = without(groups, led, answer);
                // Groups are in descending order: the lower index is the higher card.
                match led.cmp(&answer) {
                    std::cmp::Ordering::Less => self.solved(&left, ahead + 1),
                    std::cmp::Ordering::Equal => self.solved(&left, ahead),
                    std::cmp::Ordering::Greater => -self.solved(&swapped(&left), 1 - ahead),
                }
            });
            answers.min().unwrap_or(0)
        });
        leads.max().unwrap_or(0)
    }

    fn solved(&self, groups: &Groups, ahead: i8) -> i8 {
        let results = self.0.get(&key(groups));
        results.map_or(0, |&results| unpack(results, ahead))
    }
}

fn pack(result: i8, ahead: i8) -> Results {
    ((result + 1) as Results) << (2 * (ahead + MAX_AHEAD))
}

fn unpack(results: Results, ahead: i8) -> i8 {
    let index = ahead.clamp(-MAX_AHEAD, MAX_AHEAD) + MAX_AHEAD;
    ((results >> (2 * index)) & 3) as i8 - 1
}

/// Six bits a group; a group is never empty, so patterns of different length differ.
fn key(groups: &Groups) -> u64 {
    groups.iter().fold(0, |key, group| key << 6 | u64::from(group[0]) << 3 | u64::from(group[1]))
}

fn groups(leader: Cards, other: Cards) -> Groups {
    let mut groups = Groups::new();
    let mut left = leader.union(other);
    while let Some(rank) = left.highest() {
        let group = [leader.count(rank), other.count(rank)];
        for _ in 0..group[0] + group[1] {
            left = left.without(rank).unwrap_or_default();
        }
        push(&mut groups, group);
    }
    groups
}

/// Adds the next lower group. It joins the last one if both are of the same player alone.
fn push(groups: &mut Groups, group: [u8; 2]) {
    if group == [0, 0] {
        return;
    }
    if let Some(last) = groups.last_mut() {
        let of_leader = last[1] == 0 && group[1] == 0;
        let of_other = last[0] == 0 && group[0] == 0;
        if of_leader || of_other {
            last[0] += group[0];
            last[1] += group[1];
            return;
        }
    }
    groups.push(group);
}

fn without(groups: &Groups, led: usize, answer: usize) -> Groups {
    let mut left = Groups::new();
    for (index, &group) in groups.iter().enumerate() {
        let taken = [u8::from(index == led), u8::from(index == answer)];
        push(&mut left, [group[0] - taken[0], group[1] - taken[1]]);
    }
    left
}

fn swapped(groups: &Groups) -> Groups {
    groups.iter().map(|&[leader, other]| [other, leader]).collect()
}

/// Calls `found` with every pattern that has `left` further cards of the leader and the other.
fn each_pattern(left: [u8; 2], so_far: &mut Groups, found: &mut impl FnMut(&Groups)) {
    if left == [0, 0] {
        return found(so_far);
    }
    for leader in 0..=left[0] {
        for other in 0..=left[1] {
            let mut longer = so_far.clone();
            push(&mut longer, [leader, other]);
            // A group that is empty or joins the last one gives a pattern that is found elsewhere.
            if longer.len() > so_far.len() {
                each_pattern([left[0] - leader, left[1] - other], &mut longer, found);
            }
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/open_cards.rs"]
mod tests;
