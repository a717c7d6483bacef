//! A public state by its plays.

use super::hand_game::{ACCEPT, HandState, OFFER};

/// The plays of a public state, and whether a challenge was accepted among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicPlays {
    /// The ranks played so far, from 0.
    pub plays: Vec<u8>,
    /// The number of plays before a challenge was accepted, if one was.
    pub accepted_before: Option<u8>,
}

impl PublicPlays {
    /// The plays of a state of the hand.
    pub fn of(state: &HandState) -> PublicPlays {
        let mut public = PublicPlays { plays: Vec::new(), accepted_before: None };
        let codes = (0..16).rev().map(|index| state.history >> (4 * index) & 15);
        for code in codes.filter(|&code| code > 0) {
            match code {
                ACCEPT => public.accepted_before = Some(public.plays.len() as u8),
                OFFER => {}
                rank => public.plays.push(rank as u8 - 1),
            }
        }
        public
    }

    /// 0 if no challenge was accepted, and 1 + k if one was before play k.
    pub fn class(&self) -> u8 {
        self.accepted_before.map_or(0, |before| before + 1)
    }

    /// The plays as the digits of a number, the first the most significant.
    pub fn number(&self, ranks: u8) -> u64 {
        let digits = self.plays.iter();
        digits.fold(0, |number, &play| number * u64::from(ranks) + u64::from(play))
    }
}
