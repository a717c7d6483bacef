//! The hand-written agents: each plays legally and beats the one before.

use cardsharp_dead_mans_draw_bots::DeadMansDrawTable;
use cardsharp_dead_mans_draw_bots::agents::{Factory, HAND_WRITTEN};
use cardsharp_dead_mans_draw_bots::value::Prospects;
use cardsharp_dead_mans_draw_game::rules::{Action, Dice, Rules, State, Suit};
use cardsharp_game::{AgentSpec, Setup, Table, derive_seed};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn factory(name: &str) -> Factory {
    Factory::load(&name.parse::<AgentSpec>().unwrap()).unwrap()
}

/// The share of `matches` that the first agent wins, ties counted half. No agent may be penalised.
fn share(one: &str, other: &str, matches: u64) -> f64 {
    let table = DeadMansDrawTable::new([factory(one), factory(other)]);
    let points = (0..matches).map(|number| {
        let game =
            table.play_game(Setup { seed: derive_seed(7, number / 2), first: (number % 2) as usize, record: false });
        assert_eq!(game.penalties, [0, 0], "{one} against {other}");
        assert!(game.moves.iter().all(|&moves| moves > 0));
        match game.winner {
            Some(0) => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    });
    points.sum::<f64>() / matches as f64
}

#[test]
fn every_agent_beats_the_one_before() {
    let least = [0.65, 0.8, 0.5];
    for (pair, least) in HAND_WRITTEN.windows(2).zip(least) {
        let share = share(pair[1].name, pair[0].name, 2000);
        assert!(share > least, "{} against {}: {share}", pair[1].name, pair[0].name);
    }
}

#[test]
fn results_depend_on_the_seed_alone() {
    let table = DeadMansDrawTable::new([factory("expert"), factory("stop-at-random")]);
    let play = |seed| table.play_round(Setup { seed, first: 1, record: false });
    assert_eq!(play(3), play(3));
    assert_ne!(play(3), play(4));
    let games = play(3).games.len();
    assert!(games >= 5, "{games}");
}

#[test]
fn agents_are_refused_by_name() {
    let refused = |text: &str| {
        let spec: AgentSpec = text.parse().unwrap();
        Factory::load(&spec).unwrap_err().to_string()
    };
    assert!(refused("pirate").contains("one-card"));
    assert!(refused("one-card:further=1").contains("further"));
    assert!(refused("expert:swing=no").contains("swing"));
}

#[test]
fn only_what_adds_to_the_score_is_counted() {
    let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(1));
    let mut seen = 0;
    for seed in 0..20 {
        let mut agent = factory("expert").agent(seed);
        agent.start_game();
        let mut state = State::new(&Rules::ARENA, &mut dice);
        while state.to_move().is_some() {
            let prospects = Prospects::of(&state);
            assert!(prospects.kept <= prospects.banked);
            let player = state.to_move().unwrap();
            let action = agent.choose(&state);
            let bonus = [Suit::Chest, Suit::Key].iter().all(|&suit| state.area_suits().contains(suit));
            let before = f64::from(state.scores()[player.index()]);
            state.apply(action, &mut dice, &mut ()).unwrap();
            if action == Action::EndTurn && !bonus {
                let after = f64::from(state.scores()[player.index()]);
                assert_eq!(after - before, prospects.banked);
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn the_record_is_what_the_arena_would_tell() {
    let table = DeadMansDrawTable::new([factory("threshold"), factory("expert")]);
    let game = table.play_game(Setup { seed: 5, first: 0, record: true });
    let record = game.record.unwrap();
    let events = record.as_array().unwrap();
    assert_eq!(events[0]["eventType"], "MatchStarted");
    let end = events.last().unwrap();
    assert_eq!(end["eventType"], "MatchEnded");
    let scores: Vec<f64> = serde_json::from_value(end["matchEndedScores"].clone()).unwrap();
    assert_eq!(scores, game.points);
}
