//! The consequences of an agent that fails.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cardsharp::arena::tournament::{Format, PlayPlan, Settings, TournamentProgress, play_tournament};
use cardsharp::arena::{MatchOptions, Unit, play_match};
use cardsharp::contest::outside::{OnFailure, OutsideError, OutsideFailure, Request};
use cardsharp::contest::{AgentSpec, Contest, Ending, Setup};
use cardsharp::contests::{self, challenge};
use cardsharp::shard::Shard;

/// An agent that fails at its third request, and the number of its requests.
fn failing(
    how: impl Fn(&Request) -> Result<usize, OutsideError> + Clone + Send + Sync + 'static,
) -> (AgentSpec, Arc<AtomicU64>) {
    let asked = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&asked);
    let agent = move |request: &Request| -> Result<usize, OutsideError> {
        match count.fetch_add(1, Ordering::Relaxed) {
            2 => how(request),
            _ => Ok(request.legal()[0]),
        }
    };
    (AgentSpec::outside("own", agent), asked)
}

const SETUP: Setup = Setup { seed: 5, first: 0, record: false };

fn table_of(contest: &dyn Contest, agent: &AgentSpec) -> Box<dyn cardsharp::contest::Table> {
    let other = contest.agents().hand_written[0].name;
    let mut agents = vec![agent.clone()];
    agents.resize(contest.seats(), AgentSpec::named(other));
    contest.table(&agents).unwrap()
}

#[test]
fn a_failure_abandons_the_game_in_every_contest_and_is_kept() {
    for &contest in contests::ALL {
        let (agent, asked) = failing(|_| Err("no idea".into()));
        let table = table_of(contest, &agent);
        let round = table.play_round(SETUP);
        assert_eq!((round.ending(), round.winner), (Ending::Abandoned, None));
        // It is not asked again, not even in another game.
        assert_eq!(table.play_game(SETUP).ending, Ending::Abandoned);
        assert_eq!(asked.load(Ordering::Relaxed), 3, "{}", contest.name());
        let outside = agent.implementation().unwrap();
        let failure = outside.take_failure().unwrap();
        assert!(matches!(failure, OutsideFailure::Failed { .. }));
        assert_eq!(failure.to_string(), "agent `own` failed: no idea");
        // Once the failure is taken, it plays again.
        assert_eq!(table.play_game(SETUP).ending, Ending::Completed);
        assert!(outside.take_failure().is_none());
    }
}

#[test]
fn an_illegal_action_is_a_failure_that_names_the_legal_ones() {
    for &contest in contests::ALL {
        let space = contest.action_space().unwrap();
        for action in [space.len(), usize::MAX] {
            let (agent, _) = failing(move |_| Ok(action));
            assert_eq!(table_of(contest, &agent).play_game(SETUP).ending, Ending::Abandoned);
            let failure = agent.implementation().unwrap().take_failure().unwrap();
            assert!(matches!(failure, OutsideFailure::Illegal { .. }));
            let text = failure.to_string();
            assert!(text.contains(&format!("chose {action}, which is not legal")), "{text}");
        }
    }
    let illegal = |request: &Request| {
        let all = 0..request.space().len();
        Ok(all.rev().find(|&action| !request.allows(action)).unwrap())
    };
    let (agent, _) = failing(illegal);
    table_of(&challenge::Contest, &agent).play_game(SETUP);
    let text = agent.implementation().unwrap().take_failure().unwrap().to_string();
    assert!(text.contains("chose 15 (accept)"), "{text}");
}

#[test]
fn an_agent_that_plays_on_finishes_its_games_by_its_first_actions() {
    for &contest in contests::ALL {
        let (agent, asked) = failing(|_| Err("no idea".into()));
        let agent = agent.on_failure(OnFailure::PlayOn);
        let game = table_of(contest, &agent).play_game(SETUP);
        assert_eq!((game.ending, game.penalties[0]), (Ending::Completed, 0));
        assert!(asked.load(Ordering::Relaxed) > 3, "{}", contest.name());
        assert!(agent.implementation().unwrap().has_failed());
    }
}

#[test]
fn a_failure_ends_the_match() {
    let (agent, asked) = failing(|_| Err("no idea".into()));
    let options = MatchOptions {
        contest: "challenge".to_owned(),
        agents: vec!["own".to_owned(), "lowest".to_owned()],
        unit: Unit::Rounds,
        count: 1_000_000,
        seed: 1,
        // A second thread would ask as often as the first one sleeps before it notes the failure.
        threads: NonZeroUsize::new(1),
        records: false,
    };
    let table = table_of(&challenge::Contest, &agent);
    let stop = AtomicBool::new(false);
    let tally = play_match(table.as_ref(), &options, None, &stop, &|| ()).unwrap();
    assert_eq!(tally.games(), 0);
    assert_eq!(asked.load(Ordering::Relaxed), 3);
    assert!(agent.implementation().unwrap().take_failure().is_some());
}

#[test]
fn a_failure_stops_the_tournament_and_does_not_count() {
    let (agent, asked) = failing(|_| Err("no idea".into()));
    let agents = [agent, AgentSpec::named("lowest")];
    let mut tournament = TournamentProgress::new(Settings {
        contest: "challenge".to_owned(),
        agents: agents.iter().map(ToString::to_string).collect(),
        seats: 2,
        format: Format::RoundRobin,
        unit: Unit::Games,
        count: 100,
        seed: 1,
        records: false,
        stop_when: None,
    });
    let table = |indices: &[usize]| {
        let agents: Vec<AgentSpec> = indices.iter().map(|&at| agents[at].clone()).collect();
        challenge::Contest.table(&agents)
    };
    let play = |tournament: &mut TournamentProgress| {
        let plan = PlayPlan {
            shard: Shard::WHOLE,
            table: &table,
            threads: NonZeroUsize::new(1),
            stop: &AtomicBool::new(false),
            progress: &|| (),
        };
        play_tournament(tournament, None, &plan).unwrap();
    };
    play(&mut tournament);
    assert!(!tournament.is_complete());
    assert_eq!(asked.load(Ordering::Relaxed), 3);
    assert!(agents[0].implementation().unwrap().take_failure().is_some());
    // All games are played once the agent is repaired.
    play(&mut tournament);
    assert!(tournament.is_complete());
    assert_eq!(tournament.matches[0].tally.games(), 100);
}

#[test]
fn agents_are_equal_if_they_are_the_same() {
    let agent = || |request: &Request| -> Result<usize, OutsideError> { Ok(request.legal()[0]) };
    let (one, other) = (AgentSpec::outside("a", agent()), AgentSpec::outside("a", agent()));
    assert_eq!(one, one.clone());
    assert_ne!(one, other);
    assert_ne!(one, AgentSpec::named("a"));
    assert_eq!(one.to_string(), "a");
}
