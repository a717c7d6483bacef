//! The values of the actions in one position.

use cardsharp_solvers::game::{Game, Player};
use cardsharp_solvers::strategy::Strategy;
use rand::SeedableRng;
use rand::distr::Distribution;
use rand::distr::weighted::WeightedIndex;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::Serialize;

use super::play_out::play;
use crate::infosets::{ACCEPT, HandGame, HandId, HandState, OFFER, Stake};
use cardsharp_challenge_game::rules::Cards;
use cardsharp_game::interval::{Estimate, StandardError};

/// The weights of the opponent's possible hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Belief {
    /// By the shoe, and by the probability that the strategy makes the opponent's plays.
    Strategy,
    /// By the shoe alone: the plays are not known completely.
    HistoryUnknown,
    /// By the shoe alone: the strategy never makes the opponent's plays.
    NeverPlayed,
}

/// The value of a position for the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionValue {
    /// The value of each action, in the order of [`HandGame::actions`], if both follow the strategy after it.
    pub actions: Vec<Estimate>,
    /// The weights of the opponent's hands.
    pub belief: Belief,
    /// The number of hands that the opponent may hold.
    pub hands: usize,
}

/// Plays each action of the player to move out `samples` times, against hands sampled by their
/// weights. The opponent's hand in `state` does not matter. The cards of `gone` have left the shoe
/// in earlier hands. None if there is no hand that the opponent may hold.
pub fn evaluate(
    game: &HandGame,
    strategy: &dyn Strategy<HandGame>,
    state: &HandState,
    gone: Cards,
    samples: usize,
    seed: u64,
) -> Option<PositionValue> {
    let (belief, weighted) = opponents(game, strategy, state, gone)?;
    let draw = WeightedIndex::new(weighted.iter().map(|&(_, weight)| weight)).ok()?;
    let me = state.to_move();
    let them = me.opponent().index();
    let value = |action: usize| {
        // The same hands for each action, so that only the action differs.
        let mut hands = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(!seed ^ action as u64);
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..samples {
            let mut dealt = *state;
            dealt.hands[them] = weighted[draw.sample(&mut hands)].0;
            let end = play(game, strategy, game.act(&dealt, action), &mut rng);
            let utility = game.utility(&end, me);
            sum += utility;
            squares += utility * utility;
        }
        let count = samples as f64;
        Estimate { mean: sum / count, half_width: StandardError::of_moments(count, sum, squares).half_width(), samples }
    };
    let actions = (0..game.actions(state)).into_par_iter().map(value);
    Some(PositionValue { actions: actions.collect(), belief, hands: weighted.len() })
}

/// The opponent's possible hands with their weights, which need not sum to 1.
fn opponents(
    game: &HandGame,
    strategy: &dyn Strategy<HandGame>,
    state: &HandState,
    gone: Cards,
) -> Option<(Belief, Vec<(HandId, f64)>)> {
    let space = game.space();
    let (me, them) = (state.to_move(), state.to_move().opponent());
    // The card on the table is always that of the player who leads the trick.
    let on_table = (state.table > 0).then_some((state.table, state.lead));
    let shown = |player: Player| {
        let played = state.played[player.index()];
        match on_table {
            Some((rank, owner)) if owner == player => space.try_with(played, rank),
            _ => Some(played),
        }
    };
    let theirs = shown(them)?;
    let own = join(game, state.hands[me.index()], shown(me)?)?;
    let mine_and_gone = sum(game, space.cards(own), gone);
    let all_seen = sum(game, mine_and_gone, space.cards(theirs));
    let played = usize::from(state.over) + usize::from(on_table.is_some_and(|(_, owner)| owner == them));
    let left = usize::from(game.rules().hand_size()).checked_sub(played)?;
    let by_shoe: Vec<(HandId, f64)> = space
        .of_size(left)
        .map(|hand| (hand, game.ways_without(hand, all_seen)))
        .filter(|&(_, weight)| weight > 0.0)
        .collect();
    if by_shoe.is_empty() {
        return None;
    }
    let mut by_strategy = Vec::new();
    let mut known = false;
    for &(hand, _) in &by_shoe {
        let Some(dealt) = join(game, hand, theirs) else {
            continue;
        };
        let mut hands = [own; 2];
        hands[them.index()] = dealt;
        let mut held = *state;
        held.hands[them.index()] = hand;
        if let Some((end, reach)) = replay(game, strategy, hands, state, them)
            && end == held
        {
            known = true;
            let weight = reach * game.ways_without(dealt, mine_and_gone);
            if weight > 0.0 {
                by_strategy.push((hand, weight));
            }
        }
    }
    Some(match (known, by_strategy.is_empty()) {
        (false, _) => (Belief::HistoryUnknown, by_shoe),
        (true, true) => (Belief::NeverPlayed, by_shoe),
        (true, false) => (Belief::Strategy, by_strategy),
    })
}

/// The union of two hands, if it is no more than a full hand.
fn join(game: &HandGame, hand: HandId, more: HandId) -> Option<HandId> {
    let cards = game.space().cards(more);
    game.rules().all_ranks().try_fold(hand, |hand, rank| {
        (0..cards.count(rank)).try_fold(hand, |hand, _| game.space().try_with(hand, rank.value()))
    })
}

fn sum(game: &HandGame, cards: Cards, more: Cards) -> Cards {
    game.rules().all_ranks().fold(cards, |cards, rank| (0..more.count(rank)).fold(cards, |cards, _| cards.with(rank)))
}

/// The position after the history of `state` if `hands` are dealt, and the probability that `them`
/// makes their part of the plays. None if that history is impossible.
fn replay(
    game: &HandGame,
    strategy: &dyn Strategy<HandGame>,
    hands: [HandId; 2],
    state: &HandState,
    them: Player,
) -> Option<(HandState, f64)> {
    let mut now = HandState::dealt(hands, state.class);
    let mut reach = 1.0;
    let length = state.history.checked_ilog2().map_or(0, |bit| bit / 4 + 1);
    for done in (0..length).rev().map(|index| state.history >> (4 * index) & 15) {
        if now.ending.is_some() {
            return None;
        }
        let player = now.to_move();
        let held = game.space().distinct(now.hands[player.index()]);
        let action = match (done, now.stake) {
            (ACCEPT, Stake::Offered(_)) => 0,
            (OFFER, Stake::Open) => held.len(),
            (ACCEPT | OFFER, _) | (_, Stake::Offered(_)) => return None,
            (rank, _) => held.iter().position(|&held| u64::from(held) == rank)?,
        };
        let mut shares = [1.0; 6];
        let shares = &mut shares[..game.actions(&now)];
        if player == them && shares.len() > 1 {
            strategy.probabilities(game, &now, shares);
            reach *= shares[action];
        }
        now = game.act(&now, action);
    }
    Some((now, reach))
}
