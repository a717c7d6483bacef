//! The value of one score: its hand is trained, played out and measured.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cardsharp_solvers::run::{Limits, MeasurePoints, Observer, Progress, StopReason, run};
use cardsharp_solvers::sampled::{ExternalSampling, Preset};
use cardsharp_solvers::strategy::Strategy;

use crate::infosets::{HandGame, HandInfosets, HandState, Payoffs, by_name};
use crate::measure::{Extent, MeasureOptions, Outcomes, Report, measure};
use crate::policy::{EachHand, HandStrategy, TrainedPolicy};
use crate::scores::Bounds;
use crate::scores::Score;
use cardsharp_challenge_game::rules::Params;
use cardsharp_game::derive_seed;
use cardsharp_policy::container::{NotANumber, require_numbers};
use cardsharp_training::TrainError;

/// The method for the value of a score. The hand is trained once, with a guess for the value of a tie. The same
/// strategy is then played out, and the tie gets the value of the hand itself, which is its true value. The strategy's
/// gains are measured with that value, so that a poor guess shows.
#[derive(Clone, Debug)]
pub struct ScoreSolver {
    /// The member of the family.
    pub rules: Params,
    /// Name of the information sets.
    pub infosets: String,
    /// The solver.
    pub preset: Preset,
    /// The limits of training the hand of a score.
    pub limits: Limits,
    /// The largest memory of the table, in bytes.
    pub max_memory: u64,
    /// The number of hands that are played out for the value.
    pub play_outs: u64,
    /// The number of own hands in each seat on which a best response's gain is measured; 0 does not measure.
    pub hands: usize,
    /// Seed of everything; each score has its own streams.
    pub seed: u64,
    /// The policy whose strategy at the score replaces training. Its own payoffs do not matter: it
    /// is played and measured with those of the later scores.
    pub policy: Option<Arc<TrainedPolicy>>,
}

/// The value of a score, and its evidence.
#[derive(Clone, Debug)]
pub struct SolvedScore {
    /// The value with its error.
    pub bounds: Bounds,
    /// Half the width of the 95 % confidence interval of the value of the strategy played out.
    pub half_width: f64,
    /// The share of tied hands.
    pub tied: f64,
    /// The gains of best responses, if measured.
    pub report: Option<Report>,
    /// The progress of training; none if a policy was taken.
    pub trained: Option<Progress>,
}

impl ScoreSolver {
    /// The method in words, for the table's `method`.
    pub fn method(&self) -> String {
        let until = match (self.limits.time, self.limits.iterations) {
            (_, Some(iterations)) => format!("{iterations} traversals"),
            (Some(time), None) => format!("{} s", time.as_secs_f64()),
            (None, None) => "no limit".to_owned(),
        };
        let residual = match self.hands {
            0 => "the half width of the 95 % confidence interval of the played-out value; what \
                  best responses gain was not measured and comes on top"
                .to_owned(),
            hands => format!(
                "that half width plus what the exact best response gains in the worse seat, \
                 estimated on {hands} own hands a seat and at least 0, over the share of hands that \
                 are not tied"
            ),
        };
        let hand = match &self.policy {
            Some(policy) => format!(
                "played by a policy trained by {} on {} information sets for {} traversals over {} \
                 classes of scores",
                policy.header.solver,
                policy.header.infosets,
                policy.header.iterations,
                policy.classes.payoffs.len()
            ),
            None => format!("{} on {} information sets for {until}", self.preset.name, self.infosets),
        };
        format!(
            "scores solved backwards from 9,9 by `cardsharp values --solve`; each hand: {hand}, \
             seed {}; value: {} hands played out with a tie worth the value itself; residual: \
             {residual}; errors of later scores are not in it",
            self.seed, self.play_outs
        )
    }

