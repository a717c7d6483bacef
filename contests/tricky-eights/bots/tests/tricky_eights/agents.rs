//! The hand-written agents: they play legally, as functions of the seed, and in the order of their strength.

use cardsharp_arena::{MatchOptions, Tally, Unit, play_match};
use cardsharp_game::{AgentSpec, Setup, Table as _};
use cardsharp_solvers::game::Player;
use cardsharp_tricky_eights_bots::TrickyEightsTable;
use cardsharp_tricky_eights_bots::agents::{Factory, HAND_WRITTEN};
use cardsharp_tricky_eights_game::deals::deal_of;
use cardsharp_tricky_eights_game::observation::Observation;
use cardsharp_tricky_eights_game::rules::{CardSet, Phase, Round};

fn table(agents: [&str; 4]) -> TrickyEightsTable {
    TrickyEightsTable::new(agents.map(|agent| {
        let spec: AgentSpec = agent.parse().unwrap();
        Factory::load(&spec).unwrap()
    }))
}

fn matched(agents: [&str; 4], games: u64) -> Tally {
    let table = table(agents);
    let options = MatchOptions {
        contest: "tricky-eights".to_owned(),
        agents: agents.map(str::to_owned).to_vec(),
        unit: Unit::Games,
        count: games,
        seed: 1,
        threads: None,
        records: false,
    };
    play_match(&table, &options, None, &false.into(), &|| ()).unwrap()
}

/// The share of games that the first has won against three of the second.
pub fn share(one: &str, others: &str, games: u64) -> f64 {
    let tally = matched([one, others, others, others], games);
    assert_eq!((tally.games(), tally.penalties()), (games, 0));
    tally.standings()[0].win_rate.unwrap().share
}

/// Slow: close strengths are told apart by hundreds of games.
#[test]
fn every_agent_beats_the_one_before_it() {
    assert!(share("pseudo-random", "random", 40) > 0.6);
    assert!(share("memoryless", "pseudo-random", 40) > 0.6);
    assert!(share("poor-memory", "memoryless", 400) > 0.25);
    assert!(share("card-counter", "poor-memory", 400) > 0.25);
}

/// An agent that plays against copies of itself wins every game of a set from another seat.
#[test]
fn seats_are_rotated_on_the_same_deals() {
    for agent in ["random", "card-counter"] {
        let tally = matched([agent; 4], 8);
        let won: Vec<u64> = tally.standings().iter().map(|one| one.wins).collect();
        assert_eq!(won, [2; 4], "{agent}");
    }
    let table = table(["card-counter"; 4]);
    let game = |first| {
        let seed = 3;
        let record = true;
        table.play_game(Setup { seed, first, record })
    };
    let (zero, two) = (game(0), game(2));
    assert_eq!(zero.record, two.record);
    let mut rotated = zero.points.clone();
    rotated.rotate_right(2);
    assert_eq!(rotated, two.points);
    assert_eq!(zero.winner.map(|winner| (winner + 2) % 4), two.winner);
    let rounds = zero.record.unwrap();
    let deal = deal_of(3, 0);
    assert_eq!(rounds[0]["hands"][1], deal.hands()[1].to_string());
    assert_eq!(rounds[1]["dealer"], "e");
    assert_eq!(rounds[0]["cards"].as_array().unwrap().len(), 12 + 52);
}

/// Two agents with one seed make the same choices. A choice is legal for all cards on the table.
#[test]
fn choices_are_legal_and_a_function_of_the_seed() {
    for entry in HAND_WRITTEN {
        // The agent uses fewer worlds than by default, so that the test does not take long.
        let agent = match entry.name {
            "search" => "search:worlds=3",
            name => name,
        };
        let factory = Factory::load(&agent.parse().unwrap()).unwrap();
        let (mut one, mut two) = (factory.agent(7), factory.agent(7));
        for number in 0..20 {
            let mut round = Round::new(&deal_of(5, number), Player::new(number as u8 % 4));
            while let Some(seat) = round.to_act() {
                let observation = Observation::of(&round, seat, &[0; 4]);
                let card = one.choose(&observation);
                assert_eq!(card, two.choose(&observation), "{}", entry.name);
                round.apply(card).unwrap();
            }
        }
    }
}

/// The choices of a player do not depend on what they cannot see: they stay the same if the other hands are dealt anew.
#[test]
fn nobody_sees_the_hands_of_others() {
    let observation = |round: &Round| -> (CardSet, CardSet) {
        let seat = round.to_act().unwrap();
        let observation = Observation::of(round, seat, &[0; 4]);
        (observation.unseen(), observation.legal())
    };
    let mut round = Round::new(&deal_of(5, 0), Player::ZERO);
    while let Some(seat) = round.to_act() {
        let (unseen, legal) = observation(&round);
        let held = (0..4).map(Player::new).filter(|&other| other != seat);
        let hidden = held.map(|other| round.hand(other).minus(round.board().known(other)));
        assert_eq!(unseen, hidden.fold(CardSet::EMPTY, CardSet::union));
        assert!(!matches!(round.board().phase(), Phase::Over));
        round.apply(legal.first().unwrap()).unwrap();
    }
}

#[test]
fn agents_that_are_not_there_are_refused() {
    let refused = |agent: &str| {
        let spec: AgentSpec = agent.parse().unwrap();
        Factory::load(&spec).unwrap_err().to_string()
    };
    assert!(refused("nobody").contains("choose random, pseudo-random, memoryless"));
    assert!(refused("nobody").contains("card-counter, search"));
    assert!(refused("random:x=1").contains("it has none"));
    assert!(refused("card-counter:memory=1").contains("choose long, greed"));
    assert!(refused("card-counter:long=2").contains("`long` is a number from 0 to 1, not `2`"));
    assert!(Factory::load(&"card-counter:long=0.5".parse().unwrap()).is_ok());
}
