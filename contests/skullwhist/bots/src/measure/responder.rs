//! An opponent who knows the policy.

use cardsharp_solvers::game::{Game, Player};
use cardsharp_solvers::strategy::sample_index;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::infosets::{Decision, History, WholeGame};
use crate::policy::{TrainedPolicy, weigh};
use cardsharp_game::derive_seed;
use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::{Cards, Deal, Move, Objective, State};

/// The number of the policy's hands that are weighed for a decision.
const WORLDS: usize = 40;
/// The number of hands that are sampled for them. With some, the policy would not have made the same plays.
const SAMPLED: usize = 400;

/// Plays out every choice against the policy and takes the best one on average. The policy's hands
/// are weighed by their probability after its plays, and the rest of each game follows the policy.
/// It is one step of policy improvement, as local best response is in poker (V. Lisy, M. Bowling,
/// "Equilibrium approximation quality of current no-limit poker bots", 2017).
pub struct Responder<'p> {
    policy: &'p TrainedPolicy,
    game: WholeGame<'p>,
    seed: u64,
}

impl<'p> Responder<'p> {
    /// The opponent of `policy`, whose random numbers are a function of `seed`.
    pub fn new(policy: &'p TrainedPolicy, seed: u64) -> Responder<'p> {
        Responder { policy, game: WholeGame::new(policy.params, &*policy.infosets), seed }
    }

    /// The gain on one deal, which is played in both seats: the responder's utilities in both
    /// seats, less the sum of both players' utilities in one game.
    pub fn gain(&self, deal: u64) -> f64 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(derive_seed(self.seed, deal));
        let deal = Deal::random(self.policy.params.rules, &mut rng);
        let seats = Player::BOTH;
        let both: f64 = seats.map(|seat| self.play(&deal, seat, &mut rng)).iter().sum();
        match self.policy.params.objective {
            Objective::Win => both - 1.0,
            Objective::Difference => both,
        }
    }

    /// The responder's utility in this seat.
    fn play(&self, deal: &Deal, seat: Player, rng: &mut impl Rng) -> f64 {
        let mut history = self.game.history(State::new(deal), Default::default());
        while let History::Decision(decision) = &history {
            let chosen = if decision.player == seat { self.best(decision, rng) } else { self.sample(decision, rng) };
            history = self.game.after(decision, chosen);
        }
        self.game.utility(&history, seat)
    }

    /// A move sampled from the policy.
    fn sample(&self, decision: &Decision, rng: &mut impl Rng) -> Move {
        let choices = &decision.infoset.candidates;
        if choices.len() == 1 {
            return choices[0];
        }
        let weighed = weigh(self.policy, &decision.observation());
        let shares = weighed.iter().map(|&(_, share)| share);
        sample_index(shares, rng.random()).map_or(choices[0], |index| weighed[index].0)
    }

    fn best(&self, decision: &Decision, rng: &mut impl Rng) -> Move {
        let choices = &decision.infoset.candidates;
        if choices.len() == 1 {
            return choices[0];
        }
        let observation = decision.observation();
        let mut sums = vec![0.0; choices.len()];
        for (state, weight) in self.worlds(decision, &observation, rng) {
            for (sum, &choice) in sums.iter_mut().zip(choices) {
                let there = Decision { state, ..decision.clone() };
                let end = self.play_out(self.game.after(&there, choice), rng);
                *sum += weight * self.game.utility(&end, decision.player);
            }
        }
        let better = |best: usize, index: usize| {
            if sums[index] > sums[best] { index } else { best }
        };
        choices[(1..choices.len()).fold(0, better)]
    }

    /// States with hands that the policy may hold, and the likelihood of the policy's plays with each.
    fn worlds(&self, decision: &Decision, observation: &Observation, rng: &mut impl Rng) -> Vec<(State, f64)> {
        let mut worlds = Vec::with_capacity(WORLDS);
        for _ in 0..SAMPLED {
            let held = observation.random_hand(rng);
            let Some(state) = with_other(decision, held) else {
                continue;
            };
            let weight = self.likelihood(decision, observation, held);
            if weight > 0.0 {
                worlds.push((state, weight));
            }
            if worlds.len() == WORLDS {
                break;
            }
        }
        worlds
    }

    /// The likelihood of the policy's bid and plays if it holds `held` now.
    fn likelihood(&self, decision: &Decision, observation: &Observation, held: Cards) -> f64 {
        let other = observation.seat.opponent();
        let mut hands = [observation.hand, observation.dealt_to_other(held)];
        for trick in &observation.rounds {
            hands[0] = hands[0].with(trick.card_of(observation.seat));
        }
        if observation.seat != Player::ZERO {
            hands.reverse();
        }
        let Ok(deal) = Deal::new(observation.game, hands) else {
            return 0.0;
        };
        let bids = decision.state.bids();
        let bids = bids.into_iter().flatten().map(Move::Bid);
        let rounds = observation.rounds.iter().flat_map(|trick| [trick.led, trick.reply]);
        let played = rounds.chain(decision.state.led()).map(Move::Play);
        let mut history = self.game.history(State::new(&deal), Default::default());
        let mut likelihood = 1.0;
        for done in bids.chain(played) {
            let History::Decision(before) = &history else {
                break;
            };
            if before.player == other && before.infoset.candidates.len() > 1 {
                let weighed = weigh(self.policy, &before.observation());
                let found = weighed.iter().find(|(choice, _)| *choice == done);
                likelihood *= found.map_or(0.0, |&(_, share)| share);
            }
            if likelihood == 0.0 {
                break;
            }
            history = self.game.after(before, done);
        }
        likelihood
    }

    fn play_out(&self, mut history: History, rng: &mut impl Rng) -> History {
        while let History::Decision(decision) = &history {
            let chosen = self.sample(decision, rng);
            history = self.game.after(decision, chosen);
        }
        history
    }
}

/// The state if the other player holds `held`.
fn with_other(decision: &Decision, held: Cards) -> Option<State> {
    let mut position = *decision.state.position();
    position.hands[decision.player.opponent().index()] = held;
    State::at(&position).ok()
}
