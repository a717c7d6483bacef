//! The agent that models its opponent, and the model.

use cardsharp_challenge_bots::ChallengeGame;
use cardsharp_challenge_bots::agents::{Agent, Factory};
use cardsharp_challenge_game::observation::{HandSeen, Observation};
use cardsharp_challenge_game::rules::{Game, Move, Params, Shoe};
use cardsharp_game::{AgentSpec, NamedAgents as _, Setup};
use cardsharp_solvers::game::Player;
use std::time::Duration;

fn agent(spec: &str, seed: u64) -> Box<dyn Agent<ChallengeGame>> {
    let spec: AgentSpec = spec.parse().unwrap();
    Factory::load(&spec).unwrap().agent(seed)
}

/// Plays games in one process. Returns those that the first agent won.
fn play(agents: &mut [Box<dyn Agent<ChallengeGame>>; 2], games: u64) -> u64 {
    let mut won = 0;
    for seed in 0..games {
        let mut game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, seed));
        play_game(&mut game, agents);
        won += u64::from(game.winner() == Some(Player::ZERO));
    }
    won
}

/// Plays a game, and shows both agents every hand. Returns the number of hands.
fn play_game(game: &mut Game, agents: &mut [Box<dyn Agent<ChallengeGame>>; 2]) -> u64 {
    let mut hands = 0;
    agents.iter_mut().for_each(|agent| agent.start_game());
    while let Some(observation) = Observation::of(game, Duration::from_secs(2)) {
        let player = game.to_move().unwrap();
        let chosen = agents[player.index()].choose(&observation);
        let step = game.apply(chosen).unwrap();
        if step.hand.is_some() {
            hands += 1;
            for player in [Player::ZERO, Player::ONE] {
                let hand = HandSeen::last_of(game, player).unwrap();
                agents[player.index()].see(&hand);
            }
        }
    }
    hands
}

/// The games won by the first agent in rounds against the second, and all games.
fn games_won(one: &str, other: &str, rounds: u64) -> (usize, usize) {
    let agents = [one, other].map(|spec| spec.parse::<AgentSpec>().unwrap());
    let table = ChallengeGame::table("challenge", &agents).unwrap();
    let mut counts = (0, 0);
    for seed in 0..rounds {
        let round = table.play_round(Setup { seed, first: (seed % 2) as usize, record: false });
        counts.0 += round.games.iter().filter(|game| game.winner == Some(0)).count();
        counts.1 += round.games.len();
    }
    counts
}

fn share((won, all): (usize, usize)) -> f64 {
    won as f64 / all as f64
}

/// Slow: the difference shows in rounds of play-outs alone.
#[test]
fn it_wins_more_than_the_policy_that_it_begins_with() {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../data/challenge/all-scores.policy");
    for fault in ["calls", "folds"] {
        let other = format!("sparring:fault={fault}");
        let adaptive = games_won("adaptive", &other, 12);
        let policy = games_won(table, &other, 12);
        assert!(share(adaptive) > share(policy) + 0.02, "{fault}: {adaptive:?} against {policy:?}");
    }
}

/// Slow: two rounds of an agent that plays out its options.
#[test]
fn the_same_seed_plays_the_same_round() {
    let of = || games_won("adaptive", "sparring:fault=loose", 2);
    assert_eq!(of(), of());
}

