use super::*;
use crate::rules::CardSet;

#[test]
fn removing_closes_up_in_order() {
    let mut row = Pile::EMPTY;
    CardSet::FULL.iter().take(6).for_each(|card| row.push(card));
    let before = row;
    row.remove_positions(0b10_0101);
    assert_eq!(row.as_slice(), [before[1], before[3], before[4]]);
    // The cards left behind the end must not count.
    let mut same = Pile::EMPTY;
    row.iter().for_each(|&card| same.push(card));
    assert_eq!(row, same);
    assert_eq!(row.pop(), Some(before[4]));
    assert_ne!(row, same);
}
