//! One hand of Challenge as a zero-sum extensive-form game, in the form that a solver needs.
//!
//! Player 0 is the player who leads the hand. The payoffs are probabilities of winning the whole game, so the players'
//! utilities sum to 1. Here a hand is over as soon as a trick decides it, though the contest plays it out. No card left
//! can change anything. A challenge by the sure winner, if rejected, gains only the point that is theirs anyway, and
//! the other player has no reason to challenge.

use cardsharp_solvers::game::{Game, InfosetKey, Player, Turn};
use rand::Rng;
use serde::{Deserialize, Serialize};

use super::hand_space::{HandId, HandSpace};
use cardsharp_challenge_game::rules::{Cards, Params};

/// The payoffs of a hand for the player who leads it, as probabilities of winning the game. A game
/// won is 1, a game lost 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Payoffs {
    /// The payoff if the leader scores the point.
    pub win: f64,
    /// The payoff if the follower scores the point.
    pub lose: f64,
    /// The payoff if nobody scores.
    pub tie: f64,
}

impl Payoffs {
    /// The payoffs of a typical hand early in a game: a point is worth 0.06.
    pub const EARLY: Payoffs = Payoffs { win: 0.56, lose: 0.44, tie: 0.5 };

    /// The payoff of `ending` for the leader.
    #[inline(always)]
    pub fn of_leader(&self, stake: Stake, ending: Ending) -> f64 {
        match (ending, stake) {
            (Ending::Tied, _) => self.tie,
            (Ending::Won(Player::ZERO), Stake::Accepted) => 1.0,
            (Ending::Won(_), Stake::Accepted) => 0.0,
            (Ending::Won(Player::ZERO), _) => self.win,
            (Ending::Won(_), _) => self.lose,
        }
    }
}

/// The state of the challenge, by player number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stake {
    /// Nobody has challenged.
    Open,
    /// This player has challenged, and the other must answer.
    Offered(Player),
    /// The challenge was accepted: the hand decides the game.
    Accepted,
}

/// The end of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// This player has won it.
    Won(Player),
    /// The hand is tied.
    Tied,
}

/// A history of one hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandState {
    /// The cards left in each hand.
    pub hands: [HandId; 2],
    /// The cards that each player has played in the tricks that are over.
    pub played: [HandId; 2],
    /// The card on the table; 0 is none.
    pub table: u8,
    /// The player who leads the trick under way.
    pub lead: Player,
    /// Tricks taken.
    pub tricks: [u8; 2],
    /// Tricks over.
    pub over: u8,
    /// The state of the challenge.
    pub stake: Stake,
    /// The end of the hand, once it is over.
    pub ending: Option<Ending>,
    /// Hands dealt: 0, 1 or 2.
    pub dealt: u8,
    /// The class of payoffs that applies.
    pub class: u8,
    /// All public actions, four bits each, the latest in the lowest bits: ranks, [`OFFER`],
    /// [`ACCEPT`].
    pub history: u64,
}

/// A challenge in [`HandState::history`].
pub const OFFER: u64 = 14;
/// The acceptance of a challenge in [`HandState::history`].
pub const ACCEPT: u64 = 15;

impl HandState {
    /// A hand just dealt.
    pub fn dealt(hands: [HandId; 2], class: u8) -> HandState {
        HandState {
            hands,
            played: [HandId::EMPTY; 2],
            table: 0,
            lead: Player::ZERO,
            tricks: [0; 2],
            over: 0,
            stake: Stake::Open,
            ending: None,
            dealt: 2,
            class,
            history: 0,
        }
    }

    /// The public actions so far, by the numbers that actions have in a game of ranges with `ranks` ranks.
    pub fn actions(&self, ranks: u8) -> Vec<usize> {
        let nibbles = (0..16).rev().map(|index| self.history >> (4 * index) & 15);
        let done = nibbles.filter(|&action| action > 0);
        let numbers = done.map(|action| match action {
            OFFER => usize::from(ranks),
            ACCEPT => 0,
            rank => rank as usize - 1,
        });
        numbers.collect()
    }

    /// The player to move challenges.
    #[inline(always)]
    pub fn offer(&mut self) {
        self.stake = Stake::Offered(self.to_move());
        self.history = self.history << 4 | OFFER;
    }

    /// The player to move answers a challenge.
    #[inline(always)]
    pub fn answer(&mut self, accepts: bool) {
        if accepts {
            self.stake = Stake::Accepted;
            self.history = self.history << 4 | ACCEPT;
        } else {
            self.ending = Some(Ending::Won(self.to_move().opponent()));
        }
    }

    /// The number of cards that `player` still has in hand, of `dealt`.
    #[inline(always)]
    pub fn cards_left(&self, player: Player, dealt: u8) -> usize {
        let on_table = self.table > 0 && self.lead == player;
        usize::from(dealt - self.over) - usize::from(on_table)
    }

    /// The player to move, while the hand lasts.
    #[inline(always)]
    pub fn to_move(&self) -> Player {
        match self.stake {
            Stake::Offered(by) => by.opponent(),
            _ if self.table == 0 => self.lead,
            _ => self.lead.opponent(),
        }
    }
}

