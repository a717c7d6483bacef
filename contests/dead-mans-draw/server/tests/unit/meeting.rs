use super::*;

fn after(winners: &[Option<usize>], played: bool) -> Meeting {
    let mut meeting = Meeting::new(0, [0, 1]);
    for (number, &winner) in winners.iter().enumerate() {
        assert_eq!(meeting.next(), Some(number), "{winners:?}");
        meeting.begin(number);
        assert_eq!(meeting.next(), None, "a match goes on");
        let points = [0, 0];
        let result = MatchResult { winner, points, played };
        meeting.add(number, result);
    }
    meeting
}

#[test]
fn five_matches_are_played_and_further_ones_while_it_is_level() {
    let (one, other) = (Some(0), Some(1));
    assert_eq!(after(&[other; 4], true).winner(), None, "all five");
    assert_eq!(after(&[other; 5], true).winner(), other);
    let level = [one, one, other, other, None];
    assert_eq!(after(&level, true).winner(), None);
    let after_a_tie = [one, one, other, other, None, None];
    assert_eq!(after(&after_a_tie, true).winner(), None);
    let decided = after(&[one, one, other, other, None, None, other], true);
    assert_eq!((decided.winner(), decided.next()), (other, None));
    assert_eq!(decided.won(), [2, 3]);
}

#[test]
fn two_who_are_absent_do_not_play_for_ever() {
    assert_eq!(after(&[None; 5], false).winner(), Some(0));
    assert_eq!(after(&[None; 99], true).winner(), None);
    assert_eq!(after(&[None; 100], true).winner(), Some(0));
}

#[test]
fn a_match_that_the_journal_lost_is_played_again() {
    let mut meeting = after(&[Some(0); 5], true);
    meeting.results.remove(&2);
    assert_eq!((meeting.winner(), meeting.next()), (None, Some(2)));
}
