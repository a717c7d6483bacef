//! `adaptive`: a trained policy, and responses to a model of the opponent.

mod options;
mod play_out;
#[cfg(test)]
#[path = "../../../tests/unit/agents/adaptive/mod.rs"]
mod tests;

pub use options::{AdaptiveOptions, AdaptiveSetup};

use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use self::play_out::{PlayOut, Values};
use super::trained::certain;
use super::{Agent, Dice, Memory, Source, Trained, choices, state_of};
use crate::ChallengeGame;
use crate::memory::{By, Kind, Note, Notes, Outcome, Rehearsal, ScoreValues, Standing};
use cardsharp_challenge_game::observation::{HandSeen, Observation, SeenAction};
use cardsharp_challenge_game::rules::Move;
use cardsharp_challenge_solver::infosets::{HandState, Payoffs};
use cardsharp_challenge_solver::opponent::{Feature, Forecast, OpponentModel, Replayed, Sight};

/// Plays a trained policy, and departs from it where the model of the opponent says that another action wins more.
///
/// At each decision it draws hands that the opponent may hold, weighted by what they have done in this hand, and
/// players from the posterior. It plays every action out against them, itself by the policy or by a variant of it with
/// other challenges. This is one step of policy improvement by rollouts (Tesauro and Galperin 1996). With at most three
/// hidden cards it computes the best response to the mean of the posterior over all hands instead
/// ([`HandResponse`](cardsharp_challenge_solver::opponent::HandResponse)). An action is preferred if its advantage over
/// the policy exceeds its standard errors; actions that lose by as much are left out. What comes of it is mixed with
/// the policy, which has the larger part in the first hands. The payoffs of a hand are the values of the scores against
/// this opponent, as far as evidence goes, and those of the policy with the rest. An [`Account`](super::Account) stops
/// kinds of actions that lose.
pub struct Adaptive {
    setup: Arc<AdaptiveSetup>,
    table: Trained,
    dice: Dice,
    memory: Memory,
    forecast: Forecast,
    values: ScoreValues,
    notes: Notes,
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
        let memory = Memory { model: Some(model.clone()), ..Memory::default() };
        Adaptive {
            table: Trained::new(Arc::clone(setup.reference.policy()), seed),
            dice: Dice::new(seed),
            forecast: Forecast::new(model.beliefs()),
            values: memory.rehearsal.values(),
            memory,
            notes: Notes::default(),
            payoffs: None,
            has_clock: true,
            setup,
        }
    }

    /// The response to the model. `None` where the policy is played.
    fn response(&mut self, observation: &Observation) -> Option<Response> {
        let decision = self.decision(observation)?;
        Some(self.chosen(decision))
    }

    /// The moves and what the model forecasts of them. `None` where there is no time or nothing to choose.
    fn decision(&mut self, observation: &Observation) -> Option<Decision> {
        let policy = Arc::clone(self.setup.reference.policy());
        let (moves, source) = choices(&policy, observation);
        let state = state_of(&policy.game, observation)?;
        self.payoffs = Some(self.payoffs(standing_of(observation)?));
        let late = self.has_clock && observation.remaining < TOO_LATE;
        if source == Source::Certain || moves.len() < 2 || late || !self.responds() {
            return None;
        }
        let actions = observation.actions()?;
        let out = self.play_out(observation, &actions)?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.dice.roll(observation).random());
        let values = out.values(moves.len(), &mut rng)?;
        let state = HandState { class: out.hand.class, ..state };
        let chance = Sight::new(&self.setup.reference, &state).feature(Feature::Equity);
        Some(Decision { moves, values, chance })
    }

    /// The decision after these public actions, against the model. `None` if the score or the hand is not known.
    fn play_out<'a>(&'a self, observation: &Observation, actions: &'a [SeenAction]) -> Option<PlayOut<'a>> {
        let begun = Instant::now();
        let policy = self.setup.reference.policy();
        let standing = standing_of(observation)?;
        let hand = Replayed {
            game: &policy.game,
            class: policy.classes.class(standing.score()),
            led: standing.leads,
            dealt: observation.dealt()?,
            actions,
        };
        Some(PlayOut {
            reference: &self.setup.reference,
            forecast: &self.forecast,
            hand,
            score: standing.of_opponent(),
            gone: observation.gone,
            payoffs: self.payoffs(standing),
            intended: self.values.way(standing),
            draws: self.setup.options.draws,
            evidence: self.memory.hands,
            deadline: self.has_clock.then(|| begun + observation.remaining / SHARE_OF_CLOCK),
        })
    }

    /// Plays hands out against the model as it is now, and values the scores by how they end.
    fn rehearse(&mut self) {
        let deals = REHEARSED[usize::from(!self.memory.rehearsal.is_empty())];
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.memory.hands);
        let rehearsal = &mut self.memory.rehearsal;
        rehearsal.play(&self.setup.reference, &self.forecast, deals, &mut rng);
        self.values = rehearsal.values();
    }

    /// True if the account lets the model be responded to.
    fn responds(&self) -> bool {
        self.memory.account.allows_response(self.setup.options.budget)
    }

    /// The payoffs of a hand for this player: those of the policy, and with n hands the values of the scores against this
    /// opponent with the weight n / (n + s).
    fn payoffs(&self, standing: Standing) -> Payoffs {
        let classes = &self.setup.reference.policy().classes;
        let payoffs = classes.payoffs[usize::from(classes.class(standing.score()))];
        let of_policy = if standing.leads { payoffs } else { swapped(payoffs) };
        let known = self.values.payoffs(standing);
        let hands = if self.setup.options.scores && self.responds() { self.memory.hands as f64 } else { 0.0 };
        let weight = hands / (hands + HALF_VALUES);
        let mixed = |policy: f64, known: f64| policy + weight * (known - policy);
        Payoffs {
            win: mixed(of_policy.win, known.win),
            lose: mixed(of_policy.lose, known.lose),
            tie: mixed(of_policy.tie, known.tie),
        }
    }

    /// The policy as far as nothing is known of the opponent, and with the rest the best move if it
    /// wins more beyond doubt, or else the policy without the moves that lose. Kinds of moves that the account has stopped
    /// are left out of both.
    fn chosen(&self, decision: Decision) -> Response {
        let Decision { moves, values, chance } = decision;
        let AdaptiveOptions { budget, caution, least, .. } = self.setup.options;
        let account = &self.memory.account;
        let kinds: Vec<Kind> = moves.iter().map(|&(one, _)| Kind::of(one, chance)).collect();
        let shares: Vec<f64> = moves.iter().map(|&(_, share)| share).collect();
        let advantages: Vec<(f64, f64)> = (0..moves.len()).map(|action| values.advantage(action, &shares)).collect();
        let allowed = (0..moves.len()).filter(|&action| account.allows(By::Response, kinds[action], budget));
        let best = allowed.max_by(|&one, &two| advantages[one].0.total_cmp(&advantages[two].0));
        let preferred = best.filter(|&best| advantages[best].0 > caution * advantages[best].1 + least);
        let own = only(&shares, |action| account.allows(By::Policy, kinds[action], budget));
        let loses = |action: usize| -advantages[action].0 > caution * advantages[action].1 + least;
        let kept = match preferred {
            Some(best) => (0..moves.len()).map(|action| f64::from(u8::from(action == best))).collect(),
            None => only(&own, |action| !loses(action)),
        };
        let known = self.memory.confidence();
        let mixed = moves.iter().zip(own.iter().zip(&kept));
        let note = |action: usize| {
            let by = if preferred == Some(action) { By::Response } else { By::Policy };
            let kind = kinds[action];
            let alone = by == By::Policy && matches!(kind, Kind::Card | Kind::Reject);
            let otherwise = values.otherwise(&shares, |other| by == By::Response || kinds[other] != kind);
            (!alone).then(|| otherwise.map(|otherwise| Note { by, kind, otherwise }))?
        };
        Response {
            notes: (0..moves.len()).map(note).collect(),
            moves: mixed.map(|(&(one, _), (own, kept))| (one, (1.0 - known) * own + known * kept)).collect(),
        }
    }
}

