use super::*;
use crate::tournament::TournamentProgress;

#[test]
fn everybody_meets_everybody_once() {
    let pairs = next_stage(Format::RoundRobin, 8, 2, &[]);
    assert_eq!(pairs.len(), 28);
    assert_eq!(pairs[0].agents, [0, 1]);
    assert_eq!(pairs[27].agents, [6, 7]);
    assert_eq!(next_stage(Format::RoundRobin, 6, 4, &[]).len(), 15);
    let pairs = next_stage(Format::Gauntlet, 8, 2, &[]);
    assert!(pairs.iter().all(|pair| pair.agents[0] == 0));
    assert_eq!(pairs.len(), 7);
    assert_eq!(next_stage(Format::Gauntlet, 6, 4, &[]).len(), 10);
}

#[test]
fn matches_are_counted_without_being_made() {
    for format in [Format::RoundRobin, Format::Gauntlet, Format::Swiss { stages: 3 }, Format::SingleElimination] {
        for (agents, seats) in [(2, 2), (3, 2), (8, 2), (4, 4), (6, 4), (9, 4)] {
            let made = next_stage(format, agents, seats, &[]).len();
            assert_eq!(first_matches(format, agents, seats), made, "{format:?} {agents} {seats}");
        }
    }
    let pairs = 576_460_751_766_552_576;
    assert_eq!(first_matches(Format::RoundRobin, 1 << 30, 2), pairs);
    assert_eq!(first_matches(Format::RoundRobin, 1 << 40, 1 << 39), usize::MAX);
    assert_eq!(matches(Format::Swiss { stages: usize::MAX }, 8, 2), Some(usize::MAX));
}

/// A line of a journal may name more matches than any memory holds.
#[test]
fn a_tournament_is_no_larger_than_memory() {
    let sound = |agents: usize, seats: usize, format: &str, count: u64| {
        let settings = serde_json::json!({
            "contest": "challenge", "agents": vec!["a"; agents], "seats": seats, "format": {"name": format, "stages": 2},
            "unit": "games", "count": count, "seed": 1,
        });
        TournamentProgress::sound(serde_json::from_value(settings).unwrap()).is_some()
    };
    assert!(sound(40, 2, "round-robin", 1000));
    assert!(!sound(8000, 2, "round-robin", 1));
    assert!(!sound(300, 4, "round-robin", 1));
    assert!(!sound(1000, 4, "gauntlet", 1));
    assert!(sound(1000, 4, "swiss", 1));
    assert!(!sound(40, 2, "round-robin", 100_000_000));
    assert!(!sound(40, 2, "single-elimination", 100_000_000));
}
