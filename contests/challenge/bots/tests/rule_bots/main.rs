//! Sparring partners who play by a rule, and the share of games that agents win from them.

// The lint's exception for tests does not reach the functions that tests call.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod ceilings;
mod rule_bot;
mod rules;

use std::sync::Arc;
use std::time::Duration;

use cardsharp_challenge_bots::ChallengeGame;
use cardsharp_challenge_bots::agents::{Agent, Factory, score_of, state_of};
use cardsharp_challenge_game::observation::{HandSeen, Observation};
use cardsharp_challenge_game::rules::{Game, Move, Params, Round, Shoe};
use cardsharp_challenge_solver::opponent::{Forecast, Reference, ScoreSituation, Sight};
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_game::AgentSpec;
use cardsharp_solvers::game::Player;

use rule_bot::RuleBot;
use rules::{RULES, Rule};

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../data/challenge/all-scores.policy");

type Agents = [Box<dyn Agent<ChallengeGame>>; 2];

fn agent(spec: &str, seed: u64) -> Box<dyn Agent<ChallengeGame>> {
    let spec: AgentSpec = spec.parse().unwrap();
    let mut agent = Factory::load(&spec).unwrap().agent(seed);
    agent.play_without_clock();
    agent
}

/// Plays a game, in which both agents see every hand, and calls `each` with the agents, the seat, the observation and the
/// move of every decision.
fn play(game: &mut Game, agents: &mut Agents, mut each: impl FnMut(&Agents, usize, &Observation, Move)) {
    agents.iter_mut().for_each(|agent| agent.start_game());
    while let Some(observation) = Observation::of(game, Duration::from_secs(2)) {
        let seat = game.to_move().unwrap().index();
        let chosen = agents[seat].choose(&observation);
        each(agents, seat, &observation, chosen);
        if game.apply(chosen).unwrap().hand.is_some() {
            for player in [Player::ZERO, Player::ONE] {
                let hand = HandSeen::last_of(game, player).unwrap();
                agents[player.index()].see(&hand);
            }
        }
    }
}

/// The games, oldest first, that an agent wins from a rule that it gets to know.
fn games(spec: &str, rule: &'static Rule, games: u64, seed: u64) -> Vec<bool> {
    series(spec, rule, seed).take(games as usize).collect()
}

/// The same without an end.
fn series(spec: &str, rule: &'static Rule, seed: u64) -> impl Iterator<Item = bool> {
    let mut agents: Agents = [agent(spec, seed), Box::new(RuleBot::new(rule, seed + 1))];
    (0..).map(move |number: u64| {
        let own = (number % 2) as usize;
        let mut game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, seed << 20 | number));
        agents.swap(0, own);
        play(&mut game, &mut agents, |_, _, _, _| {});
        agents.swap(0, own);
        game.winner().is_some_and(|winner| winner.index() == own)
    })
}

fn cell(won: &[bool]) -> String {
    let count = won.iter().filter(|&&won| won).count();
    let share = count as f64 / won.len() as f64;
    let half_width = 196.0 * (share * (1.0 - share) / won.len() as f64).sqrt();
    format!("{:.1} ± {half_width:.1}", 100.0 * share)
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |value| value.parse().unwrap())
}

/// The rules whose names contain `RULE`; without those set aside if `ASIDE` is `no`, and these alone if it is `only`.
fn wanted() -> impl Fn(&&'static Rule) -> bool {
    let [named, aside] = ["RULE", "ASIDE"].map(|name| std::env::var(name).unwrap_or_default());
    move |rule| rule.name.contains(&named) && aside != if rule.set_aside { "no" } else { "only" }
}

/// The table of docs/src/results/log.md by rule. `GAMES` games against each rule that is [`wanted`], by the agent
/// `AGENT`; the first `FIRST` of them are a column of their own.
#[test]
#[ignore = "a measurement: cargo test --release -p cardsharp-challenge-bots --test rule_bots by_rule -- --ignored --nocapture"]
fn by_rule() {
    let (all, first, seed) = (number("GAMES", 100), number("FIRST", 20), number("SEED", 1));
    let spec = std::env::var("AGENT").unwrap_or_else(|_| "adaptive".to_owned());
    let spec = if spec == "table" { TABLE.to_owned() } else { spec };
    println!("| rule | set aside | first {first} games, % | next {} games, % |\n|---|---|---|---|", all - first);
    for rule in RULES.iter().filter(wanted()) {
        let won = games(&spec, rule, all, seed);
        let (early, late) = won.split_at(first as usize);
        println!("| {} | {} | {} | {} |", rule.name, rule.set_aside, cell(early), cell(late));
    }
}