/// One hand of a member of the family, with the payoffs of one or several scores.
#[derive(Debug)]
pub struct HandGame {
    space: HandSpace,
    payoffs: Vec<Payoffs>,
}

impl HandGame {
    /// The hand of `rules` with one set of payoffs for each class of scores. With several classes,
    /// chance first draws one, all with equal probability.
    pub fn new(rules: Params, payoffs: Vec<Payoffs>) -> HandGame {
        debug_assert!(!payoffs.is_empty() && payoffs.len() <= 256);
        HandGame { space: HandSpace::new(rules), payoffs }
    }

    /// The space of all possible hands.
    pub fn space(&self) -> &HandSpace {
        &self.space
    }

    /// The parameters.
    pub fn rules(&self) -> Params {
        self.space.rules()
    }

    /// The payoffs of every class.
    pub fn payoffs(&self) -> &[Payoffs] {
        &self.payoffs
    }

    /// The number of actions of the player to move: one for each distinct rank, lowest first, then
    /// the challenge if it is open; or accept and reject.
    #[inline(always)]
    pub fn actions(&self, state: &HandState) -> usize {
        match state.stake {
            Stake::Offered(_) => 2,
            stake => {
                let cards = self.space.distinct(state.hands[state.to_move().index()]).len();
                cards + usize::from(stake == Stake::Open)
            }
        }
    }

    /// The payoff of `ending` for the leader.
    #[inline(always)]
    pub fn leader_utility(&self, class: u8, stake: Stake, ending: Ending) -> f64 {
        self.payoffs[usize::from(class)].of_leader(stake, ending)
    }

    /// The state after `action` of the player to move.
    #[inline(always)]
    pub fn act(&self, state: &HandState, action: usize) -> HandState {
        let mut next = *state;
        let player = state.to_move();
        match state.stake {
            Stake::Offered(_) => next.answer(action == 0),
            _ => {
                let ranks = self.space.distinct(state.hands[player.index()]);
                match ranks.get(action) {
                    Some(&rank) => self.play(&mut next, player, rank),
                    None => next.offer(),
                }
            }
        }
        next
    }

    /// Plays `rank` from the hand of `player`.
    #[inline(always)]
    pub fn play(&self, state: &mut HandState, player: Player, rank: u8) {
        let hand = &mut state.hands[player.index()];
        *hand = self.space.without(*hand, rank);
        self.play_public(state, player, rank);
    }

    /// Plays `rank` for `player` in the public part of the state: everything but the hand it came from.
    #[inline(always)]
    pub fn play_public(&self, state: &mut HandState, player: Player, rank: u8) {
        state.history = state.history << 4 | u64::from(rank);
        if state.table == 0 {
            state.table = rank;
            return;
        }
        let led = state.table;
        let leader = state.lead;
        for (who, card) in [(leader, led), (player, rank)] {
            let played = &mut state.played[who.index()];
            *played = self.space.with(*played, card);
        }
        state.table = 0;
        state.over += 1;
        if led != rank {
            let winner = if led > rank { leader } else { player };
            state.tricks[winner.index()] += 1;
            state.lead = winner;
        }
        state.ending = self.ending(state);
    }

    /// The end of the hand if `winner` takes the last trick, which is under way in `state`.
    #[inline(always)]
    pub fn ending_after(&self, state: &HandState, winner: Option<Player>) -> Ending {
        let mut tricks = state.tricks;
        if let Some(winner) = winner {
            tricks[winner.index()] += 1;
        }
        match tricks[0].cmp(&tricks[1]) {
            std::cmp::Ordering::Greater => Ending::Won(Player::ZERO),
            std::cmp::Ordering::Less => Ending::Won(Player::ONE),
            std::cmp::Ordering::Equal => Ending::Tied,
        }
    }

    /// The end of the hand if `winner` takes the trick under way in `state`, where that decides it.
    #[inline(always)]
    pub fn decided_after(&self, state: &HandState, winner: Option<Player>) -> Option<Ending> {
        let mut next = *state;
        next.over += 1;
        if let Some(winner) = winner {
            next.tricks[winner.index()] += 1;
        }
        self.ending(&next)
    }

    #[inline(always)]
    fn ending(&self, state: &HandState) -> Option<Ending> {
        let left = self.rules().hand_size() - state.over;
        let [zero, one] = state.tricks;
        if zero > one + left {
            Some(Ending::Won(Player::ZERO))
        } else if one > zero + left {
            Some(Ending::Won(Player::ONE))
        } else if left == 0 {
            Some(Ending::Tied)
        } else {
            None
        }
    }

    /// The number of ways to draw `hand` from a shoe that lacks the cards of `gone`.
    pub fn ways(&self, hand: HandId, gone: HandId) -> f64 {
        self.ways_without(hand, self.space.cards(gone))
    }

