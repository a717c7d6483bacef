#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

use cardsharp_game::interval::Estimate;
use cardsharp_game::{GameTable, Setup, Table};

use super::*;

const POLICY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../data/challenge/all-scores.policy");

fn finder(agents: [&str; 2]) -> PolicyLuck {
    let policy = TrainedPolicy::installed().unwrap();
    PolicyLuck::new(policy, &agents.map(|agent| agent.parse().ok())).unwrap()
}

/// The record of a game, and the part of it that agent 0 has won.
fn game(agents: [&str; 2], seed: u64, first: usize) -> (serde_json::Value, f64) {
    let factories = agents.map(|agent| Factory::load(&agent.parse().unwrap()).unwrap());
    let result = GameTable::<ChallengeGame>::new(factories).play_game(Setup { seed, first, record: true });
    (result.record.unwrap(), f64::from(u8::from(result.winner == Some(0))))
}

/// The results of games and the luck in them, of agents that the finder knows by `names`.
fn games(agents: [&str; 2], names: [&str; 2], count: u64) -> Vec<(f64, f64)> {
    let finder = finder(names);
    let found = (0..count).map(|seed| {
        let (record, score) = game(agents, seed, seed as usize % 2);
        let luck = finder.luck(&record, seed as usize % 2).unwrap();
        (score, finder.race().luck(&finder.race().prior, &luck))
    });
    found.collect()
}

fn variance(draws: &[f64]) -> f64 {
    let mean = draws.iter().sum::<f64>() / draws.len() as f64;
    draws.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (draws.len() - 1) as f64
}

/// The luck has mean 0 whether the agents are known, one of them is not, or a wrong one is taken for granted in the
/// baseline: `unknown` plays by the policy there. Games and not matches of them, as each is walked 9 times and more.
#[test]
fn the_luck_has_no_bias_whatever_is_known() {
    let agents = ["greedy-challenge", POLICY];
    for names in [agents, ["greedy-challenge", "unknown"], ["unknown", POLICY], ["unknown", "unknown"]] {
        let luck: Vec<f64> = games(agents, names, 8).into_iter().map(|(_, luck)| luck).collect();
        let found = Estimate::of(&luck);
        assert!(found.mean.abs() < found.half_width, "{names:?}: {found:?}");
        assert!(found.half_width > 0.01, "{names:?}: {found:?}");
    }
}

/// Less than a third of the deviation is left if all is known. Without the deals, without the decisions, or with another
/// sign of either, more is left.
#[test]
fn little_is_left_where_all_is_known() {
    let known = games([POLICY; 2], [POLICY; 2], 30);
    let plain: Vec<f64> = known.iter().map(|(score, _)| *score).collect();
    let left: Vec<f64> = known.iter().map(|(score, luck)| score - luck).collect();
    assert!(variance(&left) < variance(&plain) / 9.0, "{} {}", variance(&left), variance(&plain));
}

