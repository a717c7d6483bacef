use std::collections::HashSet;

use super::*;

#[test]
fn every_set_comes_once() {
    for (among, taken, sets) in [(5, 2, 10), (6, 6, 1), (7, 1, 7), (9, 4, 126)] {
        let mut chance = AllOutcomes::new();
        let mut seen = HashSet::new();
        let mut total = 0.0;
        loop {
            let selection = chance.some(ChanceEvent::Bonus, taken, among);
            assert_eq!(selection.as_slice().len(), taken);
            assert!(selection.as_slice().is_sorted_by(|one, next| one < next));
            assert!(seen.insert(selection.bits()) && selection.bits() >> among == 0);
            total += chance.probability();
            if !chance.advance() {
                break;
            }
        }
        assert_eq!((seen.len(), combinations(among, taken)), (sets, sets as u64));
        assert!((total - 1.0).abs() < 1e-12);
    }
    assert_eq!(combinations(60, 10), 75_394_027_566);
}

#[test]
fn questions_that_depend_on_answers_are_all_asked() {
    // A first answer of 1 leads to a second question among three.
    let mut chance = AllOutcomes::new();
    let mut seen = Vec::new();
    loop {
        let first = chance.one(ChanceEvent::Starter, 2);
        let second = if first == 1 { chance.one(ChanceEvent::NextCard, 3) } else { 9 };
        seen.push((first, second, chance.probability()));
        if !chance.advance() {
            break;
        }
    }
    let sixth = 0.5 * (1.0 / 3.0);
    assert_eq!(seen, [(0, 9, 0.5), (1, 0, sixth), (1, 1, sixth), (1, 2, sixth)]);
}
