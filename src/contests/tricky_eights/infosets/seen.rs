//! `appraisal`: what a player remembers of a position, and which of the cards are told apart.

use arrayvec::ArrayVec;
use cardsharp_solvers::sampled::RowKey;
use thiserror::Error;

use super::appraisal::{Appraisal, Appraised, ONE, points_on_table};
use crate::contests::tricky_eights::agents::Sight;
use crate::contests::tricky_eights::rules::{Card, CardSet, Phase, Rank};

/// The name of the information sets.
pub const NAME: &str = "appraisal";

/// The names of all information sets.
pub const NAMES: [&str; 1] = [NAME];

/// There are no information sets of that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there are no information sets \"{0}\" for tricky-eights: choose {NAME}")]
pub struct UnknownInfosets(pub String);

/// Whether there are information sets of that name.
///
/// # Errors
///
/// [`UnknownInfosets`] names those there are.
pub fn check(name: &str) -> Result<(), UnknownInfosets> {
    match NAMES.contains(&name) {
        true => Ok(()),
        false => Err(UnknownInfosets(name.to_owned())),
    }
}

/// What they keep, in one line.
pub const SUMMARY: &str =
    "the best three kinds of card and how far they lie apart, position, time, points on the table";

/// The most cards that are weighed.
pub const MOST_CANDIDATES: usize = 3;

/// Taking; leading; following with two, one and nobody to come; throwing off.
const SITUATIONS: usize = 6;
/// Turns around the pool; the first trick, and the later ones three at a time.
const TIMES: usize = 5;
/// Kinds of card in each situation.
const KINDS: usize = 7;
/// How far the second and the third candidate are behind the first, in points of [`ONE`].
const GAPS: [i32; 4] = [60, 180, 400, 800];
/// Points on the table: 1, 2 or 3, more. In a turn around the pool, cards taken: none, one, more.
const POINTS: usize = 3;

/// How often each digit of a row's number may be what; the last is the situation.
const DIGITS: [usize; 8] = [
    SITUATIONS,
    TIMES,
    KINDS,
    KINDS,
    KINDS + 1,
    GAPS.len() + 1,
    GAPS.len() + 1,
    POINTS,
];

/// Rows of the table.
pub const ROWS: usize = product(&DIGITS);

/// Cells of the table: one for each candidate of each row.
pub const CELLS: u64 = (ROWS * MOST_CANDIDATES) as u64;

const fn product(factors: &[usize]) -> usize {
    let mut product = 1;
    let mut place = 0;
    while place < factors.len() {
        product *= factors[place];
        place += 1;
    }
    product
}

/// What a player sees of a position.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The cards that are weighed, the one that is appraised highest first: one of each kind, the three
    /// best. None if the round is over.
    pub candidates: ArrayVec<Card, MOST_CANDIDATES>,
    /// The row: the number of the cell of its first candidate. It means nothing with one candidate.
    pub row: RowKey,
}

/// What the player to act sees.
pub fn see(sight: &Sight<'_>) -> Seen {
    let legal = sight.legal();
    if legal.len() < 2 {
        return Seen {
            candidates: legal.iter().collect(),
            row: RowKey(0),
        };
    }
    let (situation, time) = situation(sight, legal);
    let ranked = best_of_kinds(sight, situation);
    let worth = |place: usize| ranked.get(place).map(|(_, best)| best.worth);
    let first = worth(0).unwrap_or(0);
    let gap = |place: usize| {
        let behind = first - worth(place).unwrap_or(first);
        GAPS.iter().filter(|&&gap| behind > gap).count()
    };
    let kind = |place: usize| ranked.get(place).map_or(KINDS, |&(kind, _)| kind);
    let points = match (situation, points_on_table(sight)) {
        (TAKING, _) => sight.board.row().cards().len().min(2),
        (_, 1) => 0,
        (_, 2 | 3) => 1,
        _ => 2,
    };
    // A second kind is missing only where one candidate is left, whose row means nothing.
    let digits = [
        situation,
        time,
        kind(0),
        kind(1).min(KINDS - 1),
        kind(2),
        gap(1),
        gap(2),
        points,
    ];
    let number = DIGITS.iter().zip(digits);
    let number = number.fold(0, |number, (base, digit)| number * base + digit);
    let best = ranked.iter().take(MOST_CANDIDATES);
    Seen {
        candidates: best.map(|(_, best)| best.card).collect(),
        row: RowKey((number * MOST_CANDIDATES) as u64),
    }
}

const TAKING: usize = 0;
const LEADING: usize = 1;
const LAST: usize = 4;
const THROWING_OFF: usize = 5;

/// Which of the situations it is, and which of the times.
fn situation(sight: &Sight<'_>, legal: CardSet) -> (usize, usize) {
    let row = sight.board.row();
    let number = match sight.board.phase() {
        Phase::Takes(turn) => return (TAKING, usize::from(turn).min(TIMES - 1)),
        Phase::Tricks(number) => usize::from(number),
        Phase::Over => 0,
    };
    let follows = |led: &Card| legal.first().is_some_and(|card| card.suit() == led.suit());
    let situation = match row.cards().first() {
        None => LEADING,
        Some(led) if follows(led) => LAST + 1 - row.still_to_come().count(),
        Some(_) => THROWING_OFF,
    };
    (situation, number.div_ceil(3).min(TIMES - 1))
}

/// Of each kind the card that is appraised highest, or of several alike the first; the best kind first.
fn best_of_kinds(sight: &Sight<'_>, situation: usize) -> ArrayVec<(usize, Appraised), KINDS> {
    let appraisal = Appraisal::new(sight);
    let out = appraisal.knowledge().out();
    let mut best: [Option<Appraised>; KINDS] = [None; KINDS];
    for appraised in appraisal.all() {
        let best = &mut best[kind(situation, appraised, out)];
        if best.is_none_or(|best| appraised.worth > best.worth) {
            *best = Some(appraised);
        }
    }
    let kinds = best.into_iter().enumerate();
    let mut ranked: ArrayVec<_, KINDS> = kinds
        .filter_map(|(kind, best)| Some((kind, best?)))
        .collect();
    // Stable: of kinds alike the lower number stays first.
    ranked.sort_by_key(|(_, best)| -best.worth);
    ranked
}

/// The kind of a card: by rank if it is taken, by the higher ones that are out if it cannot win, and else
/// by its chance to win the trick; eights apart.
fn kind(situation: usize, appraised: Appraised, out: CardSet) -> usize {
    let Appraised { card, wins, .. } = appraised;
    let higher = CardSet::above(card).intersection(out).len();
    match situation {
        TAKING => match (card.is_eight(), Rank::COUNT as u8 - card.rank().step()) {
            (true, _) => 0,
            (false, from_top @ 1..=3) => usize::from(from_top),
            (false, 4 | 5) => 4,
            (false, 6..=8) => 5,
            (false, _) => 6,
        },
        THROWING_OFF => match (card.is_eight(), higher) {
            (true, 0..=2) => 0,
            (true, _) => 1,
            (false, 0..=2) => 2 + higher,
            (false, 3 | 4) => 5,
            (false, _) => 6,
        },
        _ => match (card.is_eight(), wins) {
            (true, _) => usize::from(wins <= ONE / 2),
            (false, ONE..) => 2,
            (false, _) if wins > ONE * 3 / 4 => 3,
            (false, _) if wins > ONE / 4 => 4,
            (false, _) if higher <= 2 => 5,
            (false, _) => 6,
        },
    }
}
