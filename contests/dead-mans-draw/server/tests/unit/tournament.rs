use super::*;

fn tournament(format: Format, entrants: usize) -> Tournament {
    let entrants = (0..entrants).map(|number| format!("p{number}").into());
    Tournament::new(Opening { at: 0, begins: 0, format, entrants: entrants.collect() })
}

/// Plays to the end. The entrant with the lower number wins, and every third match is tied. Returns the
/// matches in order.
fn play(tournament: &mut Tournament) -> Vec<DueMatch> {
    let mut all = Vec::new();
    while !tournament.is_over() {
        let due = tournament.due();
        assert!(!due.is_empty());
        let mut seated: Vec<_> = due.iter().flat_map(|one| one.seats.clone()).collect();
        seated.sort();
        seated.dedup();
        assert_eq!(seated.len(), 2 * due.len(), "two matches of one player");
        due.iter().for_each(|one| tournament.begin(one.place));
        assert_eq!(tournament.due(), []);
        for one in &due {
            let tied = one.place.number % 3 == 1;
            tournament.add(one.place, MatchResult { winner: (!tied).then_some(0), points: [7, 3], played: true });
        }
        all.extend(due);
    }
    all
}

#[test]
fn who_loses_two_meetings_is_out() {
    let mut tournament = tournament(Format::DoubleElimination, 5);
    let all = play(&mut tournament);
    let ranking = tournament.ranking();
    assert_eq!(&*ranking[0].entrant, "p0");
    let lost: Vec<_> = ranking.iter().map(|rank| rank.meetings[1]).collect();
    assert_eq!(lost, [0, 2, 2, 2, 2]);
    assert_eq!(tournament.meetings.len(), 8);
    assert_eq!(all.len(), 8 * 5);
    let first = &ranking[0];
    let meetings = first.meetings[0];
    // The second and the fifth match of a meeting are tied.
    assert_eq!(first.matches, [3 * meetings, 0, 2 * meetings]);
    assert_eq!(first.points, 35 * meetings as u64);
}

#[test]
fn everybody_meets_everybody_and_the_first_seat_alternates() {
    let mut tournament = tournament(Format::RoundRobin, 4);
    let all = play(&mut tournament);
    assert_eq!(all.len(), 6 * 5);
    for meeting in 0..6 {
        let of = all.iter().filter(|one| one.place.meeting == meeting);
        let first: Vec<_> = of.map(|one| one.seats[0].clone()).collect();
        assert!(first.windows(2).all(|pair| pair[0] != pair[1]), "{first:?}");
    }
    let places: Vec<_> = tournament.ranking();
    let names: Vec<&str> = places.iter().map(|rank| &*rank.entrant).collect();
    assert_eq!(names, ["p0", "p1", "p2", "p3"]);
}
