//! What a policy would have done in a recorded game.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use cardsharp_solvers::game::Player;
use serde::Deserialize;

use super::agents::{Source, choices};
use super::explore::SCORE;
use cardsharp_challenge_game::observation::Observation;
use cardsharp_challenge_game::rules::{Event, Game, Move, MoveRecord, Params, Shoe};
use cardsharp_challenge_game::text::print_move;
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_challenge_solver::scores::Score;
use cardsharp_contest::explorer::Place;
use cardsharp_contest::{Advice, Advisor, FrameAdvice};
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
    /// The moves so far; none after a penalty, which is not in the tree of a policy.
    steps: Option<Vec<String>>,
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
                if let Some(steps) = &mut self.steps {
                    steps.push(print_move(chosen));
                }
            }
            None => {
                self.game.penalize("as recorded")?;
                self.steps = None;
            }
        }
        Ok(())
    }

    /// The place of the position in a policy's tree, and the hand of the player to move.
    fn place(&self, observation: &Observation) -> Option<(Place, String)> {
        let leads = self.leader.index();
        let [leader, follower] = [self.points[leads], self.points[1 - leads]];
        let score = Score { leader, follower };
        let place = Place {
            settings: [(SCORE.to_owned(), score.to_string())].into(),
            steps: self.steps.clone()?,
        };
        Some((place, observation.hand.to_string()))
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
        let events = Vec::<Event>::deserialize(record)?;
        let mut advice = vec![FrameAdvice::default(); events.len()];
        let mut points = [0; 2];
        let mut hand: Option<HandAgain> = None;
        for (index, event) in events.iter().enumerate() {
            match event {
                Event::NewHand {
                    player0_hand,
                    player1_hand,
                    next_player,
                } => {
                    let mut hands = [*player0_hand, *player1_hand];
                    if *next_player != Player::ZERO {
                        hands.swap(0, 1);
                    }
                    let shoe = Shoe::stacked(Params::CONTEST, &[hands], 0)?;
                    hand = Some(HandAgain {
                        game: Game::new(Params::CONTEST, shoe),
                        leader: *next_player,
                        points,
                        steps: Some(Vec::new()),
                    });
                }
                Event::NewHandScore {
                    player0_score,
                    player1_score,
                } => points = [*player0_score, *player1_score],
                Event::PlayerMove { r#move, .. } => {
                    let hand = hand.as_mut().context("a move comes before a hand")?;
                    let observation = hand.observation();
                    let before = index.checked_sub(1).zip(observation);
                    if let Some((before, observation)) = before {
                        let actions = self.at(&observation, move_of(r#move));
                        let place = hand.place(&observation).filter(|_| !actions.is_empty());
                        advice[before] = FrameAdvice { actions, place };
                    }
                    hand.apply(r#move)?;
                }
                _ => {}
            }
        }
        Ok(advice)
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