/// Slow: a model is learnt in rounds against it.
#[test]
fn the_model_says_what_the_opponent_does_and_is_passed_on() {
    let mut agents = [agent("adaptive", 1), agent("sparring:fault=calls", 2)];
    agents[0].play_without_clock();
    let won = play(&mut agents, 60);
    let memory = agents[0].memory().unwrap().clone();
    assert_eq!((memory.won, memory.won + memory.lost), (won, 60));
    assert!(memory.hands > 100, "{} hands", memory.hands);
    let lines = agents[0].memory_in_words();
    let follows = lines.iter().find(|line| line.starts_with("follows")).unwrap();
    assert!(follows.contains("the lowest card that wins"), "{follows}");
    // Accepts nearly always, whatever rule says so: the model's most probable one has a high rate. Hands that cannot be won are
    // rejected, so that it need not be the highest.
    let accepts = |line: &&String| line.contains("accepts");
    let high = |line: &String| ["90 %", "99 %", "100 %"].iter().any(|rate| line.contains(rate));
    assert!(lines.iter().filter(accepts).any(high), "{lines:?}");
    // The memory survives as JSON, and another player of the agent takes it over.
    let text = serde_json::to_string(&memory).unwrap();
    let read = serde_json::from_str(&text).unwrap();
    let mut next = agent("adaptive", 3);
    assert_ne!(next.memory_in_words(), lines);
    next.recall(Some(&read));
    assert_eq!(next.memory_in_words(), lines);
    // Another opponent begins anew.
    next.recall(None);
    assert_eq!(next.memory(), agent("adaptive", 4).memory());
}

/// A policy opponent is recognised, so that nothing is believed of it that it does not do.
/// Slow: a model is learnt in rounds against it.
#[test]
fn the_model_recognises_the_policy() {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../data/challenge/all-scores.policy");
    let mut agents = [agent("adaptive", 1), agent(table, 2)];
    agents[0].play_without_clock();
    play(&mut agents, 30);
    let lines = agents[0].memory_in_words();
    let as_policy = lines.iter().filter(|line| line.contains("the trained policy"));
    assert!(as_policy.count() >= 6, "{lines:?}");
}

#[test]
fn a_frozen_model_learns_nothing_and_an_unknown_opponent_meets_the_policy() {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../data/challenge/all-scores.policy");
    let mut agents = [agent("adaptive:frozen=yes", 1), agent("sparring:fault=folds", 2)];
    agents[0].play_without_clock();
    let before = agents[0].memory().unwrap().clone();
    play(&mut agents, 5);
    let after = agents[0].memory().unwrap();
    assert_eq!((after.hands, &after.model), (0, &before.model));
    let mut policy = agent(table, 1);
    for seed in 0..50 {
        let game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, seed));
        let observation = Observation::of(&game, Duration::from_secs(2)).unwrap();
        let [own, of_policy] = [&mut agents[0], &mut policy].map(|one| one.probabilities(&observation));
        for ((one, share), (other, expected)) in own.unwrap().into_iter().zip(of_policy.unwrap()) {
            assert_eq!(one, other, "seed {seed}");
            assert!((share - expected).abs() < 1e-12, "seed {seed}: {share} {expected}");
        }
    }
}

/// With nothing left on the clock the policy is played at once.
#[test]
fn without_time_it_plays_the_policy() {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../data/challenge/all-scores.policy");
    let [mut adaptive, mut policy] = [agent("adaptive", 5), agent(table, 5)];
    for seed in 0..200 {
        let game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, seed));
        let observation = Observation::of(&game, Duration::from_millis(100)).unwrap();
        let chosen: [Move; 2] = [adaptive.choose(&observation), policy.choose(&observation)];
        assert_eq!(chosen[0], chosen[1], "seed {seed}");
    }
}

/// The hands after which the games won are counted anew.
const AFTER: [u64; 3] = [20, 100, 1000];

/// Games won and games, by what was known at the beginning: up to each of [`AFTER`] hands.
fn games_won_as_it_learns(one: &str, other: &str, seed: u64) -> [(u64, u64); AFTER.len()] {
    let mut agents = [agent(one, seed), agent(other, seed + 1000)];
    agents.iter_mut().for_each(|agent| agent.play_without_clock());
    let (mut counts, mut hands, mut game_seed) = ([(0, 0); AFTER.len()], 0, 0);
    while let Some(phase) = AFTER.iter().position(|&end| hands < end) {
        let shoe = Shoe::new(Params::CONTEST, seed << 20 | game_seed);
        let mut game = Game::new(Params::CONTEST, shoe);
        // The seats change after each game.
        let own = (game_seed % 2) as usize;
        agents.swap(0, own);
        hands += play_game(&mut game, &mut agents);
        agents.swap(0, own);
        counts[phase].0 += u64::from(game.winner().is_some_and(|winner| winner.index() == own));
        counts[phase].1 += 1;
        game_seed += 1;
    }
    counts
}

