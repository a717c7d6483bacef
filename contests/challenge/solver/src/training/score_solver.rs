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

/// The method for the value of a score. The hand is trained once, with a guess for the value of a
/// tie. The same strategy is then played out, and the tie gets the value of the hand itself, which
/// is its true value. The strategy's gains are measured with that value, so that a poor guess
/// shows.
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
    /// The number of own hands in each seat on which a best response's gain is measured; 0 does not
    /// measure.
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
            let strategy = AtScore {
                policy,
                class: policy.classes.class(score),
            };
            let interrupted = interrupt.load(Ordering::Relaxed);
            return if interrupted {
                Ok(None)
            } else {
                Ok(Some(self.measure_strategy(&game, &strategy, seed)?))
            };
        }
        let infosets = by_name(&self.infosets, &game).map_err(TrainError::task)?;
        let mut solver = ExternalSampling::new(&game, &*infosets, self.preset.seed(seed).max_memory(self.max_memory))?;
        let schedule = MeasurePoints::AtEnd.into();
        let Ok(outcome) = run(
            &mut solver,
            &self.limits,
            &schedule,
            interrupt,
            &mut ProgressObserver(progress),
        );
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
            let payoffs = Payoffs {
                tie: value,
                ..game.payoffs()[0]
            };
            let game = HandGame::new(self.rules, vec![payoffs]);
            let options = MeasureOptions {
                hands: Some(self.hands),
                seed,
                class: 0,
                extent: Extent::BySeat,
            };
            measure(&game, strategy, options, &|| ()).checked()
        });
        let report = report.transpose()?;
        require_numbers([value, half_width])?;
        let gains = report.iter().flat_map(|report| &report.seats);
        let gain = gains.map(|seat| seat.gain).fold(0.0, f64::max);
        // A tie passes the error on to the same hand again.
        let decided = (1.0 - outcomes.tied_share()).max(f64::MIN_POSITIVE);
        Ok(SolvedScore {
            bounds: Bounds {
                value,
                error: (half_width + gain / decided).min(1.0),
            },
            half_width,
            tied: outcomes.tied_share(),
            report,
            trained: None,
        })
    }
}

/// The strategy of a policy for many scores at one of them, as a strategy for a game of that score
/// alone.
struct AtScore<'a> {
    policy: &'a TrainedPolicy,
    class: u8,
}

impl AtScore<'_> {
    fn there(&self, state: &HandState) -> HandState {
        HandState {
            class: self.class,
            ..*state
        }
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
mod tests {
    use cardsharp_solvers::best_response::exploitability;

    use super::*;

    fn solver(hands: usize) -> ScoreSolver {
        ScoreSolver {
            rules: Params::new(4, 3, 2).unwrap(),
            infosets: "recall".to_owned(),
            preset: Preset::ALL[0],
            limits: Limits {
                iterations: Some(60_000),
                ..Limits::default()
            },
            max_memory: 1 << 26,
            play_outs: 1 << 17,
            hands,
            seed: 7,
            policy: None,
        }
    }

    const LEVEL: Payoffs = Payoffs {
        win: 0.6,
        lose: 0.3,
        tie: 0.45,
    };
    const SCORE: Score = Score { leader: 4, follower: 4 };

    /// The value in which a tie is worth the value itself, by exact best responses in a fixed-point
    /// iteration.
    fn exact_bounds() -> (f64, f64) {
        let mut payoffs = LEVEL;
        let mut bounds = (0.0, 1.0);
        for _ in 0..8 {
            let game = HandGame::new(solver(0).rules, vec![payoffs]);
            let infosets = by_name("recall", &game).unwrap();
            let mut trainer =
                ExternalSampling::new(&game, &*infosets, Preset::ALL[0].seed(3).max_memory(1 << 26)).unwrap();
            trainer.advance(60_000);
            let found = exploitability(&game, &trainer);
            let [leader, follower] = [found.best_responses[0], found.best_responses[1]];
            bounds = (1.0 - follower, leader);
            payoffs.tie = (leader + 1.0 - follower) / 2.0;
        }
        bounds
    }

    #[test]
    fn the_tie_becomes_worth_the_hand_without_training_again() {
        let never = AtomicBool::new(false);
        let solved = solver(20).solve(SCORE, LEVEL, &never, &mut |_| ()).unwrap().unwrap();
        let (low, high) = exact_bounds();
        let Bounds { value, error } = solved.bounds;
        assert!(error < 0.05, "{error}");
        assert!(
            value > low - error - 0.002 && value < high + error + 0.002,
            "{value} is not in {low}..{high}"
        );
        assert!(solved.tied > 0.1 && solved.report.is_some());
        // Ties are common here, and a poor guess shows in the gains.
        let poor = Payoffs { tie: 0.95, ..LEVEL };
        let poor = solver(20).solve(SCORE, poor, &never, &mut |_| ());
        assert!(poor.unwrap().unwrap().bounds.error > 2.0 * error);
        // Without a measurement, the error is that of the sampling alone.
        let unmeasured = solver(0).solve(SCORE, LEVEL, &never, &mut |_| ()).unwrap().unwrap();
        assert_eq!(unmeasured.bounds.error, unmeasured.half_width);
    }

    #[test]
    fn an_interrupted_score_has_no_value() {
        let now = AtomicBool::new(true);
        let solved = solver(0).solve(SCORE, LEVEL, &now, &mut |_| ()).unwrap();
        assert!(solved.is_none());
    }
}