/// The baseline at the deal and the luck of all decisions lead to the outcome of the hand, but for the actions that the
/// baseline leaves out.
#[test]
fn the_luck_of_decisions_adds_up_to_the_hand() {
    let names = [POLICY, POLICY];
    let finder = finder(names);
    let (record, _) = game(names, 3, 0);
    let events = Vec::<Event>::deserialize(&record).unwrap();
    let mut walk = Walk::new(&finder, &events, 0);
    let mut hands = 0;
    let mut dealt = [0.0; OUTCOMES];
    for event in &events {
        match event {
            Event::NewHand { player0_hand, player1_hand, .. } => {
                walk.deal([*player0_hand, *player1_hand]);
                let mut hand = walk.hand.take().unwrap();
                let shown = [hand.shown];
                let before = walk.outlook(&mut hand, &shown);
                assert!((before.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                // The luck of the deal is left out here.
                hand.luck = [0.0; OUTCOMES];
                dealt = before;
                walk.hand = Some(hand);
            }
            Event::PlayerMove { moving_player, r#move } => {
                walk.act(*moving_player, r#move).unwrap();
                let decided = walk.hand.as_ref().is_some_and(|hand| hand.state.is_none());
                if walk.hand.is_none() || decided {
                    let luck = match &walk.hand {
                        Some(hand) => hand.luck.to_vec(),
                        None => walk.parts.last().unwrap().luck.clone(),
                    };
                    let reached: Vec<f64> = luck.iter().zip(dealt).map(|(luck, share)| luck + share).collect();
                    let sure = reached.iter().filter(|share| (*share - 1.0).abs() < 0.1).count();
                    let never = reached.iter().filter(|share| share.abs() < 0.1).count();
                    assert_eq!((sure, never), (1, OUTCOMES - 1), "{reached:?}");
                    hands += 1;
                }
            }
            _ => {}
        }
    }
    assert!(hands > 3);
}

#[test]
fn a_record_that_hides_cards_is_corrected_as_far_as_it_is_known() {
    let names = [POLICY, "greedy"];
    let (record, _) = game(names, 5, 0);
    let mut events = Vec::<Event>::deserialize(&record).unwrap();
    let open = finder(names).luck(&record, 0).unwrap();
    // Of the second player the record has what was played, as a client's has.
    let mut shown = Cards::EMPTY;
    for event in events.iter_mut().rev() {
        match event {
            Event::PlayerMove { moving_player: Player::ONE, r#move: MoveRecord::PlayCard { card } } => {
                shown = shown.with(*card);
            }
            Event::NewHand { player1_hand, .. } => *player1_hand = std::mem::take(&mut shown),
            _ => {}
        }
    }
    let hidden = serde_json::to_value(&events).unwrap();
    let found = finder([POLICY, "team 1"]).luck(&hidden, 0).unwrap();
    let ends = |luck: &GameLuck| luck.parts.iter().map(|part| (part.standing, part.outcome)).collect::<Vec<_>>();
    assert_eq!(ends(&found), ends(&open));
    assert_ne!(found, open);
    assert_eq!(found, finder([POLICY, "team 1"]).luck(&hidden, 0).unwrap());
}

#[test]
fn a_record_with_a_gap_is_refused() {
    let (record, _) = game(["greedy", POLICY], 1, 0);
    let mut events = Vec::<Event>::deserialize(&record).unwrap();
    let score = events.iter().position(|event| matches!(event, Event::NewHandScore { .. })).unwrap();
    events.drain(..=score);
    let finder = finder(["greedy", POLICY]);
    let refused = finder.luck(&serde_json::to_value(&events).unwrap(), 0).unwrap_err();
    assert!(refused.to_string().contains("does not follow"), "{refused}");
    assert!(finder.luck(&serde_json::json!({}), 0).is_err());
    events.retain(|event| !matches!(event, Event::NewHand { .. }));
    assert!(finder.luck(&serde_json::to_value(&events).unwrap(), 0).is_err());
}

#[test]
fn illegal_moves_are_walked_over() {
    let mut played = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, 4));
    let mut number = 0;
    let mut agent = Factory::load(&"greedy-challenge".parse().unwrap()).unwrap().agent(1);
    while let Some(observation) = Observation::of(&played, REMAINING) {
        number += 1;
        if number % 7 == 0 {
            played.penalize("a test").unwrap();
        } else {
            played.apply(agent.choose(&observation)).unwrap();
        }
    }
    let finder = finder(["greedy-challenge", "greedy-challenge"]);
    let luck = finder.luck(&serde_json::to_value(played.events()).unwrap(), 1).unwrap();
    assert_eq!(luck.parts.len() as u32, played.hand_id());
    assert!(luck.parts.iter().all(|part| part.luck.iter().sum::<f64>().abs() < 1e-9));
}

/// A client is player 0 of its record, also where the other one leads the first hand.
#[test]
fn a_record_may_begin_with_the_lead_of_either_player() {
    let names = [POLICY, "greedy"];
    let (record, _) = game(names, 5, 0);
    let events = Vec::<Event>::deserialize(&record).unwrap();
    let exchanged: Vec<Event> = events.into_iter().map(exchanged).collect();
    assert!(matches!(exchanged[0], Event::NewHand { next_player: Player::ONE, .. }));
    let found = finder(names).luck(&serde_json::to_value(&exchanged).unwrap(), 1).unwrap();
    assert_eq!(found, finder(names).luck(&record, 0).unwrap());
}
