//! The memory classes that a recipe separates, numbered.

use cardsharp_solvers::game::Player;
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::InfosetsError;
use super::hand_game::{ACCEPT, HandGame, HandState, OFFER};
use super::recipe::{Grain, Keeps, Recipe};
use super::situations::Situations;

/// The largest number of memory classes after equally many tricks. A table over more would not fit in memory.
const MAX_MEMORY_CLASSES: usize = 1 << 20;

/// A trick that is over, as seen by one of its players.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trick {
    pub(super) own: u8,
    pub(super) theirs: u8,
    /// True if this player led it.
    pub(super) led: bool,
}

/// The memory classes of a recipe. A memory class is what a player remembers of the tricks over. It
/// is a number that is updated after each trick: a function of the old number and of the trick.
#[derive(Debug)]
pub(super) struct MemoryClasses {
    /// By tricks over.
    levels: Vec<Level>,
    /// True if the recipe separates any memory classes.
    any: bool,
}

/// The memory classes after a given number of tricks.
#[derive(Debug)]
struct Level {
    keeps: Keeps,
    /// By memory class: the set of positions that it may have led to ([`standing`]).
    standings: Vec<u32>,
    /// By trick: its kind in the next level.
    kinds: Vec<u16>,
    kind_count: usize,
    /// By memory class and kind of trick: the memory class after it; 0 if it is impossible.
    next: Vec<u32>,
}

/// The memory classes after a given number of tricks, in a form for other programs that look up rows.
#[derive(Clone, Debug, Serialize)]
pub struct WrittenLevel<'a> {
    /// By memory class: the set of positions that it may have led to. The bit of a position is twice the index of the
    /// tricks taken (by oneself and the opponent), plus one if one leads the next.
    standings: &'a [u32],
    /// By trick (own card times 32, theirs times 2, plus one if one led it): its kind.
    kinds: &'a [u16],
    /// The number of kinds.
    kind_count: usize,
    /// By memory class and kind of trick: the memory class after it.
    next: &'a [u32],
    /// The number of ways in which an accepted challenge is remembered.
    stakes: usize,
}

/// A memory class that the search has found.
struct FoundClass {
    /// Its label.
    label: Vec<u16>,
    /// Example tricks that lead to it.
    example: Vec<Trick>,
    standings: u32,
}

impl MemoryClasses {
    /// The memory classes of `recipe` in the hands of `game`.
    pub(super) fn new(game: &HandGame, recipe: &Recipe) -> Result<MemoryClasses, InfosetsError> {
        MemoryClasses::found(game, recipe, &mut |_, _| ())
    }

    /// The same. Calls `each` with the number of tricks over and the tricks of an example of every memory
    /// class, in the order of their numbers.
    pub(super) fn found(
        game: &HandGame,
        recipe: &Recipe,
        each: &mut dyn FnMut(usize, &[Trick]),
    ) -> Result<MemoryClasses, InfosetsError> {
        let mut levels = Vec::new();
        let mut found = vec![FoundClass {
            label: Vec::new(),
            example: Vec::new(),
            // Before the first trick, only the situation shows who leads.
            standings: standing([0, 0], false) | standing([0, 0], true),
        }];
        for over in 0..usize::from(game.rules().hand_size()) {
            found.iter().for_each(|class| each(over, &class.example));
            let mut level = Level {
                keeps: recipe.keeps(over),
                standings: found.iter().map(|class| class.standings).collect(),
                kinds: Vec::new(),
                kind_count: 0,
                next: Vec::new(),
            };
            if over + 1 < usize::from(game.rules().hand_size()) {
                found = level.lead_on(&found, recipe.keeps(over + 1), game);
            }
            if found.len() > MAX_MEMORY_CLASSES {
                return Err(InfosetsError::TooManyMemoryClasses { name: recipe.name().to_owned(), tricks: over + 1 });
            }
            levels.push(level);
        }
        let mut classes = MemoryClasses { levels, any: false };
        let overs = 0..classes.levels.len();
        classes.any = overs.into_iter().any(|over| classes.count(over) > 1 || classes.stakes(over) > 1);
        Ok(classes)
    }

    /// The number of memory classes after `over` tricks.
    pub(super) fn count(&self, over: usize) -> usize {
        let level = self.levels.get(over);
        level.map_or(0, |level| level.standings.len())
    }

    /// The number of ways in which an accepted challenge is remembered after `over` tricks.
    pub(super) fn stakes(&self, over: usize) -> usize {
        match self.levels.get(over) {
            Some(level) if level.keeps.stake => 2 * (over + 1),
            _ => 1,
        }
    }