/// The `shares` of the actions that are `kept`, which sum to 1; all of them if none of those has a share.
fn only(shares: &[f64], kept: impl Fn(usize) -> bool) -> Vec<f64> {
    let left = |action: usize| if kept(action) { shares[action] } else { 0.0 };
    let left: Vec<f64> = (0..shares.len()).map(left).collect();
    let sum: f64 = left.iter().sum();
    // If nothing is left out, they stay the same to the last digit.
    if sum > 0.0 && left != shares { left.iter().map(|share| share / sum).collect() } else { shares.to_vec() }
}

/// A decision, and what the model forecasts of it.
struct Decision {
    /// The moves, with the policy's probabilities.
    moves: Vec<(Move, f64)>,
    /// Their values.
    values: Values,
    /// The chance to win the tricks against an unknown hand.
    chance: f64,
}

/// A response to the model.
struct Response {
    /// The moves with their probabilities.
    moves: Vec<(Move, f64)>,
    /// The notes for each move if it is played, in the same order.
    notes: Vec<Option<Note>>,
}

/// The score of an observation. Ten points end a game. Impossible scores of a server count as nine.
fn standing_of(observation: &Observation) -> Option<Standing> {
    Some(Standing {
        own: observation.own_points.min(9),
        theirs: observation.their_points.min(9),
        leads: observation.led_hand?,
    })
}

