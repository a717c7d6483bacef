//! The quality of a table. For a small member it is exact. Otherwise it is the gain of another
//! player among three copies of the table.

use std::sync::atomic::AtomicBool;

use cardsharp_solvers::best_response::{Exploitability, exploitability};
use cardsharp_solvers::game::Player;
use cardsharp_solvers::strategy::Strategy;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::agents::{Agent, Search, SearchOptions};
use super::infosets::{ExactRound, ExactState};
use super::policy::{TrainedPolicy, choose};
use crate::TrickyEightsGame;
use cardsharp_game::derive_seed;
use cardsharp_game::interval::Estimate;
use cardsharp_policy::container::Measured;
use cardsharp_policy::measurement::Quantity;
use cardsharp_training::Interrupted;
use cardsharp_tricky_eights_game::observation::Observation;
use cardsharp_tricky_eights_game::rules::{Deal, MAX_PLAYERS, Round};

/// The unit of an exact measure.
pub const UNIT: &str = "points of a round";
/// The unit of a deviator's gain.
pub const GAIN_UNIT: &str = "points a round above parity, made by search among copies of the table";

/// The number of rounds of a measure, by default.
pub const DEFAULT_ROUNDS: usize = 400;

/// The largest number of deals for which a member is measured exactly.
const MAX_EXACT_DEALS: usize = 100;

/// The number of worlds that the deviator looks at.
const WORLDS: u32 = 20;

/// The gain of the agents that `deviator` makes from seeds, playing among copies of `policy`: points a round above an
/// equal share, in at least `rounds` rounds. Every deal is played once from each seat.
pub fn gain<'a>(
    policy: &TrainedPolicy,
    deviator: impl Fn(u64) -> Box<dyn Agent<TrickyEightsGame> + 'a> + Sync,
    rounds: usize,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Estimate, Interrupted> {
    let member = policy.params;
    let seats = usize::from(member.players());
    let deals = rounds.div_ceil(seats).max(2);
    let parity = f64::from(member.round_points()) / seats as f64;
    let of_deal = |number: usize| {
        Interrupted::check(stop)?;
        let seed = derive_seed(seed, number as u64);
        let deal = Deal::shuffled(member, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let dealer = Player::new((number % seats) as u8);
        let points = (0..seats).map(|seat| {
            let mut agent = deviator(derive_seed(seed, seat as u64));
            let round = play(Round::new(&deal, dealer), policy, seat, &mut *agent);
            f64::from(round.board().points()[seat])
        });
        Ok(points.sum::<f64>() / seats as f64 - parity)
    };
    let found: Vec<f64> = (0..deals).into_par_iter().map(of_deal).collect::<Result<_, _>>()?;
    Ok(Estimate { samples: deals * seats, ..Estimate::of(&found) })
}

/// Plays a round with `agent` in `seat` and the table in the other seats.
fn play(mut round: Round, policy: &TrainedPolicy, seat: usize, agent: &mut dyn Agent<TrickyEightsGame>) -> Round {
    while let Some(player) = round.to_act() {
        let scores = &[0; MAX_PLAYERS][..usize::from(policy.params.players())];
        let observation = Observation::of(&round, player, scores);
        let card = if player.index() == seat { Some(agent.choose(&observation)) } else { choose(policy, &observation) };
        if card.is_none_or(|card| round.apply(card).is_err()) {
            // Neither of them does that in a round played by the rules.
            break;
        }
    }
    round
}

/// The strategy of a table's most probable cards, as [`Trained`](super::agents::Trained) plays it.
struct Pure<'a>(&'a TrainedPolicy);

impl Strategy<ExactRound> for Pure<'_> {
    fn probabilities(&self, _: &ExactRound, state: &ExactState, out: &mut [f64]) {
        out.fill(0.0);
        let Some((round, seat)) = state.to_act() else {
            return;
        };
        let chosen = choose(self.0, &Observation::of(round, seat, &[0; MAX_PLAYERS]));
        let index = round.legal().iter().position(|card| Some(card) == chosen);
        if let Some(share) = out.get_mut(index.unwrap_or(0)) {
            *share = 1.0;
        }
    }
}

/// The table's exact distance from equilibrium in a round of its member; none if the member is too large.
pub fn exact(policy: &TrainedPolicy) -> Option<Exploitability> {
    let round = ExactRound::new(policy.params).ok()?;
    (round.deals() <= MAX_EXACT_DEALS).then(|| exploitability(&round, &Pure(policy)))
}

/// The quality of a table. For a small member it is the NashConv. Otherwise it is the gain of `search` among copies of
/// the table, in so many rounds. This is a lower bound of the gain of a best deviation.
///
/// # Errors
///
/// `stop` was set before the end of the rounds.
pub fn measured(policy: &TrainedPolicy, rounds: usize, seed: u64, stop: &AtomicBool) -> Result<Measured, Interrupted> {
    if let Some(found) = exact(policy) {
        return Ok(Measured::exact(found.nash_conv(), UNIT));
    }
    let options = SearchOptions { worlds: WORLDS, ..SearchOptions::default() };
    let search = |seed| Box::new(Search::new(options, seed)) as Box<dyn Agent<TrickyEightsGame>>;
    let gain = gain(policy, search, rounds, seed, stop)?;
    Ok(Measured::sampled(Quantity::DeviationGain, gain, GAIN_UNIT))
}
