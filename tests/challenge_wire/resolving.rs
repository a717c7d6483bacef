//! The agent that re-solves the rest of a hand, with the contest's clock running.

use std::num::NonZeroUsize;

use cardsharp::contest::AgentSpec;
use cardsharp::contests::challenge::agents::Factory;
use cardsharp::contests::challenge::client::{self, ClientOptions};
use cardsharp::contests::challenge::server::{JOURNAL_FILE, TeamId, Teams, read_journal};

use crate::peers::{options, serve};

/// For a billion iterations, every machine is slow. A game has many decisions that are re-solved,
/// and each of them alone would use up the clock.
#[test]
fn iterations_asked_for_never_overrun_the_clock() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = serve(Teams::Loopback, |config| {
        config.games = NonZeroUsize::new(1);
        config.data = Some(folder.path().to_owned());
    });
    let spec = "resolve:policy=data/challenge/all-scores.policy,iterations=1000000000";
    let spec: AgentSpec = spec.parse().unwrap();
    let agent = Factory::load(&spec).unwrap().agent(3);
    let options = options(server.test_addr(), Some(1));
    // A player that never stops thinking is left behind: the server's games end without it.
    let player = std::thread::spawn(move || client::play(&options, &ClientOptions::default(), agent));
    server.wait().unwrap();
    let journal = read_journal(&folder.path().join(JOURNAL_FILE)).unwrap();
    assert_eq!(journal.games.len(), 1);
    for game in &journal.games {
        let own = usize::from(game.teams[0] == TeamId::HOUSE);
        assert_eq!(game.penalties[own], 0, "of {} moves", game.moves[own]);
    }
    let report = player.join().unwrap().unwrap();
    assert_eq!((report.games, report.illegal_moves), (1, 0));
}
