//! The client's memory of the messages must agree with the record of an in-process game.

use std::time::Duration;

use cardsharp::contests::challenge::agents::Agent;
use cardsharp::contests::challenge::client::Tracker;
use cardsharp::contests::challenge::observation::{HandSeen, Observation};
use cardsharp::contests::challenge::rules::{Game, Move, Params, Shoe};
use cardsharp::contests::challenge::server::{RequestHeading, TeamId, outcomes, request};
use cardsharp::contests::challenge::wire::{Outcome, RequestMessage, ResultMessage};
use cardsharp_solvers::game::Player;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::peers::Anything;

/// A message as it comes out of the other end.
fn over_the_wire<T: serde::Serialize + serde::de::DeserializeOwned>(message: &T) -> T {
    serde_json::from_slice(&serde_json::to_vec(message).unwrap()).unwrap()
}

struct Pair {
    game: Game,
    game_id: i32,
    trackers: [Tracker; 2],
    agent: Anything,
    requests: u32,
    /// The hands that are over: as the tracker saw them, and by the record.
    hands: Vec<[Option<HandSeen>; 2]>,
}

impl Pair {
    fn new(seed: u64) -> Pair {
        Pair {
            game: Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, seed)),
            game_id: 1,
            trackers: [Tracker::default(), Tracker::default()],
            agent: Anything::seeded(seed),
            requests: 0,
            hands: Vec::new(),
        }
    }

    fn next_request(&mut self) -> Option<(Player, RequestMessage)> {
        self.requests += 1;
        let heading = RequestHeading {
            game_id: self.game_id,
            request_id: self.requests as i32,
            opponent: TeamId(7),
            remaining: 1.5,
        };
        let player = self.game.to_move()?;
        Some((player, over_the_wire(&request(&self.game, heading)?)))
    }

    /// The observations by the record and by the tracker.
    fn observations(&mut self, player: Player, request: &RequestMessage) -> (Observation, Observation) {
        let record = Observation::of(&self.game, Duration::from_millis(1500)).unwrap();
        let tracked = self.trackers[player.index()].request(request).unwrap();
        (record, tracked)
    }

    fn apply(&mut self, player: Player, request: &RequestMessage, chosen: Move) {
        self.trackers[player.index()].answered(request, chosen);
        let (step, failure) = match self.game.apply(chosen) {
            Ok(step) => (step, None),
            Err(error) => {
                let reason = error.to_string();
                (self.game.penalize(&reason).unwrap(), Some(reason))
            }
        };
        self.tell(&step, failure.as_deref(), [true, true]);
    }

    fn tell(
        &mut self,
        step: &cardsharp::contests::challenge::rules::GameStep,
        failure: Option<&str>,
        connected: [bool; 2],
    ) {
        let told = outcomes(step, failure);
        for (index, results) in told.into_iter().enumerate() {
            for mut result in results.into_iter().filter(|_| connected[index]) {
                if let (Some(penalty), Outcome::TrickWon { card, .. }) = (step.penalty, &mut result) {
                    // The contest's server names a card after a penalty too.
                    *card = penalty.removed[penalty.penalized.opponent().index()].into();
                }
                let message = ResultMessage { your_player_num: Player::new(index as u8), result };
                let seen = self.trackers[index].result(&over_the_wire(&message));
                if let Outcome::HandDone { .. } = message.result {
                    let record = HandSeen::last_of(&self.game, Player::new(index as u8));
                    self.hands.push([seen, record]);
                }
            }
        }
    }
}

#[test]
fn tracker_knows_what_the_record_says() {
    let (mut compared, mut shoes, mut challenges, mut hands) = (0, 0, 0, 0);
    for seed in 0..300 {
        let mut pair = Pair::new(seed);
        while let Some((player, request)) = pair.next_request() {
            let (record, tracked) = pair.observations(player, &request);
            assert_eq!(tracked, record, "seed {seed}, request {}", pair.requests);
            compared += 1;
            shoes += u32::from(record.hand_id > 10);
            challenges += u32::from(record.accepted_at.is_some());
            let chosen = pair.agent.choose(&record);
            pair.apply(player, &request, chosen);
        }
        for [seen, record] in &pair.hands {
            assert!(record.is_some(), "seed {seed}: no penalty was taken");
            assert_eq!(seen, record, "seed {seed}");
            hands += 1;
        }
        assert!(pair.trackers.iter().all(|tracker| tracker.game_id().is_none()));
    }
    assert!(compared > 10_000 && shoes > 500 && challenges > 500 && hands > 2000);
}

#[test]
fn penalties_leave_no_false_memories() {
    let mut penalties = 0;
    for seed in 0..200 {
        let mut pair = Pair::new(seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        while let Some((player, request)) = pair.next_request() {
            let (record, mut tracked) = pair.observations(player, &request);
            // A card that a penalty took before the hand was first seen is known to the record only.
            let known = record.gone;
            assert!(
                tracked.gone.distinct().all(|rank| tracked.gone.count(rank) <= known.count(rank)),
                "seed {seed}: {:?} of {known:?}",
                tracked.gone
            );
            tracked.gone = record.gone;
            assert_eq!(tracked, record, "seed {seed}, request {}", pair.requests);
            let mut chosen = pair.agent.choose(&record);
            if rng.random_bool(0.1) {
                penalties += 1;
                chosen = match record.hand.distinct().find(|_| record.in_challenge) {
                    Some(_) => Move::Offer,
                    None => Move::Accept,
                };
                if record.allows(chosen) {
                    chosen = Move::Offer;
                }
            }
            pair.apply(player, &request, chosen);
        }
    }
    assert!(penalties > 1000);
}

#[test]
fn lost_connections_leave_gaps_and_nothing_false() {
    let mut gaps = 0;
    for seed in 0..200 {
        let mut pair = Pair::new(seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut away_for = 0;
        while let Some((player, request)) = pair.next_request() {
            // Player 0 is away now and then. While away, it receives nothing and is penalised.
            if away_for == 0 && rng.random_bool(0.05) {
                away_for = rng.random_range(1..12);
                pair.trackers[0].lose_track();
            }
            if away_for > 0 {
                away_for -= 1;
                let step = match player.index() {
                    0 => pair.game.penalize("away").unwrap(),
                    _ => {
                        let (record, _) = pair.observations(player, &request);
                        let chosen = pair.agent.choose(&record);
                        pair.trackers[1].answered(&request, chosen);
                        pair.game.apply(chosen).unwrap()
                    }
                };
                let failure = (player.index() == 0).then_some("away");
                pair.tell(&step, failure, [false, true]);
                continue;
            }
            let (record, tracked) = pair.observations(player, &request);
            if player.index() == 0 {
                gaps += u32::from(tracked.tricks.len() < record.tricks.len());
                let mut rest = record.tricks.iter();
                for seen in &tracked.tricks {
                    assert!(rest.any(|trick| trick == seen), "{tracked:?} of {record:?}");
                }
                assert!(tracked.led_hand.is_none_or(|led| Some(led) == record.led_hand));
                assert!(tracked.accepted_at.is_none_or(|at| Some(at) == record.accepted_at));
                let (less, more) = (tracked.gone, record.gone);
                assert!(less.distinct().all(|rank| less.count(rank) <= more.count(rank)));
            }
            let chosen = pair.agent.choose(&record);
            pair.apply(player, &request, chosen);
        }
    }
    assert!(gaps > 100, "{gaps}");
}