/// The table of docs/src/results/log.md by hands seen. `RUNS` is the number of runs of 1,000 hands
/// against each opponent.
#[test]
#[ignore = "a measurement: cargo test --release -p cardsharp-challenge-bots --test challenge adaptive::as_it_learns -- --ignored --nocapture"]
fn as_it_learns() {
    let runs = std::env::var("RUNS").map_or(4, |runs| runs.parse().unwrap());
    let names = "never-bluffs always-bluffs calls folds highest-first tight loose random-with-skill by-score \
                 changes deceives";
    let faults = names.split_whitespace().map(|name| format!("sparring:fault={name}"));
    println!("| opponent | up to 20 hands | 20 to 100 | 100 to 1,000 |\n|---|---|---|---|");
    for other in faults.chain(["greedy-challenge", "expert"].map(str::to_owned)) {
        let mut sums = [(0, 0); AFTER.len()];
        for seed in 0..runs {
            let found = games_won_as_it_learns("adaptive", &other, seed);
            for (sum, (won, games)) in sums.iter_mut().zip(found) {
                *sum = (sum.0 + won, sum.1 + games);
            }
        }
        let cells = sums.map(|(won, games)| {
            let share = won as f64 / games as f64;
            let half_width = 196.0 * (share * (1.0 - share) / games as f64).sqrt();
            format!("{:.1} ± {half_width:.1} % of {games}", 100.0 * share)
        });
        println!("| `{other}` | {} |", cells.join(" | "));
    }
}

/// The best opponent of a frozen model, of the hand-written agents and of the faults, by games won. `RUNS` times 50 games each.
#[test]
#[ignore = "a measurement: cargo test --release -p cardsharp-challenge-bots --test challenge adaptive::as_it_is_known -- --ignored --nocapture"]
fn as_it_is_known() {
    let games = 50 * std::env::var("RUNS").map_or(4, |runs| runs.parse::<u64>().unwrap());
    let names = "never-bluffs always-bluffs calls folds highest-first tight loose random-with-skill";
    let faults = names.split_whitespace().map(|name| format!("sparring:fault={name}"));
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../data/challenge/all-scores.policy");
    let others: Vec<String> = faults.chain(["greedy-challenge", "expert", table].map(str::to_owned)).collect();
    println!("| learned from | games won against the best opponent | who it is |\n|---|---|---|");
    for name in ["folds", "calls", "tight", "loose"] {
        let mut learning = [agent("adaptive", 1), agent(&format!("sparring:fault={name}"), 2)];
        learning[0].play_without_clock();
        play(&mut learning, 100);
        let memory = learning[0].memory().cloned();
        let won = others.iter().map(|other| {
            let mut agents = [agent("adaptive:frozen=yes", 3), agent(other, 4)];
            agents.iter_mut().for_each(|agent| agent.play_without_clock());
            agents[0].recall(memory.as_ref());
            let won = (0..games).filter(|&seed| {
                let own = (seed % 2) as usize;
                let mut game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, 5_000 + seed));
                agents.swap(0, own);
                play_game(&mut game, &mut agents);
                agents.swap(0, own);
                game.winner().is_some_and(|winner| winner.index() == own)
            });
            (won.count() as u64, other)
        });
        let (won, other) = won.min().unwrap();
        let share = won as f64 / games as f64;
        let half_width = 196.0 * (share * (1.0 - share) / games as f64).sqrt();
        println!("| `{name}` | {:.1} ± {half_width:.1} % of {games} | `{other}` |", 100.0 * share);
    }
}

#[test]
fn wrong_options_are_named() {
    let load = |spec: &str| {
        let spec: AgentSpec = spec.parse().unwrap();
        Factory::load(&spec).unwrap_err().to_string()
    };
    assert!(load("sparring").contains("never-bluffs"));
    assert!(load("sparring:fault=odd").contains("never-bluffs"));
    assert!(load("adaptive:draws=0").contains("draws"));
    assert!(load("adaptive:policy=nowhere.policy").contains("nowhere.policy"));
}
