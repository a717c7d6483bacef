//! A game of SkullWhist in the form that a solver needs: zero-sum, with two chance moves, two bids and the cards.

use arrayvec::ArrayVec;
use cardsharp_solvers::game::{Fraction, Game, InfosetKey, Player, Turn};
use cardsharp_solvers::sampled::{Abstraction, Numbering, RowKey};
use rand::Rng;

use super::dealing::{deals, hand, hands, max_terminals};
use super::{InfosetRow, Infosets};
use cardsharp_policy::TableInfosets;
use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::{self, Cards, Deal, Move, Objective, Params, State, Trick};

/// A game with the choices that its information sets separate. With
/// [`Recall`](super::Recall) it is the game itself.
///
/// Player 0's hand is dealt, then player 1's. Player 0 bids, and player 1 bids without seeing it. A game is over here
/// once the tricks left cannot change its value. Since a score never falls with the tricks ([`search`](crate::search)),
/// it is enough to compare two cases: one player takes all of them, or the other does.
///
/// The utility depends on the objective. It is the probability of outscoring the other player, with
/// a half for a tie, or the own score less the other's.
pub struct WholeGame<'a> {
    params: Params,
    infosets: &'a dyn Infosets,
}

/// A history.
#[derive(Clone, Debug)]
pub enum History {
    /// Nothing is dealt.
    Start,
    /// Player 0's hand is dealt.
    OneHand(Cards),
    /// A player has to bid or to play.
    Decision(Decision),
    /// The value cannot change any more.
    Terminal(State),
}

/// A history in which a player has to bid or to play.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Hands, bids and tricks.
    pub state: State,
    /// The rounds that are over.
    pub rounds: ArrayVec<Trick, 13>,
    /// The player to move.
    pub player: Player,
    /// The information set of that player.
    pub infoset: InfosetRow,
}

impl Decision {
    /// The observation of the player to move.
    pub fn observation(&self) -> Observation {
        Observation::of(&self.state, self.player, &self.rounds)
    }
}

impl<'a> WholeGame<'a> {
    /// The game `params` with `infosets`.
    pub fn new(params: Params, infosets: &'a dyn Infosets) -> WholeGame<'a> {
        WholeGame { params, infosets }
    }

    /// The parameters.
    pub fn params(&self) -> Params {
        self.params
    }

    /// The number of deals; none if it does not fit 64 bits.
    pub fn deals(&self) -> Option<u64> {
        deals(self.params.rules)
    }

    /// An upper bound on the terminal histories: deals, bids, and the orders of each player's cards
    /// if no suit had to be followed. None if it does not fit 64 bits.
    pub fn max_terminals(&self) -> Option<u64> {
        max_terminals(self.params.rules)
    }

    /// The game from `state` on, after these rounds.
    pub fn history(&self, state: State, rounds: ArrayVec<Trick, 13>) -> History {
        let player = match state.turn() {
            _ if self.is_decided(&state) => return History::Terminal(state),
            rules::Turn::Over => return History::Terminal(state),
            rules::Turn::Bid(player) | rules::Turn::Play(player) => player,
        };
        let infoset = self.infosets.row_of(&Observation::of(&state, player, &rounds));
        History::Decision(Decision { state, rounds, player, infoset })
    }

    /// The history after a legal choice.
    pub fn after(&self, decision: &Decision, chosen: Move) -> History {
        let mut state = decision.state;
        let mut rounds = decision.rounds.clone();
        // The choice is legal in the state.
        match chosen {
            Move::Bid(bid) => {
                let _ = state.bid(decision.player, bid);
            }
            Move::Play(card) => {
                let step = state.play(decision.player, card);
                rounds.extend(step.ok().and_then(|step| step.trick));
            }
        }
        self.history(state, rounds)
    }

    fn dealt(&self, hands: [Cards; 2]) -> History {
        match Deal::new(self.params.rules, hands) {
            Ok(deal) => self.history(State::new(&deal), ArrayVec::new()),
            // Two hands of one pack, the second from the cards that the first leaves, are always a deal.
            Err(_) => History::Start,
        }
    }

    /// The utility of a player in a game that ends with these tricks.
    fn utility_of(&self, bids: [u8; 2], tricks: [u8; 2]) -> f64 {
        let utility = f64::from(self.params.objective.utility(bids, tricks));
        match self.params.objective {
            Objective::Win => (1.0 + utility) / 2.0,
            Objective::Difference => utility,
        }
    }

    fn is_decided(&self, state: &State) -> bool {
        let [Some(zero), Some(one)] = state.bids() else {
            return false;
        };
        let [taken, others] = state.tricks();
        let left = self.params.rules.hand_size() - taken - others;
        let utility = |tricks| self.params.objective.utility([zero, one], tricks);
        utility([taken + left, others]) == utility([taken, others + left])
    }

    /// The cards from which chance deals the next hand, and the number of such hands.
    fn next_hands(&self, history: &History) -> Option<(Cards, usize)> {
        let rules = self.params.rules;
        let cards = match history {
            History::Start => rules.pack(),
            History::OneHand(hand) => rules.pack().minus(*hand),
            _ => return None,
        };
        Some((cards, hands(cards, rules.hand_size())))
    }
}

impl Game for WholeGame<'_> {
    type State = History;

