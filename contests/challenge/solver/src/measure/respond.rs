//! The best response with one own hand, in one walk over the public tree.

use cardsharp_solvers::game::Player;

use super::gain::{FirstDecision, Gain};
use crate::infosets::{Ending, HandGame, HandId, HandState, OFFER, Stake};
use crate::policy::{Block, Blocks, HandStrategy, MAX_ACTIONS};

/// The values of `own` in `seat` against `strategy`, on average over the opponent's hands as a full
/// shoe deals them: the value of the best response, and of `strategy` itself.
pub fn respond(game: &HandGame, strategy: &dyn HandStrategy, class: u8, seat: Player, own: HandId) -> Gain {
    let space = game.space();
    let size = usize::from(game.rules().hand_size());
    let all = game.all_ways(size);
    let reach: Vec<f64> = space.of_size(size).map(|hand| game.ways(hand, own) / all).collect();
    let mut hands = [own; 2];
    hands[seat.opponent().index()] = HandId::EMPTY;
    let mut walk = Walk { game, seat, blocks: Blocks::new(game, strategy), levels: Vec::new(), by_first: Vec::new() };
    let response = walk.value(&HandState::dealt(hands, class), &reach, 0);
    let mut gain = Gain { best: response.best, value: response.value, by_first: walk.by_first };
    gain.by_first.sort_unstable_by_key(|&(decision, _)| decision);
    gain
}

/// The value of a state for the responder, summed over the opponent's hands with their weights.
#[derive(Clone, Copy, Default)]
pub(super) struct ResponseValue {
    pub(super) best: f64,
    pub(super) value: f64,
}

impl ResponseValue {
    pub(super) fn certain(value: f64) -> ResponseValue {
        ResponseValue { best: value, value }
    }

    pub(super) fn add(&mut self, other: ResponseValue) {
        self.best += other.best;
        self.value += other.value;
    }
}

pub(super) struct Walk<'a> {
    pub(super) game: &'a HandGame,
    pub(super) seat: Player,
    pub(super) blocks: Blocks<'a>,
    /// Space for the weights of the children, one for each depth, so that the walk does not allocate.
    levels: Vec<Vec<f64>>,
    by_first: Vec<(FirstDecision, f64)>,
}

