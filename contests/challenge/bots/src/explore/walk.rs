//! The walk to a public position, with the ranges of both players.

use std::sync::Arc;

use arrayvec::ArrayVec;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::RangeGame;
use rayon::prelude::*;

use super::below_trunk::BelowTrunk;
use super::moves::{Row, action_index, named_move, number};
use super::solved::Play;
use crate::agents::{Source, choices};
use cardsharp_challenge_game::observation::{Observation, TrickSeen};
use cardsharp_challenge_game::rules::{Cards, Due, INITIAL_BANK, Move, Rank};
use cardsharp_challenge_solver::infosets::{ACCEPT, HandId, HandState, OFFER, Stake};
use cardsharp_challenge_solver::policy::{MAX_ACTIONS, TrainedPolicy};
use cardsharp_challenge_solver::ranges::RangeHand;
use cardsharp_challenge_solver::scores::Score;
use cardsharp_contest::explorer::ExploreError;

/// A public position, with a weight for every hand of both players.
#[derive(Clone, Debug)]
pub struct Spot {
    pub(super) state: HandState,
    /// By player and hand: the weight if every action so far had probability 1. It is 0 if the hand cannot have
    /// made the plays.
    pub(super) dealt: [Vec<f64>; 2],
    /// By player and hand: the weight by the policy.
    pub(super) reach: [Vec<f64>; 2],
    /// The decision of each hand of the player to act, unless it cannot be there. Empty at an end.
    pub(super) rows: Vec<Option<Row>>,
}

/// The policy's hand as a game of ranges, with the payoffs of a class.
pub fn range_hand(policy: &TrainedPolicy, class: u8) -> Result<RangeHand, ExploreError> {
    let payoffs = policy.game.payoffs()[usize::from(class)];
    RangeHand::new(policy.game.rules(), payoffs).map_err(|error| ExploreError::Other(error.to_string()))
}

/// What a walk depends on.
pub struct Ground<'a> {
    pub(super) play: &'a Play,
    pub(super) hand: &'a RangeHand,
    pub(super) score: Score,
    /// The solution below the policy's trunk, for places there.
    pub(super) below_trunk: Option<Arc<BelowTrunk>>,
}

