//! The public classes: the information of a player without the own cards.

use super::memory_classes::MemoryClasses;
use super::situations::Situations;
use super::{ChallengeState, HandGame, HandState, PublicParts, Stake};

/// The positions of a set of standings ([`MemoryClasses::standings`]) in which one leads.
const LEADS: u32 = 0xAAAA_AAAA;

/// Numbers the information of a player without the hand: by memory class, and for each the trick counts and leads that
/// it allows. Those of a decided hand are left out. In each, the leader plays, with the challenge open or accepted in
/// any remembered way. The follower answers a challenge or plays to each rank. The leader also answers with each rank
/// of their own on the table; these public classes are numbered separately, because the leader then has a card less.
#[derive(Debug)]
pub(super) struct PublicClasses {
    ranks: usize,
    hand_size: usize,
    /// By tricks over.
    levels: Vec<Level>,
}

#[derive(Debug)]
struct Level {
    /// By memory class: the standings in which a decision matters.
    standings: Vec<u32>,
    /// By memory class: its first public class. At the end: the number of public classes.
    full: Vec<u32>,
    /// The same for the answers with a card on the table.
    tabled: Vec<u32>,
    /// The number of ways in which a challenge is remembered. After one, the last trick has no decision.
    stakes: usize,
}

impl Level {
    fn new(memory_classes: &MemoryClasses, over: usize, ranks: usize, hand_size: usize) -> Level {
        let open = |memory_class| memory_classes.standings(over, memory_class) & undecided(over, hand_size);
        let mut level = Level {
            standings: (0..memory_classes.count(over)).map(open).collect(),
            full: vec![0],
            tabled: vec![0],
            stakes: if over + 1 == hand_size { 0 } else { memory_classes.stakes(over) },
        };
        let (mut full, mut tabled) = (0, 0);
        for &standings in &level.standings {
            let leads = (standings & LEADS).count_ones();
            let follows = (standings & !LEADS).count_ones();
            full += leads * level.leading() as u32 + follows * level.following(ranks) as u32;
            tabled += leads * ranks as u32;
            level.full.push(full);
            level.tabled.push(tabled);
        }
        level
    }

    /// The number of public classes of a standing in which one leads.
    #[inline(always)]
    fn leading(&self) -> usize {
        1 + self.stakes
    }

    /// The number of public classes of a standing in which one follows.
    #[inline(always)]
    fn following(&self, ranks: usize) -> usize {
        1 + ranks + ranks * self.stakes
    }

    /// The numbers of standings of a memory class before a given one: first those in which one
    /// follows, then those in which one leads.
    #[inline(always)]
    fn before(&self, memory_class: usize, standing: usize) -> [usize; 2] {
        let before = self.standings[memory_class] & ((1 << standing) - 1);
        [before & !LEADS, before & LEADS].map(|standings| standings.count_ones() as usize)
    }

    fn count(classes: &[u32]) -> usize {
        classes.last().map_or(0, |&count| count as usize)
    }
}

/// The standings of a hand that is not decided.
fn undecided(over: usize, hand_size: usize) -> u32 {
    let taken = (0..=over).flat_map(|sum| (0..=sum).map(move |own| [own, sum - own]));
    let open = taken.filter(|&[own, theirs]| own.abs_diff(theirs) <= hand_size - over);
    open.map(|[own, theirs]| 3 << (2 * Situations::score(own, theirs))).fold(0, |all, one| all | one)
}

impl PublicClasses {
    /// The public classes of `memory_classes` in the hands of `game`.
    pub(super) fn new(game: &HandGame, memory_classes: &MemoryClasses) -> PublicClasses {
        let ranks = usize::from(game.rules().ranks());
        let hand_size = usize::from(game.rules().hand_size());
        let overs = 0..hand_size;
        PublicClasses {
            ranks,
            hand_size,
            levels: overs.map(|over| Level::new(memory_classes, over, ranks, hand_size)).collect(),
        }
    }

