//! Outside agents at the tables of all contests.

use std::sync::atomic::AtomicBool;

use cardsharp::arena::{MatchOptions, Unit, play_match};
use cardsharp::contest::{AgentSpec, Contest, Ending, Setup, Table};
use cardsharp::contests::{challenge, dead_mans_draw, skullwhist, tricky_eights};

use crate::players::{Anything, HighestCard, by_name, high_cards, lowest, one_card};

/// A table of an outside agent with the last hand-written agents that answer quickly.
fn against(contest: &dyn Contest, other: &str) -> Box<dyn Table> {
    let mut agents = vec![AgentSpec::outside("anything", Anything)];
    agents.resize(contest.seats(), AgentSpec::named(other));
    contest.table(&agents).unwrap()
}

fn setup(seed: u64, first: usize) -> Setup {
    Setup { seed, first, record: true }
}

#[test]
fn rounds_against_ordinary_agents_are_played_without_an_illegal_action() {
    let others: [(&dyn Contest, &str, u64); 4] = [
        (&challenge::Contest, "expert", 2),
        (&skullwhist::Contest, "expert", 20),
        (&tricky_eights::Contest, "card-counter", 2),
        (&dead_mans_draw::Contest, "expert", 3),
    ];
    for (contest, other, rounds) in others {
        let table = against(contest, other);
        for seed in 0..rounds {
            let round = table.play_round(setup(seed, seed as usize % contest.seats()));
            assert_eq!(round.ending(), Ending::Completed);
            for game in &round.games {
                assert!(game.penalties.iter().all(|&count| count == 0), "{game:?}");
                assert!(game.moves[0] > 0, "{game:?}");
            }
            // The chance of a player comes from its seed alone.
            let again = table.play_round(setup(seed, seed as usize % contest.seats()));
            assert_eq!(round, again, "{}", contest.name());
        }
    }
}

/// The games of two lists of agents are the same, records included.
fn assert_same(contest: &dyn Contest, agents: &[AgentSpec], others: &[AgentSpec], games: u64) {
    let [one, other] = [agents, others].map(|agents| contest.table(agents).unwrap());
    for seed in 0..games {
        let setup = setup(seed, seed as usize % contest.seats());
        assert_eq!(one.play_game(setup), other.play_game(setup), "{setup:?}");
    }
}

#[test]
fn an_agent_rebuilt_from_its_observations_plays_the_same_games() {
    let named = AgentSpec::named;
    assert_same(
        &challenge::Contest,
        &[AgentSpec::outside("own", by_name(lowest)), named("random")],
        &[named("lowest"), named("random")],
        20,
    );
    assert_same(
        &skullwhist::Contest,
        &[AgentSpec::outside("own", by_name(high_cards)), named("expert")],
        &[named("high-cards"), named("expert")],
        40,
    );
}

#[test]
fn an_agent_of_chance_is_rebuilt_from_its_seed() {
    assert_same(
        &tricky_eights::Contest,
        &[
            AgentSpec::outside("own", HighestCard),
            AgentSpec::named("random"),
            AgentSpec::named("memoryless"),
            AgentSpec::named("random"),
        ],
        &["pseudo-random", "random", "memoryless", "random"].map(AgentSpec::named),
        4,
    );
}

/// `one-card` looks at an oracle's card by a move of its own, so that the records differ.
#[test]
fn one_card_is_rebuilt_except_for_its_looks() {
    let agents = |name| [name, AgentSpec::named("expert")];
    let own = agents(AgentSpec::outside("own", by_name(one_card)));
    let tables =
        [own, agents(AgentSpec::named("one-card"))].map(|agents| dead_mans_draw::Contest.table(&agents).unwrap());
    for seed in 0..100 {
        let [own, named] = [0, 1].map(|table: usize| {
            let game = tables[table].play_game(setup(seed, seed as usize % 2));
            (game.winner, game.ending, game.points, game.penalties)
        });
        assert_eq!(own, named, "{seed}");
    }
}

#[test]
fn matches_count_an_outside_agent_like_any_other() {
    let options = |agents: &[AgentSpec]| MatchOptions {
        contest: "challenge".to_owned(),
        agents: agents.iter().map(ToString::to_string).collect(),
        unit: Unit::Games,
        count: 60,
        seed: 3,
        threads: None,
        records: false,
    };
    let own = [AgentSpec::outside("own", by_name(lowest)), AgentSpec::named("greedy")];
    let named = [AgentSpec::named("lowest"), AgentSpec::named("greedy")];
    let shares = [&own[..], &named[..]].map(|agents| {
        let table = challenge::Contest.table(agents).unwrap();
        let stop = AtomicBool::new(false);
        let tally = play_match(table.as_ref(), &options(agents), None, &stop, &|| ()).unwrap();
        let standings = tally.standings();
        let counts = |agent: usize| (standings[agent].game_wins, standings[agent].moves);
        (tally.games(), [0, 1].map(counts))
    });
    assert_eq!(shares[0], shares[1]);
}
