//! `adaptive`: a trained policy, and responses to a model of the opponent.

mod options;
mod play_out;

pub use options::{AdaptiveOptions, AdaptiveSetup};

use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use self::play_out::{PlayOut, Values};
use super::trained::certain;
use super::{Agent, Dice, Memory, Source, Trained, choices, score_of, state_of};
use crate::ChallengeGame;
use crate::memory::Departures;
use cardsharp_challenge_game::observation::{HandSeen, Observation};
use cardsharp_challenge_game::rules::Move;
use cardsharp_challenge_solver::infosets::Payoffs;
use cardsharp_challenge_solver::opponent::{Forecast, OpponentModel, Replayed};

/// Plays a trained policy, and departs from it where the model of the opponent says that another
/// action wins more.
///
/// At each decision it draws hands that the opponent may hold, weighted by what they have done in
/// this hand, and players from the posterior. It plays every action out against them, itself by the
/// policy or by a patient variant of it. This is one step of policy improvement by rollouts (Tesauro
/// and Galperin 1996). An action
/// is preferred if its advantage over the policy exceeds its standard errors; actions that lose by as
/// much are left out. What comes of it is mixed with the policy, which has the larger part in the
/// first hands. An [`Account`](super::Account) stops kinds of departures that lose.
pub struct Adaptive {
    setup: Arc<AdaptiveSetup>,
    table: Trained,
    dice: Dice,
    memory: Memory,
    forecast: Forecast,
    departures: Departures,
    /// The payoffs of the hand under way, for this player.
    payoffs: Option<Payoffs>,
    /// True if time passes while it thinks.
    has_clock: bool,
}

/// The part of the time on the clock that one decision may take. A game has about fifty decisions.
const SHARE_OF_CLOCK: u32 = 40;
/// With less time than this on the clock the policy is played at once.
const TOO_LATE: Duration = Duration::from_millis(200);

impl Adaptive {
    /// An agent whose random numbers are a function of `seed`.
    pub fn new(setup: Arc<AdaptiveSetup>, seed: u64) -> Adaptive {
        let model = OpponentModel::new(&setup.reference);
        Adaptive {
            table: Trained::new(Arc::clone(setup.reference.policy()), seed),
            dice: Dice::new(seed),
            forecast: Forecast::new(model.beliefs()),
            memory: Memory {
                model: Some(model),
                ..Memory::default()
            },
            departures: Departures::default(),
            payoffs: None,
            has_clock: true,
            setup,
        }
    }

    /// The response to the model. `None` where the policy is played.
    fn response(&mut self, observation: &Observation) -> Option<Response> {
        let begun = Instant::now();
        let policy = Arc::clone(self.setup.reference.policy());
        let (moves, source) = choices(&policy, observation);
        let state = state_of(&policy.game, observation)?;
        let class = policy.classes.class(score_of(observation, &state));
        let payoffs = policy.classes.payoffs[usize::from(class)];
        let led = observation.led_hand?;
        self.payoffs = Some(if led { payoffs } else { swapped(payoffs) });
        let late = self.has_clock && observation.remaining < TOO_LATE;
        if source == Source::Certain || moves.len() < 2 || late {
            return None;
        }
        let actions = observation.actions()?;
        let out = PlayOut {
            reference: &self.setup.reference,
            forecast: &self.forecast,
            hand: Replayed {
                game: &policy.game,
                class,
                led,
                dealt: observation.dealt()?,
                actions: &actions,
            },
            gone: observation.gone,
            payoffs: self.memory.expected(payoffs, led),
            draws: self.setup.options.draws,
            deadline: self.has_clock.then(|| begun + observation.remaining / SHARE_OF_CLOCK),
        };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.dice.roll(observation).random());
        let values = out.values(moves.len(), &mut rng)?;
        self.chosen(moves, &values)
    }

    /// The policy as far as nothing is known of the opponent, and with the rest the best move if it
    /// wins more beyond doubt, or else the policy without the moves that lose.
    fn chosen(&self, moves: Vec<(Move, f64)>, values: &Values) -> Option<Response> {
        let options = self.setup.options;
        let shares: Vec<f64> = moves.iter().map(|&(_, share)| share).collect();
        let advantages: Vec<(f64, f64)> = (0..moves.len())
            .map(|action| values.advantage(action, &shares))
            .collect();
        let best = (0..moves.len()).max_by(|&one, &two| advantages[one].0.total_cmp(&advantages[two].0))?;
        let (gain, error) = advantages[best];
        if !self.memory.account.allows(moves[best].0, options.budget) {
            return None;
        }
        let departs = gain > options.caution * error + options.least;
        let kept = |action: usize| {
            if departs {
                f64::from(u8::from(action == best))
            } else {
                let (gain, error) = advantages[action];
                let loses = -gain > options.caution * error + options.least;
                if loses { 0.0 } else { shares[action] }
            }
        };
        let kept: Vec<f64> = (0..moves.len()).map(kept).collect();
        let sum: f64 = kept.iter().sum();
        let known = self.memory.confidence();
        let mixed = moves.iter().zip(&kept);
        (sum > 0.0).then(|| Response {
            moves: mixed
                .map(|(&(one, share), kept)| (one, (1.0 - known) * share + known * kept / sum))
                .collect(),
            departure: departs.then(|| (moves[best].0, values.mean(best) - gain)),
        })
    }
}

/// A response to the model.
struct Response {
    /// The moves with their probabilities.
    moves: Vec<(Move, f64)>,
    /// The move that is preferred to the policy, and the value that the policy is expected to have.
    departure: Option<(Move, f64)>,
}