/// `ROUNDS` rounds against each rule that is [`wanted`], by the agent `AGENT`, which remembers the rule.
#[test]
#[ignore = "a measurement: cargo test --release -p cardsharp-challenge-bots --test rule_bots by_round -- --ignored --nocapture"]
fn by_round() {
    let (rounds, seed) = (number("ROUNDS", 20), number("SEED", 1));
    let spec = std::env::var("AGENT").unwrap_or_else(|_| "adaptive".to_owned());
    println!("| rule | set aside | rounds won of {rounds} | games, % |\n|---|---|---|---|");
    for rule in RULES.iter().filter(wanted()) {
        let (mut won, mut over, mut round) = (0, 0, Round::default());
        let mut all = Vec::new();
        for game in series(&spec, rule, seed) {
            all.push(game);
            round.record_win(usize::from(!game));
            if let Some(winner) = round.winner() {
                won += u64::from(winner == 0);
                (over, round) = (over + 1, Round::default());
            }
            if over == rounds {
                break;
            }
        }
        println!("| {} | {} | {won} | {} |", rule.name, rule.set_aside, cell(&all));
    }
}

/// The hands after which forecasts are averaged anew.
const KNOWN_AFTER: [u64; 4] = [10, 30, 100, 300];

/// The probability that the model of `agents[0]` gives to what `agents[1]` did about a challenge. None if it was no offer and
/// no answer.
fn forecast(reference: &Reference, agents: &Agents, observation: &Observation, chosen: Move) -> Option<f64> {
    if let Move::Play(_) = chosen {
        return None;
    }
    let beliefs = Forecast::new(agents[0].memory()?.model.as_ref()?.beliefs());
    let mut state = state_of(reference.game(), observation)?;
    state.class = reference.policy().classes.class(score_of(observation, &state));
    let score = ScoreSituation::of(observation.own_points, observation.their_points);
    (!observation.is_won() && !observation.is_lost())
        .then(|| beliefs.probability(score, &Sight::new(reference, &state), chosen))
}

/// The table of docs/src/results/log.md by hands seen: the mean probability that was forecast of the offers and answers of
/// each rule.
#[test]
#[ignore = "a measurement: cargo test --release -p cardsharp-challenge-bots --test rule_bots as_it_is_known -- --ignored --nocapture"]
fn as_it_is_known() {
    let reference = Reference::new(Arc::new(TrainedPolicy::installed().unwrap()));
    let spec = std::env::var("AGENT").unwrap_or_else(|_| "adaptive:draws=20".to_owned());
    println!("| rule | 1 to 10 hands | 11 to 30 | 31 to 100 | 101 to 300 |\n|---|---|---|---|---|");
    for rule in RULES {
        let mut agents: Agents = [agent(&spec, 1), Box::new(RuleBot::new(rule, 2))];
        let mut sums = KNOWN_AFTER.map(|_| (0.0, 0_u32));
        for seed in 0.. {
            let hands = |agents: &Agents| agents[0].memory().map_or(0, |memory| memory.hands);
            if hands(&agents) >= KNOWN_AFTER[3] {
                break;
            }
            let mut game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, 7_000 + seed));
            play(&mut game, &mut agents, |agents, seat, observation, chosen| {
                let phase = KNOWN_AFTER.iter().position(|&end| hands(agents) < end);
                let found = (seat == 1).then(|| forecast(&reference, agents, observation, chosen)).flatten();
                if let (Some(phase), Some(found)) = (phase, found) {
                    sums[phase] = (sums[phase].0 + found, sums[phase].1 + 1);
                }
            });
        }
        let cells = sums.map(|(sum, count)| match count {
            0 => "-".to_owned(),
            _ => format!("{:.0} % of {count}", 100.0 * sum / f64::from(count)),
        });
        println!("| {} | {} |", rule.name, cells.join(" | "));
    }
}

#[test]
fn every_rule_has_a_name_of_its_own_and_half_are_set_aside() {
    let mut names: Vec<&str> = RULES.iter().map(|rule| rule.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), RULES.len());
    let aside = RULES.iter().filter(|rule| rule.set_aside).count();
    assert_eq!((RULES.len(), 2 * aside), (24, 24));
}

/// Every rule wins points by legal moves, and the table wins from all of them together.
#[test]
fn rules_play_whole_games() {
    let won: usize = RULES.iter().map(|rule| games(TABLE, rule, 4, 7).into_iter().filter(|&won| won).count()).sum();
    assert!(won > RULES.len() * 4 / 2, "{won} of {}", RULES.len() * 4);
}

/// An opponent who accepts everything in a level last trick is not offered a challenge with a card that certainly loses.
///
/// Slow: it takes many games to see that it is.
#[test]
fn a_bluff_that_is_always_called_is_no_longer_played() {
    let rule = RULES.iter().find(|rule| rule.name == "accepts all in a level last trick").unwrap();
    let mut agents = [agent("adaptive:draws=60", 1), Box::new(RuleBot::new(rule, 2)) as Box<dyn Agent<ChallengeGame>>];
    let (acquaintance, all) = (40, 80);
    let mut bluffs = 0;
    for seed in 0..all {
        let mut game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, seed));
        play(&mut game, &mut agents, |_, seat, observation, chosen| {
            let called = observation.tricks_left() == 1 && observation.own_tricks == observation.their_tricks;
            let bluffed = seat == 0 && chosen == Move::Offer && called && observation.is_certain_loss();
            bluffs += u64::from(bluffed && seed >= acquaintance);
        });
    }
    assert_eq!(bluffs, 0);
}
