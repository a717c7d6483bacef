//! Goofspiel for two players: cards bid for cards, and only the winner of each bid is revealed.
//!
//! The rules are those of OpenSpiel's `goofspiel` with `imp_info=True`, made sequential as by its
//! `turn_based_simultaneous_game`: the first player bids, and the second bids without seeing it. Each player holds the
//! cards 1 to n, and the prizes are 1 to n. The higher bid takes the prize; with equal bids neither player does. Both
//! learn the winner, and not the other's card. The last prize and the last cards leave no choice: they are played at
//! once, so the game ends with the bids for the last prize but one. (These are the conventions with 1,077 nodes for 4
//! cards and 26,931 for 5.)
//!
//! The game is symmetric, so its value is 0 unless total points are paid.
//!
//! OpenSpiel's open form (`imp_info=False`) is left out: its information sets forget the order of the own bids.

use serde::Deserialize;

use super::BadParameters;
use crate::game::{Fraction, Game, InfosetKey, Player, Turn};

/// The greatest number of cards. Each player then chooses seven bids, and remembers six of them.
const MAX_CARDS: usize = 8;

/// The order of the prizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PointsOrder {
    /// The highest first.
    #[default]
    Descending,
    /// The lowest first.
    Ascending,
    /// Drawn by chance, each revealed before the bids.
    Random,
}

/// The utility of a terminal history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReturnsType {
    /// 1 with more points than the other player, -1 with fewer, 0 with equal points.
    #[default]
    WinLoss,
    /// The points above the mean of both players: half of the difference.
    PointDifference,
    /// The points. This is not zero-sum, since the prizes of equal bids are lost.
    TotalPoints,
}

/// Goofspiel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Goofspiel {
    cards: u8,
    order: PointsOrder,
    returns: ReturnsType,
}

/// A history of goofspiel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GoofspielState {
    bids: [[u8; MAX_CARDS]; 2],
    /// The number of bids made by both players together.
    made: u8,
    /// The prizes, if chance draws them.
    prizes: [u8; MAX_CARDS],
    drawn: u8,
}

impl GoofspielState {
    /// The number of rounds completed.
    fn rounds(&self) -> usize {
        usize::from(self.made / 2)
    }

    fn mover(&self) -> usize {
        usize::from(self.made % 2)
    }
}

/// The cards 1 to `cards` that are not among `gone`, in rising order.
fn remaining(cards: u8, gone: &[u8]) -> impl Iterator<Item = u8> {
    (1..=cards).filter(|card| !gone.contains(card))
}

impl Goofspiel {
    /// The game with `cards` cards in each hand, and as many prizes.
    ///
    /// # Errors
    /// [`BadParameters::GoofspielCards`] unless there are 2 to 8.
    pub fn new(cards: usize, order: PointsOrder, returns: ReturnsType) -> Result<Goofspiel, BadParameters> {
        match u8::try_from(cards) {
            Ok(count) if (2..=MAX_CARDS).contains(&cards) => Ok(Goofspiel { cards: count, order, returns }),
            _ => Err(BadParameters::GoofspielCards(cards)),
        }
    }

    /// The number of cards in each hand.
    pub const fn cards(&self) -> usize {
        self.cards as usize
    }

    /// The order of the prizes.
    pub const fn order(&self) -> PointsOrder {
        self.order
    }

    /// The utility of a terminal history.
    pub const fn returns(&self) -> ReturnsType {
        self.returns
    }

    /// True if chance draws the next prize. The last prize is not drawn: it is the one that is left.
    fn is_drawing(&self, state: &GoofspielState) -> bool {
        let rounds = state.rounds();
        self.order == PointsOrder::Random && rounds + 1 < self.cards() && usize::from(state.drawn) == rounds
    }

    /// The available card with exactly `index` lower ones available: to the player to bid, or to chance.
    fn choice(&self, state: &GoofspielState, index: usize) -> u8 {
        let gone = if self.is_drawing(state) {
            &state.prizes[..usize::from(state.drawn)]
        } else {
            &state.bids[state.mover()][..state.rounds()]
        };
        remaining(self.cards, gone).nth(index).unwrap_or(0)
    }

    /// The prize of round `round`.
    fn prize(&self, state: &GoofspielState, round: usize) -> u8 {
        match self.order {
            PointsOrder::Descending => self.cards - round as u8,
            PointsOrder::Ascending => round as u8 + 1,
            PointsOrder::Random if round < usize::from(state.drawn) => state.prizes[round],
            PointsOrder::Random => last_one(self.cards, &state.prizes[..round]),
        }
    }

    /// The points of both players at the end.
    fn points(&self, state: &GoofspielState) -> [u8; 2] {
        let last = self.cards() - 1;
        let mut points = [0; 2];
        for round in 0..=last {
            let [first, second] =
                state.bids.map(|bids| if round < last { bids[round] } else { last_one(self.cards, &bids[..last]) });
            if first != second {
                points[usize::from(second > first)] += self.prize(state, round);
            }
        }
        points
    }
}