impl Walk<'_> {
    /// The value of a state. For each hand of the opponent's size, `reach` is the weight with which
    /// the opponent holds it and has made the plays up to now.
    fn value(&mut self, state: &HandState, reach: &[f64], depth: usize) -> ResponseValue {
        if let Some(ending) = state.ending {
            let utility = self.utility(state.class, state.stake, ending);
            return ResponseValue::certain(utility * reach.iter().sum::<f64>());
        }
        let answering = matches!(state.stake, Stake::Offered(_));
        // The first trick is walked in full, even if it is the last, for its first decisions.
        if !answering && state.table == 0 && state.over > 0 && state.over + 1 == self.tricks() {
            return self.last_trick(state, reach);
        }
        if state.to_move() == self.seat {
            self.own_decision(state, reach, depth)
        } else {
            self.their_decision(state, reach, depth)
        }
    }

    fn tricks(&self) -> u8 {
        self.game.rules().hand_size()
    }

    /// The responder's utility.
    pub(super) fn utility(&self, class: u8, stake: Stake, ending: Ending) -> f64 {
        let leader = self.game.leader_utility(class, stake, ending);
        if self.seat == Player::ZERO { leader } else { 1.0 - leader }
    }

    fn own_decision(&mut self, state: &HandState, reach: &[f64], depth: usize) -> ResponseValue {
        let actions = self.game.actions(state);
        let mut shares = [0.0; MAX_ACTIONS];
        let shares = &mut shares[..actions];
        self.blocks.probabilities(state, shares);
        let mut response = ResponseValue { best: f64::NEG_INFINITY, value: 0.0 };
        let mut best_action = 0;
        for (action, share) in shares.iter().enumerate() {
            let child = self.value(&self.game.act(state, action), reach, depth);
            if child.best > response.best {
                response.best = child.best;
                best_action = action;
            }
            response.value += share * child.value;
        }
        if let Some(decision) = self.first_decision(state, best_action) {
            self.by_first.push((decision, response.best - response.value));
        }
        response
    }

    /// The label of this decision, if it is the player's first.
    fn first_decision(&self, state: &HandState, best_action: usize) -> Option<FirstDecision> {
        match (self.seat, state.history) {
            (Player::ZERO, 0) => {
                let ranks = self.game.space().distinct(state.hands[0]);
                Some(match ranks.get(best_action) {
                    Some(&rank) => FirstDecision::Leads(rank),
                    None => FirstDecision::Challenges,
                })
            }
            (Player::ONE, OFFER) => Some(FirstDecision::FacesChallenge),
            (Player::ONE, 1..=13) => Some(FirstDecision::Faces(state.table)),
            _ => None,
        }
    }

    fn their_decision(&mut self, state: &HandState, reach: &[f64], depth: usize) -> ResponseValue {
        if self.levels.len() == depth {
            self.levels.push(Vec::new());
        }
        let cards = self.cards_of_opponent(state);
        let block = self.blocks.of(state, cards, |local| reach[local] != 0.0);
        // Taken out of `levels` while the children below use deeper levels.
        let mut level = std::mem::take(&mut self.levels[depth]);
        let response = match state.stake {
            Stake::Offered(_) => self.their_answer(state, reach, depth, &block, &mut level),
            _ => self.their_card(state, reach, depth, &block, &mut level),
        };
        self.levels[depth] = level;
        response
    }

    fn their_answer(
        &mut self,
        state: &HandState,
        reach: &[f64],
        depth: usize,
        block: &Block,
        accepting: &mut Vec<f64>,
    ) -> ResponseValue {
        accepting.clear();
        let shares = reach.iter().zip(&block.stakes);
        accepting.extend(shares.map(|(weight, &share)| weight * share));
        let mass: f64 = accepting.iter().sum();
        let refusing = reach.iter().sum::<f64>() - mass;
        let utility = self.utility(state.class, state.stake, Ending::Won(self.seat));
        let mut response = ResponseValue::certain(refusing * utility);
        // A mass that is not a number is not skipped, so that it shows in the result.
        if mass != 0.0 {
            let accepted = self.game.act(state, 0);
            response.add(self.value(&accepted, accepting, depth + 1));
        }
        response
    }

    /// Splits the weights by action: a run of smaller hands for each rank played, then one of the
    /// same hands for the challenge.
    fn their_card(
        &mut self,
        state: &HandState,
        reach: &[f64],
        depth: usize,
        block: &Block,
        runs: &mut Vec<f64>,
    ) -> ResponseValue {
        let them = self.seat.opponent();
        let fewer = self.game.space().count(self.cards_of_opponent(state) - 1);
        let parents = self.game.space().larger(self.cards_of_opponent(state) - 1);
        runs.clear();
        let shares = block.plays.iter().zip(parents);
        runs.extend(shares.map(|(&share, &parent)| reach[usize::from(parent)] * share));
        let offers = reach.iter().zip(&block.stakes);
        runs.extend(offers.map(|(weight, &share)| weight * share));
        let (plays, offers) = runs.split_at(block.plays.len());
        let mut response = ResponseValue::default();
        for (rank, weights) in (1..).zip(plays.chunks_exact(fewer)) {
            if weights.iter().any(|&weight| weight != 0.0) {
                let mut child = *state;
                self.game.play_public(&mut child, them, rank);
                response.add(self.value(&child, weights, depth + 1));
            }
        }
        if offers.iter().any(|&weight| weight != 0.0) {
            let mut child = *state;
            child.offer();
            response.add(self.value(&child, offers, depth + 1));
        }
        response
    }

    /// The number of cards in the opponent's hand.
    fn cards_of_opponent(&self, state: &HandState) -> usize {
        state.cards_left(self.seat.opponent(), self.tricks())
    }
}
