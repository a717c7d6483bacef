//! The choices of a policy for Challenge in a position.

use anyhow::{Context, bail};
use serde::Serialize;

use cardsharp_arena::columns::columns;
use cardsharp_challenge_bots::agents::{Source, choices, row_of, score_of, state_of};
use cardsharp_challenge_bots::explore::PolicyExplorer;
use cardsharp_challenge_game::observation::{Observation, print_position};
use cardsharp_challenge_game::rules::{Due, Move};
use cardsharp_challenge_game::text::print_move;
use cardsharp_challenge_solver::measure::{Belief, PositionValue, UNIT, evaluate};
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_challenge_solver::scores::Score;
use cardsharp_commands::inspect::InspectArguments;
use cardsharp_contest::explorer::regrets;
use cardsharp_terminal::println;

/// The output of `--json` for a position.
#[derive(Serialize)]
struct Position {
    position: String,
    source: Source,
    /// The number or the key of the row; null if the probabilities are not those of the score's own class.
    row: Option<u64>,
    actions: Vec<Action>,
    /// The weights of the opponent's hands; null if nothing was played out.
    belief: Option<Belief>,
    opponent_hands: Option<usize>,
    samples: u32,
    unit: &'static str,
}

#[derive(Serialize)]
struct Action {
    action: String,
    /// The probability with which it is played.
    probability: Option<f64>,
    /// That of the row, which may have weakly dominated actions.
    trained: Option<f64>,
    value: Option<f64>,
    half_width: Option<f64>,
    /// The value less that of the position if the policy is followed.
    regret: Option<f64>,
}

/// Shows the position.
pub(super) fn show(
    arguments: &InspectArguments,
    policy: &TrainedPolicy,
    observation: &Observation,
) -> anyhow::Result<()> {
    let (choices, source) = choices(policy, observation);
    let (row, _) = row_of(policy, observation);
    let share = |choices: &[(Move, f64)], chosen: Move| {
        let found = choices.iter().find(|(known, _)| *known == chosen);
        (source != Source::Rule).then(|| found.map_or(0.0, |(_, share)| *share))
    };
    let is_open = !is_decided(observation);
    let solved = if is_open && policy.trunk_tricks().is_some() {
        PolicyExplorer::load(&arguments.policy)?.values(observation)?
    } else {
        None
    };
    // After its trunk a policy does not play, so that nothing can be played out.
    let sampled = is_open && policy.trunk_tricks().is_none();
    let value = if sampled { Some(value(arguments, policy, observation)?) } else { None };
    let mut actions = Vec::new();
    for (index, chosen) in observation.legal_moves().enumerate() {
        let sampled = value.as_ref().and_then(|value| value.actions.get(index));
        actions.push(Action {
            action: print_move(chosen),
            probability: share(&choices, chosen),
            trained: share(&row, chosen),
            value: solved.as_ref().map_or(sampled.map(|sampled| sampled.mean), |values| values[index]),
            half_width: sampled.map(|sampled| sampled.half_width),
            regret: None,
        });
    }
    let found = regrets(actions.iter().map(|action| (action.probability.unwrap_or(0.0), action.value)));
    for (action, regret) in actions.iter_mut().zip(found) {
        action.regret = regret;
    }
    let position = Position {
        position: print_position(observation),
        source,
        row: row_number(policy, observation).filter(|_| source == Source::Own),
        actions,
        belief: value.as_ref().map(|value| value.belief),
        opponent_hands: value.as_ref().map(|value| value.hands),
        samples: arguments.samples,
        unit: UNIT,
    };
    if arguments.json {
        println!("{}", serde_json::to_string(&position)?);
    } else {
        let without_values = if is_open {
            "no values: they need all plays of this hand, and a policy that is solved"
        } else {
            "no values: the hand is decided, or a challenge is neither possible nor on"
        };
        print_the(&position, without_values);
    }
    Ok(())
}

/// The row of the position in the class of its score.
fn row_number(policy: &TrainedPolicy, observation: &Observation) -> Option<u64> {
    let mut state = state_of(&policy.game, observation)?;
    state.class = policy.classes.class(score_of(observation, &state));
    Some(policy.infosets.row(&state).0)
}

/// True if the hand is decided, and the solver's game over.
fn is_decided(observation: &Observation) -> bool {
    let closed = observation.due == Due::Card && !observation.can_challenge && !observation.in_challenge;
    observation.is_won() || observation.is_lost() || closed
}

/// The values by play-outs.
fn value(
    arguments: &InspectArguments,
    policy: &TrainedPolicy,
    observation: &Observation,
) -> anyhow::Result<PositionValue> {
    let Some(mut state) = state_of(&policy.game, observation) else {
        bail!(
            "the position is none of {}: compare cards and tricks with the game, and give over=N \
             where hands are not of 5 cards",
            policy.header.game
        );
    };
    let score: Score = score_of(observation, &state);
    state.class = policy.classes.class(score);
    let samples = arguments.samples as usize;
    let value = evaluate(&policy.game, policy, &state, observation.gone, samples, arguments.seed);
    value.context("there are no cards left that the opponent could hold")
}

fn print_the(position: &Position, without_values: &str) {
    println!("{}", position.position);
    println!(
        "probabilities: {}",
        match position.source {
            Source::Certain => "certain; the hand is decided or there is one move",
            Source::Own => "the policy's row for this score",
            Source::NearestClass => "the policy's row for the nearest score that has one",
            Source::Rule => "none, the policy does not know the position; the agent expert plays it",
        }
    );
    // Most rows are played as they are.
    let avoids = position.actions.iter().any(|action| action.trained != action.probability);
    let titles = ["action", "probability"].into_iter().chain(avoids.then_some("trained"));
    let mut table = columns(titles.chain(["value", "±", "regret"]), 1..);
    let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.4}"));
    for action in &position.actions {
        let shares = [action.action.clone(), number(action.probability)].into_iter();
        let trained = avoids.then(|| number(action.trained));
        let values = [action.value, action.half_width, action.regret].map(number);
        table.add_row(shares.chain(trained).chain(values));
    }
    println!("{table}");
    if avoids {
        println!("trained: the row, before weakly dominated actions are left out");
    }
    let how = match position.belief {
        None if position.actions.iter().any(|action| action.value.is_some()) => {
            println!("value: chance of winning the game, computed over all hands, as on the pages of `cardsharp view`");
            return;
        }
        None => {
            println!("{without_values}");
            return;
        }
        Some(Belief::Strategy) => "as the shoe and the policy's play so far make them likely",
        Some(Belief::HistoryUnknown) => {
            "as the shoe makes them likely: what has been played, or who led, is not known completely"
        }
        Some(Belief::NeverPlayed) => "as the shoe makes them likely: the policy never plays as the opponent has",
    };
    println!("value: chance of winning the game, {} play-outs an action, 95 % confidence intervals", position.samples);
    println!("opponent's hands: {}, {how}", position.opponent_hands.unwrap_or(0));
}