/// The value of a hand that is over, with the payoffs by which it was forecast.
fn settled(hand: &HandSeen, payoffs: Payoffs) -> f64 {
    Outcome::of_result(hand.result(), hand.is_staked()).value(payoffs)
}

/// The payoffs of the follower, who wins what the leader loses.
fn swapped(payoffs: Payoffs) -> Payoffs {
    Payoffs { win: 1.0 - payoffs.lose, lose: 1.0 - payoffs.win, tie: 1.0 - payoffs.tie }
}

/// The number of hands after which the response is played half of the time.
const HALF: f64 = 3.0;
/// The number of hands after which the values of the scores against this opponent count half.
const HALF_VALUES: f64 = 20.0;
/// The hands that are played out in each situation at first, and after each hand seen.
const REHEARSED: [usize; 2] = [60, 12];

impl Memory {
    /// The part of the response in the mixture with the policy: n / (n + s) after n hands. Without
    /// it, the agent would answer what an unknown opponent never did as if by chance, and could be
    /// led there (`cardsharp exploit --adaptive`).
    fn confidence(&self) -> f64 {
        self.hands as f64 / (self.hands as f64 + HALF)
    }
}

impl Agent<ChallengeGame> for Adaptive {
    fn start_game(&mut self) {
        self.dice.start_game();
        self.table.start_game();
        self.notes = Notes::default();
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
        let noted = found.moves.iter().zip(&found.notes).find(|((one, _), _)| *one == drawn);
        if let Some((_, &Some(note))) = noted {
            self.notes.note(note);
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
        let notes = std::mem::take(&mut self.notes);
        if let Some(payoffs) = self.payoffs.take() {
            // A tie leaves the score as it was.
            self.memory.account.record(&notes, settled(hand, payoffs), payoffs.tie);
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
        self.rehearse();
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
        self.memory = known
            .cloned()
            .unwrap_or_else(|| Memory { model: Some(OpponentModel::new(reference)), ..Memory::default() });
        if let Some(model) = &self.memory.model {
            self.forecast = Forecast::new(model.beliefs());
        }
        if !self.memory.rehearsal.is_sound() {
            self.memory.rehearsal = Rehearsal::default();
        }
        self.values = self.memory.rehearsal.values();
        if self.memory.hands > 0 && self.memory.rehearsal.is_empty() {
            self.rehearse();
        }
    }

    fn memory_in_words(&self) -> Vec<String> {
        let model = self.memory.model.as_ref();
        let mut lines = model.map_or_else(Vec::new, OpponentModel::lines);
        let start = |leads| self.values.at(Standing { own: 0, theirs: 0, leads });
        let share = 50.0 * (start(true) + start(false));
        lines.push(format!("is expected to lose {share:.0} % of the games"));
        lines
    }
}