    /// The number of public classes of a player with `cards` cards, none of them on the table. The others follow them.
    fn full(&self, cards: usize) -> usize {
        let level = self.levels.get(self.hand_size - cards);
        level.map_or(0, |level| Level::count(&level.full))
    }

    /// The number of public classes of a player with `cards` cards in hand.
    pub(super) fn count(&self, cards: usize) -> usize {
        let before = (self.hand_size - cards).checked_sub(1);
        let tabled = before.map_or(0, |over| Level::count(&self.levels[over].tabled));
        self.full(cards) + tabled
    }

    /// The public class of the player to move, with that memory class and that way to remember a challenge.
    #[inline(always)]
    pub(super) fn number(&self, state: &HandState, memory_class: usize, stake: usize) -> usize {
        let player = state.to_move();
        let own = usize::from(state.tricks[player.index()]);
        let theirs = usize::from(state.tricks[player.opponent().index()]);
        let leads = state.lead == player;
        let over = usize::from(state.over);
        let table = usize::from(state.table);
        let level = &self.levels[over];
        let standing = 2 * Situations::score(own, theirs) + usize::from(leads);
        let [following, leading] = level.before(memory_class, standing);
        if leads && table > 0 {
            let first = level.tabled[memory_class] as usize + leading * self.ranks;
            return self.full(self.hand_size - over - 1) + first + table - 1;
        }
        let first =
            level.full[memory_class] as usize + leading * level.leading() + following * level.following(self.ranks);
        first
            + match (state.stake, leads) {
                (Stake::Open, true) | (Stake::Offered(_), _) => 0,
                (Stake::Accepted, true) => 1 + stake,
                (Stake::Open, false) => table,
                (Stake::Accepted, false) => self.ranks * (1 + stake) + table,
            }
    }

    /// Calls `each` with every public class of a player with `cards` cards in hand: its number among those with
    /// as many cards, and its parts.
    pub(super) fn for_each(&self, cards: usize, each: &mut dyn FnMut(usize, PublicParts)) {
        let over = self.hand_size - cards;
        let mut number = 0;
        let mut push = |parts| {
            each(number, parts);
            number += 1;
        };
        for standing in self.standings(over) {
            let ways = self.levels[over].stakes as u8;
            let stakes = 0..ways;
            let kept = |stake| (ways > 1).then_some(stake);
            let of = |table, challenge, stake| PublicParts { table, challenge, stake, ..standing };
            if standing.leads {
                push(of(0, ChallengeState::Open, None));
                stakes.for_each(|stake| push(of(0, ChallengeState::Accepted, kept(stake))));
                continue;
            }
            push(of(0, ChallengeState::Offered, None));
            let mut faces = |challenge, stake| {
                let ranks = 1..=self.ranks as u8;
                ranks.for_each(|rank| push(of(rank, challenge, stake)));
            };
            faces(ChallengeState::Open, None);
            stakes.for_each(|stake| faces(ChallengeState::Accepted, kept(stake)));
        }
        let before = over.checked_sub(1).map(|over| self.standings(over));
        for standing in before.into_iter().flatten().filter(|it| it.leads) {
            for table in 1..=self.ranks as u8 {
                push(PublicParts { table, ..standing });
            }
        }
    }

    /// The memory classes after `over` tricks with the positions in which a decision matters, as the parts of
    /// an answer to a challenge.
    fn standings(&self, over: usize) -> impl Iterator<Item = PublicParts> + '_ {
        let level = self.levels.get(over).into_iter();
        let classes = level.flat_map(|level| level.standings.iter().enumerate());
        classes.flat_map(move |(memory_class, &standings)| {
            bits(standings).map(move |bit| PublicParts {
                over: over as u8,
                tricks: Situations::pair(bit / 2),
                leads: bit % 2 == 1,
                table: 0,
                challenge: ChallengeState::Offered,
                memory_class,
                stake: None,
            })
        })
    }
}

/// The bits of a set.
fn bits(standings: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |bit| standings >> bit & 1 == 1)
}
