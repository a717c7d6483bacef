//! `high-cards`: counts high cards, plays greedily.

use super::{Agent, BidAndPlay, bid_or_play};
use crate::SkullWhistGame;
use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::{Card, Move, TRUMP};

/// Bids a trick for every card of the highest quarter of the ranks, 11 to 13 in the contest. Leads
/// the highest card. Takes a trick as cheaply as it can, and otherwise discards the lowest card.
#[derive(Clone, Copy, Debug)]
pub struct HighCards;

impl Agent<SkullWhistGame> for HighCards {
    fn choose(&mut self, observation: &Observation) -> Move {
        bid_or_play(self, observation)
    }
}

impl BidAndPlay for HighCards {
    fn bid(&mut self, observation: &Observation) -> u8 {
        let ranks = observation.game.ranks();
        let lowest = ranks - (ranks / 4).max(1) + 1;
        let high = observation.hand.into_iter().filter(|card| card.value() >= lowest);
        (high.count() as u8).max(1)
    }

    fn play(&mut self, observation: &Observation) -> Option<Card> {
        let playable = observation.playable().into_iter();
        // Trumps cost more than any other card.
        let cost = |card: &Card| (card.suit() == TRUMP, card.value());
        match observation.led {
            None => playable.max_by_key(|card| card.value()),
            Some(led) => {
                let winners = playable.clone().filter(|card| card.beats(led));
                winners.min_by_key(cost).or(playable.min_by_key(cost))
            }
        }
    }
}