/// The lowest card that is not among `gone`, of which there is only one.
fn last_one(cards: u8, gone: &[u8]) -> u8 {
    remaining(cards, gone).next().unwrap_or(0)
}

impl Default for Goofspiel {
    /// Four cards, the highest prize first.
    fn default() -> Goofspiel {
        Goofspiel { cards: 4, order: PointsOrder::Descending, returns: ReturnsType::WinLoss }
    }
}

impl Game for Goofspiel {
    type State = GoofspielState;

    fn root(&self) -> GoofspielState {
        GoofspielState { bids: [[0; MAX_CARDS]; 2], made: 0, prizes: [0; MAX_CARDS], drawn: 0 }
    }

    fn turn(&self, state: &GoofspielState) -> Turn {
        let left = self.cards() - state.rounds();
        if left == 1 {
            return Turn::Terminal;
        }
        if self.is_drawing(state) {
            return Turn::Chance { outcomes: left };
        }
        Turn::Decision { player: Player::new(state.mover() as u8), actions: left }
    }

    fn child(&self, state: &GoofspielState, index: usize) -> GoofspielState {
        let mut child = *state;
        let card = self.choice(state, index);
        if self.is_drawing(state) {
            child.prizes[usize::from(state.drawn)] = card;
            child.drawn += 1;
        } else {
            child.bids[state.mover()][state.rounds()] = card;
            child.made += 1;
        }
        child
    }

    fn chance_probability(&self, state: &GoofspielState, _index: usize) -> f64 {
        1.0 / f64::from(self.cards - state.drawn)
    }

    fn chance_fraction(&self, state: &GoofspielState, _index: usize) -> Option<Fraction> {
        Some(Fraction { numerator: 1, denominator: u64::from(self.cards - state.drawn) })
    }

    fn utility(&self, state: &GoofspielState, player: Player) -> f64 {
        let points = self.points(state).map(f64::from);
        let own = points[player.index()];
        let difference = own - points[1 - player.index()];
        match self.returns {
            ReturnsType::WinLoss if difference == 0.0 => 0.0,
            ReturnsType::WinLoss => difference.signum(),
            ReturnsType::PointDifference => difference / 2.0,
            ReturnsType::TotalPoints => own,
        }
    }

    /// The greatest win: a player bids one above the other for every prize but the lowest, and the
    /// 1 against the highest card for that one. No bid beats the highest card.
    fn utility_bounds(&self) -> (f64, f64) {
        let all = f64::from(self.cards) * f64::from(self.cards + 1) / 2.0;
        match self.returns {
            ReturnsType::WinLoss => (-1.0, 1.0),
            ReturnsType::PointDifference => (1.0 - all / 2.0, all / 2.0 - 1.0),
            ReturnsType::TotalPoints => (0.0, all - 1.0),
        }
    }

    /// After a leading 1 bit, which marks the number of rounds: for each completed round the prize (3 bits), the own
    /// card (3) and the result (2). Then the current prize (3) and the player (1). These are up to 53 bits.
    fn infoset(&self, state: &GoofspielState) -> InfosetKey {
        let (mover, rounds) = (state.mover(), state.rounds());
        let mut key = 1;
        for round in 0..rounds {
            let own = u64::from(state.bids[mover][round] - 1);
            let result = state.bids[0][round].cmp(&state.bids[1][round]) as i8 + 1;
            let prize = u64::from(self.prize(state, round) - 1);
            key = key << 8 | prize << 5 | own << 2 | result as u64;
        }
        key = key << 3 | u64::from(self.prize(state, rounds) - 1);
        InfosetKey(key << 1 | mover as u64)
    }

    /// The card that is bid, or the prize.
    fn action_name(&self, state: &GoofspielState, index: usize) -> String {
        self.choice(state, index).to_string()
    }

    /// The player; the own card, result and prize of each round; and the current prize. Example:
    /// "P0 4>3 2=2 for 1" for a player who won 3 with the 4, and then tied for 2.
    fn infoset_name(&self, state: &GoofspielState) -> String {
        let (mover, rounds) = (state.mover(), state.rounds());
        let mut name = format!("P{mover}");
        for round in 0..rounds {
            let own = state.bids[mover][round];
            let result = match own.cmp(&state.bids[1 - mover][round]) {
                std::cmp::Ordering::Less => '<',
                std::cmp::Ordering::Equal => '=',
                std::cmp::Ordering::Greater => '>',
            };
            name.push_str(&format!(" {own}{result}{}", self.prize(state, round)));
        }
        format!("{name} for {}", self.prize(state, rounds))
    }
}
