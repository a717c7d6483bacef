//! `determinize`: samples of the other's hand, solved as open hands.

use cardsharp_options::{milliseconds, within};
use serde::Deserialize;
use std::time::Duration;

use super::agent_rng::AgentRng;
use super::bidding::safest_bid;
use super::{Agent, BidAndPlay, bid_or_play};
use crate::SkullWhistGame;
use crate::search::OpenHands;
use cardsharp_game::think_time;
use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::{Card, MISSING_BID, Move, Objective, State};

/// The number of samples between two checks of the clock.
const AT_A_TIME: u32 = 4;
/// The value of a win in points of the difference. The difference decides between cards that win alike.
const WIN: i32 = 10_000;
/// The number of positions that each agent's solver stores, as a power of two: 4 MiB.
const TABLE_LOG2: u32 = 18;

/// The options of [`Determinize`].
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DeterminizeOptions {
    /// The largest number of samples for a decision.
    #[serde(deserialize_with = "within::<1, 1_000_000, _, _>")]
    pub worlds: u32,
    /// The time for a decision, if limited. The play then depends on the machine.
    #[serde(deserialize_with = "milliseconds")]
    pub time: Option<Duration>,
    /// The objective.
    pub objective: Objective,
}

impl Default for DeterminizeOptions {
    fn default() -> Self {
        DeterminizeOptions { worlds: 20, time: None, objective: Objective::Win }
    }
}

/// Plays the card that does best on average over samples of the other's hand. All possible hands
/// have equal probability, and each is solved as if both hands were open (Ginsberg, 2001: GIB). The
/// bid is the one with the best mean score. The method assumes that it will later know which of the
/// hands it is (strategy fusion: Frank and Basin, 1998), and gives no value to hiding its own hand.
pub struct Determinize {
    options: DeterminizeOptions,
    solver: OpenHands,
    rng: AgentRng,
}

impl Determinize {
    /// The agent with this seed.
    pub fn new(options: DeterminizeOptions, seed: u64) -> Determinize {
        Determinize { options, solver: OpenHands::new(TABLE_LOG2), rng: AgentRng::new(seed) }
    }

    /// Calls `with` for one sample of the other's hand after another, until the number or the time is used up.
    fn for_worlds(&mut self, observation: &Observation, mut with: impl FnMut(&mut OpenHands, &State)) {
        let mut rng = self.rng.for_decision(observation);
        for _ in think_time(self.options.worlds, self.options.time, AT_A_TIME) {
            if let Ok(state) = observation.with_other(observation.random_hand(&mut rng)) {
                with(&mut self.solver, &state);
            }
        }
    }
}

impl Agent<SkullWhistGame> for Determinize {
    fn start_game(&mut self) {
        self.rng.start_game();
    }

    fn choose(&mut self, observation: &Observation) -> Move {
        bid_or_play(self, observation)
    }
}

impl BidAndPlay for Determinize {
    fn bid(&mut self, observation: &Observation) -> u8 {
        let mut tricks = Vec::new();
        self.for_worlds(observation, |solver, state| {
            tricks.push(solver.tricks_of(observation.seat, state));
        });
        safest_bid(observation.game, &tricks)
    }

    fn play(&mut self, observation: &Observation) -> Option<Card> {
        let playable = observation.playable();
        if playable.len() < 2 {
            return playable.first();
        }
        let objective = self.options.objective;
        let bids = observation.bids.map(|bid| bid.unwrap_or(MISSING_BID));
        let utility = |tricks| {
            let difference = Objective::Difference.utility(bids, tricks);
            match objective {
                Objective::Win => WIN * difference.signum() + difference,
                Objective::Difference => difference,
            }
        };
        let mut sums = [0_i64; 64];
        self.for_worlds(observation, |solver, state| {
            for (card, value) in solver.solve_for(state, utility).cards {
                sums[usize::from(card.index())] += i64::from(value);
            }
        });
        // The first of equal ones, so a low card before a high one of the same suit.
        let better = |best: Card, card: Card| {
            let [old, new] = [best, card].map(|card| sums[usize::from(card.index())]);
            if new > old { card } else { best }
        };
        playable.into_iter().reduce(better)
    }
}