    /// All memory classes, level by level.
    pub(super) fn written(&self) -> Vec<WrittenLevel<'_>> {
        let levels = self.levels.iter().enumerate();
        let written = levels.map(|(over, level)| WrittenLevel {
            standings: &level.standings,
            kinds: &level.kinds,
            kind_count: level.kind_count,
            next: &level.next,
            stakes: self.stakes(over),
        });
        written.collect()
    }

    /// The set of positions that a memory class may have led to. The bit of a position is twice the
    /// index of the tricks taken (by oneself and the opponent), plus one if one leads the next.
    pub(super) fn standings(&self, over: usize, class: usize) -> u32 {
        self.levels[over].standings[class]
    }

    /// The memory class of the player to move, and the way in which that player remembers a challenge.
    #[inline(always)]
    pub(super) fn of(&self, state: &HandState) -> (usize, usize) {
        if !self.any {
            return (0, 0);
        }
        let me = state.to_move();
        let (mut class, mut stake, mut tricks) = (0, 0, 0);
        let (mut lead, mut led) = (Player::ZERO, 0);
        let length = state.history.checked_ilog2().map_or(0, |bit| bit / 4 + 1);
        for index in (0..length).rev() {
            match state.history >> (4 * index) & 15 {
                OFFER => stake = 2 * tricks + usize::from((lead == me) == (led == 0)),
                ACCEPT => {}
                card if led == 0 => led = card as u8,
                card => {
                    let leads = lead == me;
                    let card = card as u8;
                    let (own, theirs) = if leads { (led, card) } else { (card, led) };
                    class = self.levels[tricks].after(class, own, theirs, leads);
                    tricks = (tricks + 1).min(self.levels.len() - 1);
                    if card > led {
                        lead = lead.opponent();
                    }
                    led = 0;
                }
            }
        }
        // After a gap in memory, any valid memory class.
        let over = usize::from(state.over);
        (class.min(self.count(over) - 1), stake.min(self.stakes(over) - 1))
    }
}

impl Level {
    #[inline(always)]
    fn after(&self, class: usize, own: u8, theirs: u8, led: bool) -> usize {
        let kind = self.kinds.get(trick_number(own, theirs, led));
        let kind = kind.map_or(0, |&kind| usize::from(kind));
        let next = self.next.get(class * self.kind_count + kind);
        next.map_or(0, |&next| next as usize)
    }

    /// Finds the memory classes after one more trick, of which `keeps` is kept, and the transitions
    /// to them from `found`, the memory classes of this level.
    fn lead_on(&mut self, found: &[FoundClass], keeps: Keeps, game: &HandGame) -> Vec<FoundClass> {
        let (ranks, copies) = (game.rules().ranks(), game.rules().copies());
        let tricks: Vec<Trick> = all_tricks(ranks).collect();
        self.sort_tricks(keeps, found[0].example.is_empty(), &tricks, ranks);
        let mut numbers: FxHashMap<Vec<u16>, usize> = FxHashMap::default();
        let mut next: Vec<FoundClass> = Vec::new();
        let mut after: Vec<Option<usize>> = vec![None; found.len() * self.kind_count];
        for (class, after) in found.iter().zip(after.chunks_exact_mut(self.kind_count)) {
            for &trick in &tricks {
                let standings = standings_after(class.standings, trick);
                if standings == 0 {
                    continue;
                }
                let number = trick_number(trick.own, trick.theirs, trick.led);
                let after = &mut after[usize::from(self.kinds[number])];
                let number = *after.get_or_insert_with(|| {
                    let example = [&class.example[..], &[trick]].concat();
                    let label = label(keeps, &example, ranks);
                    *numbers.entry(label).or_insert_with_key(|label| {
                        next.push(FoundClass { label: label.clone(), example, standings: 0 });
                        next.len() - 1
                    })
                });
                next[number].standings |= standings;
            }
            if next.len() > MAX_MEMORY_CLASSES {
                break;
            }
        }
        let (order, next) = in_order(next, |class| can_be_dealt(keeps, &class.example, copies));
        let number = |after: &Option<usize>| after.map_or(0, |after| order[after]);
        self.next = after.iter().map(number).collect();
        next
    }

