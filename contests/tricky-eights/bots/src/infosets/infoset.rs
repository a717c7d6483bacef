//! `appraisal`: the information set of a position, and the cards that it distinguishes.

use arrayvec::ArrayVec;
use cardsharp_solvers::sampled::RowKey;
use thiserror::Error;

use super::appraisal::{Appraisal, Appraised, ONE, points_on_table};
use cardsharp_policy::InfosetRow;
use cardsharp_tricky_eights_game::observation::Observation;
use cardsharp_tricky_eights_game::rules::{Card, CardSet, Phase, Rank};

/// The name of the information sets.
pub const NAME: &str = "appraisal";

/// The names of all information sets.
pub const NAMES: &[&str] = &[NAME];

/// The name of information sets that do not exist.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there are no information sets \"{0}\" for tricky-eights: choose {NAME}")]
pub struct UnknownInfosets(pub String);

/// Checks that there are information sets of that name.
///
/// # Errors
///
/// [`UnknownInfosets`] names the information sets that exist.
pub fn check(name: &str) -> Result<(), UnknownInfosets> {
    if NAMES.contains(&name) { Ok(()) } else { Err(UnknownInfosets(name.to_owned())) }
}

/// The content of the information sets, in one line.
pub const SUMMARY: &str =
    "the best three kinds of card and how far they lie apart, position, time, points on the table";

/// The largest number of candidates.
pub const MAX_CANDIDATES: usize = 3;

/// The situations: taking; leading; following with two, one and no players to come; throwing off.
pub(super) const SITUATIONS: usize = 6;
pub(super) const TAKING: usize = 0;
const LEADING: usize = 1;
const LAST: usize = 4;
pub(super) const THROWING_OFF: usize = 5;
/// The times: the turns around the pool; the first trick, and the later ones in groups of three.
const TIMES: usize = 5;
/// The number of kinds of card in each situation.
pub(super) const KINDS: usize = 7;
/// The distances of the second and the third candidate from the first, in points of [`ONE`].
pub(super) const GAPS: [i32; 4] = [60, 180, 400, 800];
/// The classes of points on the table: 1, 2 or 3, more. In a turn around the pool, the cards taken: none, one, more.
const POINTS: usize = 3;

/// The number of values of each digit of a row's number. The first digit is the situation.
pub(super) const DIGITS: [usize; 8] =
    [SITUATIONS, TIMES, KINDS, KINDS, KINDS + 1, GAPS.len() + 1, GAPS.len() + 1, POINTS];

/// The number of rows of the table.
pub const ROWS: usize = product(&DIGITS);

/// The number of cells of the table: one for each candidate of each row.
pub const CELLS: u64 = (ROWS * MAX_CANDIDATES) as u64;

const fn product(factors: &[usize]) -> usize {
    let mut product = 1;
    let mut index = 0;
    while index < factors.len() {
        product *= factors[index];
        index += 1;
    }
    product
}

/// The information set of a position. The first candidate is appraised highest: the candidates are the best card of each
/// of the three best kinds, and the row is the number of the cell of the first. No candidate if the round is over.
pub type Infoset = InfosetRow<Card, MAX_CANDIDATES>;

/// The information set of the player to act.
pub fn infoset_of(observation: &Observation<'_>) -> Infoset {
    let legal = observation.legal();
    if legal.len() < 2 {
        return Infoset { candidates: legal.iter().collect(), row: RowKey(0) };
    }
    let (situation, time) = situation(observation, legal);
    let ranked = best_of_kinds(observation, situation);
    let value = |index: usize| ranked.get(index).map(|(_, best)| best.value);
    let first = value(0).unwrap_or(0);
    let gap = |index: usize| {
        let behind = first - value(index).unwrap_or(first);
        GAPS.iter().filter(|&&gap| behind > gap).count()
    };
    let kind = |index: usize| ranked.get(index).map_or(KINDS, |&(kind, _)| kind);
    let points = match (situation, points_on_table(observation)) {
        (TAKING, _) => observation.board.row().cards().len().min(2),
        (_, 1) => 0,
        (_, 2 | 3) => 1,
        _ => 2,
    };
    // A second kind is missing only if there is one candidate. The row has no meaning then.
    let digits = [situation, time, kind(0), kind(1).min(KINDS - 1), kind(2), gap(1), gap(2), points];
    let number = DIGITS.iter().zip(digits);
    let number = number.fold(0, |number, (base, digit)| number * base + digit);
    let best = ranked.iter().take(MAX_CANDIDATES);
    Infoset { candidates: best.map(|(_, best)| best.card).collect(), row: RowKey((number * MAX_CANDIDATES) as u64) }
}

/// The situation and the time.
fn situation(observation: &Observation<'_>, legal: CardSet) -> (usize, usize) {
    let row = observation.board.row();
    let number = match observation.board.phase() {
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

/// The best card of each kind, the best kind first. Of cards of the same value, the first is taken.
fn best_of_kinds(observation: &Observation<'_>, situation: usize) -> ArrayVec<(usize, Appraised), KINDS> {
    let appraisal = Appraisal::new(observation);
    let out = appraisal.knowledge().out();
    let mut best: [Option<Appraised>; KINDS] = [None; KINDS];
    for appraised in appraisal.all() {
        let best = &mut best[kind(situation, appraised, out)];
        if best.is_none_or(|best| appraised.value > best.value) {
            *best = Some(appraised);
        }
    }
    let kinds = best.into_iter().enumerate();
    let mut ranked: ArrayVec<_, KINDS> = kinds.filter_map(|(kind, best)| Some((kind, best?))).collect();
    // The sort is stable: of kinds of the same value, the one with the lower number stays first.
    ranked.sort_by_key(|(_, best)| -best.value);
    ranked
}

/// The kind of a card. A card that is taken has a kind by rank. A card that cannot win has one by the number of higher
/// cards that are out. Any other card has one by its probability to win the trick. Eights have kinds of their own.
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