    fn root(&self) -> History {
        History::Start
    }

    fn turn(&self, history: &History) -> Turn {
        match history {
            History::Decision(decision) => {
                Turn::Decision { player: decision.player, actions: decision.infoset.candidates.len() }
            }
            History::Terminal(_) => Turn::Terminal,
            _ => Turn::Chance { outcomes: self.next_hands(history).map_or(0, |(_, count)| count) },
        }
    }

    fn child(&self, history: &History, index: usize) -> History {
        let size = self.params.rules.hand_size();
        let next = self.next_hands(history);
        let dealt = next.map(|(cards, _)| hand(cards, size, index));
        match (history, dealt) {
            (History::Start, Some(hand)) => History::OneHand(hand),
            (History::OneHand(first), Some(second)) => self.dealt([*first, second]),
            (History::Decision(decision), _) => self.after(decision, decision.infoset.candidates[index]),
            _ => history.clone(),
        }
    }

    fn chance_probability(&self, history: &History, _: usize) -> f64 {
        self.next_hands(history).map_or(0.0, |(_, count)| 1.0 / count as f64)
    }

    fn chance_fraction(&self, history: &History, _: usize) -> Option<Fraction> {
        self.next_hands(history).map(|(_, count)| Fraction { numerator: 1, denominator: count as u64 })
    }

    fn utility(&self, history: &History, player: Player) -> f64 {
        let History::Terminal(state) = history else {
            return 0.0;
        };
        let pair = |of: [u8; 2]| [of[player.index()], of[player.opponent().index()]];
        let bids = state.bids().map(|bid| bid.unwrap_or(rules::MISSING_BID));
        // The value is the same whoever takes the rounds left.
        let [zero, _] = state.tricks();
        let tricks = [zero, self.params.rules.hand_size() - zero];
        self.utility_of(pair(bids), pair(tricks))
    }

    /// The largest utility is that of all tricks, if both bid all of them. A hand of the highest
    /// cards, trumps first, takes them all.
    fn utility_bounds(&self) -> (f64, f64) {
        let all = self.params.rules.hand_size();
        (self.utility_of([all; 2], [0, all]), self.utility_of([all; 2], [all, 0]))
    }

    fn infoset(&self, history: &History) -> InfosetKey {
        match history {
            History::Decision(decision) => InfosetKey(decision.infoset.row.0),
            _ => InfosetKey(0),
        }
    }

    fn action_name(&self, history: &History, index: usize) -> String {
        match (history, self.next_hands(history)) {
            (History::Decision(decision), _) => decision.infoset.candidates[index].to_string(),
            (_, Some((cards, _))) => hand(cards, self.params.rules.hand_size(), index).to_string(),
            _ => index.to_string(),
        }
    }

    /// The position of the player to move: the hand, the bids, and the cards played up to now.
    fn infoset_name(&self, history: &History) -> String {
        let History::Decision(decision) = history else {
            return String::new();
        };
        let observation = decision.observation();
        let mut name = format!("player {} hand={}", observation.seat, observation.hand);
        if let [Some(own), Some(other)] = observation.bids {
            name += &format!(" bids={own},{other}");
        }
        for trick in &observation.rounds {
            name += &format!(" {}-{}", trick.led, trick.reply);
        }
        observation.led.map_or(name.clone(), |led| format!("{name} {led}-"))
    }

    fn sample_chance(&self, history: &History, rng: &mut impl Rng) -> History {
        match self.next_hands(history) {
            Some((_, count)) => self.child(history, rng.random_range(0..count)),
            None => history.clone(),
        }
    }
}

/// The rows of the game's own information sets.
impl Abstraction<WholeGame<'_>> for dyn Infosets {
    fn numbering(&self) -> Numbering {
        TableInfosets::numbering(self)
    }

    fn row(&self, _: &WholeGame<'_>, history: &History) -> RowKey {
        match history {
            History::Decision(decision) => decision.infoset.row,
            _ => RowKey(0),
        }
    }
}