    /// Numbers the kinds of tricks that `keeps` separates.
    fn sort_tricks(&mut self, keeps: Keeps, first: bool, tricks: &[Trick], ranks: u8) {
        let keeps = Keeps { leads: keeps.leads || keeps.led && first, pairs: true, led: false, ..keeps };
        self.kinds = vec![0; 1 << 9];
        let mut labels: Vec<Vec<u16>> = Vec::new();
        for &trick in tricks {
            let label = label(keeps, &[trick], ranks);
            let known = labels.iter().position(|known| *known == label);
            let kind = known.unwrap_or_else(|| {
                labels.push(label);
                labels.len() - 1
            });
            self.kinds[trick_number(trick.own, trick.theirs, trick.led)] = kind as u16;
        }
        self.kind_count = labels.len();
    }
}

/// The possible memory classes in the order of their labels, and for each old number the new one.
fn in_order(found: Vec<FoundClass>, can_be: impl Fn(&FoundClass) -> bool) -> (Vec<u32>, Vec<FoundClass>) {
    let mut numbered: Vec<(usize, FoundClass)> = found.into_iter().enumerate().collect();
    let mut order = vec![0; numbered.len()];
    numbered.retain(|(_, class)| can_be(class));
    numbered.sort_unstable_by(|(_, one), (_, other)| one.label.cmp(&other.label));
    for (new, &(old, _)) in numbered.iter().enumerate() {
        order[old] = new as u32;
    }
    (order, numbered.into_iter().map(|(_, class)| class).collect())
}

fn all_tricks(ranks: u8) -> impl Iterator<Item = Trick> {
    let cards = (1..=ranks).flat_map(move |own| (1..=ranks).map(move |theirs| (own, theirs)));
    cards.flat_map(|(own, theirs)| [false, true].map(|led| Trick { own, theirs, led }))
}

/// The number of a trick, below 512.
#[inline(always)]
fn trick_number(own: u8, theirs: u8, led: bool) -> usize {
    usize::from(own) << 5 | usize::from(theirs) << 1 | usize::from(led)
}

/// A set with one position: tricks taken by oneself and by the opponent, at most four in all, and
/// one bit that is set if one leads the next.
fn standing([own, theirs]: [usize; 2], leads: bool) -> u32 {
    1 << (2 * Situations::score(own, theirs) + usize::from(leads))
}

/// The set of positions after a trick, from a set of positions before it.
fn standings_after(standings: u32, trick: Trick) -> u32 {
    let taken = (0..4).flat_map(|sum| (0..=sum).map(move |own| [own, sum - own]));
    taken
        .filter(|&taken| standings & standing(taken, trick.led) != 0)
        .map(|[own, theirs]| match trick.own.cmp(&trick.theirs) {
            std::cmp::Ordering::Less => standing([own, theirs + 1], false),
            std::cmp::Ordering::Equal => standing([own, theirs], trick.led),
            std::cmp::Ordering::Greater => standing([own + 1, theirs], true),
        })
        .fold(0, |all, one| all | one)
}

/// The kept part of these tricks, in a form in which equal parts are equal.
fn label(keeps: Keeps, tricks: &[Trick], ranks: u8) -> Vec<u16> {
    let parts = tricks.iter().map(|trick| {
        let took = match trick.own.cmp(&trick.theirs) {
            _ if !keeps.took => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => 2,
            std::cmp::Ordering::Greater => 3,
        };
        [
            keeps.theirs.symbol(trick.theirs, ranks),
            keeps.own.symbol(trick.own, ranks),
            took,
            u16::from(keeps.leads && trick.led),
        ]
    });
    let mut runs: Vec<Vec<u16>> = if keeps.pairs {
        let whole = |[theirs, own, took, led]: [u16; 4]| theirs << 8 | own << 4 | took << 1 | led;
        vec![parts.map(whole).collect()]
    } else {
        (0..4).map(|part| parts.clone().map(|parts| parts[part]).collect()).collect()
    };
    if !keeps.order {
        runs.iter_mut().for_each(|run| run.sort_unstable());
    }
    let led = keeps.led && tricks.first().is_some_and(|trick| trick.led);
    runs.push(vec![u16::from(led)]);
    runs.concat()
}

/// True if the shoe has enough copies of the cards that are kept exactly.
fn can_be_dealt(keeps: Keeps, tricks: &[Trick], copies: u8) -> bool {
    let kept = |grain: Grain, card: u8| (grain == Grain::Exact).then_some(card);
    let cards = tricks.iter().flat_map(|trick| [kept(keeps.own, trick.own), kept(keeps.theirs, trick.theirs)]);
    let cards: Vec<u8> = cards.flatten().collect();
    let count = |card: u8| cards.iter().filter(|&&other| other == card).count();
    cards.iter().all(|&card| count(card) <= usize::from(copies))
}
