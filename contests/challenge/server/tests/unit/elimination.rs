use super::*;

const GRACE: Duration = Duration::from_secs(16);

fn present(teams: &[i32], since: Instant) -> Vec<PresentTeam> {
    let free = |&team: &i32| PresentTeam::free(TeamId(team), since);
    teams.iter().map(free).collect()
}

#[test]
fn the_standings_seed_and_who_stays_away_is_out() {
    let now = Instant::now();
    let teams = [7, 3, 9, 5].map(TeamId);
    let mut tournament = Tournament::new(Format::SingleElimination, teams.to_vec());
    let here = present(&[3, 7, 5], now);
    // The best seed meets the lowest.
    let step = tournament.next(&here, GRACE, now);
    assert_eq!(step, TournamentStep::Round([1, 2], 0));
    // 3 waits for 9, which does not come.
    let later = TournamentStep::Later(now + GRACE);
    assert_eq!(tournament.next(&here[..1], GRACE, now), later);
    let forfeit = TournamentStep::Forfeit([TeamId(3), TeamId(9)], 0);
    assert_eq!(tournament.next(&here[..1], GRACE, now + GRACE), forfeit);
    tournament.record(0, [TeamId(3), TeamId(9)], TeamId(3));
    assert_eq!(tournament.next(&here, GRACE, now), TournamentStep::Nothing);
    tournament.record(0, [TeamId(5), TeamId(7)], TeamId(5));
    let step = tournament.next(&here, GRACE, now);
    assert_eq!(step, TournamentStep::Round([0, 2], 1));
    assert!(!tournament.is_over());
    // A round of an earlier stage counts once.
    tournament.record(0, [TeamId(5), TeamId(7)], TeamId(7));
    tournament.record(1, [TeamId(3), TeamId(5)], TeamId(5));
    assert!(tournament.is_over());
    assert_eq!(tournament.next(&here, GRACE, now), TournamentStep::Over);
    assert_eq!(tournament.ranking(), [5, 3, 7, 9].map(TeamId));
}

#[test]
fn one_team_or_none_plays_nothing() {
    for teams in [vec![], vec![TeamId(4)]] {
        let mut tournament = Tournament::new(Format::SingleElimination, teams.clone());
        let step = tournament.next(&[], GRACE, Instant::now());
        assert_eq!(step, TournamentStep::Over);
        assert_eq!(tournament.ranking(), teams);
    }
}

#[test]
fn the_better_seed_wins_if_neither_comes() {
    let now = Instant::now();
    let teams = vec![TeamId(2), TeamId(1)];
    let mut tournament = Tournament::new(Format::DoubleElimination, teams);
    let _ = tournament.next(&[], GRACE, now);
    let step = tournament.next(&[], GRACE, now + GRACE);
    assert_eq!(step, TournamentStep::Forfeit([TeamId(2), TeamId(1)], 0));
}
