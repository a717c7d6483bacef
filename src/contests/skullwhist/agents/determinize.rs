//! `determinize` and `search`: the hands the other may hold, solved open.

use std::time::{Duration, Instant};

use cardsharp_solvers::strategy::drawn;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::bidding::{Prospect, best_bid, bid_probabilities, safest_bid};
use super::chance::Chance;
use super::{Agent, Sight, expected_tricks};
use crate::contests::skullwhist::rules::{Card, Cards, MISSING_BID, Position, State};
use crate::contests::skullwhist::search::{Objective, OpenHands};
use crate::contests::{AgentError, AgentSpec};
use cardsharp_solvers::game::Player;

/// Worlds between two looks at the clock.
const AT_A_TIME: u32 = 4;
/// Hands drawn for one that is kept, where the other's bid says which are likely.
const DRAWN_FOR_ONE: usize = 8;
/// What winning is worth beside a point of the difference, which decides between cards that win alike.
const WIN: i32 = 10_000;
/// Positions each agent's solver remembers, as a power of two: 4 MiB.
const TABLE_LOG2: u32 = 18;

/// How the hands of the other are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worlds {
    /// All that what was shown allows, each as likely as any other; the own bid is the one that scores
    /// most on average.
    Alike,
    /// Those more often with which the other's bid is likely; the own bid is the best against what the
    /// other may bid.
    ByBid,
}

/// How an agent searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeterminizeOptions {
    /// Hands of the other that are solved for a decision, at most.
    pub worlds: u32,
    /// Time for a decision, if it is limited. What is played then depends on the machine.
    pub time: Option<Duration>,
    /// What it is after.
    pub objective: Objective,
    /// How hands are chosen.
    pub weighed: Worlds,
}

impl DeterminizeOptions {
    /// Plain determinization with 20 hands.
    pub const PLAIN: DeterminizeOptions = DeterminizeOptions {
        worlds: 20,
        time: None,
        objective: Objective::Win,
        weighed: Worlds::Alike,
    };

    /// The searching agent: more hands, weighed by the other's bid.
    pub const SEARCH: DeterminizeOptions = DeterminizeOptions {
        worlds: 100,
        weighed: Worlds::ByBid,
        ..DeterminizeOptions::PLAIN
    };

    /// These, changed by the options `worlds`, `time` (milliseconds) and `objective`.
    ///
    /// # Errors
    ///
    /// [`AgentError`] names the option that is not understood.
    pub fn with_options(mut self, spec: &AgentSpec) -> Result<DeterminizeOptions, AgentError> {
        spec.allow_options(&["worlds", "time", "objective"])?;
        if let Some(worlds) = spec.number("worlds", 1.0..=1e6)? {
            self.worlds = worlds as u32;
        }
        if let Some(time) = spec.number("time", 1.0..=1e6)? {
            self.time = Some(Duration::from_secs_f64(time / 1e3));
        }
        if let Some(place) = spec.choice("objective", &Objective::ALL.map(Objective::name))? {
            self.objective = Objective::ALL[place];
        }
        Ok(self)
    }
}

/// Plays the card that does best on average over hands which the other may hold, each solved as if both
/// hands were open (Ginsberg, 2001: GIB). It so believes that it will know later which of the hands it
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
    fn for_worlds(&mut self, sight: &Sight, mut with: impl FnMut(&mut OpenHands, Cards)) {
        let start = Instant::now();
        let mut rng = self.chance.roll(sight);
        for number in 0..self.options.worlds {
            let late = |time| number % AT_A_TIME == 0 && start.elapsed() >= time;
            if number > 0 && self.options.time.is_some_and(late) {
                break;
            }
            let held = match (self.options.weighed, sight.bids[1]) {
                (Worlds::ByBid, Some(bid)) if bid > 0 => likely_hand(sight, bid, &mut rng),
                _ => sight.random_hand(&mut rng),
            };
            with(&mut self.solver, held);
        }
    }
}

/// What a hand dealt to the other is good for.
fn others_tricks(sight: &Sight, held: Cards) -> f64 {
    let leads = sight.seat != Player::ZERO;
    expected_tricks(sight.game, sight.dealt_to_other(held), leads)
}

/// A hand of the other, drawn by how likely he would have bid so with it.
fn likely_hand(sight: &Sight, bid: u8, rng: &mut ChaCha8Rng) -> Cards {
    let hands: [Cards; DRAWN_FOR_ONE] = std::array::from_fn(|_| sight.random_hand(rng));
    let weight = |held: Cards| {
        let chances = bid_probabilities(sight.game, others_tricks(sight, held), 0.0);
        chances.get(usize::from(bid)).copied().unwrap_or(0.0)
    };
    let weights = hands.map(weight);
    let all = weights.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    let shares = weights.iter().map(|weight| weight / all);
    hands[drawn(shares, rng.random()).unwrap_or(0)]
}

/// The game before the first card if the other was dealt `held`.
fn beginning(sight: &Sight, held: Cards) -> Option<State> {
    let mut hands = [sight.hand, held];
    if sight.seat != Player::ZERO {
        hands.reverse();
    }
    let position = Position {
        game: sight.game,
        hands,
        bids: [None; 2],
        tricks: [0; 2],
        to_play: Player::ZERO,
        led: None,
    };
    State::at(&position).ok()
}

impl Agent for Determinize {
    fn start_game(&mut self) {
        self.chance.start_game();
    }

    fn bid(&mut self, sight: &Sight) -> u8 {
        let rounds = sight.game.hand_size();
        let leads = sight.seat == Player::ZERO;
        let mut prospects = Vec::new();
        self.for_worlds(sight, |solver, held| {
            let Some(state) = beginning(sight, held) else {
                return;
            };
            let leaders = solver.tricks(&state);
            prospects.push(Prospect {
                weight: 1.0,
                tricks: if leads { leaders } else { rounds - leaders },
                other_expects: others_tricks(sight, held),
                spread: 0.0,
            });
        });
        match self.options.weighed {
            Worlds::ByBid => best_bid(sight.game, self.options.objective, &prospects),
            Worlds::Alike => {
                let tricks: Vec<u8> = prospects.iter().map(|prospect| prospect.tricks).collect();
                safest_bid(sight.game, &tricks)
            }
        }
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
        self.for_worlds(sight, |solver, held| {
            let Ok(state) = sight.with_other(held) else {
                return;
            };
            for (card, value) in solver.solve_for(&state, worth).cards {
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