    /// The same as [`Self::ways`], for any number of cards gone.
    pub fn ways_without(&self, hand: HandId, gone: Cards) -> f64 {
        let hand = self.space.cards(hand);
        self.rules()
            .all_ranks()
            .map(|rank| {
                let left = i32::from(self.rules().copies()) - i32::from(gone.count(rank));
                binomial(left, i32::from(hand.count(rank)))
            })
            .product()
    }

    /// The number of ways to draw any hand from a shoe that lacks `gone` cards.
    pub fn all_ways(&self, gone: usize) -> f64 {
        let left = self.rules().shoe_size() - gone;
        binomial(left as i32, i32::from(self.rules().hand_size()))
    }

    /// Two hands from a full shoe.
    pub fn sample_deal(&self, rng: &mut impl Rng) -> [HandId; 2] {
        let copies = self.rules().copies();
        let cards = self.rules().shoe_size() as u16;
        let size = usize::from(self.rules().hand_size());
        // Ten cards of a hundred seldom coincide. Drawing again is therefore faster than shuffling.
        let mut drawn: arrayvec::ArrayVec<u16, 10> = arrayvec::ArrayVec::new();
        let mut hands = [HandId::EMPTY; 2];
        for hand in &mut hands {
            for _ in 0..size {
                let card = loop {
                    let card = rng.random_range(0..cards);
                    if !drawn.contains(&card) {
                        break card;
                    }
                };
                drawn.push(card);
                *hand = self.space.with(*hand, (card / u16::from(copies)) as u8 + 1);
            }
        }
        hands
    }
}

fn binomial(n: i32, k: i32) -> f64 {
    if k > n {
        return 0.0;
    }
    (0..k).fold(1.0, |product, i| product * f64::from(n - i) / f64::from(i + 1))
}

impl Game for HandGame {
    type State = HandState;

    fn root(&self) -> HandState {
        let mut root = HandState::dealt([HandId::EMPTY; 2], 0);
        root.dealt = 0;
        root
    }

    #[inline(always)]
    fn turn(&self, state: &HandState) -> Turn {
        if state.ending.is_some() {
            return Turn::Terminal;
        }
        if state.dealt < 2 {
            let hands = self.space.count(usize::from(self.rules().hand_size()));
            let classes = if state.dealt == 0 { self.payoffs.len() } else { 1 };
            return Turn::Chance { outcomes: hands * classes };
        }
        Turn::Decision { player: state.to_move(), actions: self.actions(state) }
    }

    #[inline(always)]
    fn child(&self, state: &HandState, index: usize) -> HandState {
        if state.dealt == 2 {
            return self.act(state, index);
        }
        let size = usize::from(self.rules().hand_size());
        let (hand, class) = (index % self.space.count(size), index / self.space.count(size));
        let mut next = *state;
        let first = self.space.first(size).index();
        next.hands[usize::from(state.dealt)] = HandId::from_index(first + hand);
        if state.dealt == 0 {
            next.class = class as u8;
        }
        next.dealt += 1;
        next
    }

    fn chance_probability(&self, state: &HandState, index: usize) -> f64 {
        let dealt = self.child(state, index);
        let size = usize::from(self.rules().hand_size());
        if state.dealt == 0 {
            let ways = self.ways(dealt.hands[0], HandId::EMPTY);
            ways / self.all_ways(0) / self.payoffs.len() as f64
        } else {
            self.ways(dealt.hands[1], dealt.hands[0]) / self.all_ways(size)
        }
    }

    fn sample_chance(&self, state: &HandState, rng: &mut impl Rng) -> HandState {
        debug_assert_eq!(state.dealt, 0);
        let class = match self.payoffs.len() {
            1 => 0,
            classes => rng.random_range(0..classes) as u8,
        };
        HandState::dealt(self.sample_deal(rng), class)
    }

    #[inline(always)]
    fn utility(&self, state: &HandState, player: Player) -> f64 {
        let leader = match state.ending {
            Some(ending) => self.leader_utility(state.class, state.stake, ending),
            None => 0.0,
        };
        if player == Player::ZERO { leader } else { 1.0 - leader }
    }

    fn utility_bounds(&self) -> (f64, f64) {
        (0.0, 1.0)
    }

    fn infoset(&self, state: &HandState) -> InfosetKey {
        InfosetKey(recall_key(state))
    }
}

/// The key of an information set with perfect recall: the player's own cards, and all public
/// actions, own plays among them. The public part determines the player. The history takes up to 48
/// bits (ten cards, a challenge and its acceptance), the hand 14, and the class two.
pub(super) fn recall_key(state: &HandState) -> u64 {
    debug_assert!(state.class < RECALL_CLASSES as u8);
    let own = state.hands[state.to_move().index()].index() as u64;
    u64::from(state.class) << 62 | own << 48 | state.history
}

/// The part of a [`recall_key`] that does not depend on the hand.
pub(super) fn recall_public(key: u64) -> u64 {
    key & !(0x3fff << 48)
}

/// The hand of a [`recall_key`].
pub(super) fn recall_hand(key: u64) -> HandId {
    HandId::from_index((key >> 48 & 0x3fff) as usize)
}

/// The number of classes of payoffs that [`recall_key`] can separate.
pub(super) const RECALL_CLASSES: usize = 4;
