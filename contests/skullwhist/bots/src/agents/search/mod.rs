//! `search`: a tree of one's own decisions, over a model of the other's hand and strategy.
//!
//! | noun | file |
//! |---|---|
//! | the strategies that the other player may have | `opponent_models` |
//! | the range of the other player, jointly with the strategy | `belief` |
//! | one's own decisions and their results | `tree` |

mod belief;
mod opponent_models;
mod tree;

use cardsharp_options::{milliseconds, within};
use serde::Deserialize;
use std::time::Duration;

use arrayvec::ArrayVec;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

use self::belief::{Belief, Opponent, likelihoods};
use self::opponent_models::ByModel;
pub use self::opponent_models::OpponentModel;
use self::tree::{Tree, Walk};
use super::agent_rng::AgentRng;
use super::{Agent, BidAndPlay, Expert, ExpertOptions, bid_or_play};
use crate::SkullWhistGame;
use crate::search::OpenHands;
use cardsharp_game::mixture::Mixture;
use cardsharp_game::think_time;
use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::{Card, Cards, MISSING_BID, Move, Objective, State, Trick};
use cardsharp_solvers::game::Player;

/// The number of games between two checks of the clock.
const AT_A_TIME: u32 = 64;
/// The number of positions that each agent's solver stores, as a power of two: 4 MiB.
const TABLE_LOG2: u32 = 18;
/// The largest difference of scores: one player bids 13 and takes all, the other bids 13 and takes none.
const LARGEST_DIFFERENCE: f64 = 260.0;
/// The probability, after each game, that the opponent has become another player.
const HAZARD: f64 = 0.02;

/// The options of [`Search`].
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchOptions {
    /// The largest number of simulated games for a decision.
    #[serde(deserialize_with = "within::<1, 10_000_000, _, _>")]
    pub games: u32,
    /// The time for a decision, if limited. The play then depends on the machine.
    #[serde(deserialize_with = "milliseconds")]
    pub time: Option<Duration>,
    /// The objective.
    pub objective: Objective,
    /// The strategy of the other player, if it is known.
    pub against: Option<OpponentModel>,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions { games: 5000, time: None, objective: Objective::Win, against: None }
    }
}

impl SearchOptions {
    /// The hand-written agent with the same objective.
    fn expert(self) -> Expert {
        Expert::new(ExpertOptions { objective: self.objective })
    }
}

/// Simulates many games to decide in this one: partially observable Monte-Carlo planning (Silver and Veness, 2010), on
/// the tree of one's own information sets (Cowling, Powley and Whitehouse, 2012: ISMCTS).
///
/// Each simulation samples a possible other player, a hand and a strategy, with the probability after
/// the bid and the plays seen (`belief`). That player follows the strategy, without seeing the own
/// hand. In the tree, the own decisions are chosen by the results of earlier simulations with the
/// same cards seen. Beyond the tree they are those of [`Expert`].
///
/// Against a skilled player the game is instead solved with open hands after the first decision, as
/// [`Determinize`](super::Determinize) does. The search therefore expects no mistakes of a good
/// player, and uses those of a weak one.
///
/// A game that is over has shown the other's whole hand. By Bayes' rule the agent keeps the posterior of the strategies for
/// the next game against the same opponent.
pub struct Search {
    options: SearchOptions,
    /// The posterior of the other player's strategies, in the order of [`OpponentModel::ALL`].
    opponent: Mixture,
    solver: OpenHands,
    rng: AgentRng,
}

impl Search {
    /// The agent with this seed.
    pub fn new(options: SearchOptions, seed: u64) -> Search {
        let opponent = Mixture::new(&OpponentModel::PRIOR);
        Search { options, opponent, solver: OpenHands::new(TABLE_LOG2), rng: AgentRng::new(seed) }
    }

    /// The strategies that the other player may have.
    fn models(&self) -> ByModel {
        match self.options.against {
            Some(model) => ByModel::from_iter([(model, 1.0)]),
            None => OpponentModel::ALL.into_iter().zip(self.opponent.weights().iter().copied()).collect(),
        }
    }

    /// The choice that was best in most simulations from this decision, if any was possible.
    fn decide(&mut self, observation: &Observation, choices: impl Iterator<Item = u8>) -> Option<u8> {
        let numbers = think_time(self.options.games, self.options.time, AT_A_TIME);
        let models = self.models();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.rng.for_decision(observation).random());
        let mut planner = Planner {
            observation,
            objective: self.options.objective,
            expert: self.options.expert(),
            solver: &mut self.solver,
            tricks: FxHashMap::default(),
            cards: FxHashMap::default(),
            tree: Tree::new(choices),
        };
        let belief = Belief::of(observation, &models, planner.expert, &mut rng);
        for _ in numbers {
            planner.game(belief.sample(&mut rng)?, &mut rng)?;
        }
        planner.tree.most_tried()
    }
}

impl Agent<SkullWhistGame> for Search {
    fn start_game(&mut self) {
        self.rng.start_game();
    }

    fn choose(&mut self, observation: &Observation) -> Move {
        bid_or_play(self, observation)
    }

    fn see(&mut self, game: &Observation) {
        let alike = OpponentModel::ALL.map(|model| (model, 1.0)).into();
        let seen = likelihoods(game, Cards::EMPTY, &alike, self.options.expert());
        let seen: Vec<f64> = seen.into_iter().map(|(_, likelihood)| likelihood).collect();
        self.opponent.update(&seen, 1.0);
        self.opponent.forget(&OpponentModel::PRIOR, HAZARD);
    }

    fn memory(&self) -> Option<&Mixture> {
        Some(&self.opponent)
    }

