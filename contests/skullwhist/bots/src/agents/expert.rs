//! `expert`: the best hand-written agent.

use super::bidding::{best_bid, prospects};
use super::{Agent, BidAndPlay, bid_or_play};
use crate::SkullWhistGame;
use cardsharp_skullwhist_game::observation::{Count, Observation, expected_tricks};
use cardsharp_skullwhist_game::rules::{Card, Cards, Move, Objective, TRUMP};
use cardsharp_solvers::game::Player;
use serde::Deserialize;

/// The options of [`Expert`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExpertOptions {
    /// The objective of its bid.
    pub objective: Objective,
}

/// Bids best for the expected tricks of its hand against players with unknown strategies. It then
/// takes as many tricks as it can, since more are never worse, and takes each as cheaply as
/// possible. It draws trumps if it has the highest trump and winners to protect. Otherwise it leads
/// its shortest suit from the top, and discards from it, so that it can soon ruff.
///
/// Two other rules, to lead from weakness and to cash winners first, took fewer tricks (6.3 and 6.5
/// a game against `high-cards`, instead of 6.7).
#[derive(Clone, Copy, Debug)]
pub struct Expert {
    options: ExpertOptions,
}

/// The least expected number of the other's trumps at which it draws them.
const MIN_TRUMPS_OUT: f64 = 0.3;

impl Expert {
    /// The agent with these options.
    pub fn new(options: ExpertOptions) -> Expert {
        Expert { options }
    }
}

impl Agent<SkullWhistGame> for Expert {
    fn choose(&mut self, observation: &Observation) -> Move {
        bid_or_play(self, observation)
    }
}

impl BidAndPlay for Expert {
    fn bid(&mut self, observation: &Observation) -> u8 {
        let expected = expected_tricks(observation.game, observation.hand, observation.seat == Player::ZERO);
        let prospects = prospects(observation.game, expected);
        best_bid(observation.game, self.options.objective, &prospects)
    }

    fn play(&mut self, observation: &Observation) -> Option<Card> {
        let count = Count::of(observation);
        match observation.led {
            Some(led) => answer(&count, observation.playable(), led),
            None => lead(&count),
        }
    }
}

/// The answer: the cheapest winner, or else the lowest card of the shortest suit that is no winner, trumps last.
fn answer(count: &Count, playable: Cards, led: Card) -> Option<Card> {
    let winners: Cards = playable.into_iter().filter(|card| card.beats(led)).collect();
    let following = winners.of_suit(led.suit());
    let cheapest = following.first().or(winners.first());
    let missed = |card: &Card| {
        let trump = card.suit() == TRUMP;
        (trump, count.is_high(*card), count.length(*card), card.value())
    };
    cheapest.or_else(|| playable.into_iter().min_by_key(missed))
}

/// The lead: the highest trump to draw the other's, or the highest card of the shortest suit,
/// or a low trump if there is nothing else.
fn lead(count: &Count) -> Option<Card> {
    let trumps = count.hand.of_suit(TRUMP);
    let plain = count.hand.minus(trumps);
    let others_trumps = count.others(TRUMP);
    let winners = plain.into_iter().any(|card| count.is_high(card));
    let draws = others_trumps > MIN_TRUMPS_OUT && f64::from(trumps.len()) >= others_trumps;
    let top = trumps.last().filter(|&top| count.is_high(top));
    if let Some(top) = top.filter(|_| draws && (winners || plain.is_empty())) {
        return Some(top);
    }
    let shortest = plain.into_iter().min_by_key(|&card| (count.length(card), u8::MAX - card.value()));
    shortest.or(trumps.first())
}
