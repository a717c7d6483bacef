//! The digits of a row's number as named parts.

use super::infoset::{DIGITS, GAPS, KINDS, MAX_CANDIDATES, SITUATIONS, TAKING, THROWING_OFF};
use cardsharp_policy::{DigitBlock, DigitLayout, Part, bucket_names};

/// The names of the situations.
const SITUATION_NAMES: [&str; SITUATIONS] =
    ["taking", "leading", "following, two to come", "following, one to come", "following, last", "throwing off"];

/// The names of the kinds of card: those that are taken, those that are thrown off, and all others.
const TAKEN: [&str; KINDS] = ["eight", "ace", "king", "queen", "jack or ten", "nine to six", "lower than six"];
const THROWN: [&str; KINDS] = [
    "eight with 0 to 2 higher out",
    "eight with more higher out",
    "0 higher out",
    "1 higher out",
    "2 higher out",
    "3 or 4 higher out",
    "more higher out",
];
const PLAYED: [&str; KINDS] = [
    "eight that likely wins",
    "eight that likely loses",
    "sure to win",
    "wins above 3/4",
    "wins above 1/4",
    "0 to 2 higher out",
    "more higher out",
];

/// The parts of a row, in the order of its digits.
pub fn layout() -> DigitLayout {
    let gaps = GAPS.map(f64::from);
    let kinds = || (0..KINDS).map(|kind| format!("kind {kind}"));
    let none = || ["none".to_owned()];
    let digits = DIGITS.iter().enumerate();
    DigitLayout {
        parts: vec![
            Part::label("decision", ["card"]),
            Part::label("situation", SITUATION_NAMES),
            Part::number("time"),
            Part::label("first_kind", kinds()),
            Part::label("second_kind", kinds()),
            Part::label("third_kind", kinds().chain(none())),
            Part::label("second_behind", bucket_names(&gaps)),
            Part::label("third_behind", bucket_names(&gaps)),
            Part::number("points_class"),
        ],
        actions: [TAKEN, THROWN, PLAYED].concat().into_iter().map(str::to_owned).collect(),
        blocks: vec![DigitBlock {
            decision: 0,
            first: 0,
            width: MAX_CANDIDATES as u64,
            digits: digits.map(|(index, &of)| (index + 1, of as u64)).collect(),
            actions,
        }],
    }
}

/// The best cards of the two or three best kinds. Of the rows in which two of them would be the same kind, or a
/// third card is missing and yet lies behind, there is no position.
fn actions(digits: &[i64], actions: &mut Vec<u32>) {
    let [situation, _, first, second, third, second_gap, third_gap, _] = *digits else {
        return;
    };
    let missing = third == KINDS as i64;
    let again = first == second || third == first || third == second;
    let behind = if missing { third_gap != 0 } else { third_gap < second_gap };
    if again || behind {
        return;
    }
    let names = match situation as usize {
        TAKING => 0,
        THROWING_OFF => KINDS,
        _ => 2 * KINDS,
    };
    let kinds = [Some(first), Some(second), (!missing).then_some(third)];
    let kinds = kinds.into_iter().flatten();
    actions.extend(kinds.map(|kind| names as u32 + kind as u32));
}
