use super::*;

#[test]
fn some_are_taken_among_those_left() {
    let mut script = Script::new([3, 3, 0]);
    let selection = script.some(ChanceEvent::Bonus, 3, 5);
    assert_eq!(selection.as_slice(), [3, 4, 0]);
    assert_eq!(script.finish(), Ok(()));
    assert_eq!(NoRandom.some(ChanceEvent::Offered, 3, 60), Selection::front(3));
    // The last number is no choice.
    let mut script = Script::new([1]);
    assert_eq!(script.some(ChanceEvent::Offered, 2, 2).as_slice(), [1, 0]);
    assert_eq!(script.finish(), Ok(()));
}

#[test]
fn a_script_that_does_not_fit_says_so() {
    let mut short = Script::new([]);
    assert_eq!(short.one(ChanceEvent::Starter, 2), 0);
    assert_eq!(short.finish(), Err(BadScript::TooShort { among: 2 }));
    let mut wrong = Script::new([2]);
    assert_eq!(wrong.one(ChanceEvent::Starter, 2), 0);
    let no_such = BadScript::NoSuchOutcome { outcome: 2, among: 2 };
    assert_eq!(wrong.finish(), Err(no_such));
    assert_eq!(Script::new([1]).finish(), Err(BadScript::TooLong { left: 1 }));
}
