use std::time::Duration;

use super::*;
use cardsharp_arena::tournament::Format;

const OPEN_PLAY: Duration = Duration::from_secs(7200);

fn scheduler(began_ago: Duration, teams: &[i32]) -> Scheduler {
    let settings = EventSettings::new(Format::SingleElimination, Some(OPEN_PLAY), None);
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap();
    let teams = teams.iter().map(|&team| TeamId(team)).collect();
    let event = Event::new(settings, (now - began_ago).as_secs(), teams, None);
    Scheduler::new(Pairing::default(), Some(event))
}

fn here(teams: &[i32], now: Instant) -> Vec<PresentTeam> {
    let free = |&team: &i32| PresentTeam::free(TeamId(team), now);
    teams.iter().map(free).collect()
}

#[test]
fn absent_teams_lose_in_the_last_hour_only_and_once_in_a_pause() {
    let mut open = scheduler(Duration::from_secs(60), &[1, 2, 3]);
    let mut last = scheduler(Duration::from_secs(5400), &[1, 2, 3]);
    let mut nobody = scheduler(Duration::from_secs(5400), &[1, 2, 3]);
    let now = Instant::now();
    let one = here(&[1], now);
    assert!(matches!(open.choose(&one, Vec::new, now), Choice::Later(_)));
    let lost = |choice| match choice {
        Choice::Forfeit(Forfeit { teams: [TeamId(1), loser], open: None, stage: None }) => Some(loser),
        _ => None,
    };
    let mut losers: Vec<_> = (0..2).map(|_| lost(last.choose(&one, Vec::new, now))).collect();
    losers.sort();
    assert_eq!(losers, [Some(TeamId(2)), Some(TeamId(3))]);
    // Both wait for the end of the pause.
    let pause = now + last.event.as_ref().unwrap().settings.forfeit_pause;
    assert_eq!(last.choose(&one, Vec::new, now), Choice::Later(pause));
    assert!(lost(last.choose(&one, Vec::new, pause)).is_some());
    // Connected teams play each other as before, and absent teams never each other.
    assert!(matches!(
        last.choose(&here(&[1, 2], now), Vec::new, now),
        Choice::Round { resumed: None, stage: None, .. }
    ));
    assert!(matches!(nobody.choose(&[], Vec::new, now), Choice::Later(_)));
}

#[test]
fn the_tournament_waits_for_the_last_round_and_for_who_comes_back() {
    let mut scheduler = scheduler(OPEN_PLAY, &[1, 2, 3, 4]);
    let now = Instant::now();
    let mut present = here(&[1, 2, 3], now);
    present[0].free_since = None;
    present[0].playing = true;
    let seeds = || vec![TeamId(4), TeamId(3), TeamId(1)];
    assert_eq!(scheduler.choose(&present, seeds, now), Choice::Nothing);
    let present = here(&[1, 2, 3], now);
    let grace = now + scheduler.event.as_ref().unwrap().settings.grace;
    assert_eq!(scheduler.choose(&present, seeds, now), Choice::Later(grace));
    // Team 4 is away, and team 2 has not played.
    let begins = EventRecord::Tournament {
        format: cardsharp_arena::tournament::Format::SingleElimination,
        teams: [3, 1, 2].map(TeamId).to_vec(),
    };
    assert_eq!(scheduler.choose(&present, seeds, grace), Choice::Begins(begins));
    assert_eq!(scheduler.ranking(), None);
    // The best seed sits out.
    let round = Choice::Round { indices: [0, 1], resumed: None, stage: Some(0) };
    assert_eq!(scheduler.choose(&present, seeds, grace), round);
    scheduler.record(0, [TeamId(1), TeamId(2)], TeamId(2));
    scheduler.record(1, [TeamId(3), TeamId(2)], TeamId(2));
    assert_eq!(scheduler.choose(&present, seeds, grace), Choice::Over);
    let ranking = [2, 3, 1].map(TeamId);
    assert_eq!(scheduler.ranking(), Some(ranking.to_vec()));
}
