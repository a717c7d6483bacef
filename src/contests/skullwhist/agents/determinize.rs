//! `determinize`: the hands the other may hold, solved open.

use std::time::Duration;

use super::bidding::safest_bid;
use super::chance::Chance;
use super::{Agent, Sight, objective};
use crate::contests::in_time::in_time;
use crate::contests::skullwhist::rules::{Card, MISSING_BID, State};
use crate::contests::skullwhist::search::{Objective, OpenHands};
use crate::contests::{AgentError, AgentSpec};

/// Worlds between two looks at the clock.
const AT_A_TIME: u32 = 4;
/// What winning is worth beside a point of the difference, which decides between cards that win alike.
const WIN: i32 = 10_000;
/// Positions each agent's solver remembers, as a power of two: 4 MiB.
const TABLE_LOG2: u32 = 18;

/// How [`Determinize`] searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeterminizeOptions {
    /// Hands of the other that are solved for a decision, at most.
    pub worlds: u32,
    /// Time for a decision, if it is limited. What is played then depends on the machine.
    pub time: Option<Duration>,
    /// What it is after.
    pub objective: Objective,
}

impl DeterminizeOptions {
    /// What is used where nothing is said.
    pub const DEFAULT: DeterminizeOptions = DeterminizeOptions {
        worlds: 20,
        time: None,
        objective: Objective::Win,
    };

    /// What `spec` asks for: options `worlds`, `time` (milliseconds) and `objective`.
    ///
    /// # Errors
    ///
    /// [`AgentError`] names the option that is not understood.
    pub fn from_spec(spec: &AgentSpec) -> Result<DeterminizeOptions, AgentError> {
        spec.allow_options(&["worlds", "time", "objective"])?;
        let mut options = DeterminizeOptions::DEFAULT;
        if let Some(worlds) = spec.number("worlds", 1.0..=1e6)? {
            options.worlds = worlds as u32;
        }
        options.time = spec.milliseconds("time")?;
        options.objective = objective(spec)?;
        Ok(options)
    }
}

/// Plays the card that does best on average over hands which the other may hold, each as likely as any
/// other that was shown to be possible, and each solved as if both hands were open (Ginsberg, 2001:
/// GIB). Bids what scores most on average. It so believes that it will know later which of the hands it
/// is (strategy fusion: Frank and Basin, 1998), and pays nothing for hiding its own.
pub struct Determinize {
    options: DeterminizeOptions,
    solver: OpenHands,
    chance: Chance,
}

impl Determinize {
    /// The agent with this seed.
    pub fn new(options: DeterminizeOptions, seed: u64) -> Determinize {
        Determinize {
            options,
            solver: OpenHands::new(TABLE_LOG2),
            chance: Chance::new(seed),
        }
    }

    /// Does `with` for one hand of the other after the other, until there were enough or time is up.
    fn for_worlds(&mut self, sight: &Sight, mut with: impl FnMut(&mut OpenHands, &State)) {
        let mut rng = self.chance.roll(sight);
        for _ in in_time(self.options.worlds, self.options.time, AT_A_TIME) {
            if let Ok(state) = sight.with_other(sight.random_hand(&mut rng)) {
                with(&mut self.solver, &state);
            }
        }
    }
}

impl Agent for Determinize {
    fn start_game(&mut self) {
        self.chance.start_game();
    }

    fn bid(&mut self, sight: &Sight) -> u8 {
        let mut tricks = Vec::new();
        self.for_worlds(sight, |solver, state| {
            tricks.push(solver.tricks_of(sight.seat, state));
        });
        safest_bid(sight.game, &tricks)
    }

    fn play(&mut self, sight: &Sight) -> Option<Card> {
        let playable = sight.playable();
        if playable.len() < 2 {
            return playable.first();
        }
        let objective = self.options.objective;
        let bids = sight.bids.map(|bid| bid.unwrap_or(MISSING_BID));
        let worth = |tricks| {
            let difference = Objective::Difference.worth(bids, tricks);
            match objective {
                Objective::Win => WIN * difference.signum() + difference,
                Objective::Difference => difference,
            }
        };
        let mut sums = [0_i64; 64];
        self.for_worlds(sight, |solver, state| {
            for (card, value) in solver.solve_for(state, worth).cards {
                sums[usize::from(card.place())] += i64::from(value);
            }
        });
        // The first of equal ones, so a low card rather than a high one of the same suit.
        let better = |best: Card, card: Card| {
            let [old, new] = [best, card].map(|card| sums[usize::from(card.place())]);
            if new > old { card } else { best }
        };
        playable.into_iter().reduce(better)
    }
}
