//! `search` over many games against one opponent: it learns their strategy, and nothing of anybody else.

use cardsharp_game::{AgentSpec, TableGame as _, derive_seed, play_out};
use cardsharp_skullwhist_bots::SkullWhistGame;
use cardsharp_skullwhist_bots::agents::{Agent, Factory, OpponentModel};

type Agents = Vec<Box<dyn Agent<SkullWhistGame>>>;

fn agent(name: &str, seed: u64) -> Box<dyn Agent<SkullWhistGame>> {
    Factory::load(&name.parse::<AgentSpec>().unwrap()).unwrap().agent(seed)
}

/// Plays a game on the deal of `seed`. The first agent has seat `seat`. Its share is returned.
fn play(agents: &mut Agents, seed: u64, seat: usize) -> f64 {
    let mut state = SkullWhistGame::begin(seed, false);
    if seat == 1 {
        agents.reverse();
    }
    play_out::<SkullWhistGame>(&mut state, agents);
    if seat == 1 {
        agents.reverse();
    }
    SkullWhistGame::winner(&state).map_or(0.5, |winner| f64::from(u8::from(winner == seat)))
}

/// Shows `searching` some games of the agent `name`, against whom an expert sits in its place.
fn watch(searching: &mut dyn Agent<SkullWhistGame>, name: &str, games: u64) {
    for game in 0..games {
        let mut agents = vec![agent("expert", 1), agent(name, game)];
        let mut state = SkullWhistGame::begin(derive_seed(3, game), false);
        play_out::<SkullWhistGame>(&mut state, &mut agents);
        searching.see(&SkullWhistGame::shown(&state, 0).unwrap());
    }
}

fn weight(agent: &dyn Agent<SkullWhistGame>, model: OpponentModel) -> f64 {
    let index = OpponentModel::ALL.iter().position(|&one| one == model).unwrap();
    agent.memory().unwrap().weights()[index]
}

#[test]
fn search_recognises_each_strategy_and_its_change() {
    let mut searching = agent("search", 1);
    for (name, model) in [
        ("expert", OpponentModel::Expert),
        ("high-cards", OpponentModel::HighCards),
        ("random", OpponentModel::Random),
        ("expert", OpponentModel::Expert),
    ] {
        watch(searching.as_mut(), name, 8);
        let weight = weight(searching.as_ref(), model);
        assert!(weight > 0.9, "{name}: {weight}");
    }
}

#[test]
fn what_search_learned_stays_with_the_opponent() {
    let mut agents = vec![agent("search:games=1", 1), agent("high-cards", 2)];
    for game in 0..4 {
        play(&mut agents, derive_seed(3, game), (game % 2) as usize);
    }
    let mut searching = agents.swap_remove(0);
    assert!(weight(searching.as_ref(), OpponentModel::HighCards) > 0.9);
    let of_high_cards = searching.memory().cloned();
    searching.recall(None);
    assert_eq!(searching.memory().unwrap().weights(), OpponentModel::PRIOR);
    searching.recall(of_high_cards.as_ref());
    assert_eq!(searching.memory(), of_high_cards.as_ref());
    // A memory of another family of strategies is no memory.
    let other = cardsharp_game::mixture::Mixture::new(&[0.5, 0.5]);
    searching.recall(Some(&other));
    assert_eq!(searching.memory().unwrap().weights(), OpponentModel::PRIOR);
}

/// The shares of the results page.
#[test]
#[ignore = "slow: a measurement, with AGAINST, SESSIONS and FORGETS from the environment"]
fn sessions_of_twenty_games() {
    let variable = |name: &str, otherwise: &str| std::env::var(name).unwrap_or(otherwise.to_owned());
    let (name, count) = (variable("AGAINST", "expert"), variable("SESSIONS", "50").parse::<u64>().unwrap());
    let forgets = std::env::var_os("FORGETS").is_some();
    let mut shares = Vec::new();
    for session in 0..count {
        let mut agents = vec![agent("search", derive_seed(session, 0)), agent(&name, derive_seed(session, 1))];
        // Each deal is played in both seats.
        let games = (0..20).map(|game| {
            if forgets {
                agents[0].recall(None);
            }
            play(&mut agents, derive_seed(session, 2 + game / 2), (game % 2) as usize)
        });
        let games: Vec<f64> = games.collect();
        shares.extend(games.chunks(2).map(|pair| (pair[0] + pair[1]) / 2.0));
    }
    let pairs = shares.len() as f64;
    let mean = shares.iter().sum::<f64>() / pairs;
    let variance = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / (pairs - 1.0);
    let error = 1.96 * (variance / pairs).sqrt();
    println!("search against {name}: {:.1} ± {:.1} %, {} games", 100.0 * mean, 100.0 * error, 2.0 * pairs);
}
