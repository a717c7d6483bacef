//! Forecasts and settlements of hands.

use std::time::Duration;

use super::*;
use crate::memory::{Continuation, Prospect};
use cardsharp_challenge_game::rules::{Game, Params, Shoe};
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_solvers::game::Player;

/// The values of the scores for who wins this share of the hands.
fn values_at(share: f64) -> ScoreValues {
    let outcomes = [0.98 * share, 0.98 * (1.0 - share), 0.1, 0.02 * share, 0.02 * (1.0 - share)];
    let continuation = Continuation::default();
    let prospects = [Prospect { continuation, outcomes }];
    ScoreValues::solve(|_| &prospects)
}

/// A player who has seen enough hands to go by `values`, and whose model is the policy.
fn player(setup: &Arc<AdaptiveSetup>, values: ScoreValues) -> Adaptive {
    let mut player = Adaptive::new(Arc::clone(setup), 1);
    player.play_without_clock();
    player.memory.hands = 1_000_000;
    player.values = values;
    player
}

/// The policy plays the policy, which is the model. What the model forecasts of the first decision of a hand is what comes
/// of it on average, at any share of games won.
#[test]
fn hands_come_to_what_a_right_model_forecasts_at_any_win_rate() {
    const HANDS: usize = 1000;
    let options = AdaptiveOptions { draws: 40, ..AdaptiveOptions::default() };
    let policy = Arc::new(TrainedPolicy::installed().unwrap());
    let setup = Arc::new(AdaptiveSetup::new(Arc::clone(&policy), options));
    let shares = [0.3, 0.5, 0.6, 0.79];
    let mut players = shares.map(|share| player(&setup, values_at(share)));
    let mut tables = [1, 2].map(|seed| Trained::new(Arc::clone(&policy), seed));
    let mut gains = shares.map(|_| Vec::new());
    for seed in 0.. {
        let mut game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, seed));
        tables.iter_mut().for_each(|table| table.start_game());
        let mut forecasts = shares.map(|_| None);
        while let Some(observation) = Observation::of(&game, Duration::from_secs(2)) {
            let seat = game.to_move().unwrap();
            if seat == Player::ZERO {
                for (player, forecast) in players.iter_mut().zip(&mut forecasts) {
                    if forecast.is_none() {
                        *forecast = player.decision(&observation).map(|decision| {
                            let shares: Vec<f64> = decision.moves.iter().map(|&(_, share)| share).collect();
                            (decision.values.otherwise(&shares, |_| true).unwrap(), player.payoffs.unwrap())
                        });
                    }
                }
            }
            let chosen = tables[seat.index()].choose(&observation);
            if game.apply(chosen).unwrap().hand.is_some() {
                let hand = HandSeen::last_of(&game, Player::ZERO).unwrap();
                for (gains, forecast) in gains.iter_mut().zip(&mut forecasts) {
                    gains.extend(forecast.take().map(|(forecast, payoffs)| settled(&hand, payoffs) - forecast));
                }
            }
        }
        if gains[0].len() >= HANDS {
            break;
        }
    }
    for (share, gains) in shares.iter().zip(gains) {
        let count = gains.len() as f64;
        let mean = gains.iter().sum::<f64>() / count;
        let squares: f64 = gains.iter().map(|gain| gain * gain).sum();
        let error = (squares / count / count).sqrt();
        println!("{share}: {mean:.4} ± {error:.4}");
        assert!(mean.abs() < 3.0 * error, "{share}: {mean} ± {error}");
    }
}

/// Late in a hand the values are exact. Played out often enough, the policy wins as much after each action.
#[test]
fn exact_values_are_what_is_played_out_on_average() {
    let options = AdaptiveOptions { draws: 2000, ..AdaptiveOptions::default() };
    let policy = Arc::new(TrainedPolicy::installed().unwrap());
    let setup = Arc::new(AdaptiveSetup::new(Arc::clone(&policy), options));
    let player = player(&setup, values_at(0.5));
    let mut tables = [1, 2].map(|seed| Trained::new(Arc::clone(&policy), seed));
    let mut compared = 0;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, 5));
    while compared < 8
        && let Some(observation) = Observation::of(&game, Duration::from_secs(2))
    {
        let actions = observation.actions().unwrap();
        let moves = choices(&policy, &observation).0.len();
        let late = |out: &PlayOut<'_>| out.hidden() <= Some(2) && moves > 1 && !observation.is_won();
        if let Some(out) = player.play_out(&observation, &actions).filter(late)
            && let Some(exact) = out.exact()
        {
            let played = out.played_out(moves, &mut rng).unwrap();
            for action in 0..moves {
                let only = |other: usize| other == action;
                let [exact, played] = [&exact, &played].map(|found| found.otherwise(&vec![1.0; moves], only).unwrap());
                assert!((exact - played).abs() < 0.03, "{observation:?} {action}: {exact} for {played}");
            }
            compared += 1;
        }
        let seat = game.to_move().unwrap();
        let chosen = tables[seat.index()].choose(&observation);
        game.apply(chosen).unwrap();
    }
    assert_eq!(compared, 8);
}