/// The payoffs of the follower, who wins what the leader loses.
fn swapped(payoffs: Payoffs) -> Payoffs {
    Payoffs {
        win: 1.0 - payoffs.lose,
        lose: 1.0 - payoffs.win,
        tie: 1.0 - payoffs.tie,
    }
}

/// The number of hands after which the response is played half of the time.
const HALF: f64 = 3.0;
/// Games won and lost that the prior counts as, half each.
const PRIOR_GAMES: f64 = 6.0;
/// The largest shift of the payoffs, as a difference of log odds.
const MAX_SHIFT: f64 = 2.0;

impl Memory {
    /// The part of the response in the mixture with the policy: n / (n + s) after n hands. Without
    /// it, the agent would answer what an unknown opponent never did as if by chance, and could be
    /// led there (`cardsharp exploit --adaptive`).
    fn confidence(&self) -> f64 {
        self.hands as f64 / (self.hands as f64 + HALF)
    }

    /// The payoffs of a hand for its leader, if this player wins as large a share of the games as
    /// against this opponent so far. The payoffs of a policy are those between equals. Who is better
    /// has more to lose by a challenge than half a game.
    fn expected(&self, payoffs: Payoffs, leads: bool) -> Payoffs {
        let won = self.won as f64 + PRIOR_GAMES / 2.0;
        let lost = self.lost as f64 + PRIOR_GAMES / 2.0;
        let shift = (won / lost).ln().clamp(0.0, MAX_SHIFT);
        let shift = if leads { shift } else { -shift };
        let shifted = |chance: f64| {
            let odds = chance / (1.0 - chance).max(1e-12) * shift.exp();
            odds / (1.0 + odds)
        };
        Payoffs {
            win: shifted(payoffs.win),
            lose: shifted(payoffs.lose),
            tie: shifted(payoffs.tie),
        }
    }
}

impl Agent<ChallengeGame> for Adaptive {
    fn start_game(&mut self) {
        self.dice.start_game();
        self.table.start_game();
        self.departures = Departures::default();
    }

    fn play_without_clock(&mut self) {
        self.has_clock = false;
    }

    fn choose(&mut self, observation: &Observation) -> Move {
        if let Some(only) = certain(observation) {
            return only;
        }
        let Some(found) = self.response(observation) else {
            return self.table.choose(observation);
        };
        let Some(drawn) = self.dice.draw(observation, &found.moves) else {
            return self.table.choose(observation);
        };
        let departed = found.departure.filter(|&(preferred, _)| preferred == drawn);
        if let Some((preferred, expected)) = departed {
            self.departures.note(preferred, expected);
        }
        drawn
    }

    fn probabilities(&mut self, observation: &Observation) -> Option<Vec<(Move, f64)>> {
        if let Some(only) = certain(observation) {
            return Some(vec![(only, 1.0)]);
        }
        match self.response(observation) {
            Some(found) => Some(found.moves),
            None => self.table.probabilities(observation),
        }
    }

    fn see(&mut self, hand: &HandSeen) {
        let departures = std::mem::take(&mut self.departures);
        if let Some(payoffs) = self.payoffs.take() {
            let value = match (hand.result(), hand.is_staked()) {
                (0, _) => payoffs.tie,
                (1, false) => payoffs.win,
                (_, false) => payoffs.lose,
                (result, true) => f64::from(u8::from(result > 0)),
            };
            self.memory.account.record(&departures, value);
        }
        if self.setup.options.frozen {
            return;
        }
        self.memory.hands += 1;
        match hand.game_won() {
            Some(true) => self.memory.won += 1,
            Some(false) => self.memory.lost += 1,
            None => {}
        }
        if let Some(model) = &mut self.memory.model {
            model.observe(&self.setup.reference, hand);
            self.forecast = Forecast::new(model.beliefs());
        }
    }

    fn memory(&self) -> Option<&Memory> {
        Some(&self.memory)
    }

    fn recall(&mut self, memory: Option<&Memory>) {
        let reference = &self.setup.reference;
        let known = memory.filter(|memory| {
            let model = memory.model.as_ref();
            memory.account.is_sound() && model.is_some_and(|model| model.fits(reference))
        });
        self.memory = known.cloned().unwrap_or_else(|| Memory {
            model: Some(OpponentModel::new(reference)),
            ..Memory::default()
        });
        if let Some(model) = &self.memory.model {
            self.forecast = Forecast::new(model.beliefs());
        }
    }

    fn memory_in_words(&self) -> Vec<String> {
        let model = self.memory.model.as_ref();
        model.map_or_else(Vec::new, OpponentModel::lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wins_more_games_has_more_to_lose() {
        let equal = Memory::default();
        let better = Memory {
            won: 20,
            lost: 5,
            ..Memory::default()
        };
        let payoffs = Payoffs::EARLY;
        for leads in [true, false] {
            let same = equal.expected(payoffs, leads);
            assert!((same.tie - payoffs.tie).abs() < 1e-12);
            assert!((same.win - payoffs.win).abs() < 1e-12);
            let own = |payoffs: Payoffs| if leads { payoffs } else { swapped(payoffs) };
            let (before, after) = (own(payoffs), own(better.expected(payoffs, leads)));
            assert!(after.lose > before.lose && after.tie > before.tie && after.win > before.win);
            assert!(after.lose < after.tie && after.tie < after.win && after.win < 1.0);
        }
        // A game that is decided stays decided.
        let decided = Payoffs {
            win: 1.0,
            lose: 0.0,
            tie: 0.5,
        };
        let after = better.expected(decided, true);
        assert_eq!(after.lose, 0.0);
        assert!((after.win - 1.0).abs() < 1e-9, "{}", after.win);
    }
}
