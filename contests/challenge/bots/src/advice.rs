//! A recorded game as a policy sees it: its own actions, and the value that other actions lose.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use cardsharp_solvers::game::{Game as _, Player};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;

use super::agents::{Source, choices};
use super::explore::{SCORE, action_index};
use cardsharp_challenge_game::observation::Observation;
use cardsharp_challenge_game::rules::{Cards, Event, Game, Move, MoveRecord, Params, Shoe};
use cardsharp_challenge_game::text::print_move;
use cardsharp_challenge_solver::infosets::HandState;
use cardsharp_challenge_solver::measure::play;
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_challenge_solver::scores::Score;
use cardsharp_contest::explorer::Place;
use cardsharp_contest::{Advice, Advisor, FrameAdvice, Review};
use cardsharp_game::AgentError;
use cardsharp_policy::loaded;

/// The clock that the policy sees; it does not use it.
const REMAINING: Duration = Duration::from_secs(1);

/// A policy for the contest's hand.
pub struct PolicyAdvisor(TrainedPolicy);

/// A hand of the record, played again on its own. Its leader is player 0 here.
struct HandAgain {
    game: Game,
    leader: Player,
    points: [u8; 2],
    /// The hands that were dealt to leader and follower.
    hands: [Cards; 2],
    /// The moves so far; none after a penalty, which is not in the tree of a policy.
    moves: Option<Vec<Move>>,
}

impl HandAgain {
    /// The information of the player to move, at the points of the recorded game.
    fn observation(&self) -> Option<Observation> {
        let player = match (self.game.to_move()?, self.leader) {
            (mover, Player::ZERO) => mover,
            (mover, _) => mover.opponent(),
        };
        let mut observation = Observation::of(&self.game, REMAINING)?;
        observation.own_points = self.points[player.index()];
        observation.their_points = self.points[player.opponent().index()];
        Some(observation)
    }

    fn apply(&mut self, made: &MoveRecord) -> Result<()> {
        match move_of(made) {
            Some(chosen) => {
                self.game.apply(chosen)?;
                if let Some(moves) = &mut self.moves {
                    moves.push(chosen);
                }
            }
            None => {
                self.game.penalize("as recorded")?;
                self.moves = None;
            }
        }
        Ok(())
    }

    fn score(&self) -> Score {
        let leads = self.leader.index();
        let [leader, follower] = [self.points[leads], self.points[1 - leads]];
        Score { leader, follower }
    }

    /// The place of the position in a policy's tree, and the hand of the player to move.
    fn place(&self, policy: &TrainedPolicy, observation: &Observation) -> Option<(Place, String)> {
        self.state(policy)?;
        let moves = self.moves.as_ref()?;
        let place = Place {
            settings: [(SCORE.to_owned(), self.score().to_string())].into(),
            steps: moves.iter().map(|&chosen| print_move(chosen)).collect(),
        };
        Some((place, observation.hand.to_string()))
    }

    /// The position in the solver's game, with the hands of both players; `None` once the tricks left cannot change who has
    /// more. There the solver's hand is over, and the record may go on.
    fn state(&self, policy: &TrainedPolicy) -> Option<HandState> {
        let (game, space) = (&policy.game, policy.game.space());
        let [leader, follower] = self.hands.map(|hand| space.id(hand));
        let class = policy.classes.class(self.score());
        let mut state = HandState::dealt([leader?, follower?], class);
        for &chosen in self.moves.as_ref()? {
            let held = state.hands[state.to_move().index()];
            state = game.act(&state, action_index(space, held, chosen)?);
        }
        state.ending.is_none().then_some(state)
    }
}