impl Ground<'_> {
    /// The beginning of the hand.
    pub fn begin(&self) -> Spot {
        let state = self.hand.root();
        let prior = Player::BOTH.map(|player| {
            let mut prior = vec![0.0; self.hand.hands(&state, player)];
            self.hand.prior(player, &mut prior);
            prior.into_iter().map(f64::from).collect::<Vec<f64>>()
        });
        let spot = Spot { state, dealt: prior.clone(), reach: prior, rows: Vec::new() };
        self.with_rows(spot)
    }

    /// The spot after the step number `at`.
    pub fn after(&self, spot: &Spot, at: usize, step: &str) -> Result<Spot, ExploreError> {
        let chosen = named_move(self.hand, &spot.state, at, step)?;
        let player = spot.state.to_move().index();
        let mut next = Spot {
            state: self.next(&spot.state, chosen),
            dealt: spot.dealt.clone(),
            reach: spot.reach.clone(),
            rows: Vec::new(),
        };
        next.dealt[player] = self.pass(spot, chosen, &spot.dealt[player], false);
        next.reach[player] = self.pass(spot, chosen, &spot.reach[player], true);
        Ok(self.with_rows(next))
    }

    /// The public state after a move.
    pub fn next(&self, state: &HandState, chosen: Move) -> HandState {
        self.hand.act(state, number(self.hand, chosen))
    }

    /// The weights of the hands after a move: times the probability of the move, if `weigh` is true.
    pub fn pass(&self, spot: &Spot, chosen: Move, weights: &[f64], weigh: bool) -> Vec<f64> {
        let space = self.hand.space();
        let passed = |hand: HandId| {
            let local = space.local(hand);
            let share = match (&spot.rows[local], weigh) {
                (None, _) => 0.0,
                (Some(_), false) => 1.0,
                (Some(row), true) => {
                    action_index(space, hand, chosen).and_then(|index| row.shares.get(index)).copied().unwrap_or(0.0)
                }
            };
            weights[local] * share
        };
        let cards = self.cards(&spot.state);
        match chosen {
            Move::Play(rank) => {
                let left = space.of_size(cards - 1);
                left.map(|left| space.try_with(left, rank.value()).map_or(0.0, passed)).collect()
            }
            _ => space.of_size(cards).map(passed).collect(),
        }
    }

    /// The number of cards of the player to act.
    pub fn cards(&self, state: &HandState) -> usize {
        state.cards_left(state.to_move(), self.hand.game().rules().hand_size())
    }

    fn with_rows(&self, mut spot: Spot) -> Spot {
        if spot.state.ending.is_some() {
            return spot;
        }
        let dealt = &spot.dealt[spot.state.to_move().index()];
        let first = self.hand.space().first(self.cards(&spot.state)).index();
        let rows = dealt.par_iter().enumerate().map(|(local, &weight)| {
            let hand = HandId::from_index(first + local);
            (weight > 0.0).then(|| self.row(&spot.state, hand))
        });
        spot.rows = rows.collect();
        spot
    }

    fn row(&self, state: &HandState, hand: HandId) -> Row {
        let policy = match self.play {
            Play::Policy(policy) => policy,
            Play::Solved(solved) => return solved.solution.row(state, hand),
        };
        if let Some(below) = self.below_trunk.as_ref().filter(|_| Some(state.over) >= policy.trunk_tricks()) {
            return below.solution.row(state, hand);
        }
        let observation = self.observation(state, self.hand.space().cards(hand));
        let (choices, source) = choices(policy, &observation);
        let moves = observation.legal_moves();
        let mut shares: ArrayVec<f64, MAX_ACTIONS> = moves
            .map(|chosen| {
                let known = choices.iter().find(|(known, _)| *known == chosen);
                known.map_or(0.0, |(_, probability)| *probability)
            })
            .collect();
        if source == Source::Rule {
            let share = 1.0 / shares.len() as f64;
            shares.fill(share);
        }
        Row { source, shares }
    }

    /// What the player to act knows with these cards in hand.
    pub fn observation(&self, state: &HandState, cards: Cards) -> Observation {
        let me = state.to_move();
        let them = me.opponent();
        let points = [self.score.leader, self.score.follower];
        let (tricks, accepted_at) = past(state.history, me);
        Observation {
            due: match state.stake {
                Stake::Offered(_) => Due::Answer,
                _ => Due::Card,
            },
            hand: cards,
            table: Rank::new(state.table),
            own_tricks: state.tricks[me.index()],
            their_tricks: state.tricks[them.index()],
            tricks_over: state.over,
            can_challenge: state.stake == Stake::Open,
            in_challenge: state.stake == Stake::Accepted,
            own_points: points[me.index()],
            their_points: points[them.index()],
            hand_id: 1,
            led_hand: Some(me == Player::ZERO),
            tricks,
            accepted_at,
            gone: Cards::EMPTY,
            remaining: INITIAL_BANK,
        }
    }
}

/// The tricks that are over as `me` saw them, and when a challenge was accepted.
fn past(history: u64, me: Player) -> (Vec<TrickSeen>, Option<(u8, bool)>) {
    let (mut tricks, mut accepted_at) = (Vec::new(), None);
    let (mut lead, mut table) = (Player::ZERO, None);
    let nibbles = (0..16).rev().map(|index| history >> (4 * index) & 15);
    for done in nibbles.filter(|&done| done > 0) {
        match (done, table) {
            (OFFER, _) => {}
            (ACCEPT, _) => accepted_at = Some((tricks.len() as u8, table.is_some())),
            (rank, None) => table = Rank::new(rank as u8),
            (rank, Some(led)) => {
                let answer = Rank::new(rank as u8);
                let (own, theirs) = if lead == me { (Some(led), answer) } else { (answer, Some(led)) };
                tricks.push(TrickSeen { own, theirs, led: lead == me });
                table = None;
                if answer > Some(led) {
                    lead = lead.opponent();
                }
            }
        }
    }
    (tricks, accepted_at)
}
