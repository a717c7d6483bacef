//! The hands in which games between two agents are won, by the score.

use std::collections::BTreeMap;
use std::time::Duration;

use cardsharp_challenge_bots::ChallengeGame;
use cardsharp_challenge_bots::agents::{Agent, Factory};
use cardsharp_challenge_game::observation::Observation;
use cardsharp_challenge_game::rules::{Game, Params, Shoe};
use cardsharp_challenge_solver::scores::{Classes, GameValues, Score};
use cardsharp_game::AgentSpec;
use cardsharp_solvers::game::Player;

/// The sum of the changes of a winning probability, that of their squares, and their number.
type Sums = (f64, f64, u64);

/// The winning probability of `player` before the hand under way, or after the game.
fn prospects(values: &GameValues, game: &Game, player: Player) -> f64 {
    let lead = game.hand_lead();
    match game.winner() {
        Some(winner) => f64::from(u8::from(winner == player)),
        None => {
            let value = values.at(game.points(lead), game.points(lead.opponent()));
            if lead == player { value } else { 1.0 - value }
        }
    }
}

/// The kind of the hand under way: how far its payoffs are from those of 0-0.
fn kind(values: &GameValues, game: &Game) -> &'static str {
    let lead = game.hand_lead();
    let [leader, follower] = [lead, lead.opponent()].map(|player| game.points(player));
    let [here, start] =
        [(leader, follower), (0, 0)].map(|(leader, follower)| values.payoffs(Score { leader, follower }));
    let (_, distance) = Classes::one(start).nearest(here).unwrap();
    match distance {
        0.0 => "at 0-0",
        distance if distance <= 0.06 => "within 0.06",
        _ => "farther",
    }
}

/// Plays at most `hands` hands of a game, and adds what each of them changes for `player`.
fn play(
    values: &GameValues,
    game: &mut Game,
    agents: &mut [Box<dyn Agent<ChallengeGame>>; 2],
    (player, hands): (Player, u64),
    sums: &mut BTreeMap<&'static str, Sums>,
) {
    for _ in 0..hands {
        let (before, kind) = (prospects(values, game, player), kind(values, game));
        loop {
            let Some(observation) = Observation::of(game, Duration::from_secs(2)) else {
                return;
            };
            let to_move = game.to_move().unwrap();
            let chosen = agents[to_move.index()].choose(&observation);
            if game.apply(chosen).unwrap().hand.is_some() {
                break;
            }
        }
        let change = prospects(values, game, player) - before;
        let sum = sums.entry(kind).or_default();
        *sum = (sum.0 + change, sum.1 + change * change, sum.2 + 1);
    }
}

/// By how much each hand changes the winning probability of agent `ONE` against agent `OTHER`, by the table of the
/// values of all scores. `RUNS` is the number of shoes, each played in both seats; `HANDS` the most hands of a game.
#[test]
#[ignore = "a measurement: ONE=AGENT OTHER=AGENT cargo test --release -p cardsharp-challenge-bots --test challenge where_won -- --ignored --nocapture"]
fn hands_by_score() {
    let text = |name: &str, default: &str| std::env::var(name).unwrap_or(default.to_owned());
    let number = |name, default| text(name, default).parse::<u64>().unwrap();
    let factories = [text("ONE", "adaptive"), text("OTHER", "expert")].map(|spec| {
        let spec: AgentSpec = spec.parse().unwrap();
        Factory::load(&spec).unwrap()
    });
    let (runs, hands) = (number("RUNS", "60"), number("HANDS", "1000"));
    let values = GameValues::contest().unwrap();
    let (mut sums, mut won) = (BTreeMap::new(), 0);
    for seed in 1000..1000 + runs {
        for seat in 0..2 {
            let mut agents = [0, 1].map(|player: usize| {
                let mut agent = factories[(player + seat) % 2].agent(2 * seed + player as u64);
                agent.play_without_clock();
                agent.start_game();
                agent
            });
            let mut game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, seed));
            let player = Player::new(seat as u8);
            play(&values, &mut game, &mut agents, (player, hands), &mut sums);
            won += u64::from(game.winner() == Some(player));
        }
    }
    println!("{won} of {} games won\n", 2 * runs);
    println!("| payoffs | hands | change of the winning probability in a hand |\n|---|---|---|");
    for (kind, (sum, squares, count)) in sums {
        let mean = sum / count as f64;
        let half_width = 1.96 * ((squares / count as f64 - mean * mean) / count as f64).sqrt();
        println!("| {kind} | {count} | {mean:+.4} ± {half_width:.4} |");
    }
}

/// Whoever wins, the changes of a game lead from the value of its beginning to 1 or 0.
#[test]
fn the_changes_of_a_game_add_up_to_its_result() {
    let spec: AgentSpec = "greedy-challenge".parse().unwrap();
    let factory = Factory::load(&spec).unwrap();
    let values = GameValues::contest().unwrap();
    let start = values.at(0, 0);
    for seed in 0..20 {
        let mut agents = [0, 1].map(|player| factory.agent(2 * seed + player));
        let mut game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, seed));
        let mut sums = BTreeMap::new();
        play(&values, &mut game, &mut agents, (Player::ZERO, 1000), &mut sums);
        let change: f64 = sums.values().map(|(sum, _, _): &Sums| sum).sum();
        let won = f64::from(u8::from(game.winner() == Some(Player::ZERO)));
        assert!((start + change - won).abs() < 1e-9, "{seed}: {change}");
        assert!(sums["at 0-0"].2 >= 1);
    }
}
