//! The best response with one own hand, as one walk over the public tree.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::strategy::Strategy;

use super::gain::{FirstDecision, Gain};
use crate::contests::challenge::infosets::{Ending, HandGame, HandId, HandState, OFFER, Stake};

/// Most actions of a decision: five cards and the challenge.
const MAX_ACTIONS: usize = 6;

/// What `own` gets in `seat` against `strategy`, on average over the opponent's hands in the
/// proportion in which a full shoe deals them: by the best response, and by following `strategy`
/// itself.
pub fn respond(
    game: &HandGame,
    strategy: &(impl Strategy<HandGame> + ?Sized),
    class: u8,
    seat: Player,
    own: HandId,
) -> Gain {
    let space = game.space();
    let size = usize::from(game.rules().hand_size());
    let all = game.all_ways(size);
    let reach: Vec<f64> = space
        .of_size(size)
        .map(|hand| game.ways(hand, own) / all)
        .collect();
    let mut hands = [own; 2];
    hands[seat.opponent().index()] = space.first(size);
    let mut walk = Walk {
        game,
        strategy,
        seat,
        levels: Vec::new(),
        by_first: Vec::new(),
    };
    let worth = walk.value(&HandState::dealt(hands, class), &reach, 0);
    let mut gain = Gain {
        best: worth.best,
        value: worth.value,
        by_first: walk.by_first,
    };
    gain.by_first
        .sort_unstable_by_key(|&(decision, _)| decision);
    gain
}

/// What a state is worth to the responder, summed over the opponent's hands with their weights.
#[derive(Clone, Copy, Default)]
struct Worth {
    best: f64,
    value: f64,
}

impl Worth {
    fn certain(worth: f64) -> Worth {
        Worth {
            best: worth,
            value: worth,
        }
    }

    fn add(&mut self, other: Worth) {
        self.best += other.best;
        self.value += other.value;
    }
}

struct Walk<'a, S: ?Sized> {
    game: &'a HandGame,
    strategy: &'a S,
    seat: Player,
    /// Space for the children's weights, one for each depth, so that the walk allocates nothing.
    levels: Vec<Vec<f64>>,
    by_first: Vec<(FirstDecision, f64)>,
}

