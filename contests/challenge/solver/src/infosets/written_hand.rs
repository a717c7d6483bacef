//! The hand as an explicit game with every deal listed. It is for small members of the family:
//! solvers of explicit games and game files need that form.

use cardsharp_solvers::game::{Fraction, Game, InfosetKey, Player, Turn};
use rand::Rng;
use thiserror::Error;

use super::hand_game::{ACCEPT, HandGame, HandState, OFFER, Payoffs, Stake};
use super::hand_space::{HandId, HandSpace};
use cardsharp_challenge_game::rules::Params;

/// The largest number of deals that is listed: each has thousands of histories below it.
const MAX_DEALS: usize = 1 << 16;

/// One hand at the beginning of a game, with all information sets separate (`recall`).
#[derive(Debug)]
pub struct WrittenHand {
    hand: HandGame,
    /// Every possible deal, and the number of ways in which the shoe makes it.
    deals: Vec<([HandId; 2], f64)>,
    /// The number of ways in all.
    ways: f64,
}

/// A reason why a hand cannot be listed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{game} has too many deals to be written out: train it with `cardsharp train '{game}'`, or choose \
     fewer ranks, copies or cards in the hand, such as challenge(ranks=3,copies=2,hand_size=2)"
)]
pub struct TooManyDeals {
    game: Params,
}

impl WrittenHand {
    /// Lists the deals of `rules`. The payoffs are those at the beginning of a game.
    ///
    /// # Errors
    ///
    /// [`TooManyDeals`].
    pub fn new(rules: Params) -> Result<WrittenHand, TooManyDeals> {
        WrittenHand::with_payoffs(rules, Payoffs::EARLY)
    }

    /// The same with other payoffs.
    ///
    /// # Errors
    ///
    /// [`TooManyDeals`].
    pub fn with_payoffs(rules: Params, payoffs: Payoffs) -> Result<WrittenHand, TooManyDeals> {
        let hand = HandGame::new(rules, vec![payoffs]);
        let size = usize::from(rules.hand_size());
        if hand.space().count(size).pow(2) > MAX_DEALS {
            return Err(TooManyDeals { game: rules });
        }
        let hands = || hand.space().of_size(size);
        let pairs = hands().flat_map(|first| hands().map(move |second| [first, second]));
        let deals = pairs.map(|[first, second]| {
            let ways = hand.ways(first, HandId::EMPTY) * hand.ways(second, first);
            ([first, second], ways)
        });
        let deals = deals.filter(|&(_, ways)| ways > 0.0).collect();
        let ways = hand.all_ways(0) * hand.all_ways(size);
        Ok(WrittenHand { hand, deals, ways })
    }

    /// The parameters.
    pub fn rules(&self) -> Params {
        self.hand.rules()
    }

    /// The space of all possible hands.
    pub fn space(&self) -> &HandSpace {
        self.hand.space()
    }
}

/// A hand that is dealt, or none yet.
type State = Option<HandState>;

impl Game for WrittenHand {
    type State = State;

    fn root(&self) -> State {
        None
    }

    fn turn(&self, state: &State) -> Turn {
        match state {
            None => Turn::Chance { outcomes: self.deals.len() },
            Some(state) => self.hand.turn(state),
        }
    }

    fn child(&self, state: &State, index: usize) -> State {
        Some(match state {
            None => HandState::dealt(self.deals[index].0, 0),
            Some(state) => self.hand.act(state, index),
        })
    }

    fn chance_probability(&self, _state: &State, index: usize) -> f64 {
        self.deals[index].1 / self.ways
    }

    fn chance_fraction(&self, _state: &State, index: usize) -> Option<Fraction> {
        // Whole numbers, far below 2^53.
        Some(Fraction { numerator: self.deals[index].1 as u64, denominator: self.ways as u64 })
    }

    fn sample_chance(&self, _state: &State, rng: &mut impl Rng) -> State {
        Some(HandState::dealt(self.hand.sample_deal(rng), 0))
    }

    fn utility(&self, state: &State, player: Player) -> f64 {
        let utility = |state| self.hand.utility(state, player);
        state.as_ref().map_or(0.0, utility)
    }

    fn utility_bounds(&self) -> (f64, f64) {
        self.hand.utility_bounds()
    }

    fn infoset(&self, state: &State) -> InfosetKey {
        let infoset = |state| self.hand.infoset(state);
        state.as_ref().map_or(InfosetKey(0), infoset)
    }

    fn action_name(&self, state: &State, index: usize) -> String {
        let Some(state) = state else {
            let [leader, follower] = self.deals[index].0;
            let space = self.hand.space();
            return format!("{} {}", words(space, leader), words(space, follower));
        };
        action_name(self.hand.space(), state, self.own(state), index)
    }

    fn infoset_name(&self, state: &State) -> String {
        let name = |state| infoset_name(self.hand.space(), state, self.own(state));
        state.as_ref().map_or(String::new(), name)
    }
}

impl WrittenHand {
    fn own(&self, state: &HandState) -> HandId {
        state.hands[state.to_move().index()]
    }
}

/// The name of an action of the player to move with the hand `hand`.
pub fn action_name(space: &HandSpace, state: &HandState, hand: HandId, index: usize) -> String {
    if let Stake::Offered(_) = state.stake {
        return ["accept", "reject"][index].to_owned();
    }
    match space.distinct(hand).get(index) {
        Some(rank) => rank.to_string(),
        None => "challenge".to_owned(),
    }
}

/// The name of an information set: the player to move, the player's hand, and the public actions.
pub fn infoset_name(space: &HandSpace, state: &HandState, hand: HandId) -> String {
    let seat = ["leader", "follower"][state.to_move().index()];
    let length = state.history.checked_ilog2().map_or(0, |bit| bit / 4 + 1);
    let done = (0..length).rev().map(|index| state.history >> (4 * index) & 15);
    let done = done.map(|done| match done {
        OFFER => "challenge".to_owned(),
        ACCEPT => "accept".to_owned(),
        rank => rank.to_string(),
    });
    let held = match words(space, hand) {
        none if none.is_empty() => "none".to_owned(),
        held => held,
    };
    let words: Vec<String> = [seat.to_owned(), held].into_iter().chain(done).collect();
    words.join(" ")
}

fn words(space: &HandSpace, hand: HandId) -> String {
    let cards = space.cards(hand);
    let ranks = cards.descending().map(|rank| rank.value().to_string());
    ranks.collect::<Vec<_>>().join("-")
}