    /// Finds the value of `score`, on the threads of the current rayon pool. `payoffs` have a guess
    /// for the tie. None if `interrupt` was set meanwhile.
    pub fn solve(
        &self,
        score: Score,
        payoffs: Payoffs,
        interrupt: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Option<SolvedScore>, TrainError> {
        let game = HandGame::new(self.rules, vec![payoffs]);
        let seed = derive_seed(self.seed, score.index() as u64);
        if let Some(policy) = &self.policy {
            let strategy = AtScore { policy, class: policy.classes.class(score) };
            let interrupted = interrupt.load(Ordering::Relaxed);
            return if interrupted { Ok(None) } else { Ok(Some(self.measure_strategy(&game, &strategy, seed)?)) };
        }
        let infosets = by_name(&self.infosets, &game).map_err(TrainError::task)?;
        let mut solver = ExternalSampling::new(&game, &*infosets, self.preset.seed(seed).max_memory(self.max_memory))?;
        let schedule = MeasurePoints::AtEnd.into();
        let Ok(outcome) = run(&mut solver, &self.limits, &schedule, interrupt, &mut ProgressObserver(progress));
        if outcome.reason == StopReason::Interrupted {
            return Ok(None);
        }
        let mut solved = self.measure_strategy(&game, &solver, seed)?;
        solved.trained = Some(outcome.progress);
        Ok(Some(solved))
    }

    /// The value and the gains of a strategy for the hand of `game`.
    fn measure_strategy(
        &self,
        game: &HandGame,
        strategy: &dyn HandStrategy,
        seed: u64,
    ) -> Result<SolvedScore, NotANumber> {
        let outcomes = Outcomes::sample(game, strategy, 0, self.play_outs, !seed);
        // If every hand is tied, the players have equal chances.
        let (value, half_width) = outcomes.fixed_point().unwrap_or((0.5, 0.0));
        let report = (self.hands > 0).then(|| {
            let payoffs = Payoffs { tie: value, ..game.payoffs()[0] };
            let game = HandGame::new(self.rules, vec![payoffs]);
            let options = MeasureOptions { hands: Some(self.hands), seed, class: 0, extent: Extent::BySeat };
            measure(&game, strategy, options, &|| ()).checked()
        });
        let report = report.transpose()?;
        require_numbers([value, half_width])?;
        let gains = report.iter().flat_map(|report| &report.seats);
        let gain = gains.map(|seat| seat.gain).fold(0.0, f64::max);
        // A tie passes the error on to the same hand again.
        let decided = (1.0 - outcomes.tied_share()).max(f64::MIN_POSITIVE);
        Ok(SolvedScore {
            bounds: Bounds { value, error: (half_width + gain / decided).min(1.0) },
            half_width,
            tied: outcomes.tied_share(),
            report,
            trained: None,
        })
    }
}

/// The strategy of a policy for many scores at one of them, as a strategy for a game of that score alone.
struct AtScore<'a> {
    policy: &'a TrainedPolicy,
    class: u8,
}

impl AtScore<'_> {
    fn there(&self, state: &HandState) -> HandState {
        HandState { class: self.class, ..*state }
    }
}

impl Strategy<HandGame> for AtScore<'_> {
    fn probabilities(&self, game: &HandGame, state: &HandState, out: &mut [f64]) {
        self.policy.probabilities(game, &self.there(state), out);
    }
}

impl HandStrategy for AtScore<'_> {
    fn public_part(&self, state: &HandState) -> Option<u64> {
        self.policy.public_part(&self.there(state))
    }

    fn for_each_known(&self, state: &HandState, each: EachHand<'_>) -> bool {
        self.policy.for_each_known(&self.there(state), each)
    }
}

/// An observer that only reports progress.
struct ProgressObserver<'a>(&'a mut dyn FnMut(&Progress));

type Trainer<'a> = ExternalSampling<'a, HandGame, dyn HandInfosets>;

impl Observer<Trainer<'_>> for ProgressObserver<'_> {
    type Error = Infallible;

    fn progress(&mut self, progress: &Progress) {
        (self.0)(progress);
    }

    fn measure(&mut self, _: &mut Trainer<'_>, _: &Progress) -> Result<Option<f64>, Infallible> {
        Ok(None)
    }

    fn save(&mut self, _: &mut Trainer<'_>, _: &Progress) -> Result<(), Infallible> {
        Ok(())
    }
}

#[cfg(test)]
#[path = "../../tests/unit/training/score_solver.rs"]
mod tests;