impl<S: Strategy<HandGame> + ?Sized> Walk<'_, S> {
    /// `reach` holds, for each hand of the opponent's size, the weight of his holding it and having
    /// played so far.
    fn value(&mut self, state: &HandState, reach: &[f64], depth: usize) -> Worth {
        if let Some(ending) = state.ending {
            return self.ended(state, ending, reach.iter().sum());
        }
        if state.stake == Stake::Accepted && state.table == 0 && state.over + 1 == self.tricks() {
            return self.last_cards(state, reach);
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

    fn ended(&self, state: &HandState, ending: Ending, weight: f64) -> Worth {
        let leader = self.game.leader_utility(state.class, state.stake, ending);
        let own = if self.seat == Player::ZERO {
            leader
        } else {
            1.0 - leader
        };
        Worth::certain(weight * own)
    }

    /// One card each and nothing to decide.
    fn last_cards(&self, state: &HandState, reach: &[f64]) -> Worth {
        let space = self.game.space();
        let own = space.distinct(state.hands[self.seat.index()])[0];
        let mut weights = [0.0; 3];
        for (hand, weight) in space.of_size(1).zip(reach) {
            let theirs = space.distinct(hand)[0];
            weights[usize::from(own >= theirs) + usize::from(own > theirs)] += weight;
        }
        let [lost, tied, won] = weights;
        let them = self.seat.opponent();
        let mut worth = self.last_trick(state, None, tied);
        worth.add(self.last_trick(state, Some(self.seat), won));
        worth.add(self.last_trick(state, Some(them), lost));
        worth
    }

    fn last_trick(&self, state: &HandState, winner: Option<Player>, weight: f64) -> Worth {
        let mut tricks = state.tricks;
        if let Some(winner) = winner {
            tricks[winner.index()] += 1;
        }
        let ending = match tricks[0].cmp(&tricks[1]) {
            std::cmp::Ordering::Greater => Ending::Won(Player::ZERO),
            std::cmp::Ordering::Less => Ending::Won(Player::ONE),
            std::cmp::Ordering::Equal => Ending::Tied,
        };
        self.ended(state, ending, weight)
    }

    fn own_decision(&mut self, state: &HandState, reach: &[f64], depth: usize) -> Worth {
        let actions = self.game.actions(state);
        let mut shares = [0.0; MAX_ACTIONS];
        let shares = &mut shares[..actions];
        self.probabilities(state, shares);
        let mut worth = Worth {
            best: f64::NEG_INFINITY,
            value: 0.0,
        };
        let mut best_action = 0;
        for (action, share) in shares.iter().enumerate() {
            let child = self.value(&self.game.act(state, action), reach, depth);
            if child.best > worth.best {
                worth.best = child.best;
                best_action = action;
            }
            worth.value += share * child.value;
        }
        if let Some(decision) = self.first_decision(state, best_action) {
            self.by_first.push((decision, worth.best - worth.value));
        }
        worth
    }

    /// The label of this decision if it is the player's first.
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

    fn probabilities(&self, state: &HandState, shares: &mut [f64]) {
        if let [only] = shares {
            *only = 1.0;
        } else {
            self.strategy.probabilities(self.game, state, shares);
        }
    }

    fn their_decision(&mut self, state: &HandState, reach: &[f64], depth: usize) -> Worth {
        if self.levels.len() == depth {
            self.levels.push(Vec::new());
        }
        // Taken out while the children below use deeper levels.
        let mut level = std::mem::take(&mut self.levels[depth]);
        let worth = match state.stake {
            Stake::Offered(_) => self.their_answer(state, reach, depth, &mut level),
            _ => self.their_card(state, reach, depth, &mut level),
        };
        self.levels[depth] = level;
        worth
    }

    fn their_answer(
        &mut self,
        state: &HandState,
        reach: &[f64],
        depth: usize,
        accepting: &mut Vec<f64>,
    ) -> Worth {
        let first = self.first_hand(state);
        accepting.clear();
        let mut refusing = 0.0;
        let mut state = *state;
        for (local, &weight) in reach.iter().enumerate() {
            let mut shares = [0.0; 2];
            if weight > 0.0 {
                state.hands[self.seat.opponent().index()] = HandId::from_index(first + local);
                self.probabilities(&state, &mut shares);
            }
            accepting.push(weight * shares[0]);
            refusing += weight * shares[1];
        }
        let mut worth = self.ended(&state, Ending::Won(self.seat), refusing);
        if accepting.iter().any(|&weight| weight > 0.0) {
            let accepted = self.game.act(&state, 0);
            worth.add(self.value(&accepted, accepting, depth + 1));
        }
        worth
    }

    /// Splits the weights by what is done: a block of smaller hands for each rank played, then a
    /// block of the same hands for the challenge.
    fn their_card(
        &mut self,
        state: &HandState,
        reach: &[f64],
        depth: usize,
        blocks: &mut Vec<f64>,
    ) -> Worth {
        let space = self.game.space();
        let them = self.seat.opponent();
        let first = self.first_hand(state);
        let cards = self.cards_of_opponent(state);
        let ranks = usize::from(self.game.rules().ranks());
        let fewer = space.count(cards - 1);
        let fewer_first = space.first(cards - 1).index();
        let open = state.stake == Stake::Open;
        blocks.clear();
        blocks.resize(ranks * fewer + reach.len(), 0.0);
        let mut mass = [0.0; 15];
        let mut probe = *state;
        for (local, &weight) in reach.iter().enumerate() {
            if weight <= 0.0 {
                continue;
            }
            let hand = HandId::from_index(first + local);
            probe.hands[them.index()] = hand;
            let held = space.distinct(hand);
            let mut shares = [0.0; MAX_ACTIONS];
            let shares = &mut shares[..held.len() + usize::from(open)];
            self.probabilities(&probe, shares);
            for (&rank, share) in held.iter().zip(shares.iter()) {
                let left = space.without(hand, rank).index() - fewer_first;
                let block = usize::from(rank - 1);
                blocks[block * fewer + left] = weight * share;
                mass[block] += weight * share;
            }
            if open {
                let share = shares[held.len()];
                blocks[ranks * fewer + local] = weight * share;
                mass[14] += weight * share;
            }
        }
        let mut worth = Worth::default();
        for block in (0..ranks).filter(|&block| mass[block] > 0.0) {
            let mut child = *state;
            self.game.play_public(&mut child, them, block as u8 + 1);
            let weights = &blocks[block * fewer..(block + 1) * fewer];
            worth.add(self.value(&child, weights, depth + 1));
        }
        if mass[14] > 0.0 {
            let mut child = *state;
            child.stake = Stake::Offered(them);
            child.history = state.history << 4 | OFFER;
            worth.add(self.value(&child, &blocks[ranks * fewer..], depth + 1));
        }
        worth
    }

    /// Cards in the opponent's hand: his card of this trick may have left it.
    fn cards_of_opponent(&self, state: &HandState) -> usize {
        let on_table = state.table > 0 && state.lead != self.seat;
        usize::from(self.tricks() - state.over) - usize::from(on_table)
    }

    fn first_hand(&self, state: &HandState) -> usize {
        let cards = self.cards_of_opponent(state);
        self.game.space().first(cards).index()
    }
}
