//! Liar's dice for two players: bids on the faces of all dice, and a call of "liar".
//!
//! The rules and orders are those of OpenSpiel's `liars_dice` with its default bidding rule. Each player rolls the dice
//! in secret. A bid is a quantity of a face. The next one is a larger quantity, or the same quantity of a higher face.
//! Instead of bidding, a player may call the other a liar. Then all dice are shown, and the highest face counts as any.
//! The bid holds if there are at least as many as its quantity. If it holds, the bidder wins 1, otherwise the caller.
//! Values to the first player with one die each: 0.0625 with 4 sides, -0.0271317829457 with 6.

use super::BadParameters;
use crate::game::{Fraction, Game, InfosetKey, Player, Turn};

/// The greatest number of dice in one hand.
const MAX_DICE: usize = 10;
/// The greatest number of faces in one hand, dice times sides. There are twice as many bids, which fill 40 bits.
const MAX_FACES: usize = 20;

/// Liar's dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LiarsDice {
    /// The number of dice of each player.
    dice: u8,
    sides: u8,
}

/// A history of liar's dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LiarsDiceState {
    /// The faces, from 1, in the order rolled.
    dice: [[u8; MAX_DICE]; 2],
    rolled: u8,
    /// The bids made, one bit for each bid, in rising order.
    bids: u64,
    called: bool,
}

impl LiarsDiceState {
    /// The player to bid. The first player opens.
    fn mover(&self) -> usize {
        self.bids.count_ones() as usize % 2
    }

    /// The number of the lowest bid that is still allowed.
    fn next_bid(&self) -> u32 {
        u64::BITS - self.bids.leading_zeros()
    }
}

impl LiarsDice {
    /// The game in which each player has `dice` dice with `sides` sides.
    ///
    /// # Errors
    /// [`BadParameters::LiarsDice`] unless there is at least one die with at least two sides, and
    /// dice times sides are at most 20.
    pub fn new(dice: usize, sides: usize) -> Result<LiarsDice, BadParameters> {
        let allowed = dice >= 1 && sides >= 2;
        match (u8::try_from(dice), u8::try_from(sides)) {
            (Ok(few), Ok(low)) if allowed && dice * sides <= MAX_FACES => Ok(LiarsDice { dice: few, sides: low }),
            _ => Err(BadParameters::LiarsDice { dice, sides }),
        }
    }

    /// The number of dice of each player.
    pub const fn dice(&self) -> usize {
        self.dice as usize
    }

    /// The number of sides of a die.
    pub const fn sides(&self) -> usize {
        self.sides as usize
    }

    fn bids(&self) -> u32 {
        2 * u32::from(self.dice) * u32::from(self.sides)
    }

    /// The quantity and the face, from 1, of a bid.
    fn bid(&self, number: u32) -> (u32, u32) {
        let sides = u32::from(self.sides);
        (number / sides + 1, number % sides + 1)
    }

    fn is_rolling(&self, state: &LiarsDiceState) -> bool {
        state.rolled < 2 * self.dice
    }

    /// The faces that a player rolled, in rising order.
    fn hand(&self, state: &LiarsDiceState, player: usize) -> [u8; MAX_DICE] {
        let mut hand = state.dice[player];
        hand[..self.dice()].sort_unstable();
        hand
    }

    /// True if the last bid holds.
    fn bid_holds(&self, state: &LiarsDiceState) -> bool {
        let (quantity, face) = self.bid(state.next_bid() - 1);
        let hands = state.dice.iter().flat_map(|hand| &hand[..self.dice()]);
        let counts = |die: &&u8| **die == self.sides || u32::from(**die) == face;
        hands.filter(counts).count() >= quantity as usize
    }
}

impl Default for LiarsDice {
    /// One die for each player, with six sides.
    fn default() -> LiarsDice {
        LiarsDice { dice: 1, sides: 6 }
    }
}

impl Game for LiarsDice {
    type State = LiarsDiceState;

    fn root(&self) -> LiarsDiceState {
        LiarsDiceState { dice: [[0; MAX_DICE]; 2], rolled: 0, bids: 0, called: false }
    }

    fn turn(&self, state: &LiarsDiceState) -> Turn {
        if self.is_rolling(state) {
            let outcomes = self.sides();
            return Turn::Chance { outcomes };
        }
        if state.called {
            return Turn::Terminal;
        }
        let higher = self.bids() - state.next_bid();
        Turn::Decision {
            player: Player::new(state.mover() as u8),
            actions: higher as usize + usize::from(state.bids != 0),
        }
    }

    fn child(&self, state: &LiarsDiceState, index: usize) -> LiarsDiceState {
        let mut child = *state;
        if self.is_rolling(state) {
            let (player, die) = (state.rolled / self.dice, state.rolled % self.dice);
            child.dice[usize::from(player)][usize::from(die)] = index as u8 + 1;
            child.rolled += 1;
            return child;
        }
        let bid = state.next_bid() + index as u32;
        if bid < self.bids() {
            child.bids |= 1 << bid;
        } else {
            child.called = true;
        }
        child
    }

    fn chance_probability(&self, _state: &LiarsDiceState, _index: usize) -> f64 {
        1.0 / f64::from(self.sides)
    }

    fn chance_fraction(&self, _state: &LiarsDiceState, _index: usize) -> Option<Fraction> {
        Some(Fraction { numerator: 1, denominator: u64::from(self.sides) })
    }

    fn utility(&self, state: &LiarsDiceState, player: Player) -> f64 {
        let caller_wins = !self.bid_holds(state);
        if (player.index() == state.mover()) == caller_wins { 1.0 } else { -1.0 }
    }

    fn utility_bounds(&self) -> (f64, f64) {
        (-1.0, 1.0)
    }

    /// The bids made, up to 40 bits, below the own dice, up to 10 bits. The dice in rising order are the digits of a
    /// number to the base of the sides. The number of bids determines the player.
    fn infoset(&self, state: &LiarsDiceState) -> InfosetKey {
        let hand = self.hand(state, state.mover());
        let digits = hand[..self.dice()].iter().map(|&face| u64::from(face - 1));
        let dice = digits.fold(0, |number, digit| number * u64::from(self.sides) + digit);
        InfosetKey(dice << (2 * MAX_FACES) | state.bids)
    }

    /// A face; a bid such as "2-6", two sixes; or "liar".
    fn action_name(&self, state: &LiarsDiceState, index: usize) -> String {
        if self.is_rolling(state) {
            return (index + 1).to_string();
        }
        let bid = state.next_bid() + index as u32;
        if bid == self.bids() {
            return "liar".to_owned();
        }
        let (quantity, face) = self.bid(bid);
        format!("{quantity}-{face}")
    }

    /// The own dice in rising order and the bids, as in OpenSpiel: "15 1-2 2-6".
    fn infoset_name(&self, state: &LiarsDiceState) -> String {
        let hand = self.hand(state, state.mover());
        let mut name: String = hand[..self.dice()].iter().map(u8::to_string).collect();
        for number in (0..self.bids()).filter(|number| state.bids >> number & 1 == 1) {
            let (quantity, face) = self.bid(number);
            name.push_str(&format!(" {quantity}-{face}"));
        }
        name
    }
}
