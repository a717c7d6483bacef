//! Games that the caller advances action by action.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cardsharp::arena::{Stepwise, StepwiseError};
use cardsharp::contest::{AgentSpec, Contest, Setup, derive_seed};
use cardsharp::contests::{self, challenge, skullwhist};

use crate::players::{Anything, AnythingPlayer};

fn setup(seed: u64, first: usize) -> Setup {
    Setup { seed, first, record: true }
}

/// Plays to the end, with the chance of [`Anything`] in every seat of the caller.
fn play(contest: &dyn Contest, agents: &[Option<AgentSpec>], setup: Setup) -> Stepwise {
    let seats = agents.len();
    // The player of a seat draws from the game's seed and the seat.
    let seat_of = |agent: usize| (agent + seats - setup.first) % seats;
    let mut players: Vec<AnythingPlayer> =
        (0..seats).map(|agent| AnythingPlayer::new(derive_seed(setup.seed, seat_of(agent) as u64))).collect();
    let mut game = Stepwise::new(contest, agents, setup).unwrap();
    while let Some((agent, request)) = game.request() {
        assert!(agents[agent].is_none());
        assert!(game.result().is_none());
        assert!(Arc::ptr_eq(game.last_request(agent).unwrap(), request));
        let action = players[agent].pick(request);
        game.act(action).unwrap();
    }
    game
}

#[test]
fn a_game_ends_as_at_a_table_of_the_same_agents() {
    for &contest in contests::ALL {
        let seats = contest.seats();
        for seed in 0..3 {
            let setup = setup(seed, seed as usize % seats);
            let anything = AgentSpec::outside("anything", Anything);
            let table = contest.table(&vec![anything.clone(); seats]).unwrap();
            let game = play(contest, &vec![None; seats], setup);
            assert_eq!(game.result(), Some(&table.play_game(setup)), "{}", contest.name());
            // One seat of the caller, the others by themselves.
            let agents = contest.agents().hand_written;
            let other = AgentSpec::named(agents[agents.len() - 2].name);
            let mut agents = vec![Some(other.clone()); seats];
            agents[0] = None;
            let game = play(contest, &agents, setup);
            let mut specs = vec![other; seats];
            specs[0] = anything;
            let table = contest.table(&specs).unwrap();
            assert_eq!(game.result(), Some(&table.play_game(setup)), "{}", contest.name());
        }
    }
}

#[test]
fn an_illegal_action_changes_nothing_and_a_game_that_is_over_takes_none() {
    let mut game = Stepwise::new(&challenge::Contest, &[None, None], setup(1, 0)).unwrap();
    let before = Arc::clone(game.request().unwrap().1);
    for action in [15, 99] {
        let error = game.act(action).unwrap_err();
        assert!(matches!(error, StepwiseError::Illegal { .. }), "{error}");
        assert!(Arc::ptr_eq(game.request().unwrap().1, &before));
    }
    assert!(game.last_request(1).is_none());
    game.act(before.legal()[0]).unwrap();
    assert!(Arc::ptr_eq(game.last_request(0).unwrap(), &before));
    let mut game = play(&challenge::Contest, &[None, None], setup(1, 0));
    assert!(matches!(game.act(0), Err(StepwiseError::Over)));
    let error = Stepwise::new(&challenge::Contest, &[None], setup(1, 0)).err().unwrap();
    assert!(error.to_string().contains("1 agent given"), "{error}");
}

#[cfg(target_os = "linux")]
fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").unwrap().count()
}

#[cfg(target_os = "linux")]
#[test]
fn dropped_games_leave_no_threads_behind() {
    let begun = Instant::now();
    for seed in 0..1000 {
        let contest: &dyn Contest = match seed % 2 {
            0 => &challenge::Contest,
            _ => &skullwhist::Contest,
        };
        let mut game = Stepwise::new(contest, &[None, None], setup(seed, 0)).unwrap();
        for _ in 0..seed % 5 {
            let first = game.request().unwrap().1.legal()[0];
            game.act(first).unwrap();
        }
    }
    // Other tests run beside this one and have threads of their own.
    assert!(threads() < 100, "{}", threads());
    assert!(begun.elapsed() < Duration::from_secs(60));
}
