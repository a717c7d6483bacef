//! `resolve`: a trained policy that re-solves the rest of a hand from some trick on.

mod hand_under_way;
mod search;
mod setup;
mod time_bank;

pub use setup::Setup;

use std::sync::Arc;
use std::time::Instant;

use cardsharp_solvers::game::Player;

use self::hand_under_way::HandUnderWay;
use self::search::{Search, SearchResult, SearchTask};
use self::time_bank::{Kind, TimeBank};
use super::trained::certain;
use super::{Agent, Dice, Trained, score_of, state_of};
use crate::ChallengeGame;
use cardsharp_challenge_game::observation::Observation;
use cardsharp_challenge_game::rules::{Move, Rank};
use cardsharp_challenge_solver::infosets::{HandState, Payoffs, Stake};
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_challenge_solver::resolve::Effort;

/// Plays as [`Trained`] does up to a trick. From there on it re-solves the rest of the hand
/// ([`cardsharp_challenge_solver::resolve`]). Re-solving begins from the ranges under the policy,
/// and from the copies of each rank that the shoe can still have after all cards seen. Unseen cards
/// of hands that ended early are as likely as any to be anywhere. Every new trick is solved anew.
///
/// It solves for the time that the time bank allows. With the option `iterations` it does that many
/// iterations, or fewer if the clock does not allow as many. It plays the policy where its memory
/// has a gap, where no time is left, or where a solution is not ready in time. Without a clock
/// ([`Agent::play_without_clock`]) it does all requested iterations.
pub struct Resolving {
    setup: Arc<Setup>,
    table: Trained,
    dice: Dice,
    bank: TimeBank,
    /// True if time passes while it thinks.
    has_clock: bool,
    search: Search,
}

impl Resolving {
    /// An agent whose random numbers are a function of `seed`.
    pub fn new(setup: Arc<Setup>, seed: u64) -> Resolving {
        Resolving {
            table: Trained::new(Arc::clone(&setup.policy), seed),
            dice: Dice::new(seed),
            bank: setup.bank,
            setup,
            has_clock: true,
            search: Search::default(),
        }
    }

    /// The moves found by re-solving, with their probabilities; none where the policy must be played.
    fn found(&mut self, observation: &Observation) -> Option<Vec<(Move, f64)>> {
        let begun = Instant::now();
        let policy = &self.setup.policy;
        let state = complete_state(policy, observation)?;
        let player = state.to_move();
        if !self.setup.options.applies(&state, player) {
            return None;
        }
        let class = policy.classes.class(score_of(observation, &state));
        let mut hand = match self.search.take_hand()? {
            Some(hand) if (hand.hand_id, hand.class) == (observation.hand_id, class) => hand,
            _ => HandUnderWay::new(policy, observation, class)?,
        };
        let mut shares = hand.resolved.shares(&hand.ranges, &state);
        if shares.is_none() {
            hand = self.solve(hand, observation, (state, player), begun)?;
            shares = hand.resolved.shares(&hand.ranges, &state);
        }
        let ranks = self.setup.policy.game.rules().ranks();
        self.search.keep(hand);
        let moves = shares?.into_iter();
        let named = moves.filter_map(|(action, share)| Some((move_of(action, &state, ranks)?, f64::from(share))));
        let named: Vec<(Move, f64)> = named.collect();
        let whole: f64 = named.iter().map(|(_, share)| share).sum();
        let legal = named.iter().all(|&(chosen, _)| observation.allows(chosen));
        ((whole - 1.0).abs() < 1e-3 && legal).then_some(named)
    }

    /// Re-solves if there is time. None if it took too long and the hand is not back yet.
    fn solve(
        &mut self,
        hand: HandUnderWay,
        observation: &Observation,
        (state, player): (HandState, Player),
        begun: Instant,
    ) -> Option<HandUnderWay> {
        let kind = Kind::of(&state, player, self.setup.policy.game.rules().hand_size());
        let Some((effort, latest)) = self.effort(kind, observation, hand.class, begun) else {
            return Some(hand);
        };
        let task = SearchTask { setup: Arc::clone(&self.setup), state, player, effort };
        let SearchResult { hand, iterations } = match latest {
            None => task.run(hand),
            Some(latest) => self.search.run_until(latest, task, hand),
        };
        if let Some(iterations) = iterations {
            self.bank.learn(kind, begun.elapsed(), iterations);
        }
        hand
    }

    /// The time to solve for, and the time at which the policy is played without an answer; none if
    /// there is no time to begin.
    fn effort(
        &mut self,
        kind: Kind,
        observation: &Observation,
        class: u8,
        begun: Instant,
    ) -> Option<(Effort, Option<Instant>)> {
        let iterations = self.setup.options.iterations;
        if let (Some(iterations), false) = (iterations, self.has_clock) {
            let effort = Effort { most: iterations, least: iterations, deadline: None };
            return Some((effort, None));
        }
        let allowance = match iterations {
            Some(_) => self.bank.most(kind, observation.remaining),
            None => {
                let payoffs = self.setup.policy.classes.payoffs[usize::from(class)];
                self.bank.allowance(kind, observation.remaining, stakes(payoffs))
            }
        }?;
        let effort = Effort { most: iterations.unwrap_or(MAX_ITERATIONS), least: 0, deadline: Some(begun + allowance) };
        let latest = begun + self.bank.spare(observation.remaining);
        Some((effort, self.has_clock.then_some(latest)))
    }
}

/// The largest number of iterations. More change nothing that matters.
const MAX_ITERATIONS: u64 = 1000;

/// The value of the point of a hand, to both players together.
fn stakes(payoffs: Payoffs) -> f64 {
    payoffs.win - payoffs.lose
}

/// The position, if all plays of the hand are known and no penalty was among them.
pub fn complete_state(policy: &TrainedPolicy, observation: &Observation) -> Option<HandState> {
    let seen = observation.tricks.len() == usize::from(observation.tricks_over);
    let shown = |own: Option<Rank>, theirs: Option<Rank>| own.is_some() && theirs.is_some();
    let tricks = observation.tricks.iter();
    let known = seen && tricks.clone().all(|trick| shown(trick.own, trick.theirs));
    if !known || observation.led_hand.is_none() || observation.in_challenge != observation.accepted_at.is_some() {
        return None;
    }
    state_of(&policy.game, observation)
}

/// The move of an action.
fn move_of(action: usize, state: &HandState, ranks: u8) -> Option<Move> {
    Some(match (state.stake, action) {
        (Stake::Offered(_), 0) => Move::Accept,
        (Stake::Offered(_), _) => Move::Reject,
        (_, action) if action < usize::from(ranks) => Move::Play(Rank::new(action as u8 + 1)?),
        _ => Move::Offer,
    })
}

impl Agent<ChallengeGame> for Resolving {
    fn start_game(&mut self) {
        self.dice.start_game();
        self.table.start_game();
        self.bank = self.setup.bank;
        self.search = Search::default();
    }

    fn play_without_clock(&mut self) {
        self.has_clock = false;
    }

    fn choose(&mut self, observation: &Observation) -> Move {
        if let Some(only) = certain(observation) {
            return only;
        }
        let found = self.found(observation);
        let sampled = found.and_then(|found| self.dice.draw(observation, &found));
        sampled.unwrap_or_else(|| self.table.choose(observation))
    }
}