/// Plays the hands of a record again. `visit` gets each move that is made in a position, with the number of its event and the
/// player who makes it, before it is made. Hands of which the record hides cards are left out. Returns the number of events.
fn play_again(
    record: &serde_json::Value,
    mut visit: impl FnMut(usize, Player, &HandAgain, &Observation, &MoveRecord),
) -> Result<usize> {
    let events = Vec::<Event>::deserialize(record)?;
    let mut points = [0; 2];
    let mut hand: Option<HandAgain> = None;
    let mut hidden = false;
    for (index, event) in events.iter().enumerate() {
        match event {
            Event::NewHand { player0_hand, player1_hand, next_player } => {
                let mut hands = [*player0_hand, *player1_hand];
                // The record of a client hides cards.
                hidden = hands.iter().any(|hand| hand.len() < usize::from(Params::CONTEST.hand_size()));
                if hidden {
                    continue;
                }
                if *next_player != Player::ZERO {
                    hands.swap(0, 1);
                }
                let shoe = Shoe::stacked(Params::CONTEST, &[hands], 0)?;
                hand = Some(HandAgain {
                    game: Game::new(Params::CONTEST, shoe),
                    leader: *next_player,
                    points,
                    hands,
                    moves: Some(Vec::new()),
                });
            }
            Event::NewHandScore { player0_score, player1_score } => points = [*player0_score, *player1_score],
            Event::PlayerMove { .. } if hidden => {}
            Event::PlayerMove { moving_player, r#move } => {
                let hand = hand.as_mut().context("a move comes before a hand")?;
                if let Some(observation) = hand.observation() {
                    visit(index, *moving_player, hand, &observation, r#move);
                }
                hand.apply(r#move)?;
            }
            _ => {}
        }
    }
    Ok(events.len())
}

/// The kind of a decision, in which this move was chosen.
fn kind(observation: &Observation, chosen: Move) -> &'static str {
    match (chosen, observation.table) {
        (Move::Accept | Move::Reject, _) => "answer to a challenge",
        (Move::Offer, _) => "challenge",
        (Move::Play(_), None) => "lead",
        (Move::Play(_), Some(_)) => "follow",
    }
}

fn move_of(made: &MoveRecord) -> Option<Move> {
    match made {
        MoveRecord::PlayCard { card } => Some(Move::Play(*card)),
        MoveRecord::OfferChallenge => Some(Move::Offer),
        MoveRecord::AcceptChallenge => Some(Move::Accept),
        MoveRecord::RejectChallenge => Some(Move::Reject),
        MoveRecord::IllegalMove { .. } => None,
    }
}

impl Advisor for PolicyAdvisor {
    fn advise(&self, record: &serde_json::Value) -> Result<Vec<FrameAdvice>> {
        let mut found = Vec::new();
        let events = play_again(record, |index, _, hand, observation, made| {
            let Some(before) = index.checked_sub(1) else {
                return;
            };
            let actions = self.at(observation, move_of(made));
            let place = hand.place(&self.0, observation).filter(|_| !actions.is_empty());
            found.push((before, FrameAdvice { actions, place }));
        })?;
        let mut advice = vec![FrameAdvice::default(); events];
        for (before, frame) in found {
            advice[before] = frame;
        }
        Ok(advice)
    }

    fn review(&self, record: &serde_json::Value, play_outs: usize, seed: u64) -> Result<Vec<Review>> {
        if let Some(over) = self.0.trunk_tricks() {
            bail!(
                "the policy plays the first {over} tricks alone, so that hands cannot be played to their end by it: \
                 choose one that plays whole hands, such as data/challenge/all-scores.policy"
            );
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut reviews = Vec::new();
        play_again(record, |_, player, hand, observation, made| {
            let Some(taken) = move_of(made) else {
                return;
            };
            let (choices, source) = choices(&self.0, observation);
            if source == Source::Rule || observation.legal_moves().nth(1).is_none() {
                return;
            }
            let taken_by_policy = choices.iter().find(|(chosen, _)| *chosen == taken);
            let probability = taken_by_policy.map_or(0.0, |(_, probability)| *probability);
            let Some(lost) = self.lost(hand, observation, (&choices, taken), play_outs, &mut rng) else {
                return;
            };
            reviews.push(Review {
                seat: player.index(),
                kind: kind(observation, taken),
                place: (probability < Review::SELDOM).then(|| hand.place(&self.0, observation)).flatten(),
                action: print_move(taken),
                probability,
                lost,
            });
        })?;
        Ok(reviews)
    }
}

impl PolicyAdvisor {
    /// The policy of a file.
    pub fn load(path: &Path) -> Result<PolicyAdvisor> {
        let policy = loaded(TrainedPolicy::load(path)?, "showing");
        let (found, played) = (policy.game.rules(), Params::CONTEST);
        if found != played {
            let name = path.to_string_lossy();
            bail!(AgentError::other_game(&name, &policy.header.game, played));
        }
        Ok(PolicyAdvisor(policy))
    }

    /// The mean utility of the policy's choices less that of the move taken, each from as many hands played to their end.
    fn lost(
        &self,
        hand: &HandAgain,
        observation: &Observation,
        (choices, taken): (&[(Move, f64)], Move),
        play_outs: usize,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<f64> {
        let policy = &self.0;
        let state = hand.state(policy)?;
        let me = state.to_move();
        let mut lost = 0.0;
        for (index, chosen) in observation.legal_moves().enumerate() {
            let share = choices.iter().find(|(known, _)| *known == chosen);
            let weight = share.map_or(0.0, |(_, share)| *share) - f64::from(chosen == taken);
            // An action that the policy takes for certain loses nothing, and one that nobody takes is not played out.
            if weight == 0.0 {
                continue;
            }
            let after = policy.game.act(&state, index);
            let utilities = (0..play_outs).map(|_| {
                let end = play(&policy.game, policy, after, rng);
                policy.game.utility(&end, me)
            });
            lost += weight * utilities.sum::<f64>() / play_outs.max(1) as f64;
        }
        Some(lost)
    }

    fn at(&self, observation: &Observation, taken: Option<Move>) -> Vec<Advice> {
        let (choices, source) = choices(&self.0, observation);
        if source == Source::Rule {
            return Vec::new();
        }
        let known = choices.into_iter().map(|(chosen, probability)| Advice {
            action: print_move(chosen),
            probability,
            taken: taken == Some(chosen),
        });
        known.collect()
    }
}