    fn recall(&mut self, memory: Option<&Mixture>) {
        let fits = memory.filter(|memory| memory.fits(OpponentModel::ALL.len()));
        self.opponent = fits.cloned().unwrap_or_else(|| Mixture::new(&OpponentModel::PRIOR));
    }
}

impl BidAndPlay for Search {
    fn bid(&mut self, observation: &Observation) -> u8 {
        let bids = 1..=observation.game.hand_size();
        let decided = self.decide(observation, bids);
        decided.unwrap_or_else(|| self.options.expert().bid(observation))
    }

    fn play(&mut self, observation: &Observation) -> Option<Card> {
        let playable = observation.playable();
        if playable.len() < 2 {
            return playable.first();
        }
        let decided = self.decide(observation, card_indices(playable));
        // If no hand of the other player fits the plays seen, there is no decision.
        decided.and_then(|index| card_at(index, playable)).or_else(|| self.options.expert().play(observation))
    }
}

fn card_indices(cards: Cards) -> impl Iterator<Item = u8> {
    cards.into_iter().map(Card::index)
}

fn card_at(index: u8, of: Cards) -> Option<Card> {
    of.into_iter().find(|card| card.index() == index)
}

/// The search for one decision.
struct Planner<'a> {
    observation: &'a Observation,
    objective: Objective,
    expert: Expert,
    solver: &'a mut OpenHands,
    /// By the other's hand: the own tricks with open hands.
    tricks: FxHashMap<Cards, u8>,
    /// By the other's hand: the value of each card with open hands, by the index of its bit.
    cards: FxHashMap<Cards, [f32; 64]>,
    tree: Tree,
}

impl Planner<'_> {
    /// Simulates one game against this other player.
    fn game(&mut self, other: Opponent, rng: &mut impl Rng) -> Option<()> {
        let mut walk = Walk::default();
        let state = self.observation.with_other(other.held).ok()?;
        let utility = match (other.model, self.observation.bids[0]) {
            (OpponentModel::Skilled, None) => self.bid_for_open_hands(&mut walk, state, other, rng)?,
            (OpponentModel::Skilled, Some(_)) => self.open_hands(&mut walk, &state, other.held)?,
            _ => self.played_out(&mut walk, state, other.model, rng)?,
        };
        self.tree.learn(&walk, utility);
        Some(())
    }

    /// Makes the bid, and takes the tricks of the open hands.
    fn bid_for_open_hands(
        &mut self,
        walk: &mut Walk,
        state: State,
        other: Opponent,
        rng: &mut impl Rng,
    ) -> Option<f64> {
        let rounds = self.observation.game.hand_size();
        let bid = self.tree.choose(walk, 1..=rounds)?;
        let others_bid = other.model.bid(&self.observation.others_first(other.held), self.expert, rng);
        let solver = &mut *self.solver;
        let tricks = self.tricks.entry(other.held);
        let own = *tricks.or_insert_with(|| solver.tricks_of(self.observation.seat, &state));
        Some(self.utility([bid, others_bid], [own, rounds - own]))
    }

    /// Plays a card, and takes the value of the open hands after it.
    fn open_hands(&mut self, walk: &mut Walk, state: &State, held: Cards) -> Option<f64> {
        let card = self.tree.choose(walk, card_indices(state.playable()))?;
        let solver = &mut *self.solver;
        let objective = self.objective;
        let solved = self.cards.entry(held).or_insert_with(|| {
            let mut values = [0.0; 64];
            for (card, value) in solver.solve(state, objective).cards {
                values[usize::from(card.index())] = scaled(objective, value) as f32;
            }
            values
        });
        Some(f64::from(solved[usize::from(card)]))
    }

    /// Plays the game to its end.
    fn played_out(
        &mut self,
        walk: &mut Walk,
        mut state: State,
        model: OpponentModel,
        rng: &mut impl Rng,
    ) -> Option<f64> {
        let [me, other] = [self.observation.seat, self.observation.seat.opponent()];
        let mut rounds: ArrayVec<Trick, 13> = self.observation.rounds.clone();
        if self.observation.bids[0].is_none() {
            let bids = 1..=self.observation.game.hand_size();
            let others_bid = model.bid(&Observation::of(&state, other, &rounds), self.expert, rng);
            state.bid(me, self.tree.choose(walk, bids)?).ok()?;
            state.bid(other, others_bid).ok()?;
            walk.saw(others_bid);
        }
        while let Some(player) = state.to_play() {
            let view = Observation::of(&state, player, &rounds);
            let card = if player == other {
                let card = model.card(&view, self.expert, rng)?;
                walk.saw(card.index());
                card
            } else {
                let playable = view.playable();
                match self.tree.choose(walk, card_indices(playable)) {
                    Some(index) => card_at(index, playable)?,
                    None => self.expert.play(&view)?,
                }
            };
            rounds.extend(state.play(player, card).ok()?.trick);
        }
        let bids = state.bids().map(|bid| bid.unwrap_or(MISSING_BID));
        let mine = |pair: [u8; 2]| [me, other].map(|player: Player| pair[player.index()]);
        Some(self.utility(mine(bids), mine(state.tricks())))
    }

    /// The value of a game, 0 to 1, from both bids and tricks, the own ones first.
    fn utility(&self, bids: [u8; 2], tricks: [u8; 2]) -> f64 {
        scaled(self.objective, self.objective.utility(bids, tricks))
    }
}

fn scaled(objective: Objective, value: i32) -> f64 {
    let largest = match objective {
        Objective::Win => 1.0,
        Objective::Difference => LARGEST_DIFFERENCE,
    };
    (f64::from(value) / largest + 1.0) / 2.0
}
